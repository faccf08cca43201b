package import HealthModel

/// What a new definition file defines.
package enum DefinitionKind: Sendable, Hashable {
  /// A type of samples.
  case type(TypeKind)
  /// Cases that several types or metadata keys share.
  case enumeration
  /// A metadata key.
  case metadata
  /// A unit of measure.
  case unit
  /// A rule on samples of a type that is there already.
  case rule

  /// All kinds, types first.
  package static let all: [DefinitionKind] =
    TypeKind.allCases.map { .type($0) } + [.enumeration, .metadata, .unit, .rule]

  /// The word that says it: `quantity`, `enum`.
  package var word: String {
    switch self {
    case .type(let kind): kind.rawValue
    case .enumeration: "enum"
    case .metadata: "metadata"
    case .unit: "unit"
    case .rule: "rule"
    }
  }

  /// The kind that a word says; `nil` for another word.
  package init?(word: String) {
    guard let kind = Self.all.first(where: { $0.word == word }) else { return nil }
    self = kind
  }

  /// The words of all kinds, for messages: `quantity, category, … or rule`.
  package static var words: String {
    let words = all.map(\.word)
    return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }

  /// What a file of this kind says, in the order in which it is asked.
  var parts: [DraftPart] {
    let own: [DraftPart] =
      switch self {
      case .type(.quantity): [.unit, .aggregation, .minimum, .maximum, .source]
      case .type(.category), .type(.characteristic): [.values, .source]
      case .type(.correlation): [.members, .source]
      case .type(.composite), .type(.series): [.source]
      case .enumeration: [.values, .source]
      case .metadata: [.value, .source]
      case .unit: [.equals]
      case .rule: [.rule, .requirement, .message, .severity, .reason]
      }
    return self == .rule ? [.id] + own : [.id, .title] + own
  }
}
