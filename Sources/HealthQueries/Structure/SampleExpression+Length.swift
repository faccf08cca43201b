package import HealthModel
import HealthUnits

extension SampleExpression {
  /// The length of samples of a structured type in seconds: the active time if the type has a field `duration`, else end
  /// minus start.
  ///
  /// - Returns: the expression; `nil` for a type that is not structured.
  package static func length(of type: TypeDefinition, in registry: Registry) -> SampleExpression? {
    guard let shape = type.shape.structure, let seconds = try? UnitOfMeasure("s", table: registry.units) else {
      return nil
    }
    let field = shape.fields.first { $0.name == "duration" }?.value.quantity
    if field?.unit.isConvertible(to: seconds) == true,
      let active = try? SampleExpression("first(duration, end - start)", unit: seconds, of: type, in: registry)
    {
      return active
    }
    return try? SampleExpression("end - start", unit: seconds, of: type, in: registry)
  }
}
