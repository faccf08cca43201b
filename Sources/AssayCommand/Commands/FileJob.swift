import ArgumentParser
import Assay
import HealthFormats
import HealthReports

/// Runs a verb over several inputs: one bad input does not stop the others, and the status is the gravest.
struct FileJob {
  let reporter: Reporter
  let report: ReportOptions

  /// - Parameters:
  ///   - inputs: the inputs, in the order they were named.
  ///   - body: runs one input; the progress function is for its environment.
  /// - Throws: `ExitCode` for every status but 0.
  func run(
    _ inputs: [NamedInput],
    _ body: (ResolvedInput, ((Int64, Int) -> Void)?) async throws -> Summary
  ) async throws {
    let begun = MonotonicClock.seconds()
    var total = Summary()
    var status = ExitStatus.done
    for named in inputs {
      guard case .found(let input) = named else {
        if case .unreadable(let failure) = named {
          StandardError.write("assay: \(failure.message)\n")
          status = max(status, failure.status)
        }
        continue
      }
      let showsProgress = StandardError.isTerminal && !report.quiet
      let bar = showsProgress ? ProgressBar(label: input.displayPath, total: input.size) : nil
      do {
        let summary = try await body(input, bar.map { bar in { bar.update($0, $1) } })
        bar?.clear()
        total.merge(summary)
        status = max(status, report.status(summary))
      } catch let interrupted as Interrupted {
        bar?.clear()
        total.merge(interrupted.summary)
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
    try reporter.finish(total)
    report.printSummary(total, seconds: MonotonicClock.seconds() - begun)
    if status != ExitStatus.done { throw ExitCode(status) }
  }
}
