import AssayPlatform
import HealthModel
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

extension PluginChannel {
  /// Starts a plugin: in its own process group, with a clean environment, three pipes and no other descriptor, every
  /// signal at its default.
  ///
  /// - Throws: `StorageError` of the code `pluginStart`.
  static func start(
    _ plugin: PluginExecutable, limits: ProcessLimits, secrets: StoreSecrets, log: @escaping @Sendable (String) -> Void
  ) throws(StorageError) -> PluginChannel {
    try ProgramFile.check(plugin)
    let name = TextEscaping.escaped(plugin.name)
    let wake: (readEnd: PipeEnd, writeEnd: PipeEnd)
    let program: StartedProgram
    do {
      wake = try PipeEnd.pair()
      for end in [wake.readEnd, wake.writeEnd] { end.unblock() }
      program = try ProgramStart(
        path: plugin.path, arguments: plugin.arguments, environment: PluginEnvironment.variables(plugin.environment)
      ).start()
    } catch {
      throw StorageError(
        .pluginStart,
        "the plugin \(name) cannot be started: \(TextEscaping.escaped(plugin.path, limit: 1000)): \(reason(error))")
    }
    let channel = PluginChannel(name: name, limits: limits, secrets: secrets, wakeEnd: wake.writeEnd, log: log)
    let hasThread = SystemThread.start { ChannelLoop(channel: channel, program: program, wake: wake.readEnd).run() }
    if !hasThread {
      // The end that would be read is gone: writing to it would raise SIGPIPE.
      channel.closeWakeEnd()
      program.process.killGroup()
      channel.finish(ProcessEnd(program.process.reap()))
    }
    return channel
  }

  private static func reason(_ error: SystemError) -> String {
    guard error == .noProgram else { return error.description }
    return "it is neither a program nor a script with a first line such as `#!/usr/bin/env python3`"
  }
}

/// The requests and the results of a channel's thread.
extension PluginChannel {
  /// The next orders for the thread.
  struct Orders {
    var outgoing: [[UInt8]]
    var ending: ChannelState.Ending?
    var mayRead: Bool
    /// The number of milliseconds to wait if no descriptor is ready.
    var sleep: Int
  }

  /// Takes what is to be written, and ends the patience of who waits too long.
  func orders(now: Int, stageEnd: Int) -> Orders {
    let (orders, waiter) = state.withLock { state -> (Orders, CheckedContinuation<Void, Never>?) in
      var wakesAt = stageEnd
      var continuation: CheckedContinuation<Void, Never>?
      if let waiter = state.waiter {
        let silentEnd = max(waiter.since, state.lastSign) + waiter.limit
        let workingEnd = max(waiter.since, state.lastAnswer) + waiter.workingLimit
        let end = min(silentEnd, workingEnd)
        if now >= end {
          let failure =
            silentEnd <= workingEnd ? ChannelFailure.silent(waiter.limit) : .onlyWorking(waiter.workingLimit)
          state.failure = state.failure ?? failure
          state.ending = .killed
          state.waiter = nil
          continuation = waiter.continuation
        } else {
          wakesAt = min(wakesAt, end)
        }
      }
      state.wakesAt = wakesAt
      state.isPaused = !state.hasArrivalRoom
      let orders = Orders(
        outgoing: state.outgoing, ending: state.ending, mayRead: !state.isPaused, sleep: wakesAt - now)
      state.outgoing = []
      return (orders, continuation)
    }
    waiter?.resume()
    return orders
  }

  /// The question that may be answered with rows.
  var asked: Int64? { state.withLock { $0.asked } }

  /// Says how many batches may be on their way.
  func set(credits: Int) { state.withLock { $0.credits = credits } }

  /// Subtracts bytes that were written from those that wait.
  func wrote(_ count: Int) {
    let waiter = state.withLock { state in
      state.outgoingBytes -= count
      return state.takeReadyWaiter()
    }
    waiter?.resume()
  }

  /// Passes on what arrived.
  func deliver(_ arrivals: [Arrival], isWorking: Bool = false) {
    guard isWorking || !arrivals.isEmpty else { return }
    let waiter = state.withLock { state in
      state.lastSign = MonotonicTime.milliseconds()
      if !arrivals.isEmpty { state.lastAnswer = state.lastSign }
      state.arrivals += arrivals
      state.arrivedBytes += arrivals.reduce(0) { $0 + $1.size }
      return state.takeReadyWaiter()
    }
    waiter?.resume()
  }

  /// Keeps what the plugin wrote to standard error.
  func heard(_ text: ArraySlice<UInt8>) { state.withLock { $0.errorTail.append(text) } }

  // MARK: Ending

  func finish(_ end: ProcessEnd) {
    let (waiter, enders) = state.withLock { state in
      state.failure = state.failure ?? .ended(end)
      state.isOver = true
      let enders = state.enders
      state.enders = []
      return (state.takeReadyWaiter(), enders)
    }
    waiter?.resume()
    for ender in enders { ender.resume() }
  }

  /// Stops waiting for a process that not even SIGKILL ends.
  func giveUp() { finish(.unknown) }
}

/// The state that a channel's thread and the channel's users share.
struct ChannelState: Sendable {
  enum Ending: Int, Sendable, Comparable {
    /// By itself: its input is closed, then signals follow.
    case orderly
    case killed

    static func < (left: Ending, right: Ending) -> Bool { left.rawValue < right.rawValue }
  }

  /// A task that waits for input to arrive, or for space to write.
  struct Waiter: Sendable {
    var continuation: CheckedContinuation<Void, Never>
    var isForRoom: Bool
    /// Since when, in milliseconds of the monotonic clock.
    var since: Int
    /// For how many milliseconds the plugin may be silent.
    var limit: Int
    /// For how many milliseconds it may say only `working`.
    var workingLimit: Int
  }

  /// How many bytes may wait to be written before writers wait.
  static let room = 16 << 20
  /// How many bytes may have arrived before reading waits.
  static let arrivedRoom = 16 << 20
  /// How many things may have arrived before reading waits.
  static let arrivedCount = 1024

  // MARK: Writing

  /// Bytes that the thread has not taken yet.
  var outgoing: [[UInt8]] = []
  /// Bytes that are not written yet, those the thread has taken included.
  var outgoingBytes = 0

  // MARK: Reading

  var arrivals: [Arrival] = []
  var arrivedBytes = 0
  /// The question that may be answered with rows.
  var asked: Int64?
  /// When the last part of an answer or the last `working` came; words for the operator do not count.
  var lastSign = 0
  /// When the last part of an answer came.
  var lastAnswer = 0
  /// How many batches may be on their way, when the plugin has changed it.
  var credits: Int?
  var errorTail = StandardErrorTail()
  var operatorWords = OperatorMessages()

  // MARK: Waiting

  var waiter: Waiter?
  /// When the thread looks next, in milliseconds of the monotonic clock.
  var wakesAt = Int.max
  /// Whether the thread has stopped reading until the input is consumed.
  var isPaused = false

  // MARK: Ending

  var ending: Ending?
  /// Why nothing more arrives.
  var failure: ChannelFailure?
  /// Whether the process is gone and its descriptors are closed.
  var isOver = false
  /// Those who wait for the process to be gone.
  var enders: [CheckedContinuation<Void, Never>] = []

  /// Whether a waiter has nothing to wait for.
  func isReady(forRoom: Bool) -> Bool {
    failure != nil || (forRoom ? outgoingBytes <= Self.room : !arrivals.isEmpty)
  }

  /// Whether more may be read.
  var hasArrivalRoom: Bool { arrivedBytes <= Self.arrivedRoom && arrivals.count < Self.arrivedCount }

  /// The waiter, when it has nothing to wait for any more; it waits no longer.
  mutating func takeReadyWaiter() -> CheckedContinuation<Void, Never>? {
    guard let waiter, isReady(forRoom: waiter.isForRoom) else { return nil }
    self.waiter = nil
    return waiter.continuation
  }
}

/// The log lines of a plugin for the operator: the first of one run, and the count of the rest.
///
/// Warnings and errors have a separate limit, so that notes that are not displayed do not use it up.
struct OperatorMessages: Sendable {
  /// The maximum number of lines passed on, of each kind.
  static let maximumCount = 1000
  /// The maximum number of bytes passed on, of each kind.
  static let maximumBytes = 256 << 10

  /// The lines passed on, and the number of lines dropped.
  private struct Room: Sendable {
    var count = 0
    var bytes = 0
    var untold = 0

    /// The text, if it fits within the limit; otherwise it is not formatted.
    mutating func take(_ text: () -> String) -> String? {
      if untold == 0, count < OperatorMessages.maximumCount {
        let text = text()
        if bytes + text.utf8.count <= OperatorMessages.maximumBytes {
          count += 1
          bytes += text.utf8.count
          return text
        }
      }
      untold += 1
      return nil
    }
  }

  private var notes = Room()
  private var warnings = Room()

  /// The line for one word, with its level; `nil` if it does not fit.
  mutating func line(_ level: String, _ words: () -> String) -> String? {
    switch level {
    case "warning", "error": warnings.take { "\(level): \(words())" }
    default: notes.take { "\(level == "debug" ? level : "info"): \(words())" }
    }
  }

  /// Lines that say how many more there were; after this they are not said again.
  mutating func rest(_ name: String) -> [String] {
    let lines = [("warning", warnings.untold), ("info", notes.untold)].filter { $0.1 > 0 }.map { level, count in
      "\(level): \(name): and \(count) more log line\(count == 1 ? "" : "s")"
    }
    notes.untold = 0
    warnings.untold = 0
    return lines
  }
}
