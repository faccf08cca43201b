import HealthCatalog
import HealthFormats
import HealthModel

/// How records of a foreign form become samples.
extension ConfigurationDecoder {
  /// Keys that are about records of any form that is not Assay's own.
  static let mappingKeys: Set<String> = [
    "constants", "encoding", "decimal", "thousands", "missing", "date_format", "values", "start", "end", "duration",
    "created",
    "when", "unless", "rows", "optional",
  ]

  /// Reads the keys of a mapping, except `timezone`.
  mutating func mapping(in fields: inout Fields) -> RecordMapping {
    var mapping = RecordMapping()
    mapping.constants = read("constants", in: &fields) { $0.constants($1) } ?? [:]
    mapping.decimalMark = read("decimal", in: &fields) { $0.decimalMark($1) } ?? mapping.decimalMark
    mapping.thousandsMark = read("thousands", in: &fields) { $0.thousandsMark($1) }
    if let mark = mapping.thousandsMark, mark == mapping.decimalMark {
      report(
        .configValue, "`thousands` and `decimal` are the same mark", at: fields.mark,
        hint: "write `decimal: \"\(mark == UInt8(ascii: ".") ? "," : ".")\"` beside it")
    }
    mapping.missing = read("missing", in: &fields) { $0.filled($1) { $0.list($1) { $0.text($1) } } } ?? []
    mapping.dateFormat = read("date_format", in: &fields) { $0.dateFormat($1) }
    mapping.values = read("values", in: &fields) { $0.values($1) } ?? [:]
    for name in ["start", "end", "created"] {
      mapping.times[name] = read(name, in: &fields) { decoder, field in decoder.list(field) { $0.text($1) } }
    }
    mapping.duration = read("duration", in: &fields) { $0.duration($1) }
    mapping.conditions =
      (read("when", in: &fields) { $0.conditions($1, isNegated: false) } ?? [])
      + (read("unless", in: &fields) { $0.conditions($1, isNegated: true) } ?? [])
    mapping.optional = Set(read("optional", in: &fields) { $0.filled($1) { $0.list($1) { $0.text($1) } } } ?? [])
    mapping.rows = read("rows", in: &fields) { $0.filled($1) { $0.maps($1) { $0.row($1) } } } ?? []
    return mapping
  }

  /// Reports items of `data` with the same path that differ in what holds for the file as a whole, or cannot be read
  /// together.
  mutating func checkJoined(_ data: [DataSet]) {
    for (index, set) in data.enumerated() {
      let joined = data[...index].filter { $0.path.value == set.path.value }
      if let first = joined.first, joined.count > 1 { checkAlike(first, set) }
      if !data[(index + 1)...].contains(where: { $0.path.value == set.path.value }) {
        checkSamples(of: joined, at: set.path.mark)
      }
    }
  }

  private mutating func checkAlike(_ first: DataSet, _ set: DataSet) {
    let differences = [
      ("format", first.format == set.format && first.dialect == set.dialect),
      ("subject", first.subject == set.subject && first.subjectPattern?.value == set.subjectPattern?.value),
      ("timezone", first.timeZone?.value == set.timeZone?.value), ("units", first.units == set.units),
      ("unknown", first.unknownTypes == set.unknownTypes),
      ("delimiter", first.layout.delimiter == set.layout.delimiter),
      ("skip_lines", first.layout.skippedLines == set.layout.skippedLines),
      ("trailing_delimiter", first.layout.allowsTrailingDelimiter == set.layout.allowsTrailingDelimiter),
      ("encoding", first.layout.encoding == set.layout.encoding),
      ("missing", Set(first.layout.mapping.missing) == Set(set.layout.mapping.missing)),
      ("records", (first.layout.records == nil) == (set.layout.records == nil)),
    ]
    for (key, isSame) in differences where !isSame {
      report(
        .configValue,
        "`\(key)` differs from that of the item in line \(first.path.mark.line), which has the same `path`",
        at: set.path.mark,
        hint: "items of one `path` are about the same file, which is read once: write the same there")
    }
  }

  /// Reports what is wrong with the items of one path together.
  private mutating func checkSamples(of sets: [DataSet], at mark: CatalogMark) {
    let layouts = sets.map(\.layout)
    let paths = Set(layouts.map { $0.records?.records })
    for path in paths where TableLayout.shareID(layouts.filter { $0.records?.records == path }) {
      report(
        .configValue, "one `uuid` for several samples of a \(path == nil ? "row" : "record")", at: mark,
        hint: path == nil
          ? "map the column to `-`, or to `metadata.KEY` to keep it" : "keep it as `metadata.KEY`")
    }
    checkOptional(layouts, at: mark)
    // A path that is wrong by itself has been reported at its place.
    guard diagnostics.isEmpty, var joined = layouts.first else { return }
    joined.further = Array(layouts.dropFirst())
    do {
      try joined.checkRecords()
    } catch {
      report(
        .configValue, "the `records` of this `path` cannot be read: \(TextEscaping.escaped("\(error)", limit: 200))",
        at: mark, hint: "\(Self.page) describes the paths")
    }
  }

  /// Reports places that may be absent, and that nothing is read from.
  private mutating func checkOptional(_ layouts: [TableLayout], at mark: CatalogMark) {
    let places = layouts.reduce(into: Set<String>()) { places, layout in
      places.formUnion(layout.columns.keys)
      places.formUnion(layout.mapping.places)
      places.formUnion((layout.records?.fields ?? [:]).values)
    }
    let unknown = layouts.reduce(into: Set<String>()) { $0.formUnion($1.mapping.optional) }.subtracting(places)
    for name in unknown.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      report(
        .configValue, "`optional` names \(CatalogText.shown(name)), and nothing is read from there", at: mark,
        hint: CatalogText.suggestion(for: name, among: places.sorted()))
    }
  }

  /// The zone of times without an offset: a name for all records, or the place where each has it.
  mutating func zone(_ field: Field) -> (name: Located<String>?, place: String?)? {
    guard field.node.entries != nil else { return located(field).map { (name: $0, place: nil) } }
    return place(field).map { (name: nil, place: $0) }
  }

  /// A map with the one key `column`, or `path` in JSON.
  private mutating func place(_ field: Field) -> String? {
    guard var fields = self.fields(field) else { return nil }
    let isPath = fields.entries.contains { $0.key == "path" }
    let place = need(isPath ? "path" : "column", in: &fields) { $0.text($1) }
    finish(fields)
    return place
  }

  /// The place of a duration or the length of all samples, and its unit.
  private mutating func duration(_ field: Field) -> RecordDuration? {
    guard var fields = self.fields(field) else { return nil }
    let key = ["path", "length"].first { key in fields.entries.contains { $0.key == key } } ?? "column"
    let text = need(key, in: &fields) { $0.text($1) }
    let unit = need("unit", in: &fields) { $0.word($1, of: RecordDuration.Unit.self) }
    finish(fields)
    guard let text, let unit else { return nil }
    guard key == "length" else { return RecordDuration(text, in: unit) }
    guard let duration = RecordDuration.always(text, in: unit) else {
      reportText(text, field, takes: "a number from 0 on as `length`")
      return nil
    }
    return duration
  }

  /// Texts by the names of their fields.
  mutating func constants(_ field: Field) -> [String: String]? {
    for entry in field.node.entries ?? [] { checkTableField(entry.key, at: entry.keyMark) }
    return texts(field)
  }

  /// What texts stand for, by the names of their fields.
  private mutating func values(_ field: Field) -> [String: [String: String]]? {
    guard let fields = self.fields(field) else { return nil }
    var values: [String: [String: String]] = [:]
    for entry in fields.entries {
      if entry.key != RecordMapping.zoneName { checkTableField(entry.key, at: entry.keyMark) }
      values[entry.key] = texts(Field(path: fields.path(entry.key), mark: entry.keyMark, node: entry.value))
    }
    return values
  }

  /// Places with the texts that they have, or have not.
  private mutating func conditions(_ field: Field, isNegated: Bool) -> [RecordCondition]? {
    guard let fields = self.fields(field) else { return nil }
    return fields.entries.compactMap { entry in
      let item = Field(path: fields.path(entry.key), mark: entry.keyMark, node: entry.value)
      return answers(item).map { RecordCondition(entry.key, isOneOf: $0, isNegated: isNegated) }
    }
  }

  /// A text, which may be empty, or a list of texts.
  private mutating func answers(_ field: Field) -> [String]? {
    let texts = (field.node.items ?? [field.node]).map(\.text)
    let answers = texts.compactMap { $0 }
    guard !answers.isEmpty, answers.count == texts.count else {
      reportKind(field, takes: "text or a list of texts", hint: "`\"\"` is an empty cell")
      return nil
    }
    return answers
  }

  /// An item of `rows`: names of columns for what it is about, texts for all else.
  private mutating func row(_ field: Field) -> RecordSample? {
    guard let fields = self.fields(field) else { return nil }
    let items = fields.all()
    var sample = RecordSample(places: [:])
    for (name, item) in items {
      checkTableField(name, at: item.mark)
      if item.node.entries != nil {
        sample.places[name] = place(item)
      } else if RecordSample.isSubject(name) {
        sample.places[name] = text(item)
      } else {
        sample.constants[name] = text(item)
      }
    }
    if !items.contains(where: { RecordSample.isSubject($0.key) }) {
      report(
        .configKeyMissing, "the key \(CatalogText.shown(fields.path("value"))) is missing", at: field.node.mark,
        hint: "it names the column of the value; a row whose cell there is empty lacks the sample")
    }
    return sample
  }

  private mutating func decimalMark(_ field: Field) -> UInt8? {
    parsed(field, takes: "`.` or `,`") { $0 == "." || $0 == "," ? $0.utf8.first : nil }
  }

  private mutating func thousandsMark(_ field: Field) -> UInt8? {
    parsed(field, takes: "`.`, `,`, `'` or a blank") { [".", ",", "'", " "].contains($0) ? $0.utf8.first : nil }
  }

  /// How times are written.
  private mutating func dateFormat(_ field: Field) -> String? {
    guard let text = self.text(field) else { return nil }
    do {
      _ = try DateFormat(text)
      return text
    } catch {
      report(
        .configValue, "\(CatalogText.shown(text)) is not a date format: \(TextEscaping.escaped("\(error)"))",
        at: field.node.mark)
      return nil
    }
  }
}
