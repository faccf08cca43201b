import HealthModel
import HealthUnits

/// HealthKit's `%` is a fraction: a limit such as 100 lets through what is a hundred times too large.
enum PercentRule {
  /// A share of something is at most 1; some ratios, such as a change since last week, are a few times that.
  private static let suspect = 10.0

  static func check(_ subject: LintSubject) -> [Diagnostic] {
    subject.registry.types.flatMap { type -> [Diagnostic] in
      guard let shape = type.shape.quantity, shape.unit.unitString == "%" else { return [] }
      return [("allowed", shape.allowed), ("plausible", shape.plausible)].compactMap { name, bounds in
        guard let limit = bounds.maximum ?? bounds.below, limit > suspect else { return nil }
        let key = "value.\(name)." + (bounds.maximum == nil ? "below" : "max")
        return Diagnostic(
          .catalogRange, "`%` is a fraction, and the limit \(CatalogText.number(limit)) is far above 1",
          at: type.mark(of: key), severity: .warning, type: type.id, hint: "write 1 for 100 %")
      }
    }
  }
}
