import AssayPlatform
public import HealthModel
import HealthReports
import Synchronization

/// What a check says of a part of its inputs.
public enum CheckEvent: Sendable {
  /// Findings, in the order of the inputs.
  case findings([Diagnostic])
  /// Samples that passed the rules, in their normal form, if the request hands them on.
  ///
  /// A store may have some of them already, and commits them later than this: the counts at the end say what was stored.
  case accepted(SampleBatch)
  /// Records that are refused, or not stored.
  case refused([RefusedRecord])
  /// How many bytes of an input, by the name that findings give it, and how many of its samples were read.
  case progress(String, bytes: Int64, Int)
  /// The counts and the status; the last event. What was accepted is on the disk, if there is a store.
  case end(CheckOutcome)
}

/// A check whose events are pulled: it reads on when the next event is asked for.
///
/// ```swift
/// for try await event in try CheckRequest(inputs: [.file("morning.ndjson")]).run() {
///   if case .findings(let findings) = event { for finding in findings { print(finding.message) } }
/// }
/// ```
///
/// Events carry whole batches, and one of them waits at most, so that memory is bounded however slow the reader is. An
/// import has the turn to write from the first event of an input to its last: whoever reads the events writes nothing to
/// the same store meanwhile.
///
/// When the reader's task is canceled, the next event is a `CancellationError`, and the transaction is rolled back by then;
/// when the reader leaves the loop, it is rolled back soon, and the next writer waits for that. What was committed stays, and
/// the same request goes on there. Each iteration is a run of its own.
public struct CheckRun: AsyncSequence, Sendable {
  /// What a check says of a part of its inputs.
  public typealias Element = CheckEvent
  /// What a failing store, report or input throws, or `CancellationError`.
  public typealias Failure = any Error

  private let request: CheckRequest

  init(_ request: CheckRequest) { self.request = request }

  /// Starts a run.
  public func makeAsyncIterator() -> Iterator { Iterator(request) }

  /// The events of one run, for one task.
  public struct Iterator: AsyncIteratorProtocol {
    private let work: Work

    fileprivate init(_ request: CheckRequest) { work = Work(request) }

    /// The next event, when the run has come so far; `nil` after the last.
    ///
    /// - Throws: `Failure` when a store or a report fails; `CancellationError` when the task is canceled.
    public mutating func next() async throws -> CheckEvent? { try await work.next() }
  }

  /// A run on a task of its own, which ends with the iterator.
  private final class Work: Sendable {
    private let request: CheckRequest
    private let events = EventQueue()
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ request: CheckRequest) { self.request = request }

    deinit {
      events.abandon()
      task.withLock { $0?.cancel() }
    }

    func next() async throws -> CheckEvent? {
      let task = started()
      return try await withTaskCancellationHandler {
        try await events.next()
      } onCancel: {
        events.abandon()
        task.cancel()
      }
    }

    private func started() -> Task<Void, Never> {
      task.withLock { task in
        if let task { return task }
        let started = Task { [events, request] in
          do {
            let engine = try CheckEngine(request, Reporter(sinks: []), emit: { try await events.add($0) })
            let outcome = try await engine.checkInputs()
            try await events.add(.end(outcome))
            events.finish(nil)
          } catch {
            // A store may have wrapped it.
            events.finish(Task.isCancelled ? CancellationError() : error)
          }
        }
        task = started
        return started
      }
    }
  }
}

/// A place for one event between a run and its reader: each waits for the other.
///
/// Who waits is resumed when the lock is free again: a task that is canceled holds its own lock while `abandon` runs.
private final class EventQueue: Sendable {
  private struct State {
    var event: CheckEvent?
    var reader: CheckedContinuation<CheckEvent?, any Error>?
    var writer: CheckedContinuation<Void, Never>?
    var isAbandoned = false
    var isFinished = false
    var failure: (any Error)?

    /// What the reader gets when it asks now; `nil` while it waits.
    mutating func answer() -> Result<CheckEvent?, any Error>? {
      // A run on its way out is waited for, until it let go of everything.
      if let event = event.take() { return .success(event) }
      guard isFinished else { return nil }
      return failure.take().map { .failure($0) } ?? .success(nil)
    }
  }

  private let state = Mutex(State())

  /// Adds an event when the one before was taken.
  func add(_ event: CheckEvent) async throws {
    while true {
      let (isAdded, reader) = try state.withLock { state in
        if state.isAbandoned { throw CancellationError() }
        let reader = state.reader.take()
        guard reader == nil, state.event == nil else { return (reader != nil, reader) }
        state.event = event
        return (true, nil)
      }
      reader?.resume(returning: event)
      if isAdded { return }
      await withCheckedContinuation { writer in
        let mustWait = state.withLock { state in
          guard state.event != nil, !state.isAbandoned else { return false }
          state.writer = writer
          return true
        }
        if !mustWait { writer.resume() }
      }
    }
  }

  /// The next event; `nil` after the last.
  func next() async throws -> CheckEvent? {
    try await withCheckedThrowingContinuation { reader in
      let (answer, writer) = state.withLock { state in
        let answer = state.answer()
        if answer == nil { state.reader = reader }
        return (answer, answer == nil ? nil : state.writer.take())
      }
      writer?.resume()
      if let answer { reader.resume(with: answer) }
    }
  }

  /// Ends the run at its next event.
  func abandon() {
    let writer = state.withLock { state in
      state.isAbandoned = true
      // The last event of a run that is over is still true.
      if !state.isFinished { state.event = nil }
      return state.writer.take()
    }
    writer?.resume()
  }

  /// Says that no event follows.
  func finish(_ failure: (any Error)?) {
    let (reader, answer) = state.withLock { state in
      state.isFinished = true
      state.failure = failure
      let reader = state.reader.take()
      return (reader, reader == nil ? nil : state.answer())
    }
    if let answer { reader?.resume(with: answer) }
  }
}

/// The number of threads a run uses by default: the processors it may run on, within the container's quota.
package enum JobCount {
  package static func available() -> Int {
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
