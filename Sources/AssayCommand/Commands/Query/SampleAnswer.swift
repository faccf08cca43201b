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
  var named: [ShownColumn]?
  /// Whether CSV reads back the same, however many samples there are.
  var readsBack = false
  /// Whether the samples of one subject come after those of another.
  var isBySubject = false
  /// The question divided by subject, once that is known.
  private var parts: [SampleQuery]?

  init(
    format: SampleFormat, registry: Registry, units: ShownUnits, zone: TimeZoneRules?, csv: SampleCSVWriter,
    lines: SampleJSONWriter, structure: StructureColumns? = nil, named: [ShownColumn]? = nil
  ) {
    self.format = format
    self.registry = registry
    self.units = units
    self.zone = zone
    self.csv = csv
    self.lines = lines
    self.structure = structure
    self.named = named
  }

  struct End {
    var cut: AnswerCut
    /// How many samples were left out, by why.
    var omissions: [CSVOmission: Int] = [:]
    var isEmpty = false
  }

  /// Writes the samples that are within a cut, and closes the store.
  ///
  /// - Returns: what became of the answer, and notes on names in the question that the store does not know.
  /// - Throws: `Failure` when the store fails or a signal has come; what the output throws.
  func write(
    _ query: SampleQuery, closing store: any StorageBackend, _ cut: AnswerCut, to output: ByteOutput
  ) async throws -> (end: End, missing: [String]) {
    let answer = try await OpenStore.closing(store) {
      do {
        var answer = self
        if isBySubject {
          let health = HealthStore(store, zones: ZoneFolders.database)
          answer.parts = try await query.bySubject(for: health).map(\.query)
        }
        let end = try await answer.write(query, of: store, cut, to: output)
        return (end: end, missing: try await MissingNames.notes(query, in: store, isEmpty: end.isEmpty))
      } catch let error as StorageError {
        throw Failure(error)
      } catch let error as QueryError {
        throw Failure(error)
      }
    }
    if let signal = StopSignals.pending() { throw Failure("stopped by a signal", status: .stopped(by: signal)) }
    return answer
  }

  /// Writes the samples that are within a cut.
  ///
  /// - Throws: what store and output throw.
  func write(
    _ query: SampleQuery, of store: any StorageBackend, _ cut: AnswerCut, to output: ByteOutput
  ) async throws -> End {
    switch format {
    case .csv where structure != nil: return try await writeStructures(query, of: store, cut, to: output)
    case .csv:
      return try await CSVAnswer(queries: parts ?? [query], store: store, writer: csv, readsBack: readsBack)
        .write(cut, to: output)
    case .jsonl:
      return try await write(query, of: store, cut, to: output) { batch, text in lines.append(batch, to: &text) }
    case .json: return try await writeArray(query, of: store, cut, to: output)
    case .arrow: return try await writeColumns(query, of: store, cut, to: output)
    case .table: return try await writeTable(query, of: store, cut, to: output)
    }
  }

  /// Writes a stream of columns; its end says that nothing is missing.
  private func writeColumns(
    _ query: SampleQuery, of store: any StorageBackend, _ cut: AnswerCut, to output: ByteOutput
  ) async throws -> End {
    var stream = ArrowSampleStream(registry: registry)
    var beginning: [UInt8] = []
    stream.begin(&beginning)
    try output.append(beginning)
    let end = try await write(query, of: store, cut, to: output) { batch, text in stream.append(batch, to: &text) }
    if StopSignals.pending() == nil { try output.append { stream.end(&$0) } }
    return end
  }

  private func writeTable(
    _ query: SampleQuery, of store: any StorageBackend, _ cut: AnswerCut, to output: ByteOutput
  ) async throws -> End {
    let hasSubjects = try await SubjectNames.areIn(store, query)
    func begun(_ isOfSubjects: Bool) -> any StoredTable {
      if let structure {
        return StructureTable(
          structure, decoder: SampleDecoder(registry: registry), clock: TableClock(zone: zone),
          hasSubjects: hasSubjects ?? isOfSubjects)
      }
      return SampleTable(registry: registry, units: units, zone: zone, hasSubjects: hasSubjects ?? isOfSubjects)
    }
    var table: (any StoredTable)?
    let end = try await write(query, of: store, cut, to: output) { batch, text in
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
    _ query: SampleQuery, of store: any StorageBackend, _ cut: AnswerCut, to output: ByteOutput
  ) async throws -> End {
    guard let structure else { return End(cut: cut) }
    let decoder = SampleDecoder(registry: registry)
    let csv = named.map { StructureCSV($0, decoder: decoder) } ?? StructureCSV(structure, decoder: decoder)
    var header: [UInt8] = []
    csv.appendHeader(to: &header)
    try output.append(header)
    return try await write(query, of: store, cut, to: output) { batch, text in csv.append(batch, to: &text) }
  }

  private func writeArray(
    _ query: SampleQuery, of store: any StorageBackend, _ cut: AnswerCut, to output: ByteOutput
  ) async throws -> End {
    var isFirst = true
    var samples: [UInt8] = []
    try output.append(Array("[".utf8))
    let end = try await write(query, of: store, cut, to: output) { batch, text in
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
    _ query: SampleQuery, of store: any StorageBackend, _ cut: AnswerCut, to output: ByteOutput,
    _ append: (SampleBatch, inout [UInt8]) -> Void
  ) async throws -> End {
    var cut = cut
    var isEmpty = true
    var text: [UInt8] = []
    for part in parts ?? [query] where StopSignals.pending() == nil {
      try await store.query(part) { batch in
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

/// Stored samples as lines of a table, members below their correlation.
struct SampleTable: StoredTable {
  private let types: [TypeColumns]
  private let clock: TableClock
  private var table: PageTable
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
    let parts: [ShownColumn]
  }

  init(registry: Registry, units: ShownUnits, zone: TimeZoneRules?, hasSubjects: Bool = false) {
    clock = TableClock(zone: zone)
    self.hasSubjects = hasSubjects
    let columns = ["start", "end", "type", "value", "unit", "source"] + (hasSubjects ? ["subject"] : [])
    table = PageTable(columns, numbers: ["value"])
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
  mutating func finish(to output: inout [UInt8]) { table.finish(to: &output) }

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
      table.add(isNumber: true) { DecimalWriter.append(type.shown?.value(value) ?? value, to: &$0) }
    case .parts:
      let text = structured.map { ShownRow($0).summary(type.parts) } ?? ""
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

/// Shows times in a table: by the clocks of a zone, or with the offset that each was written with.
struct TableClock {
  /// The zone; `nil` for the offset of each time.
  let zone: TimeZoneRules?

  /// Appends a time with its offset, `2026-01-01T08:00:00+01:00`.
  func append(_ instant: Instant, to text: inout [UInt8]) {
    let time = instant.microseconds
    let own = Int64(instant.offset) * 60_000_000
    let offset = zone.map { $0.offset(at: time) } ?? own
    let (local, isFar) = time.addingReportingOverflow(offset)
    // A clock that would show another year than 1 to 9999 cannot be written.
    let isShown = offset != 0 && !isFar && local >= Instant.earliest && local <= Instant.latest
    let minutes = isShown ? Int16(clamping: offset / 60_000_000) : 0
    TimestampWriter.append(Instant(microseconds: time, offset: minutes), to: &text)
  }
}
