import HealthModel

/// A part of a new definition that its author gives, by an option or an answer.
package enum DraftPart: Sendable, Hashable, CaseIterable {
  case kind, id, title
  case unit, aggregation, minimum, maximum
  /// The cases of a category or an enum; those of a characteristic, which is a text without them, or `date`.
  case values
  case members
  /// The kind of a metadata key's value.
  case value
  /// What a unit is equal to.
  case equals
  /// The name of a rule.
  case rule
  case requirement, message, severity, reason
  case source

  /// The option of `assay catalog new` that gives it.
  package var option: String {
    switch self {
    case .kind: "--kind"
    case .id: "the id"
    case .title: "--title"
    case .unit: "--unit"
    case .aggregation: "--aggregation"
    case .minimum: "--min"
    case .maximum: "--max"
    case .values: "--value"
    case .members: "--member"
    case .value: "--value-kind"
    case .equals: "--equals"
    case .rule: "--rule"
    case .requirement: "--require"
    case .message: "--says"
    case .severity: "--severity"
    case .reason: "--reason"
    case .source: "--source"
    }
  }

  /// The word for it in messages.
  var name: String {
    switch self {
    case .minimum, .maximum: "limits"
    case .values: "values"
    case .value: "value kind"
    case .requirement: "condition"
    case .message: "sentence"
    case .kind: "kind"
    case .id: "id"
    case .title: "title"
    case .unit: "unit"
    case .aggregation: "aggregation"
    case .members: "members"
    case .equals: "equals"
    case .rule: "rule"
    case .severity: "severity"
    case .reason: "reason"
    case .source: "source"
    }
  }

  /// Whether a definition of a kind may do without it.
  func isOptional(in kind: DefinitionKind?) -> Bool {
    switch self {
    case .aggregation, .minimum, .maximum, .equals, .severity, .source: true
    case .values: kind == .type(.characteristic)
    case .kind, .id, .title, .unit, .members, .value, .rule, .requirement, .message, .reason: false
    }
  }

  /// Whether it is several words, with blanks between them in an answer.
  var isList: Bool { self == .values || self == .members }
}

/// A question to the author of a definition.
package struct DraftQuestion: Sendable, Hashable {
  /// The part that the answer gives.
  package let part: DraftPart
  /// What is asked, without a question mark or a colon at the end.
  package let words: String
  /// Whether the answer may be empty.
  package let isOptional: Bool

  /// The prompt: the words, and that an optional answer may be empty.
  package var prompt: String { words + (isOptional ? " (empty: none): " : ": ") }

  /// The question for a part of a definition of a kind.
  init(_ part: DraftPart, of kind: DefinitionKind?) {
    self.part = part
    isOptional = part.isOptional(in: kind)
    words = Self.words(for: part, of: kind)
  }

  private static func words(for part: DraftPart, of kind: DefinitionKind?) -> String {
    switch part {
    case .kind: "What to define: \(DefinitionKind.words)"
    case .id: idWords(for: kind)
    case .title: "A name for people, in sentence case"
    case .unit: "The canonical unit, such as kg or count/min"
    case .aggregation: "How values are combined: cumulative to add them up, discreteArithmetic to average them"
    case .minimum: "The least value that is allowed, in that unit"
    case .maximum: "The greatest value that is allowed"
    case .values:
      kind == .type(.characteristic)
        ? "The cases, with blanks between, or date; a text without them"
        : "The cases, with blanks between: mild=0 severe=1"
    case .members: "The members, with blanks between: bodyMass height=0..1"
    case .value:
      "The kind of its value: string, number, integer, boolean, date, quantity=UNIT such as quantity=kg, or enum=ENUM"
    case .equals: "What it is in other units, such as kg·m/s^2; nothing if it converts to no other unit"
    case .rule: "The name of the rule, such as lapsFit"
    case .requirement: "What must be so of each sample, such as value < 100 count/min"
    case .message: "What a finding says if it is not: the pulse is high for a person at rest"
    case .severity: "The severity of that finding: error, warning or note; an empty answer means error"
    case .reason: "Why the type is changed"
    case .source: "Where the definition and its numbers come from"
    }
  }

  private static func idWords(for kind: DefinitionKind?) -> String {
    switch kind {
    case .enumeration: "The enum's id, such as org.study.severity"
    case .metadata: "The metadata key, such as org.study.arm"
    case .unit: "The unit's symbol, letters, digits and _, such as points"
    case .rule: "The type that the rule is about, such as heartRate"
    case .type, nil: "The type's id, such as org.study.gripStrength"
    }
  }
}
