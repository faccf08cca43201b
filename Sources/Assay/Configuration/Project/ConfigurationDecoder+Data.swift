import HealthCatalog
import HealthFormats
import HealthModel
import HealthValidation

extension ConfigurationDecoder {
  /// Keys that say how a table is read.
  private static let tableKeys = mappingKeys.union(["columns", "delimiter", "skip_lines", "trailing_delimiter"])

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
    set.layout.columns = read("columns", in: &fields) { $0.columns($1) } ?? [:]
    set.layout.delimiter = read("delimiter", in: &fields) { $0.delimiter($1) }
    set.layout.skippedLines = read("skip_lines", in: &fields) { $0.skippedLines($1) } ?? 0
    set.layout.allowsTrailingDelimiter = read("trailing_delimiter", in: &fields) { $0.flag($1) } ?? false
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
    for entry in fields.entries where Self.tableKeys.contains(entry.key) {
      report(
        .configValue,
        "the key \(CatalogText.shown(fields.path(entry.key))) is for tables, and the format is \(format.rawValue)",
        at: entry.keyMark)
    }
  }

  /// Reports keys that say how records become samples where a published form says it.
  private mutating func checkDialect(_ fields: Fields, _ dialect: String) {
    for entry in fields.entries where Self.tableKeys.contains(entry.key) || ["records", "fields"].contains(entry.key) {
      report(
        .configValue,
        "the key \(CatalogText.shown(fields.path(entry.key))) does not go with the format \(dialect), which says itself how "
          + "records become samples", at: entry.keyMark)
    }
  }

  /// A format, or the name of a published form of JSON; `auto` is neither.
  private mutating func format(_ field: Field, isProfile: Bool) -> (format: InputFormat?, dialect: String?)? {
    guard let text = self.text(field), text != "auto" else { return nil }
    if let format = InputFormat(rawValue: text) { return (format, nil) }
    if !isProfile, JSONDialect(named: text) != nil { return (nil, text) }
    if hasPlugins, let format = AbsentPluginFormat(named: text) { return (InputFormat(format), nil) }
    let dialects = isProfile ? [] : JSONDialect.all.map(\.name)
    reportWord(text, field, among: ["auto"] + InputFormat.allCases.map(\.rawValue) + dialects)
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
    guard let text = self.text(field) else { return nil }
    guard let pattern = SubjectPattern(text) else {
      reportText(
        text, field, takes: "a glob with one pair of parentheses around the subject",
        hint: "`(P*).csv` takes it from the file's name, `participants/(*)/**` from that of a folder")
      return nil
    }
    return Located(pattern, at: field.node.mark)
  }

  private mutating func skippedLines(_ field: Field) -> Int? {
    guard let text = self.text(field) else { return nil }
    guard let count = Int(text), (0...100).contains(count) else {
      reportText(text, field, takes: "a number of lines from 0 to 100")
      return nil
    }
    return count
  }

  /// The byte between cells.
  private mutating func delimiter(_ field: Field) -> UInt8? {
    guard let text = self.text(field) else { return nil }
    if text == "tab" { return UInt8(ascii: "\t") }
    let refused: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    guard text.utf8.count == 1, let byte = text.utf8.first, !refused.contains(byte) else {
      reportText(text, field, takes: "`,`, `;`, `tab` or another ASCII character")
      return nil
    }
    return byte
  }
}
