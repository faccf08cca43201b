import ArgumentParser
import Assay
import AssayPlatform
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

struct StatsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "stats", abstract: "Compute sums, averages and durations, by intervals of the calendar.",
    discussion: """
      Sums of cumulative types, and durations, count each moment once: where samples of several sources overlap, the \
      first of --source-priority counts, else watches before phones before other sources before what was entered by \
      hand. Averages go by the type's definition: of the values, weighted by time, or of the energy of sound levels. \
      Days have 23 to 25 hours where clocks change. Intervals without samples are left out unless you add --fill.

      Examples, a row for each day and for each night of each participant, by the zones under `subjects` in assay.yaml:
      assay stats --store study.db --type stepCount --type heartRate --by subject,day --timezone subject --wide
      assay stats --store study.db --type sleepAnalysis --by subject,night --timezone subject --output-format csv
      """)

  @OptionGroup(title: "Types and plugins") var catalog: CatalogOptions
  @OptionGroup(title: "Store") var store: StoreOptions
  @Option(
    help: ArgumentHelp(
      "Answer from samples in the normal form instead of a store: JSON lines sorted by subject, type and start (`-`: standard input).",
      valueName: "file"),
    completion: .file())
  var input: String?

  @OptionGroup(title: "Question") var options: StatsOptions

  @Option(
    name: .customLong("plot"), defaultAsFlag: PlotDestination.terminal, parsing: .next,
    help: ArgumentHelp("Draw a chart: below the table, or in an SVG file.", valueName: "file.svg"),
    completion: .file(extensions: ["svg"]))
  var plot: PlotDestination? = nil

  @Option(
    name: .customLong("output-format"), help: "\(RowFormat.list).",
    completion: .list(RowFormat.allCases.map(\.rawValue)))
  var outputFormat = RowFormat.table.rawValue

  @OptionGroup(title: "Configuration") var project: ProjectOptions

  mutating func run() async throws {
    let form = try RowFormat(option: outputFormat)
    try PlotDestination.checkOnce(CommandLine.arguments)
    try plot?.check(isTable: form == .table)
    options = try options.nightly(plots: plot != nil)
    guard plot == nil || !options.isWide else { throw Failure.usage("--plot and --wide exclude each other") }
    let project = try project.project()
    if let input {
      guard store.location == nil else { throw Failure.usage("--input and --store exclude each other") }
      return try await answer(input, form, try catalog.registry(project: project), project)
    }
    let place = try await StorePlace(store, catalog, project)
    var options = options
    if options.isWide, options.types.isEmpty { options.types = try await Self.storedTypes(in: place) }
    let questions = try options.questions(
      place.registry, try await options.people.zones(options.timezone, of: place))
    let plot = plot
    let explains = options.explain
    let (isWide, timezone) = (options.isWide, options.timezone)
    let (missing, notes) = try await place.withStore { backend in
      let health = HealthStore(backend, zones: ZoneFolders.database)
      // One wrong question of several leaves no half answer.
      for question in questions { try question.check(for: health) }
      let printer = try StatsPrinter(form, questions, plot: plot, explains: explains, isWide: isWide)
      var isEmpty = false
      var listed: Set<Int> = []
      for question in questions {
        let outcome = try await Self.answer(question, health, on: printer)
        isEmpty = isEmpty || !outcome.hasRows
        listed.formUnion(outcome.listed)
      }
      try printer.end()
      let missing = try await Self.missing(questions, in: backend, isEmpty: isEmpty)
      let note = try await SubjectZoneOption.note(timezone, questions.map(\.type.id), in: backend)
      return (missing, try await Self.unusedPriority(questions, listed, in: backend) + [note].compactMap(\.self))
    }
    for note in notes { StandardError.write("assay: \(note)\n") }
    try MissingNames.end(missing)
  }

  /// The types that a wide table has if none are named: those of the stored samples, with members in their own types.
  private static func storedTypes(in place: StorePlace) async throws -> [String] {
    let counts = try await place.withStore { try await $0.counts() }
    let types = counts.map(\.type).filter { place.registry.type(named: $0)?.shape.hasTimedValue == true }
    guard !types.isEmpty else { throw Failure("the store has no samples with a value and a time", status: .refused) }
    return types
  }

  /// The notes about subjects and sources that the questions name and no sample has.
  private static func missing(
    _ questions: [StatsQuestion], in store: any StorageBackend, isEmpty: Bool
  ) async throws -> [String] {
    var seen: Set<[UInt8]> = []
    let names = questions.flatMap { question in
      question.predicate.subjects ?? question.predicate.subject.map { [$0] } ?? []
    }.filter { seen.insert(Array($0.utf8)).inserted }
    var query = SampleQuery()
    if !names.isEmpty { query.subjects = names }
    query.source = questions.first?.predicate.source
    return try await MissingNames.notes(query, in: store, isEmpty: isEmpty)
  }

  /// The notes about sources of the priority that no sample of the questions has.
  ///
  /// The store is read again only if the answers did not meet all of them: another subject may have one, and advice lists
  /// the sources.
  private static func unusedPriority(
    _ questions: [StatsQuestion], _ listed: Set<Int>, in store: any StorageBackend
  ) async throws -> [String] {
    guard let first = questions.first, listed.count < first.priority.order.count else { return [] }
    var query = first.predicate
    query.types = questions.map(\.type.id)
    query.subject = nil
    query.subjects = nil
    return try await MissingNames.notes(first.priority, query, in: store)
  }

  /// Asks, and stops asking when a signal comes.
  ///
  /// - Returns: whether the answer has rows, and which sources of the priority its samples have.
  private static func answer(
    _ question: StatsQuestion, _ store: HealthStore, on printer: StatsPrinter
  ) async throws -> (hasRows: Bool, listed: Set<Int>) {
    printer.begin(question)
    let outcome = try await withThrowingTaskGroup(of: (hasRows: Bool, listed: Set<Int>)?.self) { group in
      group.addTask {
        var hasRows = false
        let end = try await question.answer(store) { row in
          try Task.checkCancellation()
          hasRows = true
          try printer.add(row)
        }
        try printer.finish(end.explanations)
        return (hasRows, end.listed)
      }
      group.addTask {
        while !Task.isCancelled, StopSignals.pending() == nil { try? await Task.sleep(for: .milliseconds(50)) }
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
    guard let outcome else { throw StopSignals.failure }
    return outcome
  }
}

enum PlotDestination: ExpressibleByArgument, CustomStringConvertible, Sendable {
  case terminal
  case file(String)

  init?(argument: String) { self = .file(argument) }

  var description: String {
    switch self {
    case .terminal: "terminal"
    case .file(let path): path
    }
  }

  /// Refuses a second place, of which the parser would keep the last one and say nothing.
  static func checkOnce(_ arguments: [String]) throws {
    guard arguments.count(where: { $0 == "--plot" || $0.hasPrefix("--plot=") }) > 1 else { return }
    throw Failure.usage("--plot is given twice; run the command once for each picture")
  }

  func check(isTable: Bool) throws {
    switch self {
    case .terminal where !isTable:
      throw Failure.usage("--plot draws below a table; with another --output-format name a file: --plot out.svg")
    case .terminal: return
    case .file(let path): try Self.checkName(path, otherwise: "; without a file it draws in the terminal")
    }
  }

  static func checkName(_ path: String, otherwise: String = "") throws {
    guard path.utf8.count > 4, path.lowercased().hasSuffix(".svg") else {
      throw Failure.usage(
        "--plot takes a file whose name ends with .svg, got `\(TextEscaping.escaped(path, limit: 1000))`\(otherwise)")
    }
  }

  /// The file of the chart, which appears when it is complete; `nil` for the terminal.
  func file() throws -> PendingFile? {
    guard case .file(let path) = self else { return nil }
    return try PendingFile(path)
  }
}

extension TerminalChart {
  /// A chart as wide as the terminal, with the characters that it can show.
  init(environment: (String) -> String?) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    let codes = locale.lowercased()
    let isUTF8 = codes.hasSuffix("utf-8") || codes.hasSuffix("utf8")
    self.init(
      width: min(
        (Terminal.output.isInteractive ? Terminal.output.columns : nil) ?? environment("COLUMNS").flatMap { Int($0) }
          ?? 80, 400),
      usesUnicode: isUTF8 && environment("TERM") != "dumb")
  }

  static func variable(_ name: String) -> String? { EnvironmentVariables.value(of: name) }
}
