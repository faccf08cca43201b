package import HealthModel
package import HealthStorage
import HealthUnits

extension ValueCondition {
  /// The condition that a sample's value is so to a quantity, which may be in any unit of the type's dimension.
  ///
  /// - Returns: the condition in the type's canonical unit, in which samples are stored.
  /// - Throws: `QueryError`: `unknownType`; `wrongKind` when the type has no numbers; `wrongUnit` when it lacks the
  ///   unit.
  package static func quantity(
    _ comparison: Comparison, _ quantity: Quantity, type: String, in store: HealthStore
  ) throws(QueryError) -> ValueCondition {
    try self.quantity(comparison, quantity, of: try store.type(named: type))
  }

  /// The condition that a value of a type is so to a quantity.
  ///
  /// - Throws: `QueryError`: `wrongKind` when the type has no numbers; `wrongUnit` when it lacks the unit.
  package static func quantity(
    _ comparison: Comparison, _ quantity: Quantity, of type: TypeDefinition
  ) throws(QueryError) -> ValueCondition {
    guard let shape = type.shape.quantity else {
      throw QueryError(
        .wrongKind, "\(type.id) has no numbers to compare with \(TextEscaping.escaped(quantity.description))",
        instead: type.waysToCompare)
    }
    guard shape.takes(quantity.unit), let value = try? quantity.doubleValue(for: shape.unit) else {
      throw .unit(quantity.unit, of: type, shape)
    }
    guard value.isFinite else {
      throw QueryError(.wrongCondition, "no number of \(shape.unit) is \(value)", instead: type.waysToCompare)
    }
    return ValueCondition(comparison, .number(value))
  }
}

extension QuantityShape {
  /// Whether values may be requested in a unit: as in samples, a count is not a fraction, though both are plain
  /// numbers.
  fileprivate func takes(_ other: UnitOfMeasure) -> Bool {
    guard unit.dimension.isDimensionless, other.grammar == .healthKit else { return true }
    return other == unit || units.only?.contains(other) == true || units.spellings.contains { $0.unit == other }
  }
}

extension TypeDefinition {
  /// The forms that the values of samples can be compared with, as a clause.
  var waysToCompare: String {
    if let quantity = shape.quantity { return "compare with a quantity in \(quantity.unit)" }
    if let list = shape.enumeration { return "compare by `=` or `!=` with one of its cases: \(list.shownCases)" }
    guard let members = shape.members else { return "compare by `=` or `!=` with a text" }
    return "ask what its members say: " + members.prefix(5).map { "`\($0.role)`" }.joined(separator: ", ")
  }
}

extension EnumDefinition {
  /// The names of the first cases.
  fileprivate var shownCases: String {
    cases.prefix(8).map { "`\($0.name)`" }.joined(separator: ", ") + (cases.count > 8 ? ", …" : "")
  }
}
