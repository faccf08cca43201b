/// The name of a metadata key in code: HealthKit's `HKMetadataKey…` constants.
///
/// Constants of the built-in catalog's keys are in the module `HealthTypeNames`.
///
/// ```swift
/// sample.metadata[.wasUserEntered] = .boolean(true)
/// ```
public struct MetadataKey: Hashable, Sendable, CustomStringConvertible {
  /// The key, as files of samples write it: `HKWasUserEntered`.
  public let name: String

  /// Names a key.
  public init(_ name: String) { self.name = name }

  /// The key.
  public var description: String { name }
}

extension Dictionary where Key == String {
  /// The value of a metadata key.
  public subscript(key: MetadataKey) -> Value? {
    get { self[key.name] }
    set { self[key.name] = newValue }
  }
}
