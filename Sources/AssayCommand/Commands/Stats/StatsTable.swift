import HealthModel
import HealthQueries
import HealthReports

/// An answer as lines for people: one for each interval, thousands apart, each column with as many decimals as it needs.
struct StatsTable {
  private enum Column: Equatable {
    case start, end, subject, source, value
    case word(StatsKeyword)

    /// Whether its cells are at the right.
    var isNumber: Bool {
      if case .word = self { return true }
      return false
    }
  }

  private let question: StatsQuestion
  private let columns: [Column]
  private let decimals: [StatsKeyword: Decimals]
  private let isDate: Bool
  /// As wide as the names and the first rows need; wider cells of later rows shift what follows them.
  private var widths: [Int] = []

  private struct Decimals {
    /// The widths that the first rows need.
    var usual = 0
    /// The widths that a later row may need.
    var limit = 0
  }

  /// Begins a table; the rows at hand say how wide the columns are.
  init(_ answer: StatsAnswer) {
    let question = answer.question
    self.question = question
    var columns: [Column] = question.interval == nil ? [.start, .end] : [.start]
    if question.showsSubject { columns.append(.subject) }
    if question.hasCases { columns.append(.value) }
    if question.separatesBySource { columns.append(.source) }
    // How long samples of quantities are is answered to who asks.
    let isQuantity = question.unitName != nil
    let words = question.answered.filter { !(question.words.isEmpty && isQuantity && $0 == .duration) }
    self.columns = columns + words.map { .word($0) }
    var decimals: [StatsKeyword: Decimals] = [:]
    for word in words where word != .count && word != .duration {
      decimals[word] = Self.decimals(answer.rows.lazy.compactMap { $0.number(word) })
    }
    self.decimals = decimals
    switch question.interval?.unit {
    case .minute, .hour: isDate = false
    default: isDate = true
    }
    widths = self.columns.map { name($0).count }
    for row in answer.rows {
      for (index, column) in self.columns.enumerated() { widths[index] = max(widths[index], cell(column, row).count) }
    }
  }

  var title: String {
    let division = question.division
    return question.type.id + (question.interval == nil ? "" : " ") + division
  }

  /// Writes the title and the names of the columns.
  func writeHead(to output: ByteOutput) throws(OutputError) {
    try output.append(title + "\n")
    try output.append(line(columns.map(name)))
  }

  func write(_ rows: [Statistics], to output: ByteOutput) throws(OutputError) {
    for row in rows { try output.append(line(columns.map { cell($0, row) })) }
  }

  private func line(_ cells: [String]) -> String {
    var text = ""
    for (index, cell) in cells.enumerated() {
      let blanks = String(repeating: " ", count: max(0, widths[index] - cell.count))
      text += (index == 0 ? "" : "  ") + (columns[index].isNumber ? blanks + cell : cell + blanks)
    }
    while text.last == " " { text.removeLast() }
    return text + "\n"
  }

  private func name(_ column: Column) -> String {
    switch column {
    case .start: "start"
    case .end: "end"
    case .subject: "subject"
    case .source: "source"
    case .value: "value"
    case .word(.count): "samples"
    case .word(.duration): "duration (h:mm:ss)"
    case .word(let word):
      word.title + (question.shownUnit.map { " (\(TextEscaping.escaped($0)))" } ?? "")
    }
  }

  private func cell(_ column: Column, _ row: Statistics) -> String {
    let clock = question.clock
    switch column {
    case .start: return clock.cell(row.start, isReading: row.isLocal, isDate: isDate)
    case .end: return clock.cell(row.end, isReading: row.isLocal, isDate: isDate)
    case .subject: return TextEscaping.escaped(row.subject ?? "-", limit: 60)
    case .source: return TextEscaping.escaped(row.source ?? "-", limit: 60)
    case .value: return TextEscaping.escaped(row.value ?? "-", limit: 60)
    case .word(.count): return GroupedDigits.string(row.count)
    case .word(.duration): return StatsLength.text(row.duration)
    case .word(let word):
      let decimals = decimals[word] ?? Decimals()
      return row.number(word).map { FixedDecimals.string($0, Self.needed($0, decimals)) } ?? "-"
    }
  }

  /// How many decimals show four digits of the largest number, or fewer where all numbers have fewer.
  private static func decimals(_ values: some Sequence<Double>) -> Decimals {
    let largest = values.reduce(0) { max($0, $1.magnitude) }
    guard largest > 0, largest < 1e15 else { return Decimals() }
    var limit = 4
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
    var decimals = Decimals(limit: limit)
    for value in values { decimals.usual = needed(value, decimals) }
    return decimals
  }

  /// How many decimals a value needs, the usual ones at least.
  private static func needed(_ value: Double, _ decimals: Decimals) -> Int {
    var needed = decimals.usual
    while needed < decimals.limit, !isWritten(value, needed, as: decimals.limit) { needed += 1 }
    return needed
  }

  /// Whether fewer decimals say the same as more.
  private static func isWritten(_ value: Double, _ decimals: Int, as more: Int) -> Bool {
    var text = FixedDecimals.string(value, more)[...]
    for _ in decimals..<more {
      guard text.last == "0" else { return false }
      text.removeLast()
    }
    return true
  }
}

enum StatsLength {
  /// `7:45:12`, hours first.
  static func text(_ microseconds: Int64) -> String {
    let seconds = max(0, microseconds) / Instant.second
    let (minutes, rest) = (seconds / 60 % 60, seconds % 60)
    return "\(seconds / 3600):\(minutes < 10 ? "0" : "")\(minutes):\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension Statistics {
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

extension StatsQuestion {
  /// How the answer is divided, and by which clock: `by day, UTC`.
  var division: String {
    let advice = clock.isDefault ? " (--timezone sample: each sample's own time zone)" : ""
    return (interval.map { "by \($0)" } ?? "") + ", " + clock.name + advice
  }
}
