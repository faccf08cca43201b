import AssayPlatform
package import HealthModel
package import HealthStorage

/// A plugin that judges samples by its rules: batches go in, findings come out in the order of the batches.
///
/// Used by one thread at a time. Batches wait in the pipe while the plugin judges, so that it works beside the reading;
/// only when too many are unanswered does the host wait for it.
package final class RuleProcess {
  private static let window = 16
  private let rules: Set<String>
  private let pluginName: String
  private let program: PluginLines
  private var hasHello = false
  private var isAtEnd = false
  /// The numbers of samples of the batches without an answer, and the number of the first.
  private var unanswered: [Int] = []
  private var nextAnswer = 1
  private var findings: [RuleFinding] = []
  private var lastAnswer = MonotonicTime.milliseconds()

  /// Starts a plugin and sends it the hello; its answer is awaited with the first that comes after it.
  package init(
    _ plugin: PluginExecutable, rules: [String], limits: ProcessLimits, host: String, redacts: Bool = false,
    isInterrupted: @escaping () -> Bool = { false }
  ) throws(StorageError) {
    self.rules = Set(rules)
    pluginName = plugin.name
    program = try PluginLines(
      plugin, limits: limits, longestLine: limits.bounded.maximumLine, redacts: redacts, isInterrupted: isInterrupted)
    program.send(
      JSONBuilder(
        helloOf: host, level: "judge",
        limits: ["findings": RuleAnswer.maximumFindings, "words": RuleAnswer.maximumWords]
      ).line)
  }

  /// Sends a batch: lines of samples in normal form, each with its line feed.
  package func judge(_ lines: [UInt8], count: Int, input: Int) throws(StorageError) {
    let number = nextAnswer + unanswered.count
    program.send(Array("{\"t\":\"judge\",\"batch\":\(number),\"input\":\(input),\"count\":\(count)}\n".utf8))
    program.send(lines)
    if unanswered.isEmpty { lastAnswer = MonotonicTime.milliseconds() }
    unanswered.append(count)
    _ = try program.pump(milliseconds: 0, takeLine)
    if program.isOver { throw program.lost(ended) }
    try wait { $0.unanswered.count < Self.window && $0.program.unwritten < PluginLines.room }
  }

  package func finishBatches() throws(StorageError) { try wait { $0.unanswered.isEmpty && $0.hasHello } }

  /// Says that no batch follows, and waits for the plugin's word that it was all.
  package func end() throws(StorageError) {
    program.send(JSONBuilder(message: "end").line)
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

  package func takeFindings() -> [RuleFinding] {
    defer { findings = [] }
    return findings
  }

  package var answeredBatches: Int { nextAnswer - 1 }

  private func wait(until isDone: (RuleProcess) -> Bool) throws(StorageError) {
    try program.wait(hasHello: { hasHello }, until: { isDone(self) }, ending: ended, takeLine)
  }

  private func ended(_ end: String) -> StorageError {
    StorageError(
      .pluginExited, "the plugin \(program.name) ended \(end) before it had judged all samples\(program.quotedErrors)",
      hint: "it should answer each batch by `findings`, and `end` by `end`")
  }

  private func takeLine(_ line: [UInt8]) throws(StorageError) -> Bool { try take(RuleAnswer(line, quote)) }

  private var quote: RuleQuote { RuleQuote(redacts: program.redacts, program.secrets) }

  private func take(_ answer: RuleAnswer) throws(StorageError) -> Bool {
    switch answer {
    case .hello(let hello):
      guard !hasHello else { throw .breach("said hello twice") }
      try check(hello)
      hasHello = true
    case .findings(let found, let batch):
      guard hasHello, let count = unanswered.first, batch == nextAnswer else {
        throw .breach("answered batch \(batch) out of turn\(hasHello ? "" : ", before its hello")")
      }
      var last = 0
      for finding in found {
        guard finding.sample >= last, finding.sample < count else {
          let limits = "it has \(count), from 0 on, and the last finding is about \(last)"
          throw .breach(
            "wrote a finding at \(finding.sample) of batch \(batch), not in the order of its samples: \(limits)")
        }
        guard rules.contains(finding.rule) else {
          throw .breach("wrote a finding of a rule that it does not have\(quote.suffix(finding.rule))")
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
      throw .breach(
        program.redacts
          ? "says that it cannot go on (redacted)" : "failed: \(program.secrets.shown(message, limit: 500))")
    }
    return true
  }

  private func check(_ hello: RuleAnswer.Hello) throws(StorageError) {
    if let name = hello.name, name != pluginName {
      throw .breach("has another name in its hello than in its plugin.yaml\(quote.suffix(name))")
    }
    guard hello.levels.contains("judge") else {
      let levels = hello.levels.isEmpty ? "" : quote.suffix(hello.levels.joined(separator: ", "))
      throw .breach("does not have the level `judge` in its hello\(levels)")
    }
    let own = Set(hello.rules)
    guard own == rules else {
      let missing = rules.subtracting(own).sorted().map { "`\($0)` is missing" }
      let more = own.subtracting(rules).sorted().map { quote.shown($0) + " is not in plugin.yaml" }
      let words = program.redacts ? missing : missing + more
      throw .breach(
        "has other rules in its hello than in its plugin.yaml"
          + (words.isEmpty ? "" : ": " + words.prefix(5).joined(separator: ", ")))
    }
  }
}

/// A finding of a rule plugin about one sample of a batch.
package struct RuleFinding: Sendable, Hashable {
  package var batch: Int
  /// The sample in the batch, from 0.
  package var sample: Int
  package var rule: String
  /// Its severity; `nil` for the rule's own severity.
  package var severity: Severity?
  /// The field at fault, as a JSON Pointer; `nil` for the whole sample.
  package var field: String?
  /// The words, made safe to show; empty when there are none.
  package var message: String
}

/// What a rule plugin says, read from one line.
enum RuleAnswer {
  case hello(Hello)
  case findings([RuleFinding], batch: Int)
  case working
  case log
  case end
  case error(String)

  /// What a plugin says of itself.
  struct Hello {
    var name: String?
    var levels: [String]
    var rules: [String]
  }

  static let maximumFindings = 1000
  static let maximumWords = RuleFindings.maximumWords

  init(_ line: [UInt8], _ quote: RuleQuote) throws(StorageError) {
    guard let value = JSONValue(parsing: line), let kind = value["t"]?.text else {
      throw .breach("wrote a line that is not a message\(quote.suffix(line))")
    }
    switch kind {
    case "hello":
      guard value["protocol"]?.int == 1 else {
        throw .breach("speaks another version of the protocol than 1\(quote.suffix(line))")
      }
      self = .hello(
        Hello(
          name: value["name"]?.text, levels: (value["levels"]?.elements ?? []).compactMap(\.text),
          rules: (value["rules"]?.elements ?? []).compactMap(\.text)))
    case "findings":
      guard let batch = value["batch"]?.int, let items = value["findings"]?.elements else {
        throw .breach("wrote `findings` without `batch` and `findings`\(quote.suffix(line))")
      }
      guard items.count <= Self.maximumFindings else {
        throw StorageError(
          .pluginFlood, "wrote \(items.count) findings about a batch, more than \(Self.maximumFindings)")
      }
      var findings: [RuleFinding] = []
      for item in items { findings.append(try Self.finding(item, batch, quote, line)) }
      self = .findings(findings, batch: batch)
    case "working": self = .working
    case "log": self = .log
    case "end": self = .end
    case "error": self = .error(value["message"]?.text ?? "")
    default: throw .breach("wrote a message of an unknown kind\(quote.suffix(kind))")
    }
  }

  private static func finding(
    _ item: JSONValue, _ batch: Int, _ quote: RuleQuote, _ line: [UInt8]
  ) throws(StorageError) -> RuleFinding {
    guard let sample = item["at"]?.int, let rule = item["rule"]?.text else {
      throw .breach("wrote a finding without `at` and `rule`\(quote.suffix(line))")
    }
    var severity: Severity?
    if let word = item["severity"]?.text {
      severity = Severity.allCases.first { $0.name == word }
      if severity == nil { throw .breach("wrote an unknown severity\(quote.suffix(word)); use note, warning or error") }
    }
    let pointer = item["field"]?.text
    if let pointer, !pointer.isEmpty, pointer.utf8.first != UInt8(ascii: "/") {
      throw .breach(
        "wrote a field that is not a JSON Pointer\(quote.suffix(pointer)); one begins with `/`, as `/value`")
    }
    let field = pointer.map { TextEscaping.escaped($0, limit: 200) }
    return RuleFinding(
      batch: batch, sample: sample, rule: rule, severity: severity, field: field,
      message: TextEscaping.escaped(item["message"]?.text ?? "", limit: maximumWords))
  }
}

/// Shows what a plugin wrote in messages about its faults: the beginning, escaped, and nothing if nothing of the samples
/// may be shown, since a plugin may write what it read.
struct RuleQuote {
  static let limit = 80

  private let redacts: Bool
  private let secrets: StoreSecrets

  init(redacts: Bool, _ secrets: StoreSecrets) {
    self.redacts = redacts
    self.secrets = secrets
  }

  func shown(_ text: String) -> String { redacts ? "(redacted)" : "`\(secrets.shown(text, limit: Self.limit))`" }

  func suffix(_ text: String) -> String { redacts ? "" : ": " + shown(text) }

  func suffix(_ line: [UInt8]) -> String {
    guard !redacts else { return "" }
    guard !line.isEmpty else { return ": an empty line" }
    // A secret that the end of the piece cuts is not known again, so more is looked through than is shown.
    let piece = secrets.blanked(utf8: line.prefix(Self.limit + secrets.longest))
    let shown = TextEscaping.escaped(utf8: piece.prefix(Self.limit), limit: Self.limit)
    return ": `\(shown)\(line.count > Self.limit ? "…" : "")`"
  }
}
