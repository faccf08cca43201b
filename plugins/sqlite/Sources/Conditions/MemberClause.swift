import HealthModel
import HealthStorage

/// The SQL of a condition on the members of correlations.
enum MemberClause {
  /// Puts a condition into words.
  ///
  /// - Returns: the words; `nil` when no sample of the type can meet it.
  static func text(
    _ condition: MemberCondition, of type: Int, in scope: ReadScope, _ conditions: inout Conditions
  ) -> String? {
    guard let parts = scope.registry.types[type].shape.members else { return nil }
    let part = parts.first { $0.role == condition.role }
    guard let memberType = scope.registry.typeIndex(named: part?.type ?? condition.role) else { return nil }
    let link =
      part == nil
      ? "m.member_type = \(conditions.place(.integer(scope.stored.numbers[memberType])))"
      : "m.role = \(conditions.place(.text(condition.role)))"
    var text = """
      EXISTS (SELECT 1 FROM assay_members m CROSS JOIN assay_samples x \
      ON x.type = m.member_type AND x.start_us = m.member_start_us AND x.id = m.member_id \
      WHERE m.correlation_type = s.type AND m.correlation_start_us = s.start_us AND m.correlation_id = s.id \
      AND \(link)
      """
    for value in condition.values {
      guard let clause = ValueClause.text(value, of: "x.value", scope.plans[memberType], &conditions) else {
        return nil
      }
      text += " AND \(clause)"
    }
    return text + ")"
  }
}
