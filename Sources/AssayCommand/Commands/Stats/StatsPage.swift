import HealthModel
import HealthQueries
import HealthReports
import Synchronization

/// The output of the command, answer by answer.
///
/// Rows wait until all answers are whole, so that a question that fails leaves no half answer; when there are very many,
/// they are written as they come, and memory does not grow with the answer. A chart holds its rows.
struct StatsPage {
  /// The most rows that wait: 600 bytes each, in a list whose length is doubled when it is full.
  private static let waitingLimit = 8_000
  /// How many rows are written at once after that.
  private static let blockLength = 1_000

  private let form: StatsCommand.Form
  private let plot: PlotPlace?
  private let explains: Bool
  private let output = ByteOutput.standardOutput()
  private let csv: StatsCSV
  private var json: StatsJSON
  /// Made at once, so that a place that cannot be written is reported before the work.
  private let file: PendingFile?
  private var charts: [ChartData] = []
  /// Whole answers that wait.
  private var waiting: [StatsAnswer] = []
  private var waitingRows = 0
  /// The answer that is coming, without the rows that were written.
  private var current: StatsAnswer?
  /// The table of the answer that is being written.
  private var table: StatsTable?
  private var isPrinting = false
  private var isBegun = false
  /// The table of all answers together; `nil` when each has its own.
  private var wide: StatsWide?

  init(
    _ form: StatsCommand.Form, _ questions: [StatsQuestion], plot: PlotPlace?, explains: Bool, isWide: Bool
  ) throws {
    if isWide { wide = StatsWide(questions) }
    self.form = form
    self.plot = plot
    self.explains = explains
    csv = StatsCSV(questions)
    json = StatsJSON(output, explains: explains)
    file = try plot?.file()
  }

  mutating func begin(_ question: StatsQuestion) { current = StatsAnswer(question: question) }

  /// Takes the next row of the answer.
  mutating func take(_ row: Statistics) throws {
    if let question = current?.question, wide != nil {
      wide?.add(row, of: question)
      return
    }
    current?.rows.append(row)
    waitingRows += 1
    guard plot == nil else { return }
    if !isPrinting, waitingRows > Self.waitingLimit {
      isPrinting = true
      try writeWaiting()
    }
    if isPrinting, current?.rows.count ?? 0 >= Self.blockLength { try writeRows() }
  }

  /// Ends the answer.
  mutating func finish(_ explanations: [MergeExplanation]) throws {
    guard var answer = current else { return }
    answer.explanations = explanations
    guard isPrinting else {
      waiting.append(answer)
      current = nil
      return
    }
    current = answer
    try writeEnd()
  }

  /// Ends the page, and draws what goes to a file.
  mutating func end() throws {
    if let wide {
      try wide.write(form, to: output)
      return try output.flush()
    }
    try writeWaiting()
    if form == .json {
      if !isBegun { try json.begin() }
      try json.end()
    }
    try output.flush()
    guard let file else { return }
    try file.output.append(SVGChart.document(charts))
    try file.finish()
  }

  private mutating func writeWaiting() throws {
    let (coming, whole) = (current, waiting)
    waiting = []
    for answer in whole {
      current = answer
      try writeEnd()
    }
    current = coming
  }

  /// Writes the rows that came since those that are written; the first ones of an answer begin it.
  private mutating func writeRows() throws {
    guard let answer = current else { return }
    switch form {
    case .table:
      if table == nil {
        if isBegun { try output.append("\n") }
        let begun = StatsTable(answer)
        try begun.writeHead(to: output)
        table = begun
      }
      try table?.write(answer.rows, to: output)
    case .csv:
      if !isBegun { try output.append(csv.header) }
      try csv.write(answer, to: output)
    case .json:
      if !isBegun { try json.begin() }
      try json.write(answer)
    case .jsonl: try StatsJSON.writeLines(answer, to: output)
    }
    isBegun = true
    current?.rows.removeAll(keepingCapacity: true)
  }

  /// Writes the rest of an answer, its chart and its explanation.
  private mutating func writeEnd() throws {
    let chart = try plot.flatMap { _ in try current.map { try StatsChart($0).data() } }
    try writeRows()
    if let chart {
      if file == nil {
        try output.append("\n" + TerminalChart(environment: TerminalChart.variable).text(chart))
      } else {
        charts.append(chart)
        if chart.series.count > SVGChart.seriesLimit {
          StandardError.write(
            "assay: \(chart.title) has \(GroupedDigits.string(chart.series.count)) series; the picture shows the first "
              + "\(SVGChart.seriesLimit); name fewer by --subject, --source or --where\n")
        }
      }
    }
    if explains, form != .json, let answer = current {
      try output.flush()
      StandardError.write(StatsExplanation(answer).text)
    }
    table = nil
    current = nil
  }
}

/// A page that tasks share: the one that asks, and the one that waits for signals.
final class StatsPrinter: Sendable {
  private let page: Mutex<StatsPage>

  init(
    _ form: StatsCommand.Form, _ questions: [StatsQuestion], plot: PlotPlace?, explains: Bool, isWide: Bool
  ) throws {
    page = Mutex(try StatsPage(form, questions, plot: plot, explains: explains, isWide: isWide))
  }

  /// Begins the answer to a question.
  func begin(_ question: StatsQuestion) { page.withLock { $0.begin(question) } }

  /// Takes the next row of the answer.
  func take(_ row: Statistics) throws { try page.withLock { try $0.take(row) } }

  /// Ends the answer.
  func finish(_ explanations: [MergeExplanation]) throws { try page.withLock { try $0.finish(explanations) } }

  func end() throws { try page.withLock { try $0.end() } }
}
