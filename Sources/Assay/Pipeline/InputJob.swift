import AssayPlatform
import HealthCatalog
public import HealthFormats
public import HealthModel
public import HealthReports
import HealthValidation

/// The number of threads a run uses by default: the processors it may run on, within the container's quota.
public enum JobCount {
  /// The number, at least 1.
  public static func available() -> Int {
    let online = CurrentProcess.processorCount
    let allowed = min(online, affinity() ?? online)
    return max(1, min(allowed, quota() ?? allowed))
  }

  /// The processors this process may run on: `Cpus_allowed_list: 0-3,8` of proc(5).
  private static func affinity() -> Int? {
    guard let text = text(of: "/proc/self/status") else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix("Cpus_allowed_list:") {
      var count = 0
      for range in line.dropFirst(18).split(separator: ",") {
        let ends = range.split(separator: "-").map { Int($0.filter(\.isNumber)) }
        guard let first = ends.first.flatMap({ $0 }), let last = ends.last.flatMap({ $0 }), last >= first else {
          return nil
        }
        count += last - first + 1
      }
      return count > 0 ? count : nil
    }
    return nil
  }

  /// The container's quota in whole processors, rounded up: cgroup version 2, else version 1.
  private static func quota() -> Int? {
    if let words = numbers(in: "/sys/fs/cgroup/cpu.max"), words.count == 2 { return ceiling(words[0], words[1]) }
    if let limit = numbers(in: "/sys/fs/cgroup/cpu/cpu.cfs_quota_us")?.first,
      let period = numbers(in: "/sys/fs/cgroup/cpu/cpu.cfs_period_us")?.first
    {
      return ceiling(limit, period)
    }
    return nil
  }

  private static func ceiling(_ limit: Int, _ period: Int) -> Int? {
    guard limit > 0, period > 0 else { return nil }
    return limit / period + (limit % period == 0 ? 0 : 1)
  }

  private static func numbers(in path: String) -> [Int]? {
    guard let words = text(of: path)?.split(whereSeparator: \.isWhitespace) else { return nil }
    let values = words.compactMap { Int($0) }
    return values.count == words.count ? values : nil
  }

  private static func text(of path: String) -> String? {
    guard let bytes = try? Descriptor(reading: path).bytes(limit: 8192), !bytes.isEmpty else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Reads several inputs, one after the other: one bad input does not stop the others, and the highest status counts.
public struct InputJob {
  /// Something to read from beginning to end.
  package struct Work {
    package let label: String
    /// How many bytes it has, when that is known.
    package let size: Int64?
    /// Does the work; the function receives the bytes read and the samples refused.
    let run: (((Int64, Int) -> Void)?) async throws -> Summary

    package init(label: String, size: Int64?, run: @escaping (((Int64, Int) -> Void)?) async throws -> Summary) {
      self.label = label
      self.size = size
      self.run = run
    }
  }

  package enum Task {
    case work(Work)
    /// An input that cannot be read.
    case unreadable(Failure, path: String)
    case finding(Diagnostic)
  }

  package struct Progress {
    let update: (Int64, Int) -> Void
    let end: () -> Void

    /// Creates a way to show it: told the bytes read and the samples refused, then the end.
    package init(update: @escaping (Int64, Int) -> Void, end: @escaping () -> Void) {
      self.update = update
      self.end = end
    }
  }

  /// The result of a job.
  public struct Outcome: Sendable {
    /// The numbers of all inputs.
    public var summary: Summary
    /// The highest status.
    public var status: Failure.Status
    /// The signal that ended it early; what was done is saved.
    public var signal: Int32?
  }

  private let reporter: Reporter
  /// The least severity that makes the status `refused`.
  public var failOn = FailOn.error
  /// The numbers of what was said before the inputs.
  package var beginning = Summary()
  /// Reports findings about inputs that are not read.
  package var findings: ([Diagnostic], inout Summary) throws -> Void = { _, _ in }
  /// Says what can be said when all inputs were read; returns a status.
  package var ending: (inout Summary) throws -> Failure.Status = { _ in .done }
  /// Samples by type and day, for pictures.
  package var calendar: () -> SampleCalendar? = { nil }
  /// Told of each input that cannot be read, or not to its end, when its turn has come.
  public var failed: (Failure) -> Void = { _ in }
  /// Called for a way to show the progress of an input.
  package var progress: (Work) -> Progress? = { _ in nil }

  /// Creates a job whose findings a reporter takes.
  public init(reporter: Reporter) { self.reporter = reporter }

  /// Reads inputs in their order, and finishes the report.
  ///
  /// - Parameters:
  ///   - inputs: the inputs.
  ///   - body: reads one; the function is for its environment.
  /// - Returns: what all inputs came to.
  /// - Throws: `Failure` when the report cannot be written, and what `ending` throws.
  public func run(
    _ inputs: [NamedInput],
    _ body: @escaping (ResolvedInput, ((Int64, Int) -> Void)?) async throws -> Summary
  ) async throws -> Outcome {
    // One after the other, since there may be tens of thousands.
    try await run(
      inputs.lazy.map { named -> Task in
        switch named {
        case .found(let input):
          .work(Work(label: input.displayPath, size: input.totalSize) { try await body(input, $0) })
        case .unreadable(let failure, let path): .unreadable(failure, path: path)
        case .finding(let diagnostic): .finding(diagnostic)
        }
      })
  }

  /// Does tasks in their order, and finishes the report.
  package func run(_ tasks: some Sequence<Task>) async throws -> Outcome {
    var total = beginning
    var status = Failure.Status.done
    for task in tasks {
      switch task {
      case .work(let work):
        let shown = progress(work)
        do {
          let summary = try await work.run(shown?.update)
          shown?.end()
          total.merge(summary)
          if summary.isIncomplete { status = max(status, .refused) }
        } catch let interrupted as Interrupted {
          shown?.end()
          total.merge(interrupted.summary)
          total.markIncomplete(.stopped)
          try? reporter.finish(total)
          return Outcome(summary: total, status: max(status, .refused), signal: interrupted.signal)
        } catch let error as OutputError {
          shown?.end()
          throw Failure(error)
        } catch {
          shown?.end()
          let failure = Failure(error)
          failed(failure)
          status = max(status, failure.status)
          // An input missing from every report would look like one that was never requested.
          total.addUnread(work.label, error is InputError ? .unreadable : .stopped)
        }
      case .unreadable(let failure, let path):
        failed(failure)
        status = max(status, failure.status)
        total.addUnread(path)
      case .finding(let diagnostic): try findings([diagnostic], &total)
      }
    }
    status = max(status, try ending(&total), total.status(failOn))
    reporter.outcome.isPassed = status == .done
    try reporter.finish(total, calendar: calendar())
    return Outcome(summary: total, status: status)
  }
}
