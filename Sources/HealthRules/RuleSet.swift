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
  public init(_ name: String, rules: [any SampleRule]) {
    self.name = name
    self.rules = rules
  }
}
