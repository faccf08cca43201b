import HealthModel
import HealthQueries
import HealthReports
import HealthUnits

struct StatsRow {
  let question: StatsQuestion
  let statistics: Statistics
}

enum StatsColumns {
  /// All that any of the questions has, in their order; CSV leaves empty what does not apply, JSON leaves it out.
  static func columns(of questions: [StatsQuestion], _ format: RowFormat) -> [Column<StatsRow>] {
    let words = Set(questions.flatMap(\.answered))
    let isCSV = format == .csv
    var columns: [Column<StatsRow>] = []
    func add(_ name: String, if isShown: Bool = true, _ cell: @escaping (StatsRow) -> Cell) {
      if isShown || !isCSV { columns.append(Column(name, .left, cell)) }
    }
    func add(_ word: StatsKeyword, _ name: String, _ cell: @escaping (StatsRow) -> Cell) {
      add(name, if: words.contains(word)) { $0.question.answered.contains(word) ? cell($0) : .missing }
    }
    if isCSV, questions.contains(where: { $0.interval?.unit == .day }) {
      add("date") { row in
        guard row.question.interval?.unit == .day else { return .missing }
        return .text(row.question.clock.date(row.statistics.start, isReading: row.statistics.isLocal))
      }
    }
    add("start") { .text($0.question.clock.string($0.statistics.start, isReading: $0.statistics.isLocal)) }
    add("end") { .text($0.question.clock.string($0.statistics.end, isReading: $0.statistics.isLocal)) }
    add("type") { .text($0.statistics.type) }
    add("subject", if: questions.contains { $0.showsSubject }) { Cell($0.statistics.subject) }
    add("unit", if: questions.contains { $0.unitName != nil }) { Cell($0.statistics.unit?.sampleText) }
    add("source", if: questions.contains { $0.separatesBySource }) { Cell($0.statistics.source) }
    add("value", if: questions.contains { $0.hasCases }) { Cell($0.statistics.value) }
    add(.count, "count") { .count($0.statistics.count) }
    for word in [StatsKeyword.sum, .average, .minimum, .maximum, .mostRecent] {
      add(word, word.column) { Cell($0.statistics.number(word)) }
    }
    add(.mostRecent, "most_recent_date") { row in
      Cell(row.statistics.mostRecentStart.map { row.question.clock.string($0) })
    }
    add(.duration, isCSV ? "duration_s" : "duration") { .number($0.statistics.seconds) }
    return columns
  }
}

/// An answer as lines for people: one for each interval, thousands apart, each column with as many decimals as it needs.
struct StatsTable {
  let title: String
  private var rows: RowTable<Statistics>

  /// Begins a table; the rows at hand say how wide the columns are.
  init(_ answer: StatsAnswer) {
    let question = answer.question
    title = question.type.id + (question.interval == nil ? "" : " ") + question.division
    rows = RowTable(Self.columns(answer), .table, measuredRows: .max)
  }

  mutating func append(_ statistics: [Statistics], to text: inout [UInt8]) {
    for row in statistics { rows.append(row, to: &text) }
    rows.flush(to: &text)
  }

  private static func columns(_ answer: StatsAnswer) -> [Column<Statistics>] {
    let question = answer.question
    let clock = question.clock
    let isDate =
      switch question.interval?.unit {
      case .minute, .hour: false
      default: true
      }
    func time(_ name: String, _ time: @escaping (Statistics) -> Int64) -> Column<Statistics> {
      Column(name) { .text(clock.cell(time($0), isReading: $0.isLocal, isDate: isDate)) }
    }
    var columns = [time("start") { $0.start }]
    if question.interval == nil { columns.append(time("end") { $0.end }) }
    if question.showsSubject { columns.append(Column("subject") { Cell($0.subject) }) }
    if question.hasCases { columns.append(Column("value") { Cell($0.value) }) }
    if question.separatesBySource { columns.append(Column("source") { Cell($0.source) }) }
    // How long samples of quantities are is answered to who asks.
    let isQuantity = question.unitName != nil
    for word in question.answered where !(question.words.isEmpty && isQuantity && word == .duration) {
      switch word {
      case .count: columns.append(Column("samples", .right) { .grouped($0.count) })
      case .duration:
        columns.append(Column("duration (h:mm:ss)", .right) { .shown(Cell.clockText($0.duration), .missing) })
      default:
        let decimals = StatsDecimals(answer.rows.lazy.compactMap { $0.number(word) })
        let unit = question.shownUnit.map { " (\(TextEscaping.escaped($0)))" } ?? ""
        columns.append(
          Column(word.title + unit, .right) { row in
            row.number(word).map { .shown(FixedDecimals.string($0, decimals.needed($0)), .number($0)) } ?? .missing
          })
      }
    }
    return columns
  }
}

private struct StatsDecimals {
  private var usual = 0
  private var limit = 0

  /// As many as show four digits of the largest number, or fewer where all numbers have fewer.
  init(_ values: some Sequence<Double>) {
    let largest = values.reduce(0) { max($0, $1.magnitude) }
    guard largest > 0, largest < 1e15 else { return }
    limit = 4
    var bound = 1.0
    while limit > 1, largest >= bound {
      limit -= 1
      bound *= 10
    }
    bound = 0.1
    while limit < 9, largest < bound {
      limit += 1
      bound /= 10
    }
    // 12.50 and 7.00 need one decimal.
    for value in values { usual = needed(value) }
  }

  /// How many decimals a value needs, the usual ones at least.
  func needed(_ value: Double) -> Int {
    var needed = usual
    while needed < limit, !isWritten(value, needed) { needed += 1 }
    return needed
  }

  /// Whether fewer decimals than the most say the same.
  private func isWritten(_ value: Double, _ decimals: Int) -> Bool {
    var text = FixedDecimals.string(value, limit)[...]
    for _ in decimals..<limit {
      guard text.last == "0" else { return false }
      text.removeLast()
    }
    return true
  }
}

extension Statistics {
  var seconds: Double { Double(duration) / Double(Instant.second) }

  /// The result, as a number in the unit of the answer; `nil` for counts and lengths.
  func number(_ word: StatsKeyword) -> Double? {
    switch word {
    case .sum: sum
    case .average: average
    case .minimum: minimum
    case .maximum: maximum
    case .mostRecent: mostRecent
    case .count, .duration: nil
    }
  }
}
