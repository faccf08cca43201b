import AssayPlatform
import HealthModel
import HealthStorage

/// A program that is asked and that answers in lines: started, written to, read from and ended.
///
/// Used by one thread at a time; what is written waits here while the program is busy.
final class ProgramLines {
  /// What came while it was waited for.
  enum Progress {
    case nothing
    case work
    case end
  }

  /// How many bytes may wait to be written.
  static let room = 8 << 20
  /// How long a program may go on after it has closed its standard input: it may be about to end and say why.
  private static let refusalMilliseconds = 1000

  /// The plugin's name, made safe to show.
  let name: String
  let limits: ProcessLimits
  /// The secrets to remove from what the plugin writes.
  let secrets: StoreSecrets
  private let program: StartedProgram
  private let longestLine: Int
  /// Whether messages show nothing of what the program wrote, which may be the samples that it was sent.
  let redacts: Bool
  /// Whether the user wants the run to end: nothing is waited for then.
  let isInterrupted: () -> Bool
  private var outgoing: [UInt8] = []
  private var written = 0
  private var incoming: [UInt8] = []
  /// How much of it is known to have no line feed.
  private var searched = 0
  private var space = [UInt8](repeating: 0, count: 1 << 16)
  private var errors = StandardErrorTail()
  private var isReaped = false
  /// Whether it wrote something while its end was waited for.
  private(set) var hasWrittenMore = false
  /// How many bytes were still to be taken when it closed its standard input.
  private var refused = 0
  /// Whether the program closed its standard input with something still to be written.
  private var isRefusing = false

  /// Starts a plugin.
  ///
  /// - Throws: `StorageError` of the code `pluginStart` when it cannot be started.
  init(
    _ plugin: PluginExecutable, limits: ProcessLimits, longestLine: Int, redacts: Bool = false,
    isInterrupted: @escaping () -> Bool
  ) throws(StorageError) {
    try ProgramFile.check(plugin)
    name = TextEscaping.escaped(plugin.name)
    self.limits = limits.bounded
    self.longestLine = longestLine
    self.redacts = redacts
    self.isInterrupted = isInterrupted
    secrets = StoreSecrets(
      StorageURL(scheme: "process", location: ""), others: PluginEnvironment.secrets(plugin.environment))
    do {
      program = try ProgramStart(
        path: plugin.path, arguments: plugin.arguments, environment: PluginEnvironment.variables(plugin.environment)
      ).start()
    } catch {
      throw StorageError(.pluginStart, "the plugin \(TextEscaping.escaped(plugin.name)) cannot be started: \(error)")
    }
  }

  deinit { if !isReaped { kill() } }

  /// How many bytes wait to be written.
  var unwritten: Int { outgoing.count - written }

  /// How many bytes of what it was sent the program has not taken.
  var untaken: Int { unwritten + program.input.unread + refused }

  /// Adds something to be written.
  func send(_ bytes: some Sequence<UInt8>) { outgoing += bytes }

  /// Waits until something is the case, or the run is to end.
  func wait(
    atMost milliseconds: () -> Int, until isDone: () -> Bool, ending: (String) -> StorageError,
    _ take: (ArraySlice<UInt8>) throws(RuleFault) -> Bool
  ) throws(StorageError) {
    var since = MonotonicTime.milliseconds()
    while !isDone(), !isInterrupted() {
      let limit = milliseconds()
      switch try pump(milliseconds: 100, take) {
      case .work: since = MonotonicTime.milliseconds()
      case .end where !isDone(): throw lost(ending)
      default: break
      }
      guard !isDone() else { continue }
      let silence = MonotonicTime.milliseconds() - since
      if isRefusing, silence >= Self.refusalMilliseconds {
        kill()
        throw StorageError(
          .pluginExited, "the plugin \(name) closed its standard input before it had read everything\(quotedErrors)")
      }
      // Something that it started may hold its pipes open.
      if silence >= Self.refusalMilliseconds, program.process.hasEnded { throw lost(ending) }
      guard silence >= limit else { continue }
      kill()
      throw StorageError(
        .pluginTimeout, "the plugin \(name) was silent for \(limit) ms\(quotedErrors)", remedy: .allowMoreTime)
    }
  }

  /// Refuses a program that only says that it is working for many times as long as it may be silent.
  func checkWorking(since: Int) throws(RuleFault) {
    let most = limits.answerMilliseconds.multipliedReportingOverflow(by: limits.workingTimes)
    let silence = MonotonicTime.milliseconds() - since
    guard most.overflow || silence < most.partialValue else {
      throw RuleFault("said that it is working for \(silence) ms, and nothing else")
    }
  }

  /// Writes and reads what can be written and read.
  func pump(
    milliseconds: Int, _ take: (ArraySlice<UInt8>) throws(RuleFault) -> Bool
  ) throws(StorageError) -> Progress {
    var ends = [
      Readiness(program.output.number, .reading), Readiness(program.error.number, .reading),
      Readiness(written < outgoing.count ? program.input.number : nil, .writing),
    ]
    guard Readiness.wait(&ends, milliseconds: milliseconds) else { return .nothing }
    if ends[2].isReady { write() }
    if ends[1].isReady, let text = read(program.error), !text.isEmpty { errors.append(text) }
    guard ends[0].isReady else { return .nothing }
    guard let text = read(program.output) else { return .end }
    incoming += text
    return try takeLines(take) ? .work : .nothing
  }

  private func write() {
    do {
      let count = try outgoing.span.bytes.withUnsafeBytes { bytes throws(SystemError) in
        try program.input.write(UnsafeRawBufferPointer(rebasing: bytes[written...]))
      }
      written += count
    } catch {
      guard error != .wouldBlock else { return }
      refused = untaken
      program.input.close()
      isRefusing = true
      outgoing = []
      written = 0
      return
    }
    guard written == outgoing.count || written > Self.room else { return }
    outgoing.removeFirst(written)
    written = 0
  }

  /// Reads what is there; `nil` at the end.
  private func read(_ end: PipeEnd) -> ArraySlice<UInt8>? {
    guard end.number != nil else { return nil }
    let result = space.withUnsafeMutableBytes { bytes in
      Result { () throws(SystemError) in try end.read(into: bytes) }
    }
    switch result {
    case .success(let count) where count > 0: return space[..<count]
    case .failure(.wouldBlock): return []
    default:
      end.close()
      return nil
    }
  }

  private func takeLines(_ take: (ArraySlice<UInt8>) throws(RuleFault) -> Bool) throws(StorageError) -> Bool {
    var begin = 0
    var hasAnswer = false
    while let end = incoming[max(begin, searched)...].firstIndex(of: UInt8(ascii: "\n")) {
      do throws(RuleFault) {
        if try take(incoming[begin..<end]) { hasAnswer = true }
      } catch {
        kill()
        throw StorageError(error.isFlood ? .pluginFlood : .pluginProtocol, "the plugin \(name) \(error.words)")
      }
      begin = end + 1
    }
    incoming.removeFirst(begin)
    searched = incoming.count
    guard incoming.count > longestLine else { return hasAnswer }
    kill()
    throw StorageError(.pluginFlood, "the plugin \(name) wrote a line of more than \(longestLine) bytes")
  }

  /// The end of what the plugin wrote to standard error, for messages; empty if there is nothing.
  var quotedErrors: String {
    errors.shown(secrets).map { redacts ? "; what it wrote is left out (redacted)" : "; it wrote: \($0)" } ?? ""
  }

  /// Says that nothing more is written to the plugin.
  func closeInput() { program.input.close() }

  /// Waits for the program to end by itself, and then ends what it started.
  ///
  /// - Returns: how it ended; `nil` if it did not, or the run is to end: it was killed then.
  func finish(within milliseconds: Int) -> ProcessEnd? {
    closeInput()
    let start = MonotonicTime.milliseconds()
    while !program.process.hasEnded {
      guard !isInterrupted(), MonotonicTime.milliseconds() - start < milliseconds else {
        kill()
        return nil
      }
      var ends = [
        Readiness(program.process.descriptor?.file.number, .reading), Readiness(program.output.number, .reading),
        Readiness(program.error.number, .reading),
      ]
      guard Readiness.wait(&ends, milliseconds: 20) else { continue }
      // A full pipe would keep it from ending.
      if ends[1].isReady, let text = read(program.output), !text.isEmpty { hasWrittenMore = true }
      if ends[2].isReady, let text = read(program.error), !text.isEmpty { errors.append(text) }
    }
    if let text = read(program.error), !text.isEmpty { errors.append(text) }
    program.process.killGroup()
    return reap()
  }

  /// The error for a program that ended what it writes too early: it may end by itself, but not live on.
  ///
  /// - Returns: that error, or another one for a program that had to be killed.
  func lost(_ ending: (String) -> StorageError) -> StorageError {
    guard let end = finish(within: limits.shutdownMilliseconds) else {
      return StorageError(
        .pluginExited, "the plugin \(name) closed its standard output, and did not end\(quotedErrors)")
    }
    return ending("\(end)")
  }

  /// Ends the plugin.
  func kill() {
    program.process.killGroup()
    _ = reap()
  }

  func reap() -> ProcessEnd {
    guard !isReaped else { return .unknown }
    isReaped = true
    program.input.close()
    return ProcessEnd(program.process.reap())
  }
}
