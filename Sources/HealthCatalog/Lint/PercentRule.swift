import HealthModel
import HealthUnits

/// HealthKit's `%` is a fraction: a limit such as 100 lets through what is a hundred times too large.
enum PercentRule {
  /// A share of something is at most 1; some ratios, such as a change since last week, are a few times that.
  private static let suspect = 10.0

  static func check(_ subject: LintSubject) -> [Diagnostic] {
    subject.registry.types.flatMap { type in
      fractions(of: type.shape).compactMap { path, bounds in
        guard let limit = bounds.maximum ?? bounds.below, limit > suspect else { return nil }
        let key = "\(path)." + (bounds.maximum == nil ? "below" : "max")
        return Diagnostic(
          .catalogRange, "`%` is a fraction, and the limit \(CatalogText.number(limit)) is far above 1",
          at: type.mark(of: key), severity: .warning, type: type.id, hint: "write 1 for 100 %")
      }
    }
  }

  /// The limits of numbers in `%`, with the paths of their keys.
  private static func fractions(of shape: TypeShape) -> [(path: String, bounds: ValueBounds)] {
    if let shape = shape.quantity {
      guard shape.unit.unitString == "%" else { return [] }
      return [("value.allowed", shape.allowed), ("value.plausible", shape.plausible)]
    }
    return (shape.structure?.parts ?? []).flatMap { part -> [(path: String, bounds: ValueBounds)] in
      guard let quantity = part.value.quantity, quantity.unit.unitString == "%" else { return [] }
      return [(part.path + ".allowed", quantity.allowed), (part.path + ".plausible", quantity.plausible)]
    }
  }
}
