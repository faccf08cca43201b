import AssayPlatform

/// The work of a channel's thread: one step after another until the process is gone.
final class ChannelLoop {
  /// How far the process is on its way to its end.
  private enum Stage {
    case running
    /// Its input is closed; until when it may take its time.
    case closing(Int)
    /// It was ended by SIGTERM.
    case told(Int)
    /// It was killed; the deadline for its exit.
    case killed(Int)
  }

  /// How many bytes are read at once.
  private static let chunk = 256 << 10
  /// How long the thread sleeps at most, in milliseconds.
  private static let nap = 1000
  /// How long a killed process is waited for, in milliseconds.
  private static let patience = 5000

  let channel: PluginChannel
  private let program: StartedProgram
  private let wakeEnd: PipeEnd
  private var incoming = IncomingText()
  private var space = [UInt8](repeating: 0, count: chunk)
  private var writing: [[UInt8]] = []
  /// How many bytes of the first are written.
  private var written = 0
  private var stage = Stage.running
  /// Whether the plugin has said hello; before, every line is judged by itself.
  private var hasGreeted = false
  private var asides: AsideBudget

  init(channel: PluginChannel, program: StartedProgram, wake: PipeEnd) {
    self.channel = channel
    self.program = program
    wakeEnd = wake
    asides = AsideBudget(channel.limits)
  }

  /// Runs until the process has ended and what it wrote is read.
  func run() {
    while !program.process.hasEnded { step() }
    readRest()
    // The leader is not reaped yet, so the number of its group is still its own.
    program.process.killGroup()
    channel.tellRest()
    if !incoming.hasBegun, let rest = incoming.rest() { channel.deliver([rest]) }
    closeInput()
    program.output.close()
    program.error.close()
    channel.closeWakeEnd()
    wakeEnd.close()
    channel.finish(ProcessEnd(program.process.reap()))
  }

  private func step() {
    let now = MonotonicTime.milliseconds()
    let orders = channel.orders(now: now, stageEnd: stageEnd(now))
    writing += orders.outgoing
    if let ending = orders.ending { begin(ending, now: now) }
    if case .closing = stage, writing.isEmpty { closeInput() }

    var entries = [
      Readiness(wakeEnd.number, .reading), Readiness(program.process.descriptor?.file.number, .reading),
      Readiness(orders.mayRead && !incoming.isSpoiled ? program.output.number : nil, .reading),
      Readiness(program.error.number, .reading), Readiness(writing.isEmpty ? nil : program.input.number, .writing),
    ]
    guard Readiness.wait(&entries, milliseconds: orders.sleep) else { return }
    if entries[0].isReady { emptyWakePipe() }
    if entries[4].isReady { write() }
    if entries[2].isReady { readOutput() }
    if entries[3].isReady { readError() }
  }

  // MARK: Ending

  /// When the thread has to look at the process again.
  private func stageEnd(_ now: Int) -> Int {
    // Without a descriptor, only polling shows that a process has ended.
    let nap = now + (program.process.descriptor == nil ? 20 : Self.nap)
    switch stage {
    case .running: return nap
    case .closing(let end), .told(let end):
      if now >= end { advance(now) }
      return min(nap, now >= end ? now + 10 : end)
    case .killed(let end):
      if now >= end { channel.giveUp() }
      return nap
    }
  }

  /// Goes on to the next, harder word.
  private func advance(_ now: Int) {
    if case .closing = stage {
      closeInput()
      program.process.terminateGroup()
      stage = .told(now + channel.limits.killMilliseconds)
    } else {
      program.process.killGroup()
      stage = .killed(now + Self.patience)
    }
  }

  private func begin(_ ending: ChannelState.Ending, now: Int) {
    switch (ending, stage) {
    case (.orderly, .running): stage = .closing(now + channel.limits.shutdownMilliseconds)
    case (.killed, .running), (.killed, .closing), (.killed, .told):
      program.process.killGroup()
      stage = .killed(now + Self.patience)
    default: break
    }
  }

  private func closeInput() {
    guard program.input.number != nil else { return }
    program.input.close()
    channel.wrote(writing.reduce(-written) { $0 + $1.count })
    writing = []
    written = 0
  }

  private func emptyWakePipe() {
    while case .some(let count) = read(wakeEnd), count == space.count {}
  }

  // MARK: Writing

  /// Writes what the pipe takes.
  private func write() {
    var total = 0
    while let first = writing.first {
      let count: Int
      do {
        count = try first.span.bytes.withUnsafeBytes { bytes throws(SystemError) in
          try program.input.write(UnsafeRawBufferPointer(rebasing: bytes[written...]))
        }
      } catch {
        channel.wrote(total)
        // The read end is closed; whether the plugin ends or answers is determined elsewhere.
        if error != .wouldBlock { closeInput() }
        return
      }
      written += count
      total += count
      if written == first.count {
        writing.removeFirst()
        written = 0
      }
    }
    channel.wrote(total)
  }

  // MARK: Reading

  /// Reads what a pipe has into `space`; says how much, 0 at its end, `nil` when there is nothing now.
  private func read(_ end: PipeEnd) -> Int? {
    do {
      return try space.withUnsafeMutableBytes { try end.read(into: $0) }
    } catch {
      return error as? SystemError == .wouldBlock ? nil : 0
    }
  }

  private func readOutput() {
    guard let count = read(program.output) else { return }
    if count > 0 { return take(count) }
    // A plugin that closes its output has nothing more to say, and is on its way out.
    program.output.close()
    if case .running = stage {
      stage = .closing(MonotonicTime.milliseconds() + channel.limits.killMilliseconds)
      closeInput()
    }
  }

  private func take(_ count: Int) {
    guard !incoming.isSpoiled else { return }
    space.withUnsafeBytes { incoming.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    var arrivals: [Arrival] = []
    var isWorking = false
    asides.heard(bytes: count)
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

  private func readError() {
    guard let count = read(program.error) else { return }
    if count > 0 { channel.heard(space[..<count]) } else { program.error.close() }
  }

  /// Reads what a process has left in its pipes; one of its children may go on writing, so not without end.
  private func readRest() {
    var rest = 2 * ChannelState.arrivedRoom
    while rest > 0, program.output.number != nil, let count = read(program.output), count > 0 {
      take(count)
      rest -= count
    }
    rest = 2 * StandardErrorTail.capacity
    while rest > 0, program.error.number != nil, let count = read(program.error), count > 0 {
      channel.heard(space[..<count])
      rest -= count
    }
  }
}

/// Cuts what a plugin writes into messages and the sample lines they announce.
struct IncomingText {
  /// The most rows of a message: those of a full page and of one more group.
  static let maximumRows = 120_000
  /// The most bytes that a message may announce: a full page and one more group.
  static let maximumBytes = 64 << 20
  /// How much of a line that is not a message is kept.
  private static let shownBytes = 8192

  private var buffer: [UInt8] = []
  /// How many bytes of the buffer have been cut off.
  private var taken = 0
  /// The position up to which the text contains no line feed.
  private var searched = 0
  /// Sample lines that were announced and have not come whole.
  private var announced: (message: PluginMessage, bytes: Int)?
  /// Whether something came after which nothing is read.
  private(set) var isSpoiled = false
  /// Whether a message has come.
  private(set) var hasBegun = false

  /// Adds bytes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if taken > 0, taken == buffer.count || taken > 1 << 20 {
      buffer.removeSubrange(..<taken)
      searched -= taken
      taken = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next thing that has come whole.
  ///
  /// - Returns: what has come; `nil` when it has not come whole.
  mutating func next(limit: Int, asked: Int64?) -> Arrival? {
    guard !isSpoiled else { return nil }
    if let block = announced {
      guard buffer.count - taken >= block.bytes else { return nil }
      let text = Array(buffer[taken..<taken + block.bytes])
      taken += block.bytes
      searched = taken
      announced = nil
      return Arrival(block.message, text)
    }
    guard let end = buffer[max(searched, taken)...].firstIndex(of: 0x0A) else {
      searched = buffer.count
      return buffer.count - taken > limit ? spoil("a line of more than \(limit) bytes") : nil
    }
    guard end - taken <= limit else { return spoil("a line of \(end - taken) bytes; the limit is \(limit)") }
    let line = Array(buffer[taken..<end])
    taken = end + 1
    searched = taken
    return message(line, asked: asked)
  }

  /// The rest at the end of the input: the beginning of a line.
  mutating func rest() -> Arrival? {
    guard !isSpoiled, announced == nil, taken < buffer.count else { return nil }
    let line = Array(buffer[taken...].prefix(Self.shownBytes))
    taken = buffer.count
    return .unreadable(line, MessageFault(.noObject))
  }

  private mutating func message(_ line: [UInt8], asked: Int64?) -> Arrival? {
    let message: PluginMessage
    do throws(MessageFault) {
      message = try PluginMessage(parsing: line)
    } catch {
      isSpoiled = true
      return .unreadable(Array(line.prefix(Self.shownBytes)), error)
    }
    hasBegun = true
    let (ask, count, bytes): (Int64, Int, Int)
    switch message {
    case .rows(let number, let lines, let size): (ask, count, bytes) = (number, lines, size)
    case .columns(let number, let lines, let size, _): (ask, count, bytes) = (number, lines, size)
    default: return .message(message)
    }
    guard ask == asked else { return spoil("\(count) rows that were not requested") }
    guard count <= Self.maximumRows, bytes <= Self.maximumBytes else {
      return spoil("\(count) rows of \(bytes) bytes at a time")
    }
    announced = (message, bytes)
    return next(limit: Int.max, asked: asked)
  }

  /// Reads nothing more: what came is more than the protocol allows.
  mutating func spoil(_ words: String) -> Arrival {
    isSpoiled = true
    return .flood(words)
  }
}

/// The input from a plugin, in order.
enum Arrival: Sendable {
  /// A message; `rows` comes with its lines instead.
  case message(PluginMessage)
  /// Sample lines of the answer to a question, whole.
  case rows(ask: Int64, count: Int, text: [UInt8])
  /// Lines of columns of the answer to a question, whole, with the names that are new in them.
  case columns(ask: Int64, count: Int, ColumnNames, text: [UInt8])
  /// A line that is not a message, cut to what is worth showing.
  case unreadable([UInt8], MessageFault)
  /// More than the protocol allows, in words. Nothing is read after it.
  case flood(String)

  /// A message with the lines that it announced.
  init(_ message: PluginMessage, _ text: [UInt8]) {
    switch message {
    case .rows(let ask, let count, _): self = .rows(ask: ask, count: count, text: text)
    case .columns(let ask, let count, _, let names): self = .columns(ask: ask, count: count, names, text: text)
    default: self = .message(message)
    }
  }

  /// Whether it brings a conversation further.
  ///
  /// Rows and deletions without a sample do not, and a plugin could write them for ever.
  var isProgress: Bool {
    switch self {
    case .rows(_, let count, let text), .columns(_, let count, _, let text): count > 0 || !text.isEmpty
    case .message(.deletions(_, let samples)): !samples.isEmpty
    default: true
    }
  }

  /// About how many bytes it takes.
  var size: Int {
    switch self {
    case .rows(_, _, let text): text.count
    case .columns(_, _, let names, let text):
      text.count + 256 * (names.origins.count + names.zones.count + names.subjects.count)
    default: 256
    }
  }
}

/// How a plugin's process ended.
enum ProcessEnd: Sendable, Hashable, CustomStringConvertible {
  case status(Int32)
  case signal(Int32)
  case unknown

  init(_ end: ChildProcess.End) {
    switch end {
    case .exited(let status): self = .status(status)
    case .signaled(let number): self = .signal(number)
    case .unknown: self = .unknown
    }
  }

  /// The end in words: `with status 3`.
  var description: String {
    switch self {
    case .status(let status): "with status \(status)"
    case .signal(let number): "by signal \(number)"
    case .unknown: "in an unknown way"
    }
  }
}

/// Why nothing more comes from a plugin.
enum ChannelFailure: Error, Sendable, Hashable {
  /// It gave no part of an answer and no sign of life for this many milliseconds, and was killed.
  case silent(Int)
  /// It said nothing but `working` for this many milliseconds, and was killed.
  case onlyWorking(Int)
  /// Its process ended, or closed its output.
  case ended(ProcessEnd)
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

  /// Counts bytes that came, whatever they are.
  mutating func heard(bytes count: Int) { bytes += count }

  /// Counts a line; returns what is wrong, in words, when it is one too many.
  mutating func take() -> String? {
    count += 1
    if count > maximumCount { return "more than \(maximumCount) lines that are not part of an answer" }
    if bytes > maximumBytes { return "more than \(maximumBytes) bytes that are not part of an answer" }
    return nil
  }

  /// A part of an answer came.
  mutating func reset() {
    count = 0
    bytes = 0
  }
}
