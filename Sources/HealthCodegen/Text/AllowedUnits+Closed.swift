import HealthModel
import HealthUnits

extension AllowedUnits {
  /// Whether samples may use only units that can be listed: those of the definition, or a unit without a dimension.
  func isClosed(for unit: UnitOfMeasure) -> Bool { only != nil || unit.dimension.isDimensionless }
}
