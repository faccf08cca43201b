import AssayPlatform
import HealthModel

/// Serves rules to the host: a plugin with `provides.rules`.
///
/// A whole `main.swift`:
///
/// ```swift
/// let rules = RuleSet("ring-study", MyRule())
/// PluginServer.end(with: RuleServer.run(rules, version: "1.0.0"))
/// ```
public enum RuleServer {
  /// Serves rules on standard input and output, for one run.
  ///
  /// Output that the process prints goes to standard error.
  ///
  /// - Parameters:
  ///   - rules: the rules; their name is that of the plugin, and `plugin.yaml` names each with its types.
  ///   - version: the plugin's own version.
  /// - Returns: the status to exit with: 0 when everything was judged; 1 when the host broke off or asked for something
  ///   else.
  public static func run(_ rules: RuleSet, version: String) -> Int32 {
    StopSignals.ignoreClosedPipes()
    guard let streams = try? CurrentProcess.takeStandardStreams() else { return 1 }
    return serve(rules, version: version, input: streams.input, output: streams.output)
  }

  /// Serves rules on two descriptors.
  package static func serve(_ rules: RuleSet, version: String, input: Int32, output: Int32) -> Int32 {
    let lines = LineInput(descriptor: input)
    // A line holds a structured sample with all its points.
    lines.maximumLine = 64 << 20
    let answers = LineOutput(descriptor: output)
    func refuse(_ words: String) -> Int32 {
      answers.write(JSONBuilder(message: "error", words: words).line)
      return 1
    }
    guard let hello = try? lines.line(), let asked = JSONValue(parsing: hello), asked["t"]?.text == "hello",
      asked["level"]?.text == "judge"
    else { return refuse("this plugin judges samples; it keeps no store and reads no format") }
    answers.write(self.hello(rules, version))
    var session = RuleSession(rules)
    while let line = try? lines.line() {
      guard let request = JSONValue(parsing: line), let kind = request["t"]?.text else {
        return refuse("the host wrote a line that is not a message")
      }
      switch kind {
      case "judge":
        guard let batch = request["batch"]?.int, let count = request["count"]?.int, count >= 0 else {
          return refuse("`judge` needs `batch` and `count`")
        }
        guard let answer = session.judge(batch, input: request["input"]?.int ?? 0, count: count, lines) else {
          return refuse("batch \(batch) has a line that is not a sample, or ends early")
        }
        answers.write(answer)
      case "end":
        answers.write(JSONBuilder(message: "end").line)
        return 0
      default: return refuse("the host wrote a message of an unknown kind")
      }
    }
    return 1
  }

  private static func hello(_ rules: RuleSet, _ version: String) -> [UInt8] {
    var json = JSONBuilder(helloOf: rules.name, version: version, level: "judge")
    json.member("rules", texts: rules.rules.map(\.info.code))
    return json.line
  }
}

/// Rules on their way through the batches of a run.
private struct RuleSession {
  private var rules: [any SampleRule]
  private let codes: [String]
  private let types: [Set<String>?]
  private let sample = LineSample()
  private var input: Int?
  private var found = RuleFindings()

  init(_ set: RuleSet) {
    rules = set.rules
    let infos = set.rules.map(\.info)
    codes = infos.map(\.code)
    types = infos.map { $0.types.isEmpty ? nil : Set($0.types) }
  }

  /// Judges the lines of a batch.
  ///
  /// - Returns: the answer; `nil` when a line is not a sample, or there are too few.
  mutating func judge(_ batch: Int, input: Int, count: Int, _ lines: LineInput) -> [UInt8]? {
    if self.input != input {
      self.input = input
      for index in rules.indices { rules[index].begin(input: input) }
    }
    var json = JSONBuilder(message: "findings")
    json.member("batch", batch)
    json.key("findings")
    var isRead = true
    json.array { list in
      for at in 0..<count {
        guard let line = try? lines.line(), let value = JSONValue(parsing: line), sample.lend(value) else {
          isRead = false
          return
        }
        judge(at, &list)
      }
    }
    return isRead ? json.line : nil
  }

  private mutating func judge(_ at: Int, _ list: inout JSONBuilder) {
    let lent = RuleSample(sample, row: 0)
    for index in rules.indices {
      if let types = types[index], !sample.isOf(types) { continue }
      rules[index].judge(lent, into: &found)
      for item in found.items {
        list.object { object in
          object.member("at", at)
          object.member("rule", codes[index])
          object.member("severity", item.severity?.name)
          object.member("field", item.field)
          object.member("message", item.message.isEmpty ? nil : item.message)
        }
      }
      found.removeAll()
    }
  }
}
