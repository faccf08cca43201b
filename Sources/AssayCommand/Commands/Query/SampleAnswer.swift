import AssayPlatform
import HealthFormats
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

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
  /// - Throws: `CommandFailure` when the store fails or a signal has come; what the output throws.
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
        throw CommandFailure(error)
      } catch let error as QueryError {
        throw CommandFailure(error)
      }
    }
    if let signal = StopSignals.pending() { throw CommandFailure("stopped by a signal", status: 128 + signal) }
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
