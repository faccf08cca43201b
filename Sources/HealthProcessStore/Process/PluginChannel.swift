import AssayPlatform
import HealthStorage
import Synchronization

/// The pipes of one running plugin.
///
/// A dedicated thread reads, writes, keeps the time and waits for the process to end, so that neither side ever waits
/// for the other: a plugin that does not read cannot keep the host from reading, nor a slow reader it from writing. One
/// conversation uses the channel at a time.
final class PluginChannel: Sendable {
  /// The plugin's name, made safe to show.
  let name: String
  let limits: ProcessLimits
  /// The secrets to remove from all output of the plugin.
  let secrets: StoreSecrets
  let state = Mutex(ChannelState())
  /// Told by the thread about the plugin's words for the operator.
  private let log: @Sendable (String) -> Void
  /// The end by which the thread is woken.
  private let wakeEnd: PipeEnd

  init(
    name: String, limits: ProcessLimits, secrets: StoreSecrets, wakeEnd: PipeEnd,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.name = name
    self.limits = limits
    self.secrets = secrets
    self.wakeEnd = wakeEnd
    self.log = log
  }

  // MARK: Writing

  /// Puts bytes after those that wait to be written.
  func send(_ bytes: [[UInt8]]) {
    state.withLock { state in
      guard state.failure == nil else { return }
      for part in bytes where !part.isEmpty {
        state.outgoing.append(part)
        state.outgoingBytes += part.count
      }
      wake(&state)
    }
  }

  /// Waits until there is space for more.
  ///
  /// - Throws: `ChannelFailure` when the plugin is silent too long, or ends.
  func waitForRoom(limit: Int) async throws(ChannelFailure) {
    while true {
      let (isReady, failure) = state.withLock { ($0.isReady(forRoom: true), $0.failure) }
      if let failure { throw failure }
      if isReady { return }
      await wait(forRoom: true, limit: limit)
    }
  }

  // MARK: Reading

  /// Says which question may be answered with rows from now on.
  func expectRows(for ask: Int64?) { state.withLock { $0.asked = ask } }

  /// The next thing that arrives.
  ///
  /// - Parameter limit: for how many milliseconds the plugin may be silent.
  /// - Returns: what came.
  /// - Throws: `ChannelFailure` when nothing more comes.
  func next(limit: Int) async throws(ChannelFailure) -> Arrival {
    while true {
      let (arrival, failure) = state.withLock { state -> (Arrival?, ChannelFailure?) in
        guard !state.arrivals.isEmpty else { return (nil, state.failure) }
        let arrival = state.arrivals.removeFirst()
        state.arrivedBytes -= arrival.size
        if state.isPaused, state.hasArrivalRoom { wake(&state) }
        return (arrival, nil)
      }
      if let arrival { return arrival }
      if let failure { throw failure }
      await wait(forRoom: false, limit: limit)
    }
  }

  /// How many batches may be on their way, when the plugin has changed it.
  var credits: Int? { state.withLock { $0.credits } }

  /// The end of what the plugin wrote to standard error, made safe to show.
  var errorTail: String? { state.withLock { $0.errorTail }.shown(secrets) }

  /// Whether nothing more will come.
  var hasFailed: Bool { state.withLock { $0.failure != nil } }

  private func wait(forRoom: Bool, limit: Int) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isReady = state.withLock { state in
        if state.isReady(forRoom: forRoom) { return true }
        let now = MonotonicTime.milliseconds()
        state.waiter = ChannelState.Waiter(
          continuation: continuation, isForRoom: forRoom, since: now, limit: limit,
          workingLimit: limit * limits.workingTimes)
        if now + limit < state.wakesAt { wake(&state) }
        return false
      }
      if isReady { continuation.resume() }
    }
  }

  // MARK: Ending

  /// Ends the process and waits until nothing of its group is left.
  func end(_ ending: ChannelState.Ending) async {
    request(ending)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isOver = state.withLock { state in
        if !state.isOver { state.enders.append(continuation) }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }

  /// Asks for the end of the process; more urgent wishes stay.
  func request(_ ending: ChannelState.Ending) {
    state.withLock { state in
      state.ending = max(state.ending ?? ending, ending)
      wake(&state)
    }
  }

  /// Passes on to the operator what the plugin logs, within the limit.
  func tell(level: String, _ message: String) {
    let line = state.withLock { state in
      state.operatorWords.line(level) { "\(name): \(secrets.shown(message, limit: 500))" }
    }
    if let line { log(line) }
  }

  /// Reports to the operator the number of lines dropped.
  func tellRest() {
    for line in state.withLock({ $0.operatorWords.rest(name) }) { log(line) }
  }

  /// Closes what woke the thread, which is at its end.
  func closeWakeEnd() { state.withLock { _ in wakeEnd.close() } }

  /// Wakes the thread; its pipe is closed under the same lock when it ends.
  private func wake(_ state: inout ChannelState) {
    guard wakeEnd.number != nil else { return }
    // A full pipe wakes the thread as well.
    _ = try? withUnsafeBytes(of: UInt8(1)) { try wakeEnd.write($0) }
  }
}
