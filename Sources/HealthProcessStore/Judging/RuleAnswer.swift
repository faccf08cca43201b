import HealthJSON
package import HealthModel

/// A finding of a rule plugin about one sample of a batch.
package struct RuleFinding: Sendable, Hashable {
  /// The number of the batch, from 1.
  package var batch: Int
  /// The sample in the batch, from 0.
  package var sample: Int
  /// The rule, without the plugin's name.
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
    /// Its name; `nil` if it says none.
    var name: String?
    /// What it can do: `judge`.
    var levels: [String]
    /// Its rules.
    var rules: [String]
  }

  /// The most findings about a batch.
  static let maximumFindings = 1000
  /// The most bytes of the words of a finding that are kept.
  static let maximumWords = 500

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: the line, without its line feed.
  ///   - quote: shows what is wrong with it.
  /// - Throws: `RuleFault` in words that say what is wrong with it.
  init(_ line: ArraySlice<UInt8>, _ quote: RuleQuote) throws(RuleFault) {
    guard let value = JSONValue(parsing: line), let kind = value["t"]?.text else {
      throw RuleFault("wrote a line that is not a message\(quote.suffix(line))")
    }
    switch kind {
    case "hello":
      guard value["protocol"]?.int == 1 else {
        throw RuleFault("speaks another version of the protocol than 1\(quote.suffix(line))")
      }
      self = .hello(
        Hello(
          name: value["name"]?.text, levels: (value["levels"]?.elements ?? []).compactMap(\.text),
          rules: (value["rules"]?.elements ?? []).compactMap(\.text)))
    case "findings":
      guard let batch = value["batch"]?.int, let items = value["findings"]?.elements else {
        throw RuleFault("wrote `findings` without `batch` and `findings`\(quote.suffix(line))")
      }
      guard items.count <= Self.maximumFindings else {
        throw RuleFault("wrote \(items.count) findings about a batch, more than \(Self.maximumFindings)", isFlood: true)
      }
      var findings: [RuleFinding] = []
      for item in items { findings.append(try Self.finding(item, batch, quote, line)) }
      self = .findings(findings, batch: batch)
    case "working": self = .working
    case "log": self = .log
    case "end": self = .end
    case "error": self = .error(value["message"]?.text ?? "")
    default: throw RuleFault("wrote a message of an unknown kind\(quote.suffix(kind))")
    }
  }

  private static func finding(
    _ item: JSONValue, _ batch: Int, _ quote: RuleQuote, _ line: ArraySlice<UInt8>
  ) throws(RuleFault) -> RuleFinding {
    guard let sample = item["at"]?.int, let rule = item["rule"]?.text else {
      throw RuleFault("wrote a finding without `at` and `rule`\(quote.suffix(line))")
    }
    var severity: Severity?
    if let word = item["severity"]?.text {
      severity = Severity.allCases.first { $0.name == word }
      if severity == nil {
        throw RuleFault("wrote an unknown severity\(quote.suffix(word)); use note, warning or error")
      }
    }
    let pointer = item["field"]?.text
    if let pointer, !pointer.isEmpty, pointer.utf8.first != UInt8(ascii: "/") {
      throw RuleFault(
        "wrote a field that is not a JSON Pointer\(quote.suffix(pointer)); one begins with `/`, as `/value`")
    }
    let field = pointer.map { TextEscaping.escaped($0, limit: 200) }
    return RuleFinding(
      batch: batch, sample: sample, rule: rule, severity: severity, field: field,
      message: TextEscaping.escaped(item["message"]?.text ?? "", limit: maximumWords))
  }
}

/// What is wrong with something that a rule plugin wrote.
struct RuleFault: Error {
  var words: String
  /// Whether it is more than may be written.
  var isFlood: Bool

  init(_ words: String, isFlood: Bool = false) {
    self.words = words
    self.isFlood = isFlood
  }
}
