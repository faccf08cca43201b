import AssayPlatform
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage
import HealthUnits

/// The elements of a list, or the points, of stored samples, a row each, in any of the formats of samples.
struct PartAnswer {
  private let query: PartQuery
  private let format: RowFormat
  private let clock: TableClock
  private let registry: Registry
  private let columns: [PartColumn]

  /// How many bytes wait before they are written.
  private static let flushSize = 1 << 16

  /// Prepares the columns of a list.
  ///
  /// - Throws: `CommandFailure` when samples of the type do not have it.
  init(_ list: String, of type: String, format: RowFormat, zone: TimeZoneRules?, registry: Registry) throws {
    query = PartQuery(list, of: type)
    self.format = format
    clock = TableClock(zone: zone)
    self.registry = registry
    do {
      columns = try query.columns(in: registry)
    } catch {
      throw CommandFailure.usage("--list: \(error)")
    }
  }

  /// The columns of a row: whose part it is, its place from 0, and what it says.
  private var shown: [ShownColumn] {
    [ShownColumn("uuid", .part), ShownColumn("position", .part, isNumber: true)]
      + columns.flatMap { column -> [ShownColumn] in
        switch column.value {
        case .quantityOf:
          return [ShownColumn(column.name, .part, isNumber: true), ShownColumn(column.name + "_unit", .part)]
        case .quantity, .number, .integer:
          return [ShownColumn(column.name, .part, unit: column.unit?.unitString, isNumber: true)]
        default: return [ShownColumn(column.name, .part)]
        }
      }
  }

  /// Writes the parts of a query's samples, sample by sample.
  ///
  /// - Returns: whether no sample has parts, and a note about samples that a limit leaves out.
  /// - Throws: `QueryError` and `StorageError`; what the output throws.
  func write(
    _ predicate: SampleQuery, of backend: any StorageBackend, to output: ByteOutput
  ) async throws -> (isEmpty: Bool, note: String?) {
    let store = HealthStore(backend)
    var writer = ProfileWriter(shown, format: format, clock: clock, decoder: SampleDecoder(registry: registry))
    var text: [UInt8] = []
    var isEmpty = true
    writer.begin(to: &text)
    var query = query
    query.predicate = predicate
    query.predicate.limit = nil
    var left = predicate.limit ?? Int.max
    var last: PageToken?
    var hasMore = false
    if left > 0 {
      try await query.forEachSample(for: store) { parts in
        guard left > 0 else {
          hasMore = true
          return false
        }
        left -= 1
        isEmpty = false
        last = PageToken(parts.sample, sort: predicate.sort)
        for position in 0..<parts.count {
          writer.append(cells(parts, at: position), to: &text)
          if text.count >= Self.flushSize {
            try output.append(text)
            text.removeAll(keepingCapacity: true)
          }
        }
        return StopSignals.pending() == nil
      }
    }
    writer.end(to: &text)
    try output.append(text)
    guard hasMore, let last, let limit = predicate.limit else { return (isEmpty, nil) }
    let place = PlaceText.text(of: last, sort: predicate.sort)
    return (isEmpty, "the parts of \(CountText.of(limit, "sample")) shown; more with --after \(place)")
  }

  private func cells(_ parts: SampleParts, at position: Int) -> [ShownCell] {
    var cells: [ShownCell] = [.text(parts.sample.id.description), .number(Double(position))]
    for column in columns.indices {
      let value = parts.value(column, at: position)
      let cell = value.map { ShownCell($0) } ?? .missing
      // Whole, as the other formats have it: a table of parts does not sum them up.
      if case .document(let text, _)? = value { cells.append(.text(text)) } else { cells.append(cell) }
      guard case .quantityOf = columns[column].value else { continue }
      if case .quantity(_, let unit)? = value { cells.append(.text(unit.unitString)) } else { cells.append(.missing) }
    }
    return cells
  }
}
