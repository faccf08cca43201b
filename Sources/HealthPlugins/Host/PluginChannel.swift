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
  let secrets: StoreSecrets
  let state = Mutex(ChannelState())
  private let log: @Sendable (String) -> Void
  private let errorTail = StandardErrorTail()
  private let wakeEnd: PipeEnd

  init(_ plan: PluginPlan) throws(StorageError) {
    name = TextEscaping.escaped(plan.executable.name)
    limits = plan.limits
    secrets = plan.secrets
    log = plan.log
    let wake: (readEnd: PipeEnd, writeEnd: PipeEnd)
    do {
      wake = try PipeEnd.pair()
    } catch {
      throw StorageError(.pluginStart, "the plugin \(name) cannot be started: \(error)")
    }
    for end in [wake.readEnd, wake.writeEnd] { end.unblock() }
    wakeEnd = wake.writeEnd
    let program = try plan.executable.start()
    let (limits, errorTail) = (limits, errorTail)
    let hasThread = SystemThread.start { [self] in
      ChannelLoop(self, PluginProcess(program, limits, errorTail: errorTail), wake: wake.readEnd).run()
    }
    guard !hasThread else { return }
    // The end that would be read is gone: writing to it would raise SIGPIPE.
    closeWakeEnd()
    finish(PluginProcess(program, limits).kill())
  }

  // MARK: Writing

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
  /// - Returns: why there is none; `nil` when there is.
  func waitForRoom(limit: Int) async -> Arrival? {
    while true {
      let (isReady, failure) = state.withLock { ($0.isReady(forRoom: true), $0.failure) }
      if isReady { return failure }
      await wait(forRoom: true, limit: limit)
    }
  }

  // MARK: Reading

  func expectRows(for ask: Int64?) { state.withLock { $0.asked = ask } }

  func next(limit: Int) async -> Arrival {
    while true {
      let arrival = state.withLock { state -> Arrival? in
        guard !state.arrivals.isEmpty else { return state.failure }
        let arrival = state.arrivals.removeFirst()
        state.arrivedBytes -= arrival.size
        if state.isPaused, state.hasArrivalRoom { wake(&state) }
        return arrival
      }
      if let arrival { return arrival }
      await wait(forRoom: false, limit: limit)
    }
  }

  var credits: Int? { state.withLock { $0.credits } }

  /// The end of what the plugin wrote to standard error, for the end of a message; empty when there is nothing.
  var quotedErrorTail: String { errorTail.shown(secrets).map { "; on standard error: \($0)" } ?? "" }

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

  func end(_ ending: PluginProcess.Ending) async {
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
  func request(_ ending: PluginProcess.Ending) {
    state.withLock { state in
      state.ending = max(state.ending ?? ending, ending)
      wake(&state)
    }
  }

  func tell(level: String, _ message: String) {
    let line = state.withLock { state in
      state.operatorWords.line(level) { "\(name): \(secrets.shown(message, limit: 500))" }
    }
    if let line { log(line) }
  }

  func tellRest() { for line in state.withLock({ $0.operatorWords.rest(name) }) { log(line) } }

  func closeWakeEnd() { state.withLock { _ in wakeEnd.close() } }

  /// Wakes the thread; its pipe is closed under the same lock when it ends.
  private func wake(_ state: inout ChannelState) {
    guard wakeEnd.number != nil else { return }
    // A full pipe wakes the thread as well.
    _ = try? withUnsafeBytes(of: UInt8(1)) { try wakeEnd.write($0) }
  }
}

/// The requests and the results of a channel's thread.
extension PluginChannel {
  /// The next orders for the thread.
  struct Orders {
    var outgoing: [[UInt8]]
    var ending: PluginProcess.Ending?
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
          let failure = silentEnd <= workingEnd ? Arrival.silent(waiter.limit) : .onlyWorking(waiter.workingLimit)
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

  var asked: Int64? { state.withLock { $0.asked } }

  func set(credits: Int) { state.withLock { $0.credits = credits } }

  func wrote(_ count: Int) {
    guard count > 0 else { return }
    let waiter = state.withLock { state in
      state.outgoingBytes -= count
      return state.takeReadyWaiter()
    }
    waiter?.resume()
  }

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

  static let room = 16 << 20
  static let arrivedRoom = 16 << 20
  static let arrivedCount = 1024

  // MARK: Writing

  var outgoing: [[UInt8]] = []
  /// Bytes that are not written yet, those the thread has taken included.
  var outgoingBytes = 0

  // MARK: Reading

  var arrivals: [Arrival] = []
  var arrivedBytes = 0
  var asked: Int64?
  /// When the last part of an answer or the last `working` came; words for the operator do not count.
  var lastSign = 0
  var lastAnswer = 0
  var credits: Int?
  var operatorWords = OperatorMessages()

  // MARK: Waiting

  var waiter: Waiter?
  /// When the thread looks next, in milliseconds of the monotonic clock.
  var wakesAt = Int.max
  /// Whether the thread has stopped reading until the input is consumed.
  var isPaused = false

  // MARK: Ending

  var ending: PluginProcess.Ending?
  var failure: Arrival?
  var isOver = false
  var enders: [CheckedContinuation<Void, Never>] = []

  func isReady(forRoom: Bool) -> Bool { failure != nil || (forRoom ? outgoingBytes <= Self.room : !arrivals.isEmpty) }

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
  static let maximumCount = 1000
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

/// The work of a channel's thread: one step after another until the process is gone.
private final class ChannelLoop {
  private let channel: PluginChannel
  private let process: PluginProcess
  private let wakeEnd: PipeEnd
  private var incoming = IncomingText()
  /// Whether the plugin has said hello; before, every line is judged by itself.
  private var hasGreeted = false
  private var asides: AsideBudget
  /// Whether the plugin has closed its output, or nothing more of it is read.
  private var hasHungUp = false

  init(_ channel: PluginChannel, _ process: PluginProcess, wake: PipeEnd) {
    self.channel = channel
    self.process = process
    wakeEnd = wake
    asides = AsideBudget(channel.limits)
  }

  func run() {
    while !process.hasEnded { step() }
    process.readRest(upTo: 2 * ChannelState.arrivedRoom, take)
    channel.tellRest()
    if !incoming.hasBegun, let rest = incoming.rest() { channel.deliver([rest]) }
    channel.closeWakeEnd()
    wakeEnd.close()
    channel.finish(process.kill())
  }

  private func step() {
    let now = MonotonicTime.milliseconds()
    var waiting = process.unwritten
    let stage = process.advance(now)
    if stage.isHopeless { channel.giveUp() }
    let orders = channel.orders(now: now, stageEnd: stage.wakesAt)
    for bytes in orders.outgoing {
      process.send(bytes)
      waiting += bytes.count
    }
    if let ending = orders.ending { process.end(ending, within: channel.limits.shutdownMilliseconds) }
    process.step(milliseconds: orders.sleep, wake: wakeEnd, reads: orders.mayRead && !incoming.isSpoiled, take)
    if process.isOutputOver, !hasHungUp {
      // A plugin that closes its output has nothing more to say, and is on its way out.
      hasHungUp = true
      process.end(.orderly, within: channel.limits.killMilliseconds)
      process.closeInput()
    }
    channel.wrote(waiting - process.unwritten)
  }

  private func take(_ bytes: UnsafeRawBufferPointer) {
    guard !incoming.isSpoiled else { return }
    incoming.append(bytes)
    var arrivals: [Arrival] = []
    var isWorking = false
    asides.heard(bytes: bytes.count)
    while let arrival = incoming.next(limit: channel.limits.maximumLine, asked: channel.asked) {
      if isAside(arrival) {
        if case .message(.working) = arrival { isWorking = true }
        if let words = asides.take() { arrivals.append(incoming.spoil(words)) }
      } else {
        arrivals.append(arrival)
        asides.reset()
      }
    }
    channel.deliver(arrivals, isWorking: isWorking)
  }

  /// Takes what is not a part of an answer: words for the operator, signs of life, changes of credit, rows without a
  /// sample.
  private func isAside(_ arrival: Arrival) -> Bool {
    guard arrival.isProgress else { return true }
    guard case .message(let message) = arrival else { return false }
    if case .hello = message { hasGreeted = true }
    guard hasGreeted else { return false }
    switch message {
    case .working: break
    case .credit(let credits): channel.set(credits: credits)
    case .log(let level, let text): channel.tell(level: level, text)
    default: return false
    }
    return true
  }
}

/// Cuts what a plugin writes into messages and the sample lines they announce.
struct IncomingText {
  /// The most rows of a message: those of a full page and of one more group.
  static let maximumRows = 120_000
  /// The most bytes that a message may announce: a full page and one more group.
  static let maximumBytes = 64 << 20
  private static let shownBytes = 8192

  private var buffer = LineBuffer()
  /// Sample lines that were announced and have not come whole.
  private var announced: (arrival: ([UInt8]) -> Arrival, bytes: Int)?
  private(set) var isSpoiled = false
  private(set) var hasBegun = false

  mutating func append(_ bytes: UnsafeRawBufferPointer) { buffer.append(bytes) }

  /// The next thing that has come whole.
  ///
  /// - Returns: what has come; `nil` when it has not come whole.
  mutating func next(limit: Int, asked: Int64?) -> Arrival? {
    guard !isSpoiled else { return nil }
    if let block = announced {
      guard buffer.count >= block.bytes else { return nil }
      announced = nil
      return block.arrival(buffer.take(upTo: block.bytes))
    }
    guard let line = buffer.takeLine() else {
      return buffer.count > limit ? spoil("a line of more than \(limit) bytes") : nil
    }
    guard line.count <= limit else { return spoil("a line of \(line.count) bytes; the limit is \(limit)") }
    return message(line, asked: asked)
  }

  mutating func rest() -> Arrival? {
    guard !isSpoiled, announced == nil, buffer.count > 0 else { return nil }
    return .unreadable(buffer.take(upTo: Self.shownBytes), MessageFault(.noObject))
  }

  private mutating func message(_ line: [UInt8], asked: Int64?) -> Arrival? {
    let message = PluginMessage(parsing: line)
    let (ask, count, bytes, arrival): (Int64, Int, Int, ([UInt8]) -> Arrival)
    switch message {
    case .unreadable(let fault):
      isSpoiled = true
      return .unreadable(Array(line.prefix(Self.shownBytes)), fault)
    case .answer(let number, .rows(let lines, let size)):
      (ask, count, bytes) = (number, lines, size)
      arrival = { .rows(count: lines, text: $0) }
    case .answer(let number, .columns(let lines, let size, let names)):
      (ask, count, bytes) = (number, lines, size)
      arrival = { .columns(count: lines, names, text: $0) }
    default:
      hasBegun = true
      return .message(message)
    }
    hasBegun = true
    guard ask == asked else { return spoil("\(count) rows that were not requested") }
    guard count <= Self.maximumRows, bytes <= Self.maximumBytes else {
      return spoil("\(count) rows of \(bytes) bytes at a time")
    }
    announced = (arrival, bytes)
    return next(limit: Int.max, asked: asked)
  }

  mutating func spoil(_ words: String) -> Arrival {
    isSpoiled = true
    return .flood(words)
  }
}

/// The input from a plugin, in order.
enum Arrival: Sendable {
  /// A message; `rows` comes with its lines instead.
  case message(PluginMessage)
  case rows(count: Int, text: [UInt8])
  /// Lines of columns of the answer to a question, whole, with the names that are new in them.
  case columns(count: Int, ColumnNames, text: [UInt8])
  case unreadable([UInt8], MessageFault)
  /// More than the protocol allows, in words. Nothing is read after it.
  case flood(String)
  /// Nothing more comes: it gave no part of an answer and no sign of life for this many milliseconds, and was killed.
  case silent(Int)
  /// Nothing more comes: it said nothing but `working` for this many milliseconds, and was killed.
  case onlyWorking(Int)
  case ended(ProcessEnd)

  /// Whether it brings a conversation further.
  ///
  /// Rows and deletions without a sample do not, and a plugin could write them for ever.
  var isProgress: Bool {
    switch self {
    case .rows(let count, let text), .columns(let count, _, let text): count > 0 || !text.isEmpty
    case .message(.answer(_, .deletions(let samples))): !samples.isEmpty
    default: true
    }
  }

  var size: Int {
    switch self {
    case .rows(_, let text): text.count
    case .columns(_, let names, let text):
      text.count + 256 * (names.origins.count + names.zones.count + names.subjects.count)
    default: 256
    }
  }
}

/// How much a plugin may say that is not a part of an answer, between two parts of answers.
///
/// Time alone does not bound it: `working` starts the time again, and no clock runs while no request is open.
struct AsideBudget {
  private let maximumCount: Int
  private let maximumBytes: Int
  private var count = 0
  private var bytes = 0

  init(_ limits: ProcessLimits) {
    maximumCount = limits.maximumAsides
    maximumBytes = limits.maximumAsideBytes
  }

  mutating func heard(bytes count: Int) { bytes += count }

  /// Counts a line; returns what is wrong, in words, when it is one too many.
  mutating func take() -> String? {
    count += 1
    if count > maximumCount { return "more than \(maximumCount) lines that are not part of an answer" }
    if bytes > maximumBytes { return "more than \(maximumBytes) bytes that are not part of an answer" }
    return nil
  }

  mutating func reset() {
    count = 0
    bytes = 0
  }
}
