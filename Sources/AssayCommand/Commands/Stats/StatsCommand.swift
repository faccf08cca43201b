import ArgumentParser
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

/// `assay stats`: sums, averages and lengths of stored samples, by intervals of the calendar.
struct StatsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "stats", abstract: "Compute sums, averages and durations, by intervals of the calendar.",
    discussion: """
      Sums of cumulative types, and durations, count each moment once: where samples of several sources overlap, the \
      first of --source-priority counts, else watches before phones before other sources before what was entered by \
      hand. Averages go by the type's definition: of the values, weighted by time, or of the energy of sound levels. \
      Days have 23 to 25 hours where clocks change. Intervals without samples are left out.
      """)

  /// The forms of an answer.
  enum Form: String, CaseIterable {
    case table, csv, json
  }

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var options: StatsOptions

  @Option(
    name: .customLong("plot"), defaultAsFlag: PlotPlace.terminal, parsing: .next,
    help: ArgumentHelp("Draw a chart: below the table, or in an SVG file.", valueName: "file.svg"),
    completion: .file(extensions: ["svg"]))
  var plot: PlotPlace? = nil

  @Option(
    name: .customLong("output-format"), help: "table, csv or json.", completion: .list(Form.allCases.map(\.rawValue)))
  var outputFormat = Form.table.rawValue

  @OptionGroup var project: ProjectOptions

  mutating func run() async throws {
    guard let form = Form(rawValue: outputFormat) else {
      throw CommandFailure.usage("--output-format takes table, csv or json")
    }
    try plot?.check(isTable: form == .table)
    let url = try store.url()
    let project = try project.project()
    let registry = try catalog.registry(project: project)
    let questions = try options.questions(registry)
    let backend = try await store.open(url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
    let plot = plot
    let explains = options.explain
    try await OpenStore.closing(backend) {
      let health = HealthStore(backend, registry: registry)
      var page = try StatsPage(form, questions, plot: plot, explains: explains)
      // All is answered before anything is printed: one wrong question of several leaves no half answer.
      var answers: [StatsAnswer] = []
      for question in questions {
        answers.append(try await Self.answer(question, health))
      }
      for answer in answers { try page.write(answer) }
      try page.end()
    }
  }
}

extension StatsCommand {
  /// Asks, and stops asking when a signal comes.
  private static func answer(_ question: StatsQuestion, _ store: HealthStore) async throws -> StatsAnswer {
    let answer = try await withThrowingTaskGroup(of: StatsAnswer?.self) { group in
      group.addTask { try await question.answer(store) }
      group.addTask {
        while !Task.isCancelled, ProcessSignals.pending() == nil { try? await Task.sleep(for: .milliseconds(50)) }
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
    guard let answer else {
      throw CommandFailure("stopped by a signal", status: 128 + (ProcessSignals.pending() ?? 0))
    }
    return answer
  }
}

/// What the command prints, answer by answer.
struct StatsPage {
  private let form: StatsCommand.Form
  private let plot: PlotPlace?
  private let explains: Bool
  private let output = ByteOutput.standardOutput()
  private let csv: StatsCSV
  private var json: StatsJSON
  /// Made at once, so that a place that cannot be written is told before the work.
  private let file: PendingFile?
  private var charts: [ChartData] = []
  private var count = 0

  init(_ form: StatsCommand.Form, _ questions: [StatsQuestion], plot: PlotPlace?, explains: Bool) throws {
    self.form = form
    self.plot = plot
    self.explains = explains
    csv = StatsCSV(questions)
    json = StatsJSON(output, explains: explains)
    file = try plot?.file()
  }

  /// Writes an answer; the first one begins the page.
  mutating func write(_ answer: StatsAnswer) throws {
    let chart = try plot.map { _ in try StatsChart(answer).data() }
    switch form {
    case .table:
      if count > 0 { try output.append("\n") }
      try StatsTable(answer).write(to: output)
    case .csv:
      if count == 0 { try output.append(csv.header) }
      try csv.write(answer, to: output)
    case .json:
      if count == 0 { try json.begin() }
      try json.write(answer)
    }
    count += 1
    if let chart {
      if file == nil {
        try output.append("\n" + TerminalChart(environment: TerminalChart.variable).text(chart))
      } else {
        charts.append(chart)
      }
    }
    if explains, form != .json {
      try output.flush()
      StandardError.write(StatsExplanation(answer).text)
    }
  }

  /// Ends the page, and draws what goes to a file.
  mutating func end() throws {
    if form == .json { try json.end() }
    try output.flush()
    guard let file else { return }
    try file.output.append(SVGChart.document(charts))
    try file.finish()
  }
}
