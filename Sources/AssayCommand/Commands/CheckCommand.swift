import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// Options fill a request; one function runs it, feeds the reports, and ends the command with its status.
extension CheckRequest {
  init(
    _ verb: String, _ input: InputOptions, _ catalog: CatalogOptions, seconds: Double, _ report: ReportOptions,
    _ project: Project?, ranges: RangeOptions? = nil, suggestsProfiles: Bool = true
  ) throws {
    let judging = try input.judging.settings()
    try judging.check(project)
    let formats = try catalog.plugins.formats(project, format: input.format, seconds: seconds)
    let profiles = try catalog.plugins.profiles(project)
    let inputs =
      try ranges?.inputs(input, of: project)
      ?? input.projectInputs(
        project: project, formats: formats, profiles: profiles, listsAll: report.verbose,
        suggestsProfiles: suggestsProfiles)
    try judging.check(inputs, in: project)
    self.init(inputs: inputs.map(Input.named))
    self.judging = judging
    self.formats = formats
    self.profiles = profiles
    jobs = try input.jobCount()
    terms["format"] = input.format == "auto" ? nil : input.format
    types = try catalog.registry(project: project)
    pluginSeconds = seconds
    fill(verb, report, project)
  }

  mutating func fill(_ verb: String?, _ report: ReportOptions, _ project: Project?) {
    self.verb = verb
    self.project = project
    redacts = report.redact
    failOn = report.namedFailOn ?? failOn
    interruption = StopSignals.pending
    note = { StandardError.write("assay: \($0)\n") }
    failed = { StandardError.write("assay: \($0)\n") }
    // Small commits are for tests that interrupt; a larger size is not faster.
    if let size = EnvironmentVariables.value(of: "ASSAY_COMMIT_SIZE").flatMap({ Int($0) }), size > 0 {
      commitSize = size
    }
    guard StandardError.isTerminal, !report.quiet else { return }
    progress = { label, size in
      let bar = ProgressBar(label: label, total: size)
      return CheckProgress(update: bar.update, end: bar.clear)
    }
  }

  mutating func addRules(
    _ plugins: PluginOptions, _ report: ReportOptions, shown: (String) -> String = { $0 }
  ) throws {
    guard let types else { return }
    rulePlugins = try plugins.rulePlugins(types, project)
    guard !report.quiet else { return }
    for text in ConfiguredPlugins(project).idleRules(running: rulePlugins.map(\.name), shown: shown) {
      note("note: \(text)")
    }
  }

  /// The files of the run, which its outputs may not replace.
  func protected(_ catalog: CatalogOptions) throws -> ProtectedFiles {
    let paths = inputs.compactMap(\.path)
    return ProtectedFiles(paths: paths, folders: try catalog.plugins.typeFolders() + catalog.folders, project: project)
  }
}

extension CheckEngine {
  /// Makes ready to check what a command asks for; reports and `outputs` may not replace what is read.
  convenience init(
    _ request: CheckRequest, _ report: ReportOptions, _ catalog: CatalogOptions, writing outputs: [String?] = [],
    pathPrefix: String = ""
  ) throws {
    let request = try request.resolved(checksSettings: false)
    let protected = try request.protected(catalog)
    for output in outputs { try output.map(protected.check) }
    // A reader that went away does not change the verdict, so the work goes on to its status.
    let reporter = try report.reporter(
      to: .standardOutput(), isTerminal: StandardOutput.isTerminal, survivesClosedPipe: true, protecting: protected)
    reporter.pathPrefix = pathPrefix
    try self.init(request, reporter)
  }
}

extension CheckOutcome {
  /// Prints the notes and the summary, and ends the command with the status.
  func end(_ report: ReportOptions, of engine: CheckEngine) throws {
    for note in notes { report.tell(note) }
    if !report.quiet {
      for result in engine.reporter?.outcome.thresholds ?? [] { StandardError.write("fail if \(result.line)\n") }
      if report.verbose { StandardError.write(typeLines) }
      // Of what a signal ended the samples are counted, since the findings are not all.
      let isOfFindings = engine.request.lint != nil && signal == nil
      let seconds = MonotonicTime.seconds() - engine.begun
      StandardError.write((isOfFindings ? summary.findingsLine : summary.line(seconds: seconds)) + "\n")
    }
    if let signal {
      throw Failure("stopped by a signal; run the same command again to go on", status: .stopped(by: signal))
    }
    try status.end()
  }

  private var typeLines: String {
    let types = summary.byType.sorted { $0.key < $1.key }.map { type, counts in
      "  \(TextEscaping.escaped(type)): \(counts.read) read, \(counts.accepted) accepted, \(counts.refused) refused, "
        + "\(counts.warnings) warnings\n"
    }
    let elements = summary.elements.sorted { $0.key < $1.key }.map { "  <\(TextEscaping.escaped($0))>: \($1)\n" }
    return (types + elements).joined()
  }
}

extension Failure.Status {
  func end() throws { if self != .done { throw ExitCode(rawValue) } }
}

extension ReportOptions {
  fileprivate func tell(_ note: CheckOutcome.Note) {
    switch note {
    case .text(let text): StandardError.write("assay: \(text)\n")
    case .coverage(let coverage): if !quiet, verbose { StandardError.write("across samples: \(coverage)\n") }
    case .written(let path, let findings, let classes):
      StandardError.write(
        "wrote \(GroupedDigits.string(findings)) finding\(findings == 1 ? "" : "s") of "
          + "\(GroupedDigits.string(classes)) class\(classes == 1 ? "" : "es") to "
          + "\(TextEscaping.escaped(path, limit: 1000))\n")
    case .notWritten(let path, let word):
      StandardError.write(
        "assay: \(TextEscaping.escaped(path, limit: 1000)) was not \(word): not all data was checked, see above\n")
    }
  }
}

/// A line on the terminal for work longer than a second, which is shown at most ten times a second.
final class TerminalLine {
  private var lastShown = 0.0
  private var isShown = false

  /// Shows the line for the seconds since the work began.
  func show(since begun: Double, _ line: (_ elapsed: Double) -> ProgressLine) {
    let now = MonotonicTime.seconds()
    guard now - begun > 1, now - lastShown > 0.1 else { return }
    (lastShown, isShown) = (now, true)
    StandardError.write("\r\u{1B}[K" + line(now - begun).text(columns: StandardError.columns))
  }

  func clear() { if isShown { StandardError.write("\r\u{1B}[K") } }
}

/// The progress of an input: bytes, rate, time left, refused so far.
final class ProgressBar {
  private let total: Int64?
  private let label: String
  private let line = TerminalLine()
  /// When the first bytes were read and how many they were: a run that goes on where another one stopped passes over
  /// what that one read, which says nothing of its rate.
  private var first: (seconds: Double, bytes: Int64)?

  init(label: String, total: Int64?) {
    self.label = label
    self.total = total
  }

  func update(_ bytes: Int64, _ refused: Int) {
    let first = first ?? (seconds: MonotonicTime.seconds(), bytes: bytes)
    self.first = first
    line.show(since: first.seconds) { elapsed in
      let rate = Double(bytes - first.bytes) / elapsed
      var facts = Self.size(Double(bytes))
      var share: Double?
      if let total, total > 0 {
        let part = min(1, Double(bytes) / Double(total))
        share = part
        facts = "\(Int(part * 100)) % of \(Self.size(Double(total)))"
        if rate > 0 { facts += ", \(Self.time(max(0, Int(Double(total - bytes) / rate)))) left" }
      }
      return ProgressLine(label: label, share: share, facts: facts + ", \(Self.size(rate))/s, \(refused) refused")
    }
  }

  func clear() { line.clear() }

  private static func size(_ bytes: Double) -> String {
    bytes >= 1e9 ? "\(Double(Int(bytes / 1e8)) / 10) GB" : "\(Double(Int(bytes / 1e5)) / 10) MB"
  }

  private static func time(_ seconds: Int) -> String {
    seconds >= 60 ? "\(seconds / 60) min \(seconds % 60) s" : "\(seconds) s"
  }
}
