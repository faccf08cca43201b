import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage
import HealthUnits

/// Stored samples that answer a query, written in a format.
struct SampleAnswer {
  let format: SampleFormat
  let registry: Registry
  let units: ShownUnits
  let zone: TimeZoneRules?
  /// The zones of persons, if theirs are the clocks that count.
  var people: SubjectZones?
  let csv: SampleCSVWriter
  let lines: SampleJSONWriter
  /// The columns of the one structured type that is asked for; `nil` for other questions.
  var structure: StructureColumns?
  /// The columns of CSV that are named, of that type; `nil` for those of the table.
  var named: [Column<StructureRow>]?
  /// Whether CSV reads back the same, however many samples there are.
  var readsBack = false
  var isBySubject = false

  struct End {
    var cut: AnswerCut
    /// How many samples were left out, by why.
    var omissions: [CSVOmission: Int] = [:]
    var isEmpty = false

    /// The note about samples that a table cannot represent; none if it has all.
    var notes: [String] {
      let reasons = CSVOmission.allCases.compactMap { reason in omissions[reason].map { (reason.description, $0) } }
      return CountText.omissions(reasons, since: "a table row cannot hold them")
    }
  }

  func write(
    _ query: SampleQuery, of store: any StorageBackend, _ cut: AnswerCut, to output: ByteOutput
  ) async throws -> End {
    let health = HealthStore(store, zones: ZoneFolders.database)
    let queries = isBySubject ? try await health.subjects(matching: query).map(\.query) : [query]
    switch format {
    case .csv where structure != nil: return try await writeStructures(queries, of: store, cut, to: output)
    case .csv: return try await writeCSV(queries, of: store, cut, to: output)
    case .jsonl:
      return try await write(queries, of: store, cut, to: output) { batch, text in lines.append(batch, to: &text) }
    case .json: return try await writeArray(queries, of: store, cut, to: output)
    case .arrow: return try await writeColumns(queries, of: store, cut, to: output)
    case .table:
      let hasSubjects = try await SubjectNames.areIn(store, query)
      return try await writeTable(queries, of: store, cut, to: output, hasSubjects: hasSubjects)
    }
  }

  /// Writes a stream of columns; its end says that nothing is missing.
  private func writeColumns(
    _ queries: [SampleQuery], of store: any StorageBackend, _ cut: AnswerCut, to output: ByteOutput
  ) async throws -> End {
    var stream = ArrowSampleStream(registry: registry)
    try output.append { stream.begin(&$0) }
    let end = try await write(queries, of: store, cut, to: output) { batch, text in stream.append(batch, to: &text) }
    if StopSignals.pending() == nil { try output.append { stream.end(&$0) } }
    return end
  }

  private func writeTable(
    _ queries: [SampleQuery], of store: any StorageBackend, _ cut: AnswerCut, to output: ByteOutput, hasSubjects: Bool?
  ) async throws -> End {
    func begun(_ isOfSubjects: Bool) -> StoredTable {
      if let structure {
        let columns = structure.shown(hasSubjects: hasSubjects ?? isOfSubjects)
        return StoredTable(columns, .table, zone: zone, registry: registry)
      }
      return StoredTable(registry: registry, units: units, zone: zone, hasSubjects: hasSubjects ?? isOfSubjects)
    }
    var table: StoredTable?
    let end = try await write(queries, of: store, cut, to: output) { batch, text in
      // If the store does not report it, the first samples decide.
      var current = table ?? begun(batch.subjects.count > 0)
      table = nil
      current.append(people?.timed(batch) ?? batch, to: &text)
      table = current
    }
    var last = table ?? begun(false)
    try output.append { last.finish(to: &$0) }
    return end
  }

  private func writeStructures(
    _ queries: [SampleQuery], of store: any StorageBackend, _ cut: AnswerCut, to output: ByteOutput
  ) async throws -> End {
    guard let columns = named ?? structure?.all else { return End(cut: cut) }
    var csv = StoredTable(columns, .csv, zone: zone, registry: registry)
    try output.append { csv.begin(to: &$0) }
    return try await write(queries, of: store, cut, to: output) { batch, text in csv.append(batch, to: &text) }
  }

  /// The most samples that columns are learned of, unless the table reads back.
  private static let learnedSamples = 10_000

  /// Writes a table of CSV.
  ///
  /// Unless the columns are named, they are learned of samples before the first row: of all of them when the table has to
  /// read back the same, which reads the store twice, else of the first ones.
  private func writeCSV(
    _ queries: [SampleQuery], of store: any StorageBackend, _ cut: AnswerCut, to output: ByteOutput
  ) async throws -> End {
    var writer = csv
    if !writer.knowsColumns { try await learnColumns(queries, of: store, cut, by: &writer) }
    guard StopSignals.pending() == nil else { return End(cut: cut) }
    var text: [UInt8] = []
    try writer.appendHeader(to: &text)
    try output.append(text)
    var end = try await write(queries, of: store, cut, to: output) { batch, text in writer.append(batch, to: &text) }
    (end.omissions, end.isEmpty) = (writer.omissions, writer.written == 0 && writer.omissions.isEmpty)
    return end
  }

  private func learnColumns(
    _ queries: [SampleQuery], of store: any StorageBackend, _ cut: AnswerCut, by writer: inout SampleCSVWriter
  ) async throws {
    var cut = cut
    var count = 0
    for query in queries where StopSignals.pending() == nil {
      var first = query
      if !readsBack {
        guard count <= Self.learnedSamples else { break }
        first.limit = min(query.limit ?? .max, Self.learnedSamples + 1 - count)
      }
      try await store.query(first) { batch in
        count += batch.correlation.count { $0 < 0 }
        try writer.learn(cut.within(batch))
        return StopSignals.pending() == nil
      }
    }
    guard !readsBack, count > Self.learnedSamples else { return }
    let named = queries.first?.types ?? []
    let types = named.isEmpty ? try await store.counts().map(\.type) : named
    writer.addGeneralColumns(types: types)
  }

  private func writeArray(
    _ queries: [SampleQuery], of store: any StorageBackend, _ cut: AnswerCut, to output: ByteOutput
  ) async throws -> End {
    var isFirst = true
    var samples: [UInt8] = []
    try output.append(Array("[".utf8))
    let end = try await write(queries, of: store, cut, to: output) { batch, text in
      samples.removeAll(keepingCapacity: true)
      lines.append(batch, to: &samples)
      // A sample in JSON has no line feed but the one after it.
      for line in samples.split(separator: UInt8(ascii: "\n")) {
        text += (isFirst ? "\n" : ",\n").utf8
        text += line
        isFirst = false
      }
    }
    try output.append(Array("\n]\n".utf8))
    return end
  }

  private func write(
    _ queries: [SampleQuery], of store: any StorageBackend, _ cut: AnswerCut, to output: ByteOutput,
    _ append: (SampleBatch, inout [UInt8]) -> Void
  ) async throws -> End {
    var cut = cut
    var isEmpty = true
    for query in queries where StopSignals.pending() == nil {
      try await store.query(query) { batch in
        isEmpty = false
        let taken = cut.within(batch)
        try output.append { append(taken, &$0) }
        return StopSignals.pending() == nil
      }
    }
    return End(cut: cut, isEmpty: isEmpty)
  }
}

private struct StoredTable {
  private var rows: RowTable<SampleTableRow>
  private let decoder: SampleDecoder
  private let hasStructuresOnly: Bool

  /// The table of a structured type: what a sample says has columns of its own.
  init(_ columns: [Column<StructureRow>], _ format: RowFormat, zone: TimeZoneRules?, registry: Registry) {
    rows = RowTable(
      columns.map { column in Column(like: column) { $0.structure.map(column.cell) ?? .missing } }, format, zone: zone)
    decoder = SampleDecoder(registry: registry)
    hasStructuresOnly = true
  }

  /// The table of samples of any type, members below their correlation.
  init(registry: Registry, units: ShownUnits, zone: TimeZoneRules?, hasSubjects: Bool) {
    rows = RowTable(SampleTableRow.columns(registry, units, hasSubjects: hasSubjects), .table, zone: zone)
    decoder = SampleDecoder(registry: registry)
    hasStructuresOnly = false
  }

  func begin(to output: inout [UInt8]) { rows.begin(to: &output) }

  mutating func append(_ batch: SampleBatch, to output: inout [UInt8]) {
    let samples = decoder.structured(in: batch)
    let stored = StoredBatch(batch)
    for row in 0..<batch.count {
      let sample = samples[row]
      if hasStructuresOnly, sample == nil { continue }
      rows.append(SampleTableRow(stored: stored, row: row, structure: sample.map { StructureRow($0) }), to: &output)
    }
  }

  /// Adds what waits until the columns' widths are known.
  mutating func finish(to output: inout [UInt8]) { rows.end(to: &output) }
}

/// A batch, and the texts that its rows share, safe to show.
private final class StoredBatch {
  let batch: SampleBatch
  let sources: [String]
  let subjects: [String]

  init(_ batch: SampleBatch) {
    self.batch = batch
    sources = batch.sources.ranges.map { range in
      let json = JSONValue(parsing: batch.arena[range.indices])
      return TextEscaping.escaped(json?["name"]?.text ?? json?["bundle"]?.text ?? "-")
    }
    subjects = batch.subjects.ranges.map { TextEscaping.escaped(utf8: batch.arena[$0.indices]) }
  }
}

/// A row of a batch, with what it says if it is a structured sample.
private struct SampleTableRow {
  let stored: StoredBatch
  let row: Int
  let structure: StructureRow?

  private struct TypeColumns {
    let column: ValueColumn
    let name: String
    let unit: String
    let shown: ShownUnits.Entry?
    let cases: [String]
    let parts: [Column<StructureRow>]
  }

  static func columns(_ registry: Registry, _ units: ShownUnits, hasSubjects: Bool) -> [Column<SampleTableRow>] {
    let types = registry.types.enumerated().map { index, type in
      TypeColumns(
        column: type.shape.column, name: type.id,
        unit: type.shape.quantity.map { $0.shownUnit(units[index]?.unit ?? $0.unit) } ?? "", shown: units[index],
        cases: type.shape.enumeration?.cases.map(\.name) ?? [], parts: StructureColumns(type, in: registry)?.own ?? [])
    }
    func type(_ row: SampleTableRow) -> TypeColumns { types[Int(row.stored.batch.type[row.row])] }
    func named(_ index: Int32, _ names: [String]) -> Cell {
      index >= 0 ? .shown(names[Int(index)], .missing) : .missing
    }
    let columns: [Column<SampleTableRow>] = [
      Column("start") { time($0.stored.batch.start[$0.row], $0.stored.batch.startOffset[$0.row]) },
      Column("end") { time($0.stored.batch.end[$0.row], $0.stored.batch.endOffset[$0.row]) },
      Column("type") { .shown(($0.stored.batch.correlation[$0.row] >= 0 ? "  " : "") + type($0).name, .missing) },
      Column("value", .mixed(isNameRight: true)) { $0.value(type($0)) },
      Column("unit") { .shown(type($0).unit, .missing) },
      Column("source") { named($0.stored.batch.source[$0.row], $0.stored.sources) },
    ]
    guard hasSubjects else { return columns }
    return columns + [Column("subject") { named($0.stored.batch.subject[$0.row], $0.stored.subjects) }]
  }

  private static func time(_ time: Int64, _ written: Int16) -> Cell {
    guard time != SampleBatch.noTime else { return .missing }
    return .time(Instant(microseconds: time, offset: written == SampleBatch.noOffset ? 0 : written))
  }

  private func value(_ type: TypeColumns) -> Cell {
    let batch = stored.batch
    switch type.column {
    case .number:
      let value = batch.value[row]
      return .number(type.shown?.value(value) ?? value)
    case .parts: return .text(structure?.summary(type.parts) ?? "", limit: 80)
    case .enumCase, .text:
      let item = Int(batch.enumCase[row])
      if type.cases.indices.contains(item) { return .text(type.cases[item], limit: 200) }
      return .text(String(decoding: batch.arena[batch.text[row].indices], as: UTF8.self), limit: 200)
    case .absent: return .text("(members follow)")
    }
  }
}

/// The requested number of samples, and whether there are more: the query requests one more.
struct AnswerCut {
  private let limit: Int?
  private let registry: Registry
  private let sort: SampleQuery.Sort
  /// How many samples were passed on, members of correlations not counted.
  private(set) var count = 0
  private(set) var last: PageToken?
  private(set) var hasMore = false

  init(_ query: inout SampleQuery, registry: Registry) {
    limit = query.limit
    sort = query.sort
    self.registry = registry
    if let limit, limit > 0, limit < Int.max { query.limit = limit + 1 }
  }

  init(all query: SampleQuery, registry: Registry) {
    limit = nil
    sort = query.sort
    self.registry = registry
  }

  mutating func within(_ batch: SampleBatch) -> SampleBatch {
    guard let limit else { return batch }
    var end = 0
    var head: Int?
    while end < batch.count, count < limit {
      head = end
      count += 1
      end = batch.group(at: end).upperBound
    }
    if let head { last = PageToken(head, of: batch, in: registry, sort: sort) }
    guard end < batch.count else { return batch }
    hasMore = true
    var part = SampleBatch()
    for row in 0..<end { part.append(row, of: batch, correlation: batch.correlation[row]) }
    return part
  }

  var note: String? {
    guard hasMore, let last else { return nil }
    return "\(CountText.of(count, "sample")) shown; more with --after \(LocationText.text(of: last, sort: sort))"
  }
}

/// The place of a page as `--after` takes it: a token, before it the order unless it is the usual one, since a place in
/// one order is none in another.
enum LocationText {
  static func text(of token: PageToken, sort: SampleQuery.Sort) -> String {
    sort == .ascending ? token.description : "\(sort.rawValue)/\(token)"
  }

  static func token(_ text: String, sort: SampleQuery.Sort, _ registry: Registry) throws -> PageToken {
    var rest = text[...]
    var written = SampleQuery.Sort.ascending
    if let slash = text.firstIndex(of: "/"), let order = SampleQuery.Sort(rawValue: String(text[..<slash])) {
      written = order
      rest = text[text.index(after: slash)...]
    }
    guard let token = PageToken(String(rest)), registry.types.contains(where: { $0.id == token.type }) else {
      throw Failure.usage("--after takes what a page with --limit named, got `\(TextEscaping.escaped(text))`")
    }
    guard written == sort else {
      throw Failure.usage(
        "--after names a place in the order --sort \(written.rawValue), but this query uses --sort \(sort.rawValue)")
    }
    return token
  }
}

enum SampleFormat: String, CaseIterable {
  case table
  case csv
  case json
  case jsonl
  case arrow

  init(option text: String) throws {
    guard let format = SampleFormat(rawValue: text) else {
      if text == "apple-health" || CompiledIn.formats.form(named: text) != nil {
        throw Failure.usage("--output-format takes table, csv, json, jsonl or arrow; \(text) is `export --as \(text)`")
      }
      guard text != "parquet" else { throw Self.parquet }
      throw Failure.usage("--output-format takes table, csv, json, jsonl or arrow")
    }
    self = format
  }

  /// Reads what `--output-format` says, or else what the name of the output says; JSON lines for other names.
  init(option text: String?, output: String?) throws {
    if let text {
      try self.init(option: text)
      return
    }
    let name = (output ?? "").lowercased()
    guard !name.hasSuffix(".parquet") else { throw Self.parquet }
    let endings: [(String, SampleFormat)] = [(".csv", .csv), (".json", .json), (".arrow", .arrow), (".arrows", .arrow)]
    self = endings.first { name.hasSuffix($0.0) }?.1 ?? .jsonl
  }

  private static var parquet: Failure {
    .usage("Parquet is made of columns of Arrow: write --output-format arrow, and see Documentation/arrow.md")
  }

  static var names: [String] { allCases.map(\.rawValue) }

  /// Refuses what a stream of columns has no place for, and a terminal.
  func checkArrow(_ unit: UnitOption, output: String?) throws {
    guard self == .arrow else { return }
    guard unit.texts.isEmpty else {
      throw Failure.usage("--output-format arrow has canonical units in its columns: leave --unit out")
    }
    if output == nil || output == "-", StandardOutput.isTerminal {
      throw Failure.usage("--output-format arrow is not for a terminal: name a file with --output, or a pipe")
    }
  }

  /// The form of rows that are not the samples themselves, which an option asks for.
  func rows(for option: String) throws -> RowFormat {
    switch self {
    case .table: .table
    case .csv: .csv
    case .json: .json
    case .jsonl: .jsonl
    case .arrow:
      throw Failure.usage("\(option) has its own rows, and --output-format arrow those of samples: give one")
    }
  }
}
