import ArgumentParser
import Assay
import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// What `validate` and `lint` share: inputs judged by a project's rules, findings filtered, counted and reported.
final class CheckSession {
  let reporter: Reporter
  let filter: FindingFilter
  let across: AcrossRun?
  private let project: Project?
  private let input: InputOptions
  private let report: ReportOptions
  private let jobs: Int
  private let validator: Validator
  private var days = SampleCalendar()

  /// - Parameters:
  ///   - registry: the types.
  ///   - project: the project whose rules hold; `nil` for none.
  ///   - input: the command's options for inputs.
  ///   - report: the command's options for reports.
  ///   - reporter: where findings go.
  ///   - filter: tells new findings from known ones.
  ///   - across: the options of the rules over several samples; `nil` leaves them out.
  /// - Throws: `CommandFailure` when an option has no sound value.
  init(
    registry: Registry, project: Project?, input: InputOptions, report: ReportOptions, reporter: Reporter,
    filter: FindingFilter, across: AcrossOptions?
  ) throws {
    self.project = project
    self.input = input
    self.report = report
    self.reporter = reporter
    self.filter = filter
    jobs = try input.jobCount()
    validator = Validator(registry: registry, options: try input.validationOptions(normalizes: false))
    self.across = across.map { AcrossRun(registry: registry, options: $0, redacts: report.redact) }
    reporter.typeNames = registry.types.map(\.id)
  }

  /// Whether samples are counted by day.
  private var countsDays: Bool { reporter.wantsCalendar && !report.redact }

  /// Samples by type and day, for pictures.
  var calendar: SampleCalendar? { countsDays ? days : nil }

  /// Checks one input.
  func run(
    _ input: ResolvedInput, quarantine: QuarantineFile? = nil, progress: ((Int64, Int) -> Void)?
  ) async throws -> Summary {
    var options = try self.input.validationOptions(normalizes: across != nil, of: input, in: project)
    options.locatesSources = filter.usesSources
    options.countsDays = countsDays
    var environment = RunEnvironment(
      validator: validator.with(options), jobs: jobs, reporter: reporter, interruption: ProcessSignals.pending,
      progress: progress)
    environment.filter = filter
    environment.filterPath = project?.relativePath(of: input.path)
    environment.across = across
    environment.redacts = report.redact
    if countsDays { environment.calendar = { [self] in days.merge($0) } }
    return try await ValidationRun(environment).run(input, quarantine: quarantine)
  }

  /// Reports findings of a project or its definitions, and counts them.
  func report(_ diagnostics: [Diagnostic], into summary: inout Summary) throws {
    for diagnostic in diagnostics { try report(diagnostic, source: (nil, nil), into: &summary) }
  }

  /// Reports what the rules over several samples find at the end, and says what they looked at.
  func finishAcross(into summary: inout Summary) throws {
    guard let across else { return }
    for finding in across.finish() {
      try report(across.diagnostic(finding), source: (finding.source, finding.sourceBundle), into: &summary)
    }
    if !report.quiet { StandardError.write("across samples: \(across.coverage)\n") }
  }

  private func report(
    _ diagnostic: Diagnostic, source: (name: String?, bundle: String?), into summary: inout Summary
  ) throws {
    let policy = project?.severities(in: diagnostic.location.path) ?? SeverityPolicy()
    var diagnostic = diagnostic
    guard
      let severity = policy.severity(
        of: diagnostic.code, diagnostic.severity, type: diagnostic.type, source: source.name,
        bundle: source.bundle)
    else { return }
    diagnostic.severity = severity
    var subject = FindingFilter.Subject(diagnostic)
    subject.sourceName = source.name
    subject.sourceBundle = source.bundle
    switch filter.verdict(subject) {
    case .suppressed: summary.suppressed = (summary.suppressed ?? 0) + 1
    case .known: summary.known = (summary.known ?? 0) + 1
    case .new:
      summary.count(diagnostic.code, diagnostic.severity)
      try reporter.report(diagnostic)
    }
  }
}
