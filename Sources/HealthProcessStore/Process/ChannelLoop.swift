import AssayPlatform
import HealthPluginKit

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
  /// The end that wakes the thread.
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
