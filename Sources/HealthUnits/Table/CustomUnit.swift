/// A team's own unit, for HealthKit's grammar: the points of a score, or a name for what HealthKit can already write.
///
/// ```swift
/// let points = CustomUnit(symbol: "points", definition: .isolated)
/// let table = try UnitTable.standard.adding([points])
/// let rate = try UnitOfMeasure("points/min", table: table)
/// ```
public struct CustomUnit: Sendable, Hashable {
  /// The definition of a team's unit.
  public enum Definition: Sendable, Hashable {
    /// A separate kind: it converts to nothing else, and may be in products such as `points/d`.
    case isolated
    /// Another name for a unit of the table, in HealthKit's grammar: `kg·m/s^2`.
    case equals(String)
  }

  /// How the unit is written: 1 to 64 ASCII letters, digits and underscores that begin with no digit.
  public var symbol: String
  /// The definition of the unit.
  public var definition: Definition

  /// A unit with its definition; `UnitTable.adding(_:)` checks both.
  public init(symbol: String, definition: Definition) {
    self.symbol = symbol
    self.definition = definition
  }
}
