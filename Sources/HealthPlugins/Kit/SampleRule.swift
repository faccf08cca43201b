import AssayPlatform
public import HealthModel

/// A rule of your own: it is shown each accepted sample, in order, and adds findings.
///
/// ```swift
/// import HealthPlugins
///
/// struct SteepRise: SampleRule {
///   let info = RuleInfo(
///     code: "steep-rise", types: ["bodyMass"], title: "A body mass is far above the one before")
///   private var last: [String?: Double] = [:]
///
///   mutating func judge(_ sample: borrowing RuleSample, into findings: inout RuleFindings) {
///     guard let mass = sample.number else { return }
///     if let before = last[sample.subject], mass > before + 10 {
///       findings.add("\(mass) kg comes after \(before) kg", field: "/value")
///     }
///     last[sample.subject] = mass
///   }
/// }
/// ```
///
/// `RuleServer` serves rules as a plugin. What a rule remembers lasts for the run, which has a process of its own. A rule
/// only judges. A sample that it finds fault with counts as accepted and is stored, whatever the severity.
///
/// Let findings depend on the samples alone, not on the clock: a run should find the same each time.
public protocol SampleRule: Sendable {
  /// The name and the words of the rule, and the types that it is about.
  var info: RuleInfo { get }

  /// Begins an input of a run, such as a file. By default nothing happens.
  ///
  /// - Parameter input: the number of the input in the run, from 0.
  mutating func begin(input: Int)

  /// Judges a sample.
  ///
  /// - Parameters:
  ///   - sample: an accepted sample in normal form; it cannot be kept beyond the call.
  ///   - findings: takes what the rule finds in it.
  mutating func judge(_ sample: borrowing RuleSample, into findings: inout RuleFindings)
}

extension SampleRule {
  /// Does nothing.
  public mutating func begin(input: Int) {}
}

/// The name and the words of a rule, and the types that it is about.
///
/// ```swift
/// let info = RuleInfo(code: "steep-rise", types: ["bodyMass"], title: "A body mass is far above the one before")
/// ```
public struct RuleInfo: Sendable, Hashable {
  /// A lower-case word with dashes, such as `steep-rise`; findings show it after the name of the rules.
  public var code: String
  /// The types that it is about, by id, such as `bodyMass`; empty for samples of all types.
  ///
  /// A correlation is judged, with all its members, if it or one of them is of such a type.
  public var types: [String]
  /// The severity of its findings, unless a finding has its own.
  public var severity: Severity
  /// A sentence for listings, without a full stop; the words of a finding that has none of its own.
  public var title: String
  /// What is wrong and what to do, for people.
  public var page: String?

  /// Describes a rule.
  public init(code: String, types: [String] = [], severity: Severity = .warning, title: String, page: String? = nil) {
    self.code = code
    self.types = types
    self.severity = severity
    self.title = title
    self.page = page
  }
}

/// Takes the findings of a rule about a sample.
public struct RuleFindings {
  /// A finding, without what is known of the sample and the rule.
  struct Item {
    /// The words, made safe to show; empty for the title of the rule.
    var message: String
    var field: String?
    var severity: Severity?
  }

  static let maximumWords = 500

  private(set) var items: [Item] = []

  init() {}

  /// Adds a finding.
  ///
  /// - Parameters:
  ///   - message: one sentence, lower case, without a full stop; of more than 500 bytes the rest is cut. Empty for the
  ///     title of the rule.
  ///   - field: the field at fault, as a JSON Pointer such as `/value`; `nil` for the whole sample.
  ///   - severity: the severity; `nil` for the severity of the rule.
  public mutating func add(_ message: String = "", field: String? = nil, severity: Severity? = nil) {
    items.append(
      Item(
        message: message.isEmpty ? "" : TextEscaping.escaped(message, limit: Self.maximumWords),
        field: field.map(Self.pointer), severity: severity))
  }

  mutating func removeAll() { items.removeAll(keepingCapacity: true) }

  static func pointer(_ text: String) -> String {
    TextEscaping.escaped(text.isEmpty || text.utf8.first == UInt8(ascii: "/") ? text : "/" + text, limit: 200)
  }
}

/// Rules of your own under one name: their findings have the codes `NAME/rule`.
///
/// ```swift
/// let rules = RuleSet("ring-study", MyRule())
/// PluginServer.end(with: RuleServer.run(rules, version: "1.0.0"))
/// ```
public struct RuleSet: Sendable {
  /// A lower-case word with dashes, such as `ring-study`.
  public let name: String
  /// The rules as they are at the beginning of each run, in the order of their findings about a sample.
  public let rules: [any SampleRule]

  /// Puts rules under a name.
  ///
  /// - Parameters:
  ///   - name: a lower-case word with dashes.
  ///   - rules: the rules, with codes that differ.
  public init(_ name: String, _ rules: any SampleRule...) { self.init(name, rules: rules) }

  /// `name` is a lower-case word with dashes.
  package init(_ name: String, rules: [any SampleRule]) {
    self.name = name
    self.rules = rules
  }
}

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
