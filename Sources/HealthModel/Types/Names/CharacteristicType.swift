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
