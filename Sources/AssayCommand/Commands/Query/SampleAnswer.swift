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
  let csv: SampleCSVWriter
  let lines: SampleJSONWriter
  /// The columns of the one structured type that is asked for; `nil` for other questions.
  var structure: StructureColumns?
  /// The columns of CSV that are named, of that type; `nil` for those of the table.
  var named: [Column<StructureRow>]?
  /// Whether CSV reads back the same, however many samples there are.
  var readsBack = false
  /// Whether the samples of one subject come after those of another.
  var isBySubject = false

  struct End {
    var cut: AnswerCut
    /// How many samples were left out, by why.
    var omissions: [CSVOmission: Int] = [:]
    var isEmpty = false
  }

  /// Writes the samples that are within a cut.
  ///
  /// - Throws: what store and output throw.
  func write(
    _ query: SampleQuery, of store: any StorageBackend, _ cut: AnswerCut, to output: ByteOutput
  ) async throws -> End {
    let health = HealthStore(store, zones: ZoneFolders.database)
    let queries = isBySubject ? try await health.subjects(matching: query).map(\.query) : [query]
    switch format {
    case .csv where structure != nil: return try await writeStructures(queries, of: store, cut, to: output)
    case .csv:
      return try await CSVAnswer(queries: queries, store: store, writer: csv, readsBack: readsBack)
        .write(cut, to: output)
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
    var beginning: [UInt8] = []
    stream.begin(&beginning)
    try output.append(beginning)
    let end = try await write(queries, of: store, cut, to: output) { batch, text in stream.append(batch, to: &text) }
    if StopSignals.pending() == nil { try output.append { stream.end(&$0) } }
    return end
  }

  private func writeTable(
    _ queries: [SampleQuery], of store: any StorageBackend, _ cut: AnswerCut, to output: ByteOutput, hasSubjects: Bool?
  ) async throws -> End {
    func begun(_ isOfSubjects: Bool) -> any StoredTable {
      if let structure {
        let columns = structure.shown(hasSubjects: hasSubjects ?? isOfSubjects)
        return StructureTable(columns, .table, zone: zone, registry: registry)
      }
      return SampleTable(registry: registry, units: units, zone: zone, hasSubjects: hasSubjects ?? isOfSubjects)
    }
    var table: (any StoredTable)?
    let end = try await write(queries, of: store, cut, to: output) { batch, text in
      // If the store does not report it, the first samples decide.
      var current = table ?? begun(batch.subjects.count > 0)
      table = nil
      current.append(batch, to: &text)
      table = current
    }
    var text: [UInt8] = []
    var last = table ?? begun(false)
    last.finish(to: &text)
    try output.append(text)
    return end
  }

  /// Writes the table of a structured type as CSV.
  private func writeStructures(
    _ queries: [SampleQuery], of store: any StorageBackend, _ cut: AnswerCut, to output: ByteOutput
  ) async throws -> End {
    guard let columns = named ?? structure?.all else { return End(cut: cut) }
    var csv = StructureTable(columns, .csv, zone: zone, registry: registry)
    try output.append { csv.rows.begin(to: &$0) }
    return try await write(queries, of: store, cut, to: output) { batch, text in csv.append(batch, to: &text) }
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
    var text: [UInt8] = []
    for query in queries where StopSignals.pending() == nil {
      try await store.query(query) { batch in
        text.removeAll(keepingCapacity: true)
        isEmpty = false
        append(cut.take(batch), &text)
        try output.append(text)
        return StopSignals.pending() == nil
      }
    }
    return End(cut: cut, isEmpty: isEmpty)
  }
}

/// Lines of a table of stored samples.
private protocol StoredTable {
  mutating func append(_ batch: SampleBatch, to output: inout [UInt8])
  /// Adds what waits until the columns' widths are known.
  mutating func finish(to output: inout [UInt8])
}

/// Stored samples of one structured type as rows: what a sample says has columns of its own.
private struct StructureTable: StoredTable {
  var rows: RowTable<StructureRow>
  private let decoder: SampleDecoder

  init(_ columns: [Column<StructureRow>], _ format: RowFormat, zone: TimeZoneRules?, registry: Registry) {
    rows = RowTable(columns, format, zone: zone)
    decoder = SampleDecoder(registry: registry)
  }

  mutating func append(_ batch: SampleBatch, to output: inout [UInt8]) {
    let samples = decoder.structured(in: batch)
    for row in 0..<batch.count {
      if let sample = samples[row] { rows.append(StructureRow(sample), to: &output) }
    }
  }

  mutating func finish(to output: inout [UInt8]) { rows.end(to: &output) }
}

/// Stored samples as lines of a table, members below their correlation.
private struct SampleTable: StoredTable {
  private let types: [TypeColumns]
  private let clock: TableClock
  private var table: AlignedColumns
  private let hasSubjects: Bool
  private let decoder: SampleDecoder

  /// The properties that all samples of a type share.
  private struct TypeColumns {
    let column: ValueColumn
    let name: [UInt8]
    let unit: [UInt8]
    let shown: ShownUnits.Entry?
    let cases: [[UInt8]]
    /// What is said of a structured sample.
    let parts: [Column<StructureRow>]
  }

  init(registry: Registry, units: ShownUnits, zone: TimeZoneRules?, hasSubjects: Bool = false) {
    clock = TableClock(zone: zone)
    self.hasSubjects = hasSubjects
    let columns = ["start", "end", "type", "value", "unit", "source"] + (hasSubjects ? ["subject"] : [])
    table = AlignedColumns(columns: columns.count)
    for name in columns { table.add(isRight: name == "value") { $0 += name.utf8 } }
    decoder = SampleDecoder(registry: registry)
    types = registry.types.enumerated().map { index, type in
      let shape = type.shape
      return TypeColumns(
        column: shape.column, name: Array(type.id.utf8),
        unit: shape.quantity.map { Array($0.shownUnit(units[index]?.unit ?? $0.unit).utf8) } ?? [],
        shown: units[index], cases: shape.enumeration?.cases.map { Array($0.name.utf8) } ?? [],
        parts: StructureColumns(type, in: registry)?.own ?? [])
    }
  }

  mutating func append(_ batch: SampleBatch, to output: inout [UInt8]) {
    let sources = batch.sources.ranges.map { Self.source(batch.arena[$0.indices]) }
    let subjects = batch.subjects.ranges.map { Array(TextEscaping.escaped(utf8: batch.arena[$0.indices]).utf8) }
    let structured = decoder.structured(in: batch)
    for row in 0..<batch.count {
      let type = types[Int(batch.type[row])]
      addTime(batch.start[row], batch.startOffset[row])
      addTime(batch.end[row], batch.endOffset[row])
      table.add {
        if batch.correlation[row] >= 0 { $0 += [0x20, 0x20] }
        $0 += type.name
      }
      addValue(row, type, structured[row], of: batch)
      table.add { $0 += type.unit }
      let source = Int(batch.source[row])
      table.add { $0 += source >= 0 ? sources[source] : Self.nothing }
      let subject = Int(batch.subject[row])
      if hasSubjects { table.add { $0 += subject >= 0 ? subjects[subject] : Self.nothing } }
      table.endRow(to: &output)
    }
  }

  /// Adds what waits until the columns' widths are known.
  mutating func finish(to output: inout [UInt8]) { table.flush(to: &output) }

  private static let nothing = [UInt8(ascii: "-")]

  private mutating func addTime(_ time: Int64, _ written: Int16) {
    let clock = clock
    table.add { text in
      guard time != SampleBatch.noTime else {
        text += Self.nothing
        return
      }
      let offset = written == SampleBatch.noOffset ? 0 : written
      clock.append(Instant(microseconds: time, offset: offset), to: &text)
    }
  }

  private mutating func addValue(_ row: Int, _ type: TypeColumns, _ structured: Sample?, of batch: SampleBatch) {
    switch type.column {
    case .number:
      let value = batch.value[row]
      table.add(isRight: true) { DecimalWriter.append(type.shown?.value(value) ?? value, to: &$0) }
    case .parts:
      let text = structured.map { StructureRow($0).summary(type.parts) } ?? ""
      table.add { $0 += TextEscaping.escaped(text, limit: 80).utf8 }
    case .enumCase, .text:
      let item = Int(batch.enumCase[row])
      if item >= 0, item < type.cases.count {
        table.add { $0 += type.cases[item] }
      } else {
        let text = TextEscaping.escaped(utf8: batch.arena[batch.text[row].indices])
        table.add { $0 += text.utf8 }
      }
    case .absent: table.add { $0 += "(members follow)".utf8 }
    }
  }

  /// A source's name, else its bundle.
  private static func source(_ object: ArraySlice<UInt8>) -> [UInt8] {
    let json = JSONValue(parsing: object)
    return Array(TextEscaping.escaped(json?["name"]?.text ?? json?["bundle"]?.text ?? "-").utf8)
  }
}

/// An answer as a CSV table.
///
/// Unless the columns are named, they are learned of samples before the first row: of all of them when the table has to
/// read back the same, which reads the store twice, else of the first ones.
struct CSVAnswer {
  /// The questions, which are answered one after the other.
  let queries: [SampleQuery]
  let store: any StorageBackend
  var writer: SampleCSVWriter
  /// Whether the table reads back the same, however many samples there are.
  let readsBack: Bool

  /// The most samples that columns are learned of, unless the table reads back.
  static let learnedSamples = 10_000

  /// Writes the rows that are within a cut.
  ///
  /// - Returns: the cut after the last row, and how many samples were left out, by why.
  /// - Throws: `Failure` when there are too many columns, and what store and output throw.
  func write(_ cut: AnswerCut, to output: ByteOutput) async throws -> SampleAnswer.End {
    var writer = writer
    if !writer.knowsColumns { try await learn(cut, by: &writer) }
    guard StopSignals.pending() == nil else { return SampleAnswer.End(cut: cut) }
    var text: [UInt8] = []
    try writer.appendHeader(to: &text)
    try output.append(text)
    var second = cut
    for query in queries where StopSignals.pending() == nil {
      try await store.query(query) { batch in
        text.removeAll(keepingCapacity: true)
        writer.append(second.take(batch), to: &text)
        try output.append(text)
        return StopSignals.pending() == nil
      }
    }
    return SampleAnswer.End(
      cut: second, omissions: writer.omissions, isEmpty: writer.written == 0 && writer.omissions.isEmpty)
  }

  private func learn(_ cut: AnswerCut, by writer: inout SampleCSVWriter) async throws {
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
        try writer.learn(cut.take(batch))
        return StopSignals.pending() == nil
      }
    }
    guard !readsBack, count > Self.learnedSamples else { return }
    let named = queries.first?.types ?? []
    let types = named.isEmpty ? try await store.counts().map(\.type) : named
    writer.addGeneralColumns(types: types)
  }

  /// The note about samples that a table cannot represent; none if it has all.
  static func notes(_ omissions: [CSVOmission: Int]) -> [String] {
    if omissions.isEmpty { return [] }
    let count = omissions.values.reduce(0, +)
    let reasons = CSVOmission.allCases.compactMap { reason in
      omissions[reason].map { "\(reason.description) (\(GroupedDigits.string($0)))" }
    }
    return [
      "\(CountText.of(count, "sample")) left out, since a table cannot say them: "
        + reasons.joined(separator: ", ") + "; --output-format jsonl writes all"
    ]
  }
}

/// The requested number of samples, and whether there are more: the query requests one more.
struct AnswerCut {
  private let limit: Int?
  private let registry: Registry
  private let sort: SampleQuery.Sort
  /// How many samples were passed on, members of correlations not counted.
  private(set) var count = 0
  /// The place after which the next page begins.
  private(set) var last: PageToken?
  /// Whether a sample was left out.
  private(set) var hasMore = false

  /// Takes a query's limit and raises it by one.
  init(_ query: inout SampleQuery, registry: Registry) {
    limit = query.limit
    sort = query.sort
    self.registry = registry
    if let limit, limit > 0, limit < Int.max { query.limit = limit + 1 }
  }

  /// Passes on whatever a query answers.
  init(all query: SampleQuery, registry: Registry) {
    limit = nil
    sort = query.sort
    self.registry = registry
  }

  /// The samples of a batch that are within the limit.
  mutating func take(_ batch: SampleBatch) -> SampleBatch {
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

  /// The note about remaining samples; `nil` if there are none.
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

  /// Reads a place.
  ///
  /// - Throws: `Failure` if it is not a place, or not of the order or of a type.
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
