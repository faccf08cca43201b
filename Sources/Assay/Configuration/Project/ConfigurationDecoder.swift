import HealthCatalog
import HealthFormats
import HealthModel
import HealthValidation

/// Turns YAML into a configuration.
struct ConfigurationDecoder: SchemaDecoder {
  static let codes = SchemaCodes(unknown: .configKeyUnknown, missing: .configKeyMissing, kind: .configKeyKind)

  private(set) var diagnostics: [Diagnostic] = []
  /// Whether the file names plugins, which may read formats of their own.
  private(set) var hasPlugins = false
  /// The formats that the file may name.
  private let formats: FormatList

  init(_ formats: FormatList = .core) { self.formats = formats }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Reads the whole file; `nil` when there is any error.
  mutating func configuration(_ root: YAMLNode, path: String, folder: String) -> ProjectConfiguration? {
    guard let entries = root.entries else {
      report(.configSyntax, "the file takes a map of keys, got \(root.kindName)", at: root.mark)
      return nil
    }
    var fields = Fields(entries, path: "", mark: root.mark)
    guard isReadable(&fields) else { return nil }
    var configuration = ProjectConfiguration(path: path, folder: folder)
    configuration.catalogs = read("catalogs", in: &fields) { $0.paths($1) } ?? []
    configuration.plugins = read("plugins", in: &fields) { $0.paths($1) } ?? []
    hasPlugins = !configuration.plugins.isEmpty
    configuration.data = read("data", in: &fields) { $0.maps($1) { $0.dataSet($1) } } ?? []
    checkJoined(configuration.data)
    configuration.subjects = read("subjects", in: &fields) { $0.zones($1) } ?? [:]
    configuration.exclude = read("exclude", in: &fields) { $0.list($1) { $0.globText($1) } } ?? []
    configuration.rules = read("rules", in: &fields) { $0.rules($1) } ?? []
    configuration.overrides = read("overrides", in: &fields) { $0.maps($1) { $0.ruleOverride($1) } } ?? []
    configuration.failOn = read("fail_on", in: &fields) { $0.locatedWord($1, of: FailOn.self) }
    configuration.failIf = read("fail_if", in: &fields) { $0.thresholds($1, of: configuration.data) } ?? []
    configuration.suppressions = read("suppressions", in: &fields) { $0.maps($1) { $0.suppression($1) } } ?? []
    configuration.baseline = read("baseline", in: &fields) { $0.located($1) }
    configuration.baselineBy = read("baseline_by", in: &fields) { $0.locatedWord($1, of: BaselineKey.self) }
    if let across = read("across", in: &fields, { $0.across($1) }) {
      configuration.across = across.isOn
      configuration.acrossWindow = across.window ?? configuration.acrossWindow
    }
    configuration.store = read("store", in: &fields) { $0.store($1) }
    finish(fields)
    return diagnostics.isEmpty ? configuration : nil
  }

  /// Checks `schema`; false when the file is for another version, so that nothing else in it can be judged.
  mutating func isReadable(_ fields: inout Fields) -> Bool {
    guard let field = fields.take("schema") else {
      report(.configKeyMissing, "the key `schema` is missing", at: fields.mark, hint: "begin with `schema: 1`")
      return true
    }
    if field.node.content == .scalar(text: "1", isQuoted: false) { return true }
    guard case .scalar(text: let text, isQuoted: false) = field.node.content, Self.integer(text) != nil else {
      reportKind(field, takes: "the number 1")
      return true
    }
    report(
      .configValue, "the file uses schema \(CatalogText.shown(text)), this version of assay knows schema 1",
      at: field.node.mark, hint: "install a newer version, or take a file made for this one")
    return false
  }

  /// Whether the rules over several samples run, and how far they look back.
  private mutating func across(_ field: Field) -> (isOn: Bool, window: Int?)? {
    switch field.node.content {
    case .scalar(text: "true", isQuoted: false): return (isOn: true, window: nil)
    case .scalar(text: "false", isQuoted: false): return (isOn: false, window: nil)
    case .mapping(let entries):
      var fields = Fields(entries, path: field.path, mark: field.node.mark)
      let window = need("window", in: &fields) { $0.integer($1, in: 1000...2_000_000) }
      finish(fields)
      return (isOn: true, window: window)
    default:
      reportKind(field, takes: "true, false or a map with `window`")
      return nil
    }
  }
}

// MARK: Lists

extension SchemaDecoder {
  /// A list of maps; those that are wrong are left out.
  mutating func maps<Value>(_ field: Field, _ body: (inout Self, Field) -> Value?) -> [Value]? {
    items(field, takes: "a list of maps").map { $0.compactMap { body(&self, $0) } }
  }

  /// A list of texts, or one text without the list.
  mutating func list<Value>(_ field: Field, _ body: (inout Self, Field) -> Value?) -> [Value]? {
    if field.node.text != nil, !field.node.isBlank { return body(&self, field).map { [$0] } }
    return items(field, takes: "text or a list of texts").map { $0.compactMap { body(&self, $0) } }
  }

  /// Reports a list without items, which is a key that does nothing.
  mutating func filled<Value>(_ field: Field, _ body: (inout Self, Field) -> [Value]?) -> [Value]? {
    if field.node.items?.isEmpty == true {
      report(
        .configValue, "\(CatalogText.shown(field.path)) has no items", at: field.node.mark, hint: "leave the key out")
    }
    return body(&self, field)
  }
}

extension ConfigurationDecoder {
  /// Keys that say how a table is read.
  private static let tableKeys = mappingKeys.union(columnKeys)

  /// An item of `data`.
  ///
  /// - Returns: the data set; `nil` after an error without which it says nothing.
  mutating func dataSet(_ field: Field, ofFiles names: Located<String>? = nil) -> DataSet? {
    guard var fields = self.fields(field) else { return nil }
    let path = names ?? need("path", in: &fields) { $0.globText($1) }
    var set = DataSet(path: path ?? Located("", at: field.mark))
    if let named = read("format", in: &fields, { $0.format($1, isProfile: names != nil) }) {
      (set.format, set.dialect) = (named.format, named.dialect)
    }
    if names == nil, let subject = read("subject", in: &fields, { $0.subject($1) }) {
      (set.subject, set.subjectPattern) = (subject.name, subject.pattern)
    }
    let zone = read("timezone", in: &fields) { $0.zone($1) }
    set.timeZone = zone?.name
    set.units = read("units", in: &fields) { $0.word($1, of: UnitPolicy.self) }
    if names == nil { set.unknownTypes = read("unknown", in: &fields) { $0.word($1, of: UnknownTypePolicy.self) } }
    set.layout.columns = read("columns", in: &fields) { $0.columns($1) } ?? [:]
    set.layout.delimiter = read("delimiter", in: &fields) { $0.delimiter($1) }
    set.layout.skippedLines = read("skip_lines", in: &fields) { $0.skippedLines($1) } ?? 0
    set.layout.allowsTrailingDelimiter = read("trailing_delimiter", in: &fields) { $0.flag($1) } ?? false
    set.layout.encoding = read("encoding", in: &fields) { $0.word($1, of: TextEncoding.self) }
    set.layout.records = records(in: &fields)
    set.layout.mapping = mapping(in: &fields)
    set.layout.mapping.zone = zone?.place
    finish(fields)
    if set.layout.records == nil { checkTable(fields, format: set.format) }
    checkRecords(fields, of: set)
    if let dialect = set.dialect { checkDialect(fields, dialect) }
    return path == nil ? nil : set
  }

  /// The field of each column, or `-` to skip it.
  private mutating func columns(_ field: Field) -> [String: String]? {
    for entry in field.node.entries ?? [] {
      guard let name = entry.value.text, !name.isEmpty, name != "-" else { continue }
      if entry.key == TableLayout.others {
        report(
          .configValue, "the columns that are not named can only be passed over, got \(CatalogText.shown(name))",
          at: entry.value.mark, hint: "write `\"*\": \"-\"`")
        continue
      }
      checkTableField(name, at: entry.value.mark)
    }
    return texts(field)
  }

  /// Reports a name that is not one of a field that a cell can hold.
  mutating func checkTableField(_ name: String, at mark: CatalogMark) {
    guard TableField(name: name.utf8) == nil else { return }
    let parts = TableField.names.filter { $0.hasPrefix(name + ".") }
    let hint: String? =
      if !parts.isEmpty {
        "one cell holds one part: \(parts.joined(separator: ", "))"
      } else if ["metadata", "original", "members", "fields"].contains(name) {
        "name one entry, as in metadata.KEY, fields.NAME or members.TYPE.value"
      } else {
        CatalogText.suggestion(for: name, among: TableField.names)
          ?? "keep a column that is not a field of samples as metadata.KEY, or map it to `-` to skip it"
      }
    report(.configValue, "samples have no field \(CatalogText.shown(name)) that a table can give", at: mark, hint: hint)
  }

  /// Reports keys for tables where the files are none.
  private mutating func checkTable(_ fields: Fields, format: InputFormat?) {
    guard let format, format != .csv else { return }
    refuse(Self.tableKeys, in: fields, "is for tables, and the format is \(format.rawValue)")
  }

  /// Reports keys that say how records become samples where a published form says it.
  private mutating func checkDialect(_ fields: Fields, _ dialect: String) {
    refuse(
      Self.tableKeys.union(Self.recordKeys), in: fields,
      "does not go with the format \(dialect), which says itself how records become samples")
  }

  /// Reports keys that do not go with the rest; the words follow the name of each.
  private mutating func refuse(_ keys: Set<String>, in fields: Fields, _ words: String, hint: String? = nil) {
    for entry in fields.entries where keys.contains(entry.key) {
      report(
        .configValue, "the key \(CatalogText.shown(fields.path(entry.key))) \(words)", at: entry.keyMark, hint: hint)
    }
  }

  /// A format, or the name of a published form of JSON; `auto` is neither.
  private mutating func format(_ field: Field, isProfile: Bool) -> (format: InputFormat?, dialect: String?)? {
    guard let text = self.text(field), text != "auto" else { return nil }
    if let format = formats.format(named: text) { return (format, nil) }
    if !isProfile, formats.dialect(named: text) != nil { return (nil, text) }
    if hasPlugins, let format = AbsentPluginFormat(named: text) { return (InputFormat(format), nil) }
    reportWord(text, field, among: ["auto"] + (isProfile ? formats.formats.map(\.rawValue) : formats.names))
    return nil
  }

  /// Whose samples the files hold: a name as long as in a sample, or a map with `file`, by which each file's path has
  /// it.
  private mutating func subject(_ field: Field) -> (name: String?, pattern: Located<SubjectPattern>?)? {
    guard field.node.entries == nil else {
      guard var fields = self.fields(field) else { return nil }
      let pattern = need("file", in: &fields) { $0.subjectPattern($1) }
      finish(fields)
      return pattern.map { (name: nil, pattern: $0) }
    }
    guard let text = self.text(field) else { return nil }
    guard text.utf8.count <= 128 else {
      report(
        .configValue, "\(CatalogText.shown(field.path)) takes 1 to 128 bytes, got \(text.utf8.count)",
        at: field.node.mark)
      return nil
    }
    return (name: text, pattern: nil)
  }

  /// A glob with the subject in parentheses.
  private mutating func subjectPattern(_ field: Field) -> Located<SubjectPattern>? {
    parsed(
      field, takes: "a glob with one pair of parentheses around the subject",
      hint: "`(P*).csv` takes it from the file's name, `participants/(*)/**` from that of a folder"
    ) { SubjectPattern($0).map { Located($0, at: field.node.mark) } }
  }

  private mutating func skippedLines(_ field: Field) -> Int? {
    parsed(field, takes: "a number of lines from 0 to 100") { text in
      Int(text).flatMap { (0...100).contains($0) ? $0 : nil }
    }
  }

  /// The byte between cells.
  private mutating func delimiter(_ field: Field) -> UInt8? {
    parsed(field, takes: "`,`, `;`, `tab` or another ASCII character") { text in
      if text == "tab" { return UInt8(ascii: "\t") }
      return text.utf8.count == 1 ? text.utf8.first.flatMap { "\"\r\n".utf8.contains($0) ? nil : $0 } : nil
    }
  }
}

/// Where foreign JSON has its records and their fields.
extension ConfigurationDecoder {
  /// Keys that are about foreign JSON alone.
  private static let recordKeys: Set<String> = ["records", "fields"]
  /// Keys that are about tables alone.
  private static let columnKeys: Set<String> = ["columns", "delimiter", "skip_lines", "trailing_delimiter"]
  static let page = "Documentation/json-profiles.md"

  /// Reads the keys for foreign JSON; `nil` if none of them is there.
  mutating func records(in fields: inout Fields) -> RecordLayout? {
    let records = read("records", in: &fields) { $0.recordsPath($1) }
    let paths = read("fields", in: &fields) { $0.fieldPaths($1, from: records ?? "") }
    guard fields.entries.contains(where: { Self.recordKeys.contains($0.key) }) else { return nil }
    return RecordLayout(records: records ?? "", fields: paths ?? [:])
  }

  private mutating func recordsPath(_ field: Field) -> String? {
    guard let text = self.text(field) else { return nil }
    do {
      try RecordLayout.check(records: text)
      return text == "/" ? "" : text
    } catch {
      reportPath(text, error, at: field.node.mark)
      return nil
    }
  }

  private mutating func fieldPaths(_ field: Field, from records: String) -> [String: String]? {
    for entry in field.node.entries ?? [] {
      checkTableField(entry.key, at: entry.keyMark)
      guard let text = entry.value.text, !text.isEmpty else { continue }
      checkPath(text, from: records, at: entry.value.mark)
    }
    return texts(field)
  }

  private mutating func checkPath(_ text: String, from records: String, at mark: CatalogMark) {
    do {
      try RecordLayout.check(field: text, from: records)
    } catch {
      reportPath(text, error, at: mark)
    }
  }

  private mutating func reportPath(_ text: String, _ error: SyntaxError, at mark: CatalogMark) {
    report(
      .configValue, "\(CatalogText.shown(text)) is not a path: \(TextEscaping.escaped("\(error)", limit: 200))",
      at: mark, hint: "\(Self.page) describes the paths")
  }

  /// Reports keys for foreign JSON that contradict each other, and those for tables beside them or for files that are
  /// JSON by their name.
  mutating func checkRecords(_ fields: Fields, of set: DataSet) {
    let format = set.format ?? formats.format(ofFile: set.path.value)
    guard let records = set.layout.records else {
      guard set.format == nil, format == .json || format == .jsonLines else { return }
      return refuse(
        Self.columnKeys, in: fields, "is for tables, and the files are JSON",
        hint: "in JSON, `records` is the path to the records and `fields` has those of their fields: \(Self.page)")
    }
    refuse(
      Self.columnKeys, in: fields, "is for tables, and `records` and `fields` are for JSON",
      hint: "name the paths of all fields under `fields`")
    if let format, format == .csv || format == .appleHealth {
      refuse(
        Self.recordKeys, in: fields, "is for JSON, and the format is \(format.rawValue)",
        hint: format == .csv ? "name the columns of a table under `columns`" : nil)
    }
    let mapping = set.layout.mapping
    for place in mapping.places { checkPath(place, from: records.records, at: set.path.mark) }
    for name in records.fields.keys.sorted() where mapping.constants[name] != nil || mapping.times[name] != nil {
      report(
        .configValue, "`\(TextEscaping.escaped(name, limit: 80))` is under `fields` and again beside it",
        at: set.path.mark, hint: "leave one of them out")
    }
    let hasType =
      records.fields["type"] != nil || mapping.constants["type"] != nil
      || !mapping.rows.isEmpty && mapping.rows.allSatisfy { $0.places["type"] != nil || $0.constants["type"] != nil }
    if !hasType {
      report(
        .configValue, "nothing gives the `type` of the samples", at: set.path.mark,
        hint: "name its path under `fields`, or the type under `constants`")
    }
  }

  /// Severities by code; what is not a code is reported where the rules run, which know all codes.
  mutating func rules(_ field: Field) -> [RuleSetting]? {
    guard let fields = self.fields(field) else { return nil }
    var rules: [RuleSetting] = []
    for (code, value) in fields.all() {
      guard let level = word(value, of: RuleLevel.self) else { continue }
      rules.append(RuleSetting(code: Located(code, at: value.mark), level: level))
    }
    return rules
  }

  /// An item of `overrides`.
  mutating func ruleOverride(_ field: Field) -> RuleOverride? {
    guard var fields = self.fields(field) else { return nil }
    let isScoped = ["files", "types", "sources"].contains { field.node.entry($0) != nil }
    let scope = self.scope(in: &fields)
    let rules = need("rules", in: &fields) { $0.rules($1) }
    finish(fields)
    if !isScoped {
      report(
        .configKeyMissing, "\(CatalogText.shown(field.path)) needs `files`, `types` or `sources`", at: field.mark,
        hint: "severities for all inputs go in `rules`")
    }
    if let node = field.node.entry("rules")?.value, node.entries?.allSatisfy({ $0.key.hasPrefix("x-") }) == true {
      report(.configValue, "\(CatalogText.shown(fields.path("rules"))) takes at least one code", at: node.mark)
    }
    return rules.map { RuleOverride(mark: field.mark, scope: scope, rules: $0) }
  }

  /// An item of `suppressions`.
  mutating func suppression(_ field: Field) -> Suppression? {
    guard var fields = self.fields(field) else { return nil }
    let code = need("code", in: &fields) { $0.located($1) }
    let scope = self.scope(in: &fields)
    let reason = need("reason", in: &fields) { $0.reason($1) }
    let until = need("until", in: &fields) { $0.date($1) }
    finish(fields)
    guard let code, let reason, let until else { return nil }
    return Suppression(code: code, scope: scope, reason: reason, until: until)
  }

  /// Why findings are accepted.
  private mutating func reason(_ field: Field) -> String? {
    guard let text = self.text(field) else { return nil }
    guard text.contains(where: { !$0.isWhitespace }) else {
      report(.configValue, "\(CatalogText.shown(field.path)) says nothing", at: field.node.mark)
      return nil
    }
    return text
  }

  /// The keys `files`, `types` and `sources` of an item.
  private mutating func scope(in fields: inout Fields) -> FindingScope {
    var scope = FindingScope()
    scope.files = read("files", in: &fields) { $0.globs($1, isPath: true) } ?? []
    scope.types = read("types", in: &fields) { $0.globs($1, isPath: false) } ?? []
    scope.sources = read("sources", in: &fields) { $0.globs($1, isPath: false) } ?? []
    return scope
  }

  /// At least one glob: an empty list would be about everything.
  private mutating func globs(_ field: Field, isPath: Bool) -> [GlobPattern]? {
    if let items = field.node.items, items.isEmpty {
      report(
        .configValue, "\(CatalogText.shown(field.path)) takes at least one glob", at: field.node.mark,
        hint: "leave the key out when it is about all")
      return nil
    }
    return list(field) { $0.glob($1, isPath: isPath) }
  }
}

extension SchemaDecoder {
  mutating func located(_ field: Field) -> Located<String>? { text(field).map { Located($0, at: field.node.mark) } }

  /// The names of zones, by subject.
  mutating func zones(_ field: Field) -> [String: Located<String>]? {
    guard let fields = self.fields(field) else { return nil }
    return fields.all().reduce(into: [:]) { zones, entry in zones[entry.key] = located(entry.field) }
  }

  /// A map from any keys to texts.
  mutating func texts(_ field: Field) -> [String: String]? {
    guard let fields = self.fields(field) else { return nil }
    var texts: [String: String] = [:]
    for entry in fields.entries {
      texts[entry.key] = text(Field(path: fields.path(entry.key), mark: entry.keyMark, node: entry.value))
    }
    return texts
  }

  /// Paths of which none is there twice.
  mutating func paths(_ field: Field) -> [Located<String>]? {
    guard let paths = list(field, { $0.located($1) }) else { return nil }
    reportTwice(paths)
    return paths
  }

  mutating func reportTwice(_ words: [Located<String>], _ noun: String = "") {
    var seen: Set<String> = []
    for word in words where !seen.insert(word.value).inserted {
      report(.configValue, "\(noun)\(CatalogText.shown(word.value)) is there twice", at: word.mark)
    }
  }

  /// What a text means; reports one that means nothing.
  mutating func parsed<Value>(
    _ field: Field, takes wanted: String, hint: String? = nil, _ meaning: (String) -> Value?
  ) -> Value? {
    guard let text = self.text(field) else { return nil }
    if let value = meaning(text) { return value }
    reportText(text, field, takes: wanted, hint: hint)
    return nil
  }

  /// Whether a path stays in the plugin's folder.
  mutating func isInside(_ path: Located<String>, _ field: Field, hint: String? = nil) -> Bool {
    let parts = path.value.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.contains(where: { $0.isEmpty || $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }) else {
      return true
    }
    reportText(path.value, field, takes: "a path in the plugin's folder", at: path.mark, hint: hint)
    return false
  }

  mutating func word<Word>(_ field: Field, of words: Word.Type) -> Word?
  where Word: RawRepresentable & CaseIterable, Word.RawValue == String {
    guard let text = self.text(field) else { return nil }
    if let word = Word(rawValue: text) { return word }
    reportWord(text, field, among: Word.allCases.map(\.rawValue))
    return nil
  }

  /// A word with its place.
  mutating func locatedWord<Word>(_ field: Field, of words: Word.Type) -> Located<Word>?
  where Word: RawRepresentable & CaseIterable & Sendable & Hashable, Word.RawValue == String {
    word(field, of: words).map { Located($0, at: field.node.mark) }
  }

  /// Reports a text that its key does not take.
  mutating func reportText(
    _ text: String, _ field: Field, takes wanted: String, at mark: CatalogMark? = nil, hint: String? = nil
  ) {
    report(
      .configValue, "\(CatalogText.shown(field.path)) takes \(wanted), got \(CatalogText.shown(text))",
      at: mark ?? field.node.mark, hint: hint)
  }

  /// Reports a word that is none of those its key takes.
  mutating func reportWord(_ text: String, _ field: Field, among words: [String]) {
    reportText(
      text, field, takes: Suggestion.alternatives(words), hint: CatalogText.suggestion(for: text, among: words))
  }

  /// A whole number within bounds, unquoted.
  mutating func integer(_ field: Field, in bounds: ClosedRange<Int>) -> Int? {
    guard case .scalar(text: let text, isQuoted: false) = field.node.content, let value = Self.integer(text) else {
      reportKind(field, takes: "a whole number")
      return nil
    }
    guard bounds.contains(value) else {
      reportText(text, field, takes: "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
      return nil
    }
    return value
  }

  /// A day as `2026-12-31`.
  mutating func date(_ field: Field) -> Located<CivilDate>? {
    parsed(field, takes: "a day", hint: "write it as 2026-12-31") { text in
      let bytes = Array(text.utf8)
      guard let date = TimestampParser.parseDate(0..<bytes.count, in: bytes.span.bytes), date.isValid else {
        return nil
      }
      return Located(date, at: field.node.mark)
    }
  }

  mutating func glob(_ field: Field, isPath: Bool = true) -> GlobPattern? {
    guard let text = self.text(field) else { return nil }
    if isPath, text.utf8.count > 1, text.utf8.last == UInt8(ascii: "/") {
      report(
        .configValue, "the glob \(CatalogText.shown(text)) ends in `/`, so it matches no file", at: field.node.mark,
        hint: "`folder/**` is all files in a folder; a folder that is one export is named without `/`")
      return nil
    }
    guard let pattern = GlobPattern(text) else {
      report(
        .configValue, "\(CatalogText.shown(text)) is not a glob", at: field.node.mark,
        hint: "close every `[` and `{`, or put `\\` before a character that is meant literally")
      return nil
    }
    return pattern
  }

  /// A glob for paths as text, with its place.
  mutating func globText(_ field: Field) -> Located<String>? {
    glob(field).map { Located($0.text, at: field.node.mark) }
  }

  /// A whole number by JSON's grammar.
  static func integer(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard let reading = DecimalParser.parse(0..<bytes.count, in: bytes.span.bytes), reading.isIntegerLiteral else {
      return nil
    }
    return reading.integer
  }
}

extension ConfigurationDecoder {
  /// The items of `fail_if`, whose data sets must be there.
  mutating func thresholds(_ field: Field, of dataSets: [DataSet]) -> [Threshold]? {
    let paths = dataSets.map(\.path.value)
    return list(field) { decoder, item in decoder.threshold(item, dataSets: paths) }
  }

  private mutating func threshold(_ field: Field, dataSets: [String]) -> Threshold? {
    guard let text = located(field) else { return nil }
    let condition: FailureCondition
    do {
      condition = try FailureCondition(text.value)
    } catch {
      report(
        .configValue, "\(CatalogText.shown(text.value)) is not a threshold: \(error.message)", at: text.mark,
        hint: error.hint ?? FailureCondition.examples)
      return nil
    }
    for path in condition.scope.dataSets where !dataSets.contains(path) {
      report(
        .configValue, "no data set has the path \(CatalogText.shown(path))", at: text.mark,
        hint: Suggestion.nearest(to: path, among: dataSets).map { "did you mean \(CatalogText.shown($0))?" }
          ?? "`data:` names the `path` of an item of `data` as it is written")
    }
    return Threshold(text: text, condition: condition)
  }
}

/// Turns the YAML of a profile into a value: its items of `data` are those of a project's configuration.
extension ConfigurationDecoder {
  /// Reads the whole file; `nil` when there is any error.
  mutating func profile(_ root: YAMLNode, plugin: String, name: String) -> FileProfile? {
    guard let entries = root.entries else {
      report(.configSyntax, "the file takes a map of keys, got \(root.kindName)", at: root.mark)
      return nil
    }
    var fields = Fields(entries, path: "", mark: root.mark)
    guard isReadable(&fields) else { return nil }
    let title = need("title", in: &fields) { $0.text($1) }
    if root.entry("format") != nil { return format(root, &fields, plugin: plugin, name: name, title: title ?? "") }
    let recognition = need("recognizes", in: &fields) { $0.recognition($1) }
    let needsTimeZone = read("needs_timezone", in: &fields) { $0.flag($1) } ?? false
    let names = recognition?.names.first ?? (recognition?.keys.isEmpty == false ? "*.json" : "*.csv")
    let data = need("data", in: &fields) { decoder, field in
      decoder.maps(field) { $0.dataSet($1, ofFiles: Located(names, at: $1.mark)) }
    }
    let examples = read("examples", in: &fields) { $0.maps($1) { $0.example($1) } } ?? []
    finish(fields)
    guard let first = data?.first, let recognition else {
      if data?.isEmpty == true { report(.configValue, "`data` takes at least one item", at: root.mark) }
      return nil
    }
    checkJoined(data ?? [])
    check(recognition, needsTimeZone, first, at: root.mark)
    var joined = first
    joined.layout.further = (data ?? []).dropFirst().map(\.layout)
    return FileProfile(
      plugin: plugin, name: name, title: title ?? "", recognition: recognition, needsTimeZone: needsTimeZone,
      data: joined, examples: examples)
  }

  /// A profile of a format that `--format` names, which says what its records become by templates.
  private mutating func format(
    _ root: YAMLNode, _ fields: inout Fields, plugin: String, name: String, title: String
  ) -> FileProfile? {
    let names = read("format", in: &fields) { $0.filled($1) { $0.list($1) { $0.text($1) } } } ?? []
    let examples = read("examples", in: &fields) { $0.maps($1) { $0.example($1) } } ?? []
    for key in RecordTemplates.keys { _ = fields.take(key) }
    finish(fields)
    var profile = FileProfile(
      plugin: plugin, name: name, title: title, recognition: FileRecognition(), needsTimeZone: false,
      data: DataSet(path: Located("*.json", at: root.mark)), examples: examples)
    do {
      let json = JSONValue(parsing: root.json) ?? .null
      profile.formats = try names.map { InputFormat(try RecordTemplates(json, as: $0).format) }
    } catch {
      report(.configValue, TextEscaping.escaped("\(error)", limit: 400), at: root.mark)
    }
    return profile
  }

  private mutating func recognition(_ field: Field) -> FileRecognition? {
    guard var fields = self.fields(field) else { return nil }
    var recognition = FileRecognition()
    recognition.names = read("name", in: &fields) { $0.filled($1) { $0.list($1) { $0.glob($1)?.text } } } ?? []
    recognition.columns = read("columns", in: &fields) { $0.filled($1) { $0.list($1) { $0.text($1) } } } ?? []
    recognition.keys = read("keys", in: &fields) { $0.filled($1) { $0.list($1) { $0.text($1) } } } ?? []
    finish(fields)
    if recognition.names.isEmpty, recognition.columns.isEmpty, recognition.keys.isEmpty {
      report(
        .configKeyMissing, "\(CatalogText.shown(field.path)) needs `name`, `columns` or `keys`", at: field.node.mark,
        hint: "without them every file would be one of the profile's")
    }
    return recognition
  }

  /// Reports what a profile says twice, or of files that it is not for.
  private mutating func check(
    _ recognition: FileRecognition, _ needsTimeZone: Bool, _ data: DataSet, at mark: CatalogMark
  ) {
    let isTable = data.layout.records == nil
    if isTable ? !recognition.keys.isEmpty : !recognition.columns.isEmpty {
      report(
        .configValue,
        isTable
          ? "`recognizes.keys` is for JSON, and `data` reads a table"
          : "`recognizes.columns` is for tables, and `data` reads JSON",
        at: mark)
    }
    guard needsTimeZone, data.timeZone != nil || data.layout.mapping.zone != nil else { return }
    report(.configValue, "`needs_timezone` and `timezone` do not go together", at: mark)
  }

  /// A file and the lines that are expected of it.
  private mutating func example(_ field: Field) -> FileProfile.Example? {
    guard var fields = self.fields(field) else { return nil }
    let file = need("file", in: &fields) { $0.inside($1) }
    let samples = need("samples", in: &fields) { $0.inside($1) }
    let zone = read("timezone", in: &fields) { $0.text($1) }
    let refused = read("refused", in: &fields) { $0.integer($1, in: 0...1_000_000) } ?? 0
    let format = read("format", in: &fields) { $0.text($1) }
    finish(fields)
    guard let file, let samples else { return nil }
    return FileProfile.Example(file: file, samples: samples, timeZone: zone, refused: refused, format: format)
  }

  /// A path in the plugin's folder.
  private mutating func inside(_ field: Field) -> Located<String>? {
    guard let path = located(field), isInside(path, field) else { return nil }
    return path
  }
}
