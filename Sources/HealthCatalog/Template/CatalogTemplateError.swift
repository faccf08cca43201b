import HealthModel

/// The reasons that a request cannot be turned into a definition.
package enum CatalogTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  case idMalformed(String)
  /// The id has no dot, so a type added to Assay later may collide with it.
  case idWithoutDot(String)
  /// A type has this name: its id, and the place of its definition.
  case idTaken(String, by: String, at: String)
  /// The text has characters that cannot be shown, or is not a title: the option, the text, what is wrong with it.
  case text(option: String, String, problem: String)
  /// The kind of type needs an option that is not there.
  case optionMissing(String, kind: String)
  /// The option is there, but belongs to another kind of type.
  case optionOfOtherKind(String, kind: String)
  /// The text is not a unit: why not, and what may be meant.
  case unit(String, problem: String, hint: String?)
  /// The text is not an aggregation: what may be meant.
  case aggregation(String, hint: String?)
  /// No value is within the limits, or they contradict each other.
  case limits(String)
  /// A value of a category or characteristic cannot be one.
  case value(String, problem: String)
  /// No type has the name; what may be meant.
  case typeUnknown(String, hint: String?)
  /// A member of a correlation cannot be one.
  case member(String, problem: String, hint: String?)
  /// The condition of a rule means nothing: why not, and what may be meant.
  case condition(String, problem: String, hint: String?)
  /// The word is none of those that there are: the option, the word, and what it may be.
  case word(option: String, String, among: String)

  /// The problem and the suggested fix, in a sentence.
  package var description: String {
    switch self {
    case .idMalformed(let id):
      "\(CatalogText.shownASCII(id)) is not an id: a letter, then letters, digits, `.`, `_` and `-`, at most 128"
    case .idWithoutDot(let id):
      "the id \(CatalogText.shown(id)) has no dot: put your organization in front, `org.example.\(id)`"
    case .idTaken(let id, let other, let place):
      "the name \(CatalogText.shown(id)) belongs to the type \(CatalogText.shown(other)) at \(place)"
    case .text(let option, let text, let problem): "the \(option) \(CatalogText.shown(text)) \(problem)"
    case .optionMissing(let option, let kind): "\(Self.phrase(kind)) needs `\(option)`"
    case .optionOfOtherKind(let option, let kind): "\(Self.phrase(kind)) has no `\(option)`"
    case .unit(let text, let problem, let hint): "\(CatalogText.shown(text)) is not a unit: \(problem)" + Self.end(hint)
    case .aggregation(let text, let hint):
      "\(CatalogText.shown(text)) is not an aggregation: "
        + AggregationStyle.allCases.map(\.rawValue).joined(separator: ", ") + Self.end(hint)
    case .limits(let problem): "the limits make no sense: \(problem)"
    case .value(let text, let problem): "the value \(CatalogText.shown(text)) \(problem)"
    case .typeUnknown(let name, let hint): "no type is called \(CatalogText.shown(name))" + Self.end(hint)
    case .member(let text, let problem, let hint): "the member \(CatalogText.shown(text)) \(problem)" + Self.end(hint)
    case .condition(let text, let problem, let hint):
      "the condition \(CatalogText.shown(text)) cannot be used: \(problem)" + Self.end(hint)
    case .word(let option, let word, let words): "\(option) takes \(words), got \(CatalogText.shown(word))"
    }
  }

  /// A kind of definition with its article.
  private static func phrase(_ kind: String) -> String { kind == "enum" ? "an enum" : "a \(kind) type" }

  private static func end(_ hint: String?) -> String { hint.map { "; \($0)" } ?? "" }
}
