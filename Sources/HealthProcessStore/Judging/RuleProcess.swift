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
  private let rules: Set<String>
  /// The name in its manifest.
  private let pluginName: String
  private let program: ProgramLines
  private var hasHello = false
  private var isAtEnd = false
  /// The numbers of samples of the batches without an answer, and the number of the first.
  private var unanswered: [Int] = []
  private var nextAnswer = 1
  private var findings: [RuleFinding] = []
  /// When it last answered, or was asked after all was answered.
  private var lastAnswer = MonotonicTime.milliseconds()

  /// Starts a plugin and sends it the hello; its answer is awaited with the first that comes after it.
  ///
  /// - Parameters:
  ///   - plugin: the program.
  ///   - rules: the rules that its manifest names.
  ///   - limits: how long it may take.
  ///   - host: the name and version of the program that asks.
  ///   - redacts: whether errors show nothing of what the plugin wrote, which may be the samples that it was sent.
  ///   - isInterrupted: whether waiting for the plugin ends, with what is not judged yet.
  /// - Throws: `StorageError` of the code `pluginStart` when it cannot be started.
  package init(
    _ plugin: PluginExecutable, rules: [String], limits: ProcessLimits, host: String, redacts: Bool = false,
    isInterrupted: @escaping () -> Bool = { false }
  ) throws(StorageError) {
    self.rules = Set(rules)
    pluginName = plugin.name
    program = try ProgramLines(
      plugin, limits: limits, longestLine: limits.bounded.maximumLine, redacts: redacts, isInterrupted: isInterrupted)
    let text =
      #"{"t":"hello","protocol":{"min":1,"max":1},"level":"judge","host":"\#(host)","limits":{"findings":"#
      + "\(RuleAnswer.maximumFindings),\"words\":\(RuleAnswer.maximumWords)}}\n"
    program.send(text.utf8)
  }

  /// Sends a batch: lines of samples in normal form, each with its line feed.
  ///
  /// - Throws: `StorageError` when the plugin is silent, gone or breaks the protocol; the plugin cannot be used afterwards.
  package func judge(_ lines: [UInt8], count: Int, input: Int) throws(StorageError) {
    let number = nextAnswer + unanswered.count
    program.send("{\"t\":\"judge\",\"batch\":\(number),\"input\":\(input),\"count\":\(count)}\n".utf8)
    program.send(lines)
    if unanswered.isEmpty { lastAnswer = MonotonicTime.milliseconds() }
    unanswered.append(count)
    if case .end = try program.pump(milliseconds: 0, takeLine) { throw program.lost(ended) }
    try wait { $0.unanswered.count < Self.window && $0.program.unwritten < ProgramLines.room }
  }

  /// Waits until every batch is answered.
  package func finishBatches() throws(StorageError) { try wait { $0.unanswered.isEmpty && $0.hasHello } }

  /// Says that no batch follows, and waits for the plugin's word that it was all.
  package func end() throws(StorageError) {
    program.send("{\"t\":\"end\"}\n".utf8)
    lastAnswer = MonotonicTime.milliseconds()
    try wait { $0.isAtEnd && $0.unanswered.isEmpty }
    guard isAtEnd, unanswered.isEmpty else {
      program.kill()
      throw StorageError(.pluginExited, "the plugin \(program.name) was interrupted before it had judged all samples")
    }
    // One that goes on after its last message is ended without a word, one that fails then may not have judged all.
    guard let end = program.finish(within: program.limits.shutdownMilliseconds), end != .status(0) else {
      guard program.hasWrittenMore else { return }
      throw StorageError(.pluginProtocol, "the plugin \(program.name) wrote a line after its last message")
    }
    throw StorageError(
      .pluginExited, "the plugin \(program.name) ended \(end) after its last message\(program.quotedErrors)",
      hint: "it should end with status 0 once it has judged everything")
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
    let limits = program.limits
    try program.wait(
      atMost: { hasHello ? limits.answerMilliseconds : max(limits.helloMilliseconds, limits.answerMilliseconds) },
      until: { isDone(self) }, ending: ended, takeLine)
  }

  private func ended(_ end: String) -> StorageError {
    StorageError(
      .pluginExited,
      "the plugin \(program.name) ended \(end) before it had judged all samples\(program.quotedErrors)",
      hint: "it should answer each batch by `findings`, and `end` by `end`")
  }

  private func takeLine(_ line: ArraySlice<UInt8>) throws(RuleFault) -> Bool { try take(RuleAnswer(line, quote)) }

  /// Shows what the plugin wrote, or nothing of it.
  private var quote: RuleQuote { RuleQuote(redacts: program.redacts, program.secrets) }

  // MARK: Answers

  /// Takes a message; says whether it is a sign of work.
  private func take(_ answer: RuleAnswer) throws(RuleFault) -> Bool {
    switch answer {
    case .hello(let hello):
      guard !hasHello else { throw RuleFault("said hello twice") }
      try check(hello)
      hasHello = true
    case .findings(let found, let batch):
      guard hasHello, let count = unanswered.first, batch == nextAnswer else {
        throw RuleFault("answered batch \(batch) out of turn\(hasHello ? "" : ", before its hello")")
      }
      var last = 0
      for finding in found {
        guard finding.sample >= last, finding.sample < count else {
          let limits = "it has \(count), from 0 on, and the last finding is about \(last)"
          throw RuleFault(
            "wrote a finding at \(finding.sample) of batch \(batch), not in the order of its samples: \(limits)")
        }
        guard rules.contains(finding.rule) else {
          throw RuleFault("wrote a finding of a rule that it does not have\(quote.suffix(finding.rule))")
        }
        last = finding.sample
      }
      unanswered.removeFirst()
      nextAnswer += 1
      lastAnswer = MonotonicTime.milliseconds()
      findings += found
    case .working: try program.checkWorking(since: lastAnswer)
    case .log: return false
    case .end: isAtEnd = true
    case .error(let message):
      throw RuleFault(
        program.redacts
          ? "says that it cannot go on (redacted)" : "failed: \(program.secrets.shown(message, limit: 500))")
    }
    return true
  }

  /// Compares a hello with the plugin's manifest.
  private func check(_ hello: RuleAnswer.Hello) throws(RuleFault) {
    if let name = hello.name, name != pluginName {
      throw RuleFault("has another name in its hello than in its plugin.yaml\(quote.suffix(name))")
    }
    guard hello.levels.contains("judge") else {
      let levels = hello.levels.isEmpty ? "" : quote.suffix(hello.levels.joined(separator: ", "))
      throw RuleFault("does not have the level `judge` in its hello\(levels)")
    }
    let own = Set(hello.rules)
    guard own == rules else {
      let missing = rules.subtracting(own).sorted().map { "`\($0)` is missing" }
      let more = own.subtracting(rules).sorted().map { quote.shown($0) + " is not in plugin.yaml" }
      let words = program.redacts ? missing : missing + more
      throw RuleFault(
        "has other rules in its hello than in its plugin.yaml"
          + (words.isEmpty ? "" : ": " + words.prefix(5).joined(separator: ", ")))
    }
  }
}
