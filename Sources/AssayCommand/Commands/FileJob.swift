import ArgumentParser
import Assay
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
    _ body: (ResolvedInput, ((Int64, Int) -> Void)?) async throws -> Summary
  ) async throws {
    let begun = MonotonicClock.seconds()
    var total = beginning
    var status = ExitStatus.done
    for named in inputs {
      guard case .found(let input) = named else {
        switch named {
        case .unreadable(let failure, let path):
          StandardError.write("assay: \(failure.message)\n")
          status = max(status, failure.status)
          total.addUnread(path)
        case .finding(let diagnostic): try findings([diagnostic], &total)
        case .found: break
        }
        continue
      }
      let showsProgress = StandardError.isTerminal && !report.quiet
      let bar = showsProgress ? ProgressBar(label: input.displayPath, total: input.size) : nil
      do {
        let summary = try await body(input, bar.map { bar in { bar.update($0, $1) } })
        bar?.clear()
        total.merge(summary)
        if summary.isIncomplete { status = max(status, ExitStatus.refused) }
      } catch let interrupted as Interrupted {
        bar?.clear()
        total.merge(interrupted.summary)
        total.isIncomplete = true
        try? reporter.finish(total)
        report.printSummary(total, seconds: MonotonicClock.seconds() - begun)
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
    try reporter.finish(total, calendar: calendar())
    report.printSummary(total, seconds: MonotonicClock.seconds() - begun, countsFindings: countsFindings)
    if status != ExitStatus.done { throw ExitCode(status) }
  }
}
