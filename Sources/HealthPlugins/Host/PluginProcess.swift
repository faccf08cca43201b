import AssayPlatform
import HealthModel
import HealthStorage
import Synchronization

/// A plugin's process and its pipes: what stores, readers and rules in other processes have in common.
///
/// Used by one thread, which calls `step` until it has what it waits for. Nothing else reads, writes, or ends the process,
/// so there is one order of events. The process is not reaped before the last signal, so that its number, and that of its
/// group, stay its own.
final class PluginProcess {
  /// How far the process is on its way to its end.
  private enum Stage {
    case running
    /// Until when it may take its time.
    case closing(Int)
    case told(Int)
    /// It was killed; the deadline for its exit.
    case killed(Int)
  }

  /// How a process is ended.
  enum Ending: Int, Sendable, Comparable {
    case orderly
    case killed

    static func < (left: Ending, right: Ending) -> Bool { left.rawValue < right.rawValue }
  }

  private static let chunk = 256 << 10
  /// How long a step takes at most, in milliseconds.
  private static let nap = 1000
  /// How long a killed process is waited for, in milliseconds.
  private static let patience = 5000

  let limits: ProcessLimits
  let errorTail: StandardErrorTail
  private let program: StartedProgram
  private var space = [UInt8](repeating: 0, count: chunk)
  private var outgoing: [[UInt8]] = []
  private var written = 0
  private(set) var unwritten = 0
  /// How many bytes it had not taken when it closed its standard input; `nil` while it has not.
  private(set) var refused: Int?
  private var stage = Stage.running
  private var isReaped = false

  init(_ program: StartedProgram, _ limits: ProcessLimits, errorTail: StandardErrorTail = StandardErrorTail()) {
    self.program = program
    self.limits = limits
    self.errorTail = errorTail
  }

  deinit { if !isReaped { kill() } }

  var hasEnded: Bool { program.process.hasEnded }
  var isOutputOver: Bool { program.output.number == nil }
  var untaken: Int { unwritten + program.input.unread + (refused ?? 0) }

  // MARK: Working

  /// Adds bytes to those that wait to be written; there is nothing to be written once the input is closed.
  func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, program.input.number != nil else { return }
    outgoing.append(bytes)
    unwritten += bytes.count
  }

  func step<Fault: Error>(
    milliseconds: Int, wake: PipeEnd? = nil, watchesEnd: Bool = true, reads: Bool = true,
    _ take: (UnsafeRawBufferPointer) throws(Fault) -> Void
  ) throws(Fault) {
    if case .closing = stage, outgoing.isEmpty { closeInput() }
    var entries = [
      Readiness(wake?.number, .reading),
      Readiness(watchesEnd ? program.process.descriptor?.file.number : nil, .reading),
      Readiness(reads ? program.output.number : nil, .reading), Readiness(program.error.number, .reading),
      Readiness(outgoing.isEmpty ? nil : program.input.number, .writing),
    ]
    guard Readiness.wait(&entries, milliseconds: milliseconds) else { return }
    if entries[0].isReady, let wake {
      while let count = read(wake), count == space.count {}
    }
    if entries[4].isReady { write() }
    if entries[3].isReady { readError() }
    guard entries[2].isReady, let count = read(program.output) else { return }
    guard count > 0 else { return program.output.close() }
    try pass(count, take)
  }

  /// Reads what an ended process has left in its pipes; one of its children may go on writing, so not without end.
  func readRest(upTo limit: Int, _ take: (UnsafeRawBufferPointer) -> Void) {
    var rest = limit
    while rest > 0, program.output.number != nil, let count = read(program.output), count > 0 {
      pass(count, take)
      rest -= count
    }
    rest = 2 * StandardErrorTail.capacity
    while rest > 0, program.error.number != nil, let count = readError(), count > 0 { rest -= count }
  }

  private func pass<Fault: Error>(_ count: Int, _ take: (UnsafeRawBufferPointer) throws(Fault) -> Void) throws(Fault) {
    let text = space
    try text.span.bytes.withUnsafeBytes { (bytes) throws(Fault) in
      try take(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    }
  }

  /// Reads what a pipe has into `space`; says how much, 0 at its end, `nil` when there is nothing now.
  private func read(_ end: PipeEnd) -> Int? {
    do {
      return try space.withUnsafeMutableBytes { try end.read(into: $0) }
    } catch {
      return error as? SystemError == .wouldBlock ? nil : 0
    }
  }

  @discardableResult private func readError() -> Int? {
    guard let count = read(program.error) else { return nil }
    if count > 0 { errorTail.append(space[..<count]) } else { program.error.close() }
    return count
  }

  private func write() {
    while let first = outgoing.first {
      do {
        let count = try first.span.bytes.withUnsafeBytes { bytes throws(SystemError) in
          try program.input.write(UnsafeRawBufferPointer(rebasing: bytes[written...]))
        }
        written += count
        unwritten -= count
      } catch {
        // The read end is closed; whether the plugin ends or answers is determined elsewhere.
        guard error != .wouldBlock else { return }
        refused = untaken
        return closeInput()
      }
      guard written == first.count else { return }
      outgoing.removeFirst()
      written = 0
    }
  }

  // MARK: Ending

  func closeInput() {
    program.input.close()
    outgoing = []
    written = 0
    unwritten = 0
  }

  /// Begins to end the process; a harder end that is under way stays.
  func end(_ ending: Ending, within milliseconds: Int) {
    let now = MonotonicTime.milliseconds()
    switch (ending, stage) {
    case (.orderly, .running): stage = .closing(now + milliseconds)
    case (.killed, .running), (.killed, .closing), (.killed, .told):
      program.process.killGroup()
      stage = .killed(now + Self.patience)
    default: break
    }
  }

  var isTold: Bool {
    switch stage {
    case .running, .closing: false
    case .told, .killed: true
    }
  }

  /// Goes on to the next, harder word when it is time.
  ///
  /// - Returns: when to look at the process again, and whether it is still there after all.
  func advance(_ now: Int) -> (wakesAt: Int, isHopeless: Bool) {
    // Without a descriptor, only polling shows that a process has ended.
    let nap = now + (program.process.descriptor == nil ? 20 : Self.nap)
    switch stage {
    case .closing(let end) where now >= end:
      closeInput()
      program.process.terminateGroup()
      stage = .told(now + limits.killMilliseconds)
    case .told(let end) where now >= end:
      program.process.killGroup()
      stage = .killed(now + Self.patience)
    case .running: return (nap, false)
    case .closing(let end), .told(let end): return (min(nap, end), false)
    case .killed(let end): return (nap, now >= end)
    }
    return (now + 10, false)
  }

  /// Ends what is left of the process group, closes all pipes and gives the process's number back.
  @discardableResult func kill() -> ProcessEnd {
    guard !isReaped else { return .unknown }
    isReaped = true
    program.process.killGroup()
    closeInput()
    program.output.close()
    program.error.close()
    return ProcessEnd(program.process.reap())
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

  var description: String {
    switch self {
    case .status(let status): "with status \(status)"
    case .signal(let number): "by signal \(number)"
    case .unknown: "in an unknown way"
    }
  }
}

/// The end of what a plugin wrote to standard error.
final class StandardErrorTail: Sendable {
  static let capacity = 64 << 10
  private static let shownLines = 20

  private struct State {
    var bytes: [UInt8] = []
    /// Whether older bytes were forgotten, so that the first line may be the rest of one.
    var isCut = false
  }

  private let state = Mutex(State())

  func append(_ text: ArraySlice<UInt8>) {
    state.withLock { state in
      state.bytes.append(contentsOf: text)
      // Cut rarely, so that a flood does not move the bytes again and again.
      if state.bytes.count > 2 * Self.capacity { state.bytes.removeFirst(state.bytes.count - Self.capacity) }
      state.isCut = state.isCut || state.bytes.count > Self.capacity
    }
  }

  /// The last lines in one line of text, without secrets and made safe to show; `nil` when nothing was written.
  func shown(_ secrets: StoreSecrets) -> String? {
    let (bytes, isCut) = state.withLock { ($0.bytes, $0.isCut) }
    var kept = bytes.suffix(Self.capacity)
    // The end of a secret may be left of what was forgotten.
    if isCut { kept = kept.dropFirst(secrets.longest) }
    let lines = secrets.blanked(utf8: kept).split(separator: 0x0A).suffix(Self.shownLines).map { line in
      TextEscaping.escaped(utf8: line.last == 0x0D ? line.dropLast() : line, limit: 200)
    }
    return lines.isEmpty ? nil : lines.joined(separator: " | ")
  }
}

/// Bytes as they arrive, cut into lines and into blocks that were announced.
struct LineBuffer {
  private var bytes: [UInt8] = []
  private var taken = 0
  private var searched = 0

  var count: Int { bytes.count - taken }

  mutating func append(_ more: UnsafeRawBufferPointer) {
    makeRoom()
    bytes.append(contentsOf: more)
  }

  /// Appends what a function reads into room for a number of bytes; says how much it was.
  mutating func append(upTo count: Int, _ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    makeRoom()
    return bytes.append(upTo: count, read)
  }

  private mutating func makeRoom() {
    guard taken > 0, taken == bytes.count || taken > 1 << 20 else { return }
    bytes.removeSubrange(..<taken)
    searched = max(0, searched - taken)
    taken = 0
  }

  private mutating func lineEnd() -> Int? {
    let end = bytes[max(searched, taken)...].firstIndex(of: 0x0A)
    searched = end ?? bytes.count
    return end
  }

  /// The next line without its line feed, which is left where it is; `nil` if its end is not there yet.
  mutating func nextLine() -> [UInt8]? { lineEnd().map { Array(bytes[taken..<$0]) } }

  /// Takes the next line, without its line feed; `nil` if its end is not there yet.
  mutating func takeLine() -> [UInt8]? {
    guard let end = lineEnd() else { return nil }
    defer { taken = end + 1 }
    return Array(bytes[taken..<end])
  }

  mutating func take(upTo count: Int) -> [UInt8] {
    let end = min(taken + max(0, count), bytes.count)
    defer { taken = end }
    return Array(bytes[taken..<end])
  }
}

extension [UInt8] {
  /// Appends what a function reads into room for a number of bytes; says how much it was.
  mutating func append(upTo count: Int, _ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    var got = 0
    append(addingCapacity: count) { (output: inout OutputSpan<UInt8>) in
      output.withUnsafeMutableBufferPointer { place, initialized in
        got = read(
          UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(place)[initialized...].prefix(count)))
        initialized += got
      }
    }
    return got
  }
}
