import HealthPluginKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The descriptors and numbers of a started process.
struct StartedProcess: Sendable {
  /// The process, which leads its own group.
  var number: Int32
  /// A descriptor that can be read when the process has ended; -1 where the system has none.
  var descriptor: Int32
  /// The end that writes to its standard input.
  var input: Int32
  /// The end that reads its standard output.
  var output: Int32
  /// The end that reads its standard error.
  var error: Int32
  /// The end that wakes the thread.
  var wake: Int32
}

/// What the thread of a channel does: one step after the other until the process is gone.
final class ChannelLoop {
  /// How far the process is on its way to its end.
  private enum Stage {
    case running
    /// Its input is closed; until when it may take its time.
    case closing(Int)
    /// It was told by SIGTERM.
    case told(Int)
    /// It was killed; until when somebody waits for that.
    case killed(Int)
  }

  /// How many bytes are read at once.
  private static let chunk = 256 << 10
  /// How long the thread sleeps at most, in milliseconds.
  private static let nap = 1000
  /// How long a killed process is waited for, in milliseconds.
  private static let patience = 5000

  let channel: PluginChannel
  let process: StartedProcess
  private var incoming = IncomingText()
  private var space = [UInt8](repeating: 0, count: chunk)
  private var writing: [[UInt8]] = []
  /// How many bytes of the first are written.
  private var written = 0
  private var isInputOpen = true
  private var isOutputOpen = true
  private var isErrorOpen = true
  private var stage = Stage.running
  /// Whether the plugin has said hello; before, every line is judged by itself.
  private var hasGreeted = false
  private var asides: AsideBudget

  init(channel: PluginChannel, process: StartedProcess) {
    self.channel = channel
    self.process = process
    asides = AsideBudget(channel.limits)
  }

  /// Runs until the process has ended and what it wrote is read.
  func run() {
    while !hasExited { step() }
    readRest()
    // The leader is not reaped before the gate opens, so the number of its group is still its own.
    kill(-process.number, SIGKILL)
    channel.tellRest()
    if !incoming.hasBegun, let rest = incoming.rest() { channel.deliver([rest]) }
    closeInput()
    PipeEnds.close(process.output)
    PipeEnds.close(process.error)
    channel.openGate()
    PipeEnds.close(process.wake)
    channel.closeWakeEnd()
  }

  private func step() {
    let now = MonotonicTime.milliseconds()
    let orders = channel.orders(now: now, stageEnd: stageEnd(now))
    writing += orders.outgoing
    if let ending = orders.ending { begin(ending, now: now) }
    if isInputOpen, case .closing = stage, writing.isEmpty { closeInput() }

    var entries = [pollfd(fd: process.wake, events: Int16(POLLIN), revents: 0)]
    entries.append(entry(process.descriptor, POLLIN, if: true))
    entries.append(entry(process.output, POLLIN, if: isOutputOpen && orders.mayRead && !incoming.isSpoiled))
    entries.append(entry(process.error, POLLIN, if: isErrorOpen))
    entries.append(entry(process.input, POLLOUT, if: isInputOpen && !writing.isEmpty))
    guard poll(&entries, nfds_t(entries.count), Int32(clamping: max(0, orders.sleep))) > 0 else { return }
    if entries[0].revents != 0 { emptyWakePipe() }
    if entries[4].revents != 0 { write() }
    if entries[2].revents != 0 { readOutput() }
    if entries[3].revents != 0 { readError() }
  }

  /// A negative descriptor is passed over by `poll`.
  private func entry(_ descriptor: Int32, _ events: Int32, if isWanted: Bool) -> pollfd {
    pollfd(fd: isWanted ? descriptor : -1, events: Int16(events), revents: 0)
  }

  private var hasExited: Bool {
    var information = siginfo_t()
    while waitid(P_PID, id_t(process.number), &information, WEXITED | WNOHANG | WNOWAIT) != 0 {
      // Somebody else has reaped it.
      if errno != EINTR { return true }
    }
    return information.si_signo != 0
  }

  // MARK: Ending

  /// When the thread has to look at the process again.
  private func stageEnd(_ now: Int) -> Int {
    // Without a descriptor only asking tells that a process has ended.
    let nap = now + (process.descriptor < 0 ? 20 : Self.nap)
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
      kill(-process.number, SIGTERM)
      stage = .told(now + channel.limits.killMilliseconds)
    } else {
      kill(-process.number, SIGKILL)
      stage = .killed(now + Self.patience)
    }
  }

  private func begin(_ ending: ChannelState.Ending, now: Int) {
    switch (ending, stage) {
    case (.orderly, .running): stage = .closing(now + channel.limits.shutdownMilliseconds)
    case (.killed, .running), (.killed, .closing), (.killed, .told):
      kill(-process.number, SIGKILL)
      stage = .killed(now + Self.patience)
    default: break
    }
  }

  private func closeInput() {
    guard isInputOpen else { return }
    isInputOpen = false
    PipeEnds.close(process.input)
    channel.wrote(writing.reduce(-written) { $0 + $1.count })
    writing = []
    written = 0
  }

  private func emptyWakePipe() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(process.wake, &bytes, bytes.count) == bytes.count {}
  }

  // MARK: Writing

  /// Writes what the pipe takes.
  private func write() {
    var total = 0
    while let first = writing.first {
      let count = first.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
        return Self.systemWrite(process.input, rest.baseAddress, rest.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        channel.wrote(total)
        // Nobody reads any more; whether the plugin ends or answers is seen elsewhere.
        if errno != EAGAIN { closeInput() }
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

  private static func systemWrite(_ descriptor: Int32, _ place: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      return Glibc.write(descriptor, place, count)
    #elseif canImport(Musl)
      return Musl.write(descriptor, place, count)
    #else
      return Darwin.write(descriptor, place, count)
    #endif
  }

  // MARK: Reading

  private func readOutput() {
    let count = read(process.output, &space, space.count)
    guard count > 0 else {
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      // A plugin that closes its output has nothing more to say, and is on its way out.
      isOutputOpen = false
      if case .running = stage {
        stage = .closing(MonotonicTime.milliseconds() + channel.limits.killMilliseconds)
        closeInput()
      }
      return
    }
    take(count)
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
    let count = read(process.error, &space, space.count)
    if count > 0 {
      channel.heard(space[..<count])
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      isErrorOpen = false
    }
  }

  /// Reads what a process has left in its pipes; one of its children may go on writing, so not without end.
  private func readRest() {
    var rest = 2 * ChannelState.arrivedRoom
    while isOutputOpen, rest > 0 {
      let count = read(process.output, &space, space.count)
      guard count > 0 else { break }
      take(count)
      rest -= count
    }
    rest = 2 * LastWords.capacity
    while isErrorOpen, rest > 0 {
      let count = read(process.error, &space, space.count)
      guard count > 0 else { break }
      channel.heard(space[..<count])
      rest -= count
    }
  }
}
