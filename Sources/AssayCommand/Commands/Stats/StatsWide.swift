import HealthModel
import HealthQueries
import HealthReports
import HealthUnits

/// The answers to several questions as one table: a row for each interval and subject, a column for each type, case and
/// statistic.
struct StatsWide {
  private var table: WideStatistics
  private let clock: StatsClock?
  private let hasSubjects: Bool
  private let hasDates: Bool
  /// How the rows are divided, and by which clock.
  private let title: String

  init(_ questions: [StatsQuestion]) {
    var seen: Set<String> = []
    let types = questions.filter { seen.insert($0.type.id).inserted }
    table = WideStatistics(types.flatMap(\.measures))
    clock = questions.first?.clock
    hasSubjects = questions.contains { $0.showsSubject }
    hasDates = questions.first?.interval?.unit == .day
    title = questions.first?.division ?? ""
  }

  /// Takes a row of the answer to a question.
  mutating func add(_ row: Statistics, of question: StatsQuestion) {
    var numbers: [String: Double] = [:]
    for word in question.wideWords {
      switch word {
      case .count: numbers[word.column] = Double(row.count)
      case .duration: numbers[word.column] = row.seconds
      default: numbers[word.column] = row.number(word)
      }
    }
    table.add(row, numbers: numbers)
  }

  func write(_ form: StatsCommand.Form, to output: ByteOutput) throws(OutputError) {
    guard let clock else { return }
    let format: RowFormat =
      switch form {
      case .table: .table
      case .csv: .csv
      case .json: .json
      case .jsonl: .jsonl
      }
    let times = WideOutput.Clock(
      date: hasDates ? { clock.date($0.start, isReading: $0.isLocal) } : nil,
      time: { clock.string($0, isReading: $1.isLocal) })
    var wide = WideOutput(
      format, table.columns, times, hasEnds: true, hasSubjects: hasSubjects, to: output)
    if form == .table { try output.append(title + "\n") }
    try wide.begin()
    for row in table.rows { try wide.write(row) }
    try wide.end()
  }
}

extension StatsQuestion {
  /// The statistics that a wide table has: those that are named, else the one that says most of the type.
  var wideWords: [StatsWord] {
    if !words.isEmpty { return words }
    let order: [StatsWord] = hasCases ? [.duration] : [.sum, .average]
    return [order.first(where: answered.contains) ?? .count]
  }

  /// The columns of a wide table.
  fileprivate var measures: [WideStatistics.Measure] {
    let cases: [String?] = hasCases ? type.shape.enumeration?.cases.map(\.name) ?? [] : [nil]
    return cases.flatMap { value in
      wideWords.map { word in
        let unit: UnitOfMeasure? =
          switch word {
          case .count: nil
          case .duration: try? UnitOfMeasure("s")
          default: self.unit ?? type.shape.quantity?.unit
          }
        return WideStatistics.Measure(type: type.id, value: value, statistic: word.column, unit: unit)
      }
    }
  }
}

extension StatsWord {
  /// Its name in the columns of a wide table.
  fileprivate var column: String { self == .mostRecent ? "most_recent" : rawValue }
}
