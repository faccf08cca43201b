/// The name of a type in code: HealthKit's `HKObjectType`.
///
/// A constant of a type whose name the compiler knows is in the module `HealthTypeNames`, generated from the built-in
/// catalog, or in the constants of a team's own catalog:
///
/// ```swift
/// let steps = QuantityType.stepCount
/// let grip = QuantityType("aa.study.grip")
/// ```
///
/// A name says nothing about the type: a `Registry` has its definition. Constants are members of this protocol, too, so
/// that a parameter of the type `some SampleType` takes `.stepCount`.
public protocol SampleType: Hashable, Sendable, CustomStringConvertible {
  /// The id of the type, such as `stepCount`, or another name that its definition has.
  var name: String { get }

  /// Names a type; whether there is one is for a registry to say.
  init(_ name: String)
}

extension SampleType {
  /// The name.
  public var description: String { name }
}

extension Registry {
  /// The definition of a type; `nil` when there is none of the name.
  public func type(_ type: some SampleType) -> TypeDefinition? { self.type(named: type.name) }
}
