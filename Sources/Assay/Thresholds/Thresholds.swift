public import HealthModel
import HealthReports

/// A condition as it was given, with its place.
package struct Threshold: Sendable, Hashable {
  package var text: Located<String>
  package var condition: FailureCondition
}

/// The conditions that a run is held against: those of a configuration, and those that a request adds.
public struct Thresholds: Sendable, Hashable {
  /// The path that findings about conditions of the command line are at.
  package static let option = "--fail-if"

  /// The conditions, in their order.
  package private(set) var items: [Threshold] = []

  /// Creates thresholds of nothing, which no run exceeds.
  public init() {}

  /// The conditions of a configuration, then others.
  ///
  /// - Parameters:
  ///   - project: the project whose `fail_if` holds; `nil` for none.
  ///   - texts: further conditions.
  /// - Throws: `Failure` if a text is not a condition, or names a code or a data set that does not exist.
  public init(_ project: Project? = nil, adding texts: [String] = []) throws(Failure) {
    items = project?.configuration.failIf ?? []
    let dataSets = project?.configuration.data.map(\.path.value) ?? []
    for text in texts { items.append(try Self.threshold(text, dataSets: dataSets)) }
    let scoped = items.filter(\.condition.isCountedApart)
    guard scoped.count <= ThresholdPlan.limit else {
      throw .usage(
        "there are \(scoped.count) thresholds with a scope (`in …`) or a rule of a plugin; at most "
          + "\(ThresholdPlan.limit) are counted")
    }
  }

  package var isEmpty: Bool { items.isEmpty }

  private static func threshold(_ text: String, dataSets: [String]) throws(Failure) -> Threshold {
    let shown = TextEscaping.escaped(text, limit: 80)
    let condition: FailureCondition
    do {
      condition = try FailureCondition(text)
    } catch {
      throw .usage(
        "\(option) `\(shown)` is not a threshold: \(error.message); \(error.hint ?? FailureCondition.examples)")
    }
    if let name = condition.unknownCode {
      let words = FailureCondition.words.map(\.word)
      let near = Suggestion.nearest(to: name, among: words + DiagnosticCode.allCases.map(\.name))
      throw .usage(
        "\(option) `\(shown)`: no code is called `\(TextEscaping.escaped(name, limit: 80))`; "
          + (near.map { "did you mean `\($0)`?" }
            ?? "it takes \(Suggestion.alternatives(words)), or a code of `assay explain --list`"))
    }
    for path in condition.scope.dataSets where !dataSets.contains(path) {
      let near = Suggestion.nearest(to: path, among: dataSets)
      throw .usage(
        "\(option) `\(shown)`: no data set of assay.yaml has the path `\(TextEscaping.escaped(path, limit: 80))`"
          + (near.map { "; did you mean `\(TextEscaping.escaped($0, limit: 80))`?" } ?? ""))
    }
    return Threshold(text: Located(text, at: CatalogMark(path: option, line: 0, column: 0)), condition: condition)
  }

  package func check(_ rules: KnownRules) throws(Failure) {
    for item in items where item.text.mark.path == Self.option {
      let shown = "\(Self.option) `\(TextEscaping.escaped(item.text.value, limit: 80))`"
      if let fault = rules.fault(of: item.condition.word) { throw .usage("\(shown): \(fault.message); \(fault.hint)") }
      guard let rule = item.condition.rule, !rules.names.contains(rule) else { continue }
      throw .usage(
        "\(shown): no rule that runs here is called `\(TextEscaping.escaped(rule, limit: 80))`; validate and lint run those of "
          + "the plugins that --plugin names")
    }
  }

  /// Checks the types that scopes spell out, which only the catalog knows.
  package func check(_ registry: Registry) throws(Failure) {
    for item in items {
      for glob in item.condition.scope.types where glob.isLiteral && registry.typeIndex(named: glob.text) == nil {
        let place = item.text.mark.line > 0 ? item.text.mark.description : item.text.mark.path
        let near = registry.suggestion(for: glob.text, among: registry.types.map(\.id))
        throw .usage(
          "\(TextEscaping.escaped(place, limit: 1000)) `\(TextEscaping.escaped(item.text.value, limit: 80))`: no type "
            + "is called `\(TextEscaping.escaped(glob.text, limit: 80))`"
            + (near.map { "; \($0)" } ?? ""))
      }
    }
  }
}
