import HealthModel
import HealthQueries
import HealthReports

/// An answer as lines for people: one for each interval, thousands apart, each column with as many decimals as it needs.
struct StatsTable {
  /// What stands in a column.
  private enum Column: Equatable {
    case start, end, source, value
    case word(StatsWord)

    /// Whether its cells stand at the right.
    var isNumber: Bool {
      if case .word = self { return true }
      return false
    }
  }

  private let answer: StatsAnswer
  private let columns: [Column]
  private let decimals: [StatsWord: Int]
  private let isDate: Bool

  init(_ answer: StatsAnswer) {
    self.answer = answer
    let question = answer.question
    var columns: [Column] = question.interval == nil ? [.start, .end] : [.start]
    if question.hasCases { columns.append(.value) }
    if question.separatesBySource { columns.append(.source) }
    // How long samples of quantities are is answered to who asks.
    let isQuantity = question.unitName != nil
    let words = question.answered.filter { !(question.words.isEmpty && isQuantity && $0 == .duration) }
    self.columns = columns + words.map { .word($0) }
    var decimals: [StatsWord: Int] = [:]
    for word in words where word != .count && word != .duration {
      decimals[word] = Self.decimals(answer.collection.statistics.lazy.compactMap { $0.number(word) })
    }
    self.decimals = decimals
    switch question.interval?.unit {
    case .minute, .hour: isDate = false
    default: isDate = true
    }
  }

  /// What the table is about.
  var title: String {
    let question = answer.question
    return question.type.id + (question.interval.map { " by \($0)" } ?? "") + ", " + question.clock.name
  }

  /// Writes the title, the names of the columns and the rows.
  func write(to output: ByteOutput) throws(OutputError) {
    let names = columns.map(name)
    var widths = names.map(\.count)
    for row in answer.collection.statistics {
      for (index, column) in columns.enumerated() { widths[index] = max(widths[index], cell(column, row).count) }
    }
    try output.append(title + "\n")
    try output.append(line(names, widths))
    for row in answer.collection.statistics { try output.append(line(columns.map { cell($0, row) }, widths)) }
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
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
    case .source: "source"
    case .value: "value"
    case .word(.count): "samples"
    case .word(.duration): "duration (h:mm:ss)"
    case .word(let word):
      word.title + (answer.question.unitName.map { " (\(TextEscaping.escaped($0)))" } ?? "")
    }
  }

  private func cell(_ column: Column, _ row: Statistics) -> String {
    let clock = answer.question.clock
    switch column {
    case .start: return clock.cell(row.start, isReading: row.isLocal, isDate: isDate)
    case .end: return clock.cell(row.end, isReading: row.isLocal, isDate: isDate)
    case .source: return TextEscaping.escaped(row.source ?? "-", limit: 60)
    case .value: return TextEscaping.escaped(row.value ?? "-", limit: 60)
    case .word(.count): return GroupedDigits.string(row.count)
    case .word(.duration): return StatsLength.text(row.duration)
    case .word(let word): return row.number(word).map { FixedDecimals.string($0, decimals[word] ?? 0) } ?? "-"
    }
  }

  /// How many decimals show four digits of the largest number, or fewer where all numbers have fewer.
  private static func decimals(_ values: some Sequence<Double>) -> Int {
    let largest = values.reduce(0) { max($0, $1.magnitude) }
    guard largest > 0, largest < 1e15 else { return 0 }
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
    var needed = 0
    for value in values {
      while needed < limit, !isWritten(value, needed, as: limit) { needed += 1 }
    }
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

/// Lengths of time.
enum StatsLength {
  /// `7:45:12`, hours first.
  static func text(_ microseconds: Int64) -> String {
    let seconds = max(0, microseconds) / Instant.second
    let (minutes, rest) = (seconds / 60 % 60, seconds % 60)
    return "\(seconds / 3600):\(minutes < 10 ? "0" : "")\(minutes):\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension Statistics {
  /// What was computed, as a number in the unit of the answer; `nil` for counts and lengths.
  func number(_ word: StatsWord) -> Double? {
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
