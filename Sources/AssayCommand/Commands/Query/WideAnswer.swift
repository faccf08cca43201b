import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage
import HealthUnits

struct WideOption: ParsableArguments {
  @Flag(
    name: .customLong("wide"),
    help: """
      A row for each time and subject, a column for each type with its unit. Of several samples of a type that start \
      at the same time the best source counts, as in stats; `assay stats --wide` has a row for each day.
      """)
  var isWide = false

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
  /// The zones of persons, if theirs are the clocks that count.
  var people: SubjectZones?

  func write(_ query: SampleQuery, of store: any StorageBackend, to output: ByteOutput) async throws -> AnswerEnd {
    do {
      let hasSubjects = try await SubjectNames.areIn(store, query) ?? true
      let health = HealthStore(store, zones: ZoneFolders.database)
      let table = try await health.wideTable(matching: query, units: shownUnits)
      let (date, time) = clock
      var rows = RowTable(
        WideColumns.all(table.columns, date: date, time: time, hasEnds: false, hasSubjects: hasSubjects), format)
      try output.append { rows.begin(to: &$0) }
      let counts = try await table.forEachRow { row in
        try output.append { rows.append(row, to: &$0) }
        return StopSignals.pending() == nil
      }
      try output.append { rows.end(to: &$0) }
      return AnswerEnd(
        isEmpty: counts.rows == 0, notes: Self.notes(counts).map { "assay: \($0)" }, explainsMissing: false,
        explainsRows: true)
    } catch let error as QueryError {
      throw Failure.usage("--wide: \(error)")
    }
  }

  private var shownUnits: [String: UnitOfMeasure] {
    var shown: [String: UnitOfMeasure] = [:]
    let units = units.answering(in: registry)
    for (index, type) in registry.types.enumerated() {
      if let entry = units[index] { shown[type.id] = entry.unit }
    }
    return shown
  }

  /// The day and the times of a row by the clock of the zone, or with the offset that its first sample was written with.
  private var clock: (date: (WideRow) -> String, time: (Int64, WideRow) -> String) {
    func text(_ time: Int64, _ row: WideRow) -> String {
      var text: [UInt8] = []
      let instant = Instant(microseconds: time, offset: row.offset ?? 0)
      TimestampWriter.append(instant, in: people?[row.subject] ?? zone, to: &text)
      return String(decoding: text, as: UTF8.self)
    }
    return (date: { String(text($0.start, $0).prefix(10)) }, time: text)
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

enum WideColumns {
  /// The columns of a wide table: its times, whose samples they are, and a column for each type.
  ///
  /// `date` has the day of a row's start; `nil` for tables without a column for it. Start and end are in
  /// the formats of `times`.
  static func all(
    _ columns: [WideColumn], date: ((WideRow) -> String)?, time: @escaping (Int64, WideRow) -> String,
    times: [RowFormat] = RowFormat.allCases, hasEnds: Bool, hasSubjects: Bool, headings: [String]? = nil
  ) -> [Column<WideRow>] {
    var all: [Column<WideRow>] = []
    if let date { all.append(Column("date") { .text(date($0)) }) }
    all.append(Column("start", in: times) { .text(time($0.start, $0)) })
    if hasEnds { all.append(Column("end", in: times) { row in Cell(row.end.map { time($0, row) }) }) }
    if hasSubjects { all.append(Column("subject") { Cell($0.subject) }) }
    return all
      + columns.enumerated().map { index, column in
        let isLength = hasEnds && column.unit?.sampleText == "s" && column.name.hasSuffix(".duration")
        let title = isLength ? column.name + " (h:mm:ss)" : column.heading
        let heading = TextEscaping.escaped(headings?[index] ?? title, limit: 80)
        return Column(column.title, heading: heading, .mixed(isNameRight: column.unit != nil)) { row in
          switch row.cells[index] {
          case .empty: .missing
          case .number(let number) where isLength: .duration(number)
          case .number(let number) where number.isFinite: .number(number)
          case .number(let number): .shown(DecimalWriter.string(number), .missing)
          case .text(let text): .text(text)
          }
        }
      }
  }
}
