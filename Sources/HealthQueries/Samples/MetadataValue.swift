public import HealthModel

/// The value of a metadata key.
///
/// ```swift
/// if case .boolean(true)? = sample.metadata[.wasUserEntered] { print("typed in") }
/// ```
public enum MetadataValue: Sendable, Hashable {
  /// Text.
  case string(String)
  /// A number; cases of enums too, by their raw integer.
  case number(Double)
  /// `true` or `false`.
  case boolean(Bool)
  /// A moment, for keys that the catalog defines as dates.
  case date(Instant)
  /// A number with a unit.
  case quantity(Quantity)
  /// Any other value, such as a list, as JSON.
  case other(String)
}
