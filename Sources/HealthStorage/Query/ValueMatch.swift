import HealthModel

/// A condition on values, made ready for the types of a registry.
struct ValueMatch: Sendable {
  /// The form of a type's values, for conditions on them.
  private enum Kind: Sendable {
    case number
    /// The cases that the condition's text names.
    case cases([Bool])
    case text
    case other
  }

  private let comparison: Comparison
  private let number: Double
  private let text: TextMatch
  /// One entry for each type of the registry.
  private let kinds: [Kind]

  init(_ condition: ValueCondition, registry: Registry) {
    comparison = condition.comparison
    switch condition.operand {
    case .number(let value):
      number = value
      text = TextMatch("")
      kinds = registry.types.map { $0.shape.quantity != nil ? .number : .other }
    case .text(let word):
      number = 0
      text = TextMatch(word)
      kinds = registry.types.map { Self.kind(of: $0.shape, for: word) }
    }
  }

  private static func kind(of shape: TypeShape, for word: String) -> Kind {
    if let list = shape.enumeration { return .cases(list.cases.map { $0.name == word || $0.aliases.contains(word) }) }
    return shape.text != nil ? .text : .other
  }

  /// Whether a sample's value meets the condition; a value of another kind does not, not even with `!=`.
  func matches(_ row: Int, of batch: SampleBatch) -> Bool {
    switch kinds[Int(batch.type[row])] {
    case .number: comparison.holds(batch.value[row], number)
    case .cases(let isNamed):
      batch.enumCase[row] >= 0 && Int(batch.enumCase[row]) < isNamed.count
        && comparison.holds(isEqual: isNamed[Int(batch.enumCase[row])])
    case .text: comparison.holds(isEqual: text.matches(plain: batch.text[row].indices, in: batch.arena))
    case .other: false
    }
  }
}

extension Comparison {
  /// Whether values that have no order are so to each other: only `=` and `!=` can hold.
  func holds(isEqual: Bool) -> Bool {
    switch self {
    case .equal: isEqual
    case .notEqual: !isEqual
    case .less, .lessOrEqual, .greater, .greaterOrEqual: false
    }
  }
}
