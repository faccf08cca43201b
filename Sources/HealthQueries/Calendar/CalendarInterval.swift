/// The length of the intervals of a statistics collection, in minutes, days or months, like HealthKit's
/// `DateComponents`.
public struct CalendarInterval: Sendable, Hashable, CustomStringConvertible {
  /// The units, from short to long.
  public enum Unit: String, CaseIterable, Sendable, Hashable {
    case minute, hour, day, week, month, quarter, year

    /// The unit of a word: `day`, `days`, `d`; `m` means none, for it could be a minute or a month.
    init?(word: String) {
      switch word {
      case "minute", "minutes", "min": self = .minute
      case "hour", "hours", "h": self = .hour
      case "day", "days", "d": self = .day
      case "week", "weeks", "w": self = .week
      case "month", "months", "mo": self = .month
      case "quarter", "quarters", "q": self = .quarter
      case "year", "years", "y": self = .year
      default: return nil
      }
    }
  }

  static let greatestCount = 100_000

  /// The unit.
  public var unit: Unit
  /// How many of it, 1 to 100,000; what is beyond is taken for the nearest.
  public var count: Int {
    didSet { count = Self.allowed(count) }
  }

  /// Creates an interval of a number of units.
  public init(_ unit: Unit, count: Int = 1) {
    self.unit = unit
    self.count = Self.allowed(count)
  }

  /// Reads `day`, `2 weeks`, `15min`, `1h`, `7d`, `2w`, `3mo`, `1q`, `1y`; `nil` for what is not an interval.
  public init?(_ text: String) {
    let digits = text.utf8.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    var word = text.utf8.dropFirst(digits.count)
    if !digits.isEmpty, word.first == UInt8(ascii: " ") { word = word.dropFirst() }
    guard let unit = Unit(word: String(decoding: word, as: UTF8.self).lowercased()) else { return nil }
    guard let count = digits.isEmpty ? 1 : Int(String(decoding: digits, as: UTF8.self)),
      count == Self.allowed(count)
    else { return nil }
    self.init(unit, count: count)
  }

  /// `day`, `15 minutes`: what `init(_:)` reads.
  public var description: String { count == 1 ? unit.rawValue : "\(count) \(unit.rawValue)s" }

  private static func allowed(_ count: Int) -> Int { min(max(count, 1), greatestCount) }
}
