import HealthModel
import HealthStorage

/// The SQL of a condition on a sample's value, which depends on how values of its type are stored.
enum ValueClause {
  /// Puts a condition into words.
  ///
  /// - Returns: the words; `nil` when no value of the type can meet it.
  static func text(
    _ condition: ValueCondition, of column: String, _ plan: TypeCoding, _ conditions: inout Conditions
  ) -> String? {
    // Comparisons are written as SQL writes them.
    let sign = condition.comparison.rawValue
    switch (plan.value, condition.operand) {
    case (.number, .number(let number)): return "\(column) \(sign) \(conditions.place(.real(number)))"
    case (.cases(let cases), .text(let name)):
      guard let isEqual = condition.isEquality else { return nil }
      return text(of: cases.filter { $0.names.contains(name) }, isEqual, column, &conditions)
    case (.text, .text(let text)):
      guard condition.isEquality != nil else { return nil }
      return "coalesce(\(column), '') \(sign) \(conditions.place(.text(text)))"
    case (.number, .text), (.cases, .number), (.text, .number), (.parts, _), (.absent, _): return nil
    }
  }

  /// A case is stored by its raw value, or by the name it had where it had none.
  private static func text(
    of cases: [TypeCoding.Case], _ isEqual: Bool, _ column: String, _ conditions: inout Conditions
  ) -> String? {
    guard !cases.isEmpty else { return isEqual ? nil : "\(column) IS NOT NULL" }
    var places: [String] = []
    for item in cases {
      if let raw = item.raw { places.append(conditions.place(.integer(raw))) }
      for name in item.names { places.append(conditions.place(.text(name))) }
    }
    return "\(column) \(isEqual ? "IN" : "NOT IN") (\(places.joined(separator: ", ")))"
  }
}

extension ValueCondition {
  /// Whether the values must be equal; `nil` for a comparison that texts do not have.
  fileprivate var isEquality: Bool? {
    switch comparison {
    case .equal: true
    case .notEqual: false
    case .less, .lessOrEqual, .greater, .greaterOrEqual: nil
    }
  }
}
