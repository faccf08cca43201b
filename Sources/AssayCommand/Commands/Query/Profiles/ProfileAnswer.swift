import AssayPlatform
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage
import HealthUnits

/// Stored samples as another program keeps them, in any of the formats of samples.
struct ProfileAnswer {
  private let profile: SampleProfile
  private let format: RowFormat
  private let clock: TableClock
  private let registry: Registry
  private var columns: [ShownColumn]
  /// The types whose samples replace a missing number, by column, with the unit of the numbers.
  private var standIns: [Int: (type: String, unit: UnitOfMeasure)] = [:]

  /// How many samples are held at once.
  private static let pageSize = 500

  /// Prepares the columns of a profile.
  ///
  /// - Throws: `CommandFailure` when the catalog's definitions do not have what the profile says.
  init(_ profile: SampleProfile, format: RowFormat, zone: TimeZoneRules?, registry: Registry) throws {
    self.profile = profile
    self.format = format
    clock = TableClock(zone: zone)
    self.registry = registry
    columns = []
    do {
      let type = try registry.type(asked: profile.type)
      for column in profile.columns {
        switch column.content {
        case .start: columns.append(ShownColumn(column.name, .start))
        case .end: columns.append(ShownColumn(column.name, .end))
        case .number(let text, let unitName, let samples):
          let unit = try UnitOfMeasure(unitName, table: registry.units)
          if let samples { standIns[columns.count] = (try registry.type(asked: samples).id, unit) }
          let number = try SampleExpression(text, unit: unit, of: type, in: registry)
          columns.append(ShownColumn(column.name, .number(number), isNumber: true))
        }
      }
    } catch {
      throw CommandFailure.usage("--as \(profile.name): this catalog lacks what it needs: \(error)")
    }
  }

  /// Writes the samples of a query, page by page.
  ///
  /// - Returns: whether there were none, and a note about those that a limit leaves out.
  /// - Throws: `CommandFailure` when the store fails; what the output throws.
  func write(
    _ query: SampleQuery, of backend: any StorageBackend, to output: ByteOutput
  ) async throws -> (isEmpty: Bool, note: String?) {
    let store = HealthStore(backend)
    var writer = ProfileWriter(
      try await isOfSubjects(query, backend) ? columns + [ShownColumn("subject", .subject)] : columns,
      format: format, clock: clock, decoder: SampleDecoder(registry: registry))
    var query = query
    var left = query.limit ?? Int.max
    var count = 0
    var note: String?
    var text: [UInt8] = []
    writer.begin(to: &text)
    while left > 0, StopSignals.pending() == nil {
      query.limit = min(left, Self.pageSize)
      let page = try await query.page(for: store)
      for sample in page.samples { writer.append(try await cells(sample, store, writer.columns), to: &text) }
      try output.append(text)
      text.removeAll(keepingCapacity: true)
      count += page.samples.count
      left -= page.samples.count
      query.after = page.next
      guard let next = page.next else { break }
      if left <= 0 {
        note = "\(CountText.of(count, "sample")) shown; more with --after \(PlaceText.text(of: next, sort: query.sort))"
      }
    }
    writer.end(to: &text)
    try output.append(text)
    return (count == 0, note)
  }

  /// Whether samples of several subjects may be in the answer, so that each says whose it is.
  private func isOfSubjects(_ query: SampleQuery, _ store: any StorageBackend) async throws -> Bool {
    if query.subject != nil { return false }
    if let areIn = try await SubjectNames.areIn(store, query) { return areIn }
    return true
  }

  private func cells(
    _ sample: Sample, _ store: HealthStore, _ columns: [ShownColumn]
  ) async throws -> [ShownCell] {
    let row = ShownRow(sample)
    var cells = columns.map { column in
      // The noise of a unit's conversion is not part of what another program keeps.
      if case .number(let number) = row.cell(column) { return ShownCell.number(ShownCell.short(number)) }
      return row.cell(column)
    }
    for (index, standIn) in standIns {
      guard case .missing = cells[index],
        let average = try await Self.average(of: standIn.type, in: standIn.unit, within: sample, store)
      else { continue }
      cells[index] = .number(ShownCell.short(average))
    }
    return cells
  }

  /// The mean of the samples of a type inside a sample, each counting once; `nil` when there are none.
  private static func average(
    of type: String, in unit: UnitOfMeasure, within sample: Sample, _ store: HealthStore
  ) async throws -> Double? {
    var (sum, count) = (0.0, 0)
    try await SampleQuery.samples(of: type).within(sample).forEachSample(for: store) { inner in
      guard let quantity = inner.quantity else { return true }
      sum += try quantity.doubleValue(for: unit)
      count += 1
      return true
    }
    return count == 0 ? nil : sum / Double(count)
  }
}
