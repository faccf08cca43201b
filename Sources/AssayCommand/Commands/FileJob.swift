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

  func run(
    _ inputs: [NamedInput],
    _ body: @escaping (ResolvedInput, ((Int64, Int) -> Void)?) async throws -> Summary
  ) async throws {
    try end(try await job.run(inputs, body))
  }

  func run(_ tasks: [InputJob.Task]) async throws { try end(try await job.run(tasks)) }

  private func end(_ outcome: InputJob.Outcome) throws {
    report.printSummary(
      outcome.summary, seconds: MonotonicTime.seconds() - begun, thresholds: reporter.outcome.thresholds)
    try Self.end(outcome.status, outcome.signal)
  }

  /// Ends the command with the status of its inputs.
  static func end(_ status: Failure.Status, _ signal: Int32?) throws {
    if let signal {
      throw Failure("stopped by a signal; run the same command again to go on", status: .stopped(by: signal))
    }
    if status != .done { throw ExitCode(status.rawValue) }
  }

  /// Says why an input is not read.
  static func tell(_ failure: Failure) { StandardError.write("assay: \(failure)\n") }
}

extension ReportOptions {
  /// A progress bar on the terminal for an input; `nil` if standard error is not a terminal.
  func progress(_ work: InputJob.Work) -> InputJob.Progress? {
    guard StandardError.isTerminal, !quiet else { return nil }
    let bar = ProgressBar(label: work.label, total: work.size)
    return InputJob.Progress(update: bar.update, end: bar.clear)
  }
}

/// A bar on the terminal for runs longer than a second: bytes, rate, time left, refused so far.
final class ProgressBar {
  private let total: Int64?
  private let label: String
  /// When the first bytes were read and how many they were: a run that goes on where another one stopped passes over
  /// what that one read, which says nothing of its rate.
  private var first: (seconds: Double, bytes: Int64)?
  private var lastShown = 0.0
  private var isShown = false

  init(label: String, total: Int64?) {
    self.label = label
    self.total = total
  }

  /// Shows where the run is; at most ten times a second.
  func update(_ bytes: Int64, _ refused: Int) {
    let now = MonotonicTime.seconds()
    let first = first ?? (seconds: now, bytes: bytes)
    self.first = first
    let elapsed = now - first.seconds
    guard elapsed > 1, now - lastShown > 0.1 else { return }
    lastShown = now
    isShown = true
    let rate = Double(bytes - first.bytes) / elapsed
    var facts = Self.size(Double(bytes))
    var share: Double?
    if let total, total > 0 {
      let part = min(1, Double(bytes) / Double(total))
      share = part
      facts = "\(Int(part * 100)) % of \(Self.size(Double(total)))"
      if rate > 0 { facts += ", \(Self.time(max(0, Int(Double(total - bytes) / rate)))) left" }
    }
    let line = ProgressLine(label: label, share: share, facts: facts + ", \(Self.size(rate))/s, \(refused) refused")
    StandardError.write("\r\u{1B}[K" + line.text(columns: StandardError.columns))
  }

  /// Takes the bar away.
  func clear() {
    if isShown { StandardError.write("\r\u{1B}[K") }
  }

  private static func size(_ bytes: Double) -> String {
    bytes >= 1e9 ? "\(Double(Int(bytes / 1e8)) / 10) GB" : "\(Double(Int(bytes / 1e5)) / 10) MB"
  }

  private static func time(_ seconds: Int) -> String {
    seconds >= 60 ? "\(seconds / 60) min \(seconds % 60) s" : "\(seconds) s"
  }
}
