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
