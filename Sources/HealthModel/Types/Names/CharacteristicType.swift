/// The name of a type whose samples are facts about a person: HealthKit's `HKCharacteristicType`.
///
/// The type knows what its value is: a date of birth is a `CivilDate`, a blood type one of the cases of `BloodType`, a
/// free text a `String`.
public struct CharacteristicType<Value: CharacteristicValue>: SampleType {
  /// The id of the type.
  public let name: String

  /// Names a type whose values are a `Value`.
  public init(_ name: String) { self.name = name }
}

extension CharacteristicType where Value == String {
  /// Names a type of a catalog that has no constants; its value is read and written as text.
  public init(_ name: String) { self.name = name }
}

/// The value of a characteristic, which files of samples write as a text: a case, a date, or any text.
public protocol CharacteristicValue: Hashable, Sendable {
  /// The value as files of samples write it.
  var sampleText: String { get }

  /// The value that a text means; `nil` when it means none.
  init?(sampleText: String)
}
