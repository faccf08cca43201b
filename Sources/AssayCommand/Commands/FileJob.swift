import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports

/// Runs a verb over several inputs, with progress on the terminal, the summary at the end, and the exit status.
struct FileJob {
  var job: InputJob
  private let report: ReportOptions
  private let reporter: Reporter
  private let begun = MonotonicTime.seconds()

  init(reporter: Reporter, report: ReportOptions, configured: FailOn? = nil) {
    self.report = report
    self.reporter = reporter
    job = InputJob(reporter: reporter)
    job.failOn = report.namedFailOn ?? configured ?? .error
    job.failed = Self.tell
    job.progress = report.progress
  }

  /// - Throws: `ExitCode` for every status but 0.
  func run(
    _ inputs: [NamedInput],
    _ body: @escaping (ResolvedInput, ((Int64, Int) -> Void)?) async throws -> Summary
  ) async throws {
    try end(try await job.run(inputs, body))
  }

  /// - Throws: `ExitCode` for every status but 0.
  func run(_ tasks: [InputJob.Task]) async throws { try end(try await job.run(tasks)) }

  private func end(_ outcome: InputJob.Outcome) throws {
    report.printSummary(
      outcome.summary, seconds: MonotonicTime.seconds() - begun, thresholds: reporter.outcome.thresholds)
    try Self.end(outcome.status, outcome.signal)
  }

  /// Ends the command with the status of its inputs.
  static func end(_ status: RunStatus, _ signal: Int32?) throws {
    if let signal {
      throw CommandFailure("stopped by a signal; run the same command again to go on", status: 128 + signal)
    }
    if status != .done { throw ExitCode(status.rawValue) }
  }

  /// Says why an input is not read.
  static func tell(_ failure: RunFailure) { StandardError.write("assay: \(failure.message)\n") }
}

extension ReportOptions {
  /// A progress bar on the terminal for an input; `nil` if standard error is not a terminal.
  func progress(_ work: InputJob.Work) -> InputJob.Progress? {
    guard StandardError.isTerminal, !quiet else { return nil }
    let bar = ProgressBar(label: work.label, total: work.size)
    return InputJob.Progress(update: bar.update, end: bar.clear)
  }
}
