import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage
import HealthUnits

/// Whether samples are written as a wide table.
struct WideOption: ParsableArguments {
  @Flag(
    name: .customLong("wide"),
    help: """
      A row for each time and subject, a column for each type with its unit. Of several samples of a type that start \
      at the same time the best source counts, as in stats; `assay stats --wide` has a row for each day.
      """)
  var isWide = false

  /// Refuses what a wide table cannot follow.
  func check(_ query: SampleQuery, columns: ColumnOption) throws {
    guard columns.names == nil else {
      throw Failure.usage("--wide has a column for each type: name them by --type, without --columns")
    }
    guard query.sort == .ascending, query.after == nil else {
      throw Failure.usage("--wide goes by time: leave --sort and --after out")
    }
  }
}

/// Stored samples as a wide table: a row for each time and subject, a column for each type.
struct WideAnswer {
  let format: RowFormat
  let registry: Registry
  let units: ShownUnits
  let zone: TimeZoneRules?

  /// Writes the rows, and closes the store.
  ///
  /// - Returns: notes for standard error, and notes on names in the question that the store does not know.
  /// - Throws: `Failure` when the question is wrong, the store fails or a signal has come; what the output throws.
  func write(
    _ query: SampleQuery, closing store: any StorageBackend, to output: ByteOutput
  ) async throws -> (notes: [String], missing: [String]) {
    let answer = try await OpenStore.closing(store) {
      do {
        let hasSubjects = try await SubjectNames.areIn(store, query) ?? true
        let health = HealthStore(store, zones: ZoneFolders.database)
        let table = try await WideQuery(query, units: shownUnits).table(for: health)
        var wide = WideOutput(
          format, table.columns, clock, hasEnds: false, hasSubjects: hasSubjects, to: output)
        try wide.begin()
        let counts = try await table.forEachRow { row in
          try wide.write(row)
          return StopSignals.pending() == nil
        }
        try wide.end()
        let missing = try await MissingNames.notes(query, in: store, isEmpty: counts.rows == 0)
        return (notes: Self.notes(counts), missing: missing)
      } catch let error as QueryError {
        throw Failure.usage("--wide: \(error)")
      } catch let error as StorageError {
        throw Failure(error)
      }
    }
    if let signal = StopSignals.pending() { throw Failure("stopped by a signal", status: .stopped(by: signal)) }
    return answer
  }

  /// The units that are not the types' own, by the ids of the types.
  private var shownUnits: [String: UnitOfMeasure] {
    var shown: [String: UnitOfMeasure] = [:]
    for (index, type) in registry.types.enumerated() {
      if let entry = units[index] { shown[type.id] = entry.unit }
    }
    return shown
  }

  /// Times by the clock of the zone, or with the offset that the first sample of a row was written with.
  private var clock: WideOutput.Clock {
    let clock = TableClock(zone: zone)
    func text(_ time: Int64, _ row: WideRow) -> String {
      var text: [UInt8] = []
      clock.append(Instant(microseconds: time, offset: row.offset ?? 0), to: &text)
      return String(decoding: text, as: UTF8.self)
    }
    return WideOutput.Clock(date: { String(text($0.start, $0).prefix(10)) }, time: text)
  }

  private static func notes(_ counts: WideTable.Counts) -> [String] {
    var notes: [String] = []
    if counts.hidden > 0 {
      notes.append(
        "\(CountText.of(counts.hidden, "value")) not shown: another sample of the type starts at the same time")
    }
    if counts.hasMore { notes.append("\(CountText.of(counts.rows, "row")) shown; there are more") }
    return notes
  }
}
