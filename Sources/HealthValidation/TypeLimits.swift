import HealthModel
import HealthUnits

/// The checks of every sample of a type: plain values next to the type's plan.
///
/// Reading the plan retains it, and two threads contend for the reference count.
struct TypeLimits: Sendable {
  let column: ValueColumn
  let hasTime: Bool
  let hasMembers: Bool
  let minimumDuration: Int64
  let maximumDuration: Int64
  let usualDuration: Int64
  let maximumRate: Double
  let allowed: ValueBounds
  let plausible: ValueBounds
  /// The canonical unit's text, which most samples write.
  let unit: ShortText
  /// The conversion of stored values to SI base units, for content ids.
  let baseConversion: UnitConversion?
  let isDeprecated: Bool
  /// Whether the type, or one of its cases, asks for metadata keys or takes only some.
  let restrictsMetadata: Bool

  let hasRules: Bool

  init(_ plan: TypePlan) {
    hasRules = !plan.rules.isEmpty
    column = plan.column
    hasTime = plan.hasTime
    hasMembers = plan.hasMembers
    minimumDuration = plan.minimumDuration
    maximumDuration = plan.maximumDuration
    usualDuration = plan.usualDuration
    maximumRate = plan.maximumRate
    allowed = plan.allowed
    plausible = plan.plausible
    unit = ShortText(plan.canonicalUnit)
    baseConversion = plan.unit?.baseConversion
    isDeprecated = plan.isDeprecated
    restrictsMetadata =
      !plan.required.isEmpty || plan.closedKeys != nil || plan.cases.contains { !$0.requires.isEmpty }
  }
}
