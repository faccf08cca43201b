/// Rules of your own under one name: their findings have the codes `NAME/rule`.
///
/// ```swift
/// let rules = RuleSet("ring-study", MyRule())
/// let types = try HealthTypes.builtIn().judging(by: rules)
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
  public init(_ name: String, rules: [any SampleRule]) {
    self.name = name
    self.rules = rules
  }
}

/// Rules cannot be used: a name is not a word, a code is there twice, or a type does not exist.
public struct RuleSetError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, in one sentence, lower case, without a full stop.
  public let description: String

  /// Creates an error.
  init(_ description: String) { self.description = description }
}
