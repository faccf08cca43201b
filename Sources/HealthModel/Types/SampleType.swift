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

/// The name of a type whose samples are numbers with a unit: HealthKit's `HKQuantityType`.
public struct QuantityType: SampleType {
  /// The id of the type.
  public let name: String

  /// Names a type of a catalog that has no constants: `QuantityType("aa.study.grip")`.
  public init(_ name: String) { self.name = name }
}

/// The name of a type whose samples are cases over a stretch of time: HealthKit's `HKCategoryType`.
///
/// The type knows its cases, so that a case of another one does not compile:
///
/// ```swift
/// let type = CategoryType.sleepAnalysis  // CategoryType<SleepAnalysis>
/// let mood = CategoryType("aa.study.mood")  // CategoryType<CategoryCase>, of a catalog that has no constants
/// ```
public struct CategoryType<Value: CategoryValue>: SampleType {
  /// The id of the type.
  public let name: String

  /// Names a type whose cases are those of `Value`.
  public init(_ name: String) { self.name = name }
}

extension CategoryType where Value == CategoryCase {
  /// Names a type of a catalog that has no constants; its cases are named as text.
  public init(_ name: String) { self.name = name }
}

/// The value of a category: one of the cases that its type lists.
///
/// Generated enums conform, such as `SleepAnalysis`. The raw value is the name of the case, as files of samples write it.
public protocol CategoryValue: CharacteristicValue, RawRepresentable where RawValue == String {}

extension CategoryValue {
  /// The name of the case, as files of samples write it: `asleepCore`.
  public var name: String { rawValue }

  /// The name of the case.
  public var sampleText: String { rawValue }

  /// The case with a name; `nil` when there is none.
  public init?(sampleText: String) { self.init(rawValue: sampleText) }
}

/// A case by its name alone, for a type whose cases the compiler does not know.
///
/// Whether the type has such a case is checked when a sample is saved.
public struct CategoryCase: CategoryValue, CustomStringConvertible {
  /// The name of the case.
  public let rawValue: String

  /// Names a case.
  public init(_ name: String) { rawValue = name }

  /// Names a case.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The name of the case.
  public var description: String { rawValue }
}

extension String: CharacteristicValue {
  /// The text itself.
  public var sampleText: String { self }

  /// The text itself.
  public init?(sampleText: String) { self = sampleText }
}

extension CivilDate: CharacteristicValue {
  /// The date as `YYYY-MM-DD`.
  ///
  /// A date that does not exist gives a text that no sample may have.
  public var sampleText: String {
    Self.padded(year, to: 4) + "-" + Self.padded(month, to: 2) + "-" + Self.padded(day, to: 2)
  }

  /// Reads `YYYY-MM-DD`; `nil` for another form and for a day that does not exist.
  public init?(sampleText: String) {
    let text = sampleText.utf8
    guard text.count == 10, text.allSatisfy({ $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }) else {
      return nil
    }
    let parts = sampleText.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], let year = Int(parts[0]), let month = Int(parts[1]),
      let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
    guard isValid else { return nil }
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }
}

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
  var sampleText: String { get }

  /// The value that a text means; `nil` when it means none.
  init?(sampleText: String)
}

/// The name of a type whose samples are made of others: HealthKit's `HKCorrelationType`.
public struct CorrelationType: SampleType {
  /// The id of the type.
  public let name: String

  /// Names a type of a catalog that has no constants.
  public init(_ name: String) { self.name = name }
}

/// The name of a type whose samples have fields, lists or points: a workout, a route, an electrocardiogram.
///
/// HealthKit has a class for each of them: `HKWorkoutType`, `HKSeriesType`, `HKElectrocardiogramType`.
public struct StructuredType: SampleType {
  /// The id of the type.
  public let name: String

  /// Names a type of a catalog that has no constants.
  public init(_ name: String) { self.name = name }
}

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
