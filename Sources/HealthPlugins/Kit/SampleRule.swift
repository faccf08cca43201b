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

  /// Puts rules under a name.
  ///
  /// - Parameters:
  ///   - name: a lower-case word with dashes.
  ///   - rules: the rules, with codes that differ.
  package init(_ name: String, rules: [any SampleRule]) {
    self.name = name
    self.rules = rules
  }
}
