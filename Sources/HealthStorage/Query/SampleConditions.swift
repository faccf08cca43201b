public import HealthModel

/// A condition on a sample's value.
public struct ValueCondition: Sendable, Hashable {
  /// The operand.
  public enum Operand: Sendable, Hashable {
    /// A quantity in the canonical unit of the sample's type.
    case number(Double)
    /// The name of a category's or characteristic's case, or a characteristic's text; only `=` and `!=` make sense.
    case text(String)
  }

  /// How.
  public var comparison: Comparison
  /// With what.
  public var operand: Operand

  /// Creates a condition.
  ///
  /// A sample whose value is of another kind does not meet it, not even with `!=`.
  public init(_ comparison: Comparison, _ operand: Operand) {
    self.comparison = comparison
    self.operand = operand
  }
}

/// A condition on a sample's metadata.
public struct MetadataCondition: Sendable, Hashable {
  /// The operand.
  public enum Operand: Sendable, Hashable {
    case text(String)
    case number(Double)
    case boolean(Bool)
    /// A quantity in the unit that the stored text names.
    case quantity(Double, unit: String)
  }

  /// The key, as the normal form writes it.
  public var key: String
  /// How its value is compared; `nil` when the key must be there, whatever its value.
  public var comparison: Comparison?
  /// With what; `nil` as well then.
  public var operand: Operand?

  /// Creates a condition; without a comparison the key must be there.
  ///
  /// A sample without the key, or with a value of another kind, does not meet it, not even with `!=`. Texts and booleans
  /// are compared by `=` and `!=` alone.
  public init(key: String, _ comparison: Comparison? = nil, _ operand: Operand? = nil) {
    self.key = key
    self.comparison = operand == nil ? nil : comparison
    self.operand = comparison == nil ? nil : operand
  }
}

/// A condition on a sample's device: a property and its allowed values.
///
/// HealthKit's `predicateForObjects(withDeviceProperty:allowedValues:)`.
public struct DeviceCondition: Sendable, Hashable {
  /// The properties, as the sample's `device` object names them.
  public typealias Property = DeviceProperty

  /// The property.
  public var property: Property
  /// The values it may have; one of them must be it.
  public var values: [String]

  /// Creates a condition.
  public init(_ property: Property, _ values: [String]) {
    self.property = property
    self.values = values
  }
}

/// A condition on a correlation: at least one member of a role meets all conditions.
public struct MemberCondition: Sendable, Hashable {
  /// The role, or the id of the member's type when no role has that name.
  public var role: String
  /// The conditions on its value; empty if any value will do.
  public var values: [ValueCondition]

  /// Creates a condition.
  public init(role: String, values: [ValueCondition] = []) {
    self.role = role
    self.values = values
  }
}
