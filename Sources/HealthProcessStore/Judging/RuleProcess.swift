import AssayPlatform
import HealthModel
package import HealthStorage

/// A plugin that judges samples by its rules: batches go in, findings come out in the order of the batches.
///
/// Used by one thread at a time. Batches wait in the pipe while the plugin judges, so that it works beside the reading;
/// only when too many are unanswered does the host wait for it.
package final class RuleProcess {
  /// How many batches may be unanswered.
  private static let window = 16
  /// How many bytes may wait to be written.
  private static let room = 8 << 20

  private let name: String
  private let rules: Set<String>
  private let limits: ProcessLimits
  private let program: StartedProgram
  /// Whether the user wants the run to end: nothing is waited for then.
  private let isInterrupted: () -> Bool
  /// The secrets to remove from what the plugin writes.
  private let secrets: StoreSecrets
  private var outgoing: [UInt8] = []
  private var written = 0
  private var incoming: [UInt8] = []
  /// How much of it is known to have no line feed.
  private var searched = 0
  private var space = [UInt8](repeating: 0, count: 1 << 16)
  private var errors = StandardErrorTail()
  private var hasHello = false
  private var isAtEnd = false
  private var isReaped = false
  /// The numbers of samples of the batches without an answer, and the number of the first.
  private var unanswered: [Int] = []
  private var nextAnswer = 1
  private var findings: [RuleFinding] = []

  /// Starts a plugin and sends it the hello; its answer is awaited with the first that comes after it.
  ///
  /// - Parameters:
  ///   - plugin: the program.
  ///   - rules: the rules that its manifest names.
  ///   - limits: how long it may take.
  ///   - host: the name and version of the program that asks.
  ///   - isInterrupted: whether waiting for the plugin ends, with what is not judged yet.
  /// - Throws: `StorageError` of the code `pluginStart` when it cannot be started.
  package init(
    _ plugin: PluginExecutable, rules: [String], limits: ProcessLimits, host: String,
    isInterrupted: @escaping () -> Bool = { false }
  ) throws(StorageError) {
    self.isInterrupted = isInterrupted
    try ProgramFile.check(plugin)
    name = TextEscaping.escaped(plugin.name)
    self.rules = Set(rules)
    self.limits = limits.bounded
    secrets = StoreSecrets(
      StorageURL(scheme: "process", location: ""), others: PluginEnvironment.secrets(plugin.environment))
    do {
      program = try ProgramStart(
        path: plugin.path, arguments: plugin.arguments, environment: PluginEnvironment.variables(plugin.environment)
      ).start()
    } catch {
      throw StorageError(.pluginStart, "the plugin \(TextEscaping.escaped(plugin.name)) cannot be started: \(error)")
    }
    let text =
      #"{"t":"hello","protocol":{"min":1,"max":1},"level":"judge","host":"\#(host)","limits":{"findings":"#
      + "\(RuleAnswer.maximumFindings),\"words\":\(RuleAnswer.maximumWords)}}\n"
    outgoing += text.utf8
  }

  deinit { if !isReaped { kill() } }

  /// Sends a batch: lines of samples in normal form, each with its line feed.
  ///
  /// - Throws: `StorageError` when the plugin is silent, gone or breaks the protocol; nothing more may be asked then.
  package func judge(_ lines: [UInt8], count: Int, input: Int) throws(StorageError) {
    let number = nextAnswer + unanswered.count
    outgoing += #"{"t":"judge","batch":\#(number),"input":\#(input),"count":\#(count)}"#.utf8
    outgoing.append(UInt8(ascii: "\n"))
    outgoing += lines
    unanswered.append(count)
    try pump(milliseconds: 0)
    try wait { $0.unanswered.count < Self.window && $0.outgoing.count - $0.written < Self.room }
  }

  /// Waits until every batch is answered.
  package func finishBatches() throws(StorageError) { try wait { $0.unanswered.isEmpty && $0.hasHello } }

  /// Says that no batch follows, and waits for the plugin's word that it was all.
  package func end() throws(StorageError) {
    outgoing += "{\"t\":\"end\"}\n".utf8
    try wait { $0.isAtEnd && $0.unanswered.isEmpty }
    kill()
    guard isAtEnd, unanswered.isEmpty else {
      throw StorageError(.pluginExited, "the plugin \(name) was interrupted before it had judged all samples")
    }
  }

  /// The findings that came since they were last taken.
  package func takeFindings() -> [RuleFinding] {
    defer { findings = [] }
    return findings
  }

  /// How many batches are answered.
  package var answeredBatches: Int { nextAnswer - 1 }

  // MARK: Waiting

  private func wait(until isDone: (RuleProcess) -> Bool) throws(StorageError) {
    var since = MonotonicTime.milliseconds()
    while !isDone(self), !isInterrupted() {
      let limit = hasHello ? limits.answerMilliseconds : max(limits.helloMilliseconds, limits.answerMilliseconds)
      if try pump(milliseconds: 100) { since = MonotonicTime.milliseconds() }
      guard !isDone(self), MonotonicTime.milliseconds() - since >= limit else { continue }
      kill()
      throw StorageError(
        .pluginTimeout, "the plugin \(name) was silent for \(limit) ms\(quotedErrors)", remedy: .allowMoreTime)
    }
  }

  /// Writes and reads what can be written and read; says whether an answer came.
  @discardableResult
  private func pump(milliseconds: Int) throws(StorageError) -> Bool {
    var ends = [
      Readiness(program.output.number, .reading), Readiness(program.error.number, .reading),
      Readiness(written < outgoing.count ? program.input.number : nil, .writing),
    ]
    guard Readiness.wait(&ends, milliseconds: milliseconds) else { return false }
    if ends[2].isReady { write() }
    if ends[1].isReady, let text = read(program.error), !text.isEmpty { errors.append(text) }
    guard ends[0].isReady else { return false }
    guard let text = read(program.output) else {
      if isAtEnd, unanswered.isEmpty { return true }
      let end = reap()
      throw StorageError(
        .pluginExited, "the plugin \(name) ended \(end) before it had judged all samples\(quotedErrors)",
        hint: "it should answer each batch by `findings`, and `end` by `end`")
    }
    incoming += text
    return try takeLines()
  }

  private func write() {
    let count = outgoing.withUnsafeBytes { bytes in
      (try? program.input.write(UnsafeRawBufferPointer(rebasing: bytes[written...]))) ?? 0
    }
    written += count
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

  private func takeLines() throws(StorageError) -> Bool {
    var begin = 0
    var hasAnswer = false
    while let end = incoming[max(begin, searched)...].firstIndex(of: UInt8(ascii: "\n")) {
      do throws(RuleFault) {
        if try take(RuleAnswer(incoming[begin..<end])) { hasAnswer = true }
      } catch {
        kill()
        throw StorageError(error.isFlood ? .pluginFlood : .pluginProtocol, "the plugin \(name) \(error.words)")
      }
      begin = end + 1
    }
    incoming.removeFirst(begin)
    searched = incoming.count
    guard incoming.count > limits.maximumLine else { return hasAnswer }
    kill()
    throw StorageError(.pluginFlood, "the plugin \(name) wrote a line of more than \(limits.maximumLine) bytes")
  }

  // MARK: Answers

  /// Takes a message; says whether it is a sign of work.
  private func take(_ answer: RuleAnswer) throws(RuleFault) -> Bool {
    switch answer {
    case .hello(let own):
      guard !hasHello else { throw RuleFault("said hello twice") }
      guard Set(own) == rules else { throw RuleFault("has other rules in its hello than in its plugin.yaml") }
      hasHello = true
    case .findings(let found, let batch):
      guard hasHello, let count = unanswered.first, batch == nextAnswer else {
        throw RuleFault("answered batch \(batch) out of turn")
      }
      var last = 0
      for finding in found {
        guard finding.sample >= last, finding.sample < count else {
          throw RuleFault("wrote findings about batch \(batch) that are not in the order of its \(count) samples")
        }
        guard rules.contains(finding.rule) else { throw RuleFault("wrote a finding of a rule that it does not have") }
        last = finding.sample
      }
      unanswered.removeFirst()
      nextAnswer += 1
      findings += found
    case .working: break
    case .log: return false
    case .end: isAtEnd = true
    case .error(let message): throw RuleFault("failed: \(secrets.shown(message, limit: 500))")
    }
    return true
  }

  // MARK: Ending

  private var quotedErrors: String { errors.shown(secrets).map { "; it wrote: \($0)" } ?? "" }

  private func kill() {
    program.process.killGroup()
    _ = reap()
  }

  private func reap() -> ProcessEnd {
    guard !isReaped else { return .unknown }
    isReaped = true
    program.input.close()
    return ProcessEnd(program.process.reap())
  }
}
