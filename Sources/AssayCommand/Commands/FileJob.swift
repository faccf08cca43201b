import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports

/// Runs a verb over several inputs: one bad input does not stop the others, and the status is the gravest.
struct FileJob {
  let reporter: Reporter
  let report: ReportOptions
  /// The severity that a configuration makes the status 1 by.
  var failOn: FailOn?
  /// The numbers of what was said before the inputs.
  var beginning = Summary()
  /// Whether the summary is about findings, as for lint, and not about samples.
  var countsFindings = false
  /// Reports findings about inputs that are not read.
  var findings: ([Diagnostic], inout Summary) throws -> Void = { _, _ in }
  /// Says what can be said when all inputs were read; returns a status.
  var ending: (inout Summary) throws -> Int32 = { _ in ExitStatus.done }
  /// Samples by type and day, for pictures.
  var calendar: () -> SampleCalendar? = { nil }

  /// - Parameters:
  ///   - inputs: the inputs, in the order they were named.
  ///   - body: runs one input; the progress function is for its environment.
  /// - Throws: `ExitCode` for every status but 0.
  func run(
    _ inputs: [NamedInput],
    _ body: @escaping (ResolvedInput, ((Int64, Int) -> Void)?) async throws -> Summary
  ) async throws {
    try await run(
      inputs.map { named -> FileTask in
        switch named {
        case .found(let input):
          .work(FileWork(label: input.displayPath, size: input.size) { try await body(input, $0) })
        case .unreadable(let failure, let path): .unreadable(failure, path: path)
        case .finding(let diagnostic): .finding(diagnostic)
        }
      })
  }

  /// - Parameter tasks: what is done, in order.
  /// - Throws: `ExitCode` for every status but 0.
  func run(_ tasks: [FileTask]) async throws {
    let begun = MonotonicTime.seconds()
    var total = beginning
    var status = ExitStatus.done
    for task in tasks {
      let work: FileWork
      switch task {
      case .work(let found): work = found
      case .unreadable(let failure, let path):
        StandardError.write("assay: \(failure.message)\n")
        status = max(status, failure.status)
        total.addUnread(path)
        continue
      case .finding(let diagnostic):
        try findings([diagnostic], &total)
        continue
      }
      let showsProgress = StandardError.isTerminal && !report.quiet
      let bar = showsProgress ? ProgressBar(label: work.label, total: work.size) : nil
      do {
        let summary = try await work.run(bar.map { bar in { bar.update($0, $1) } })
        bar?.clear()
        total.merge(summary)
        if summary.isIncomplete { status = max(status, ExitStatus.refused) }
      } catch let interrupted as Interrupted {
        bar?.clear()
        total.merge(interrupted.summary)
        total.markIncomplete(.stopped)
        try? reporter.finish(total)
        report.printSummary(total, seconds: MonotonicTime.seconds() - begun)
        throw CommandFailure(
          "stopped by a signal; run the same command again to go on", status: 128 + interrupted.signal)
      } catch let error as OutputError {
        bar?.clear()
        throw CommandFailure(error)
      } catch {
        bar?.clear()
        let failure = CommandFailure(error)
        StandardError.write("assay: \(failure.message)\n")
        status = max(status, failure.status)
      }
    }
    status = max(status, try ending(&total), report.status(total, configured: failOn))
    reporter.outcome.isPassed = status == ExitStatus.done
    try reporter.finish(total, calendar: calendar())
    report.printSummary(total, seconds: MonotonicTime.seconds() - begun, countsFindings: countsFindings)
    if status != ExitStatus.done { throw ExitCode(status) }
  }
}

/// A part of a job.
enum FileTask {
  case work(FileWork)
  case unreadable(CommandFailure, path: String)
  case finding(Diagnostic)
}

/// Something to read from beginning to end.
struct FileWork {
  /// What it is called, for the progress bar.
  let label: String
  /// How many bytes it has, when that is known.
  let size: Int64?
  /// Does the work; the function is told the bytes read and the samples refused.
  let run: (((Int64, Int) -> Void)?) async throws -> Summary
}
