import HealthModel

/// Where a record has the duration of its samples, which gives them their end.
public struct RecordDuration: Sendable, Hashable {
  /// The units of durations, by their names in HealthKit.
  public enum Unit: String, Sendable, Hashable, CaseIterable {
    case milliseconds = "ms"
    case seconds = "s"
    case minutes = "min"
    case hours = "hr"

    fileprivate var microseconds: Int64 {
      switch self {
      case .milliseconds: 1_000
      case .seconds: 1_000_000
      case .minutes: 60_000_000
      case .hours: 3_600_000_000
      }
    }
  }

  /// The place.
  public var place: String
  /// The unit of the number there.
  public var unit: Unit
  /// The number, if all samples are equally long and records do not have it; the place is empty then.
  public private(set) var length: String?

  /// Creates a duration.
  public init(_ place: String, in unit: Unit) {
    self.place = place
    self.unit = unit
  }

  /// Creates the duration of samples that are all equally long.
  ///
  /// - Parameters:
  ///   - length: a number from zero on with a point for its decimals, such as `1` or `0.5`.
  ///   - unit: its unit.
  /// - Returns: the duration; `nil` if the text is not such a number, or a century or longer.
  public static func always(_ length: String, in unit: Unit) -> RecordDuration? {
    var duration = RecordDuration("", in: unit)
    duration.length = length
    return duration.microseconds.isEmpty ? nil : duration
  }

  /// The digits of the microseconds that all samples last; empty if records say it.
  package var microseconds: [UInt8] {
    let text = Array((length ?? "").utf8)
    var digits: [UInt8] = []
    _ = unit.append(0..<text.count, in: text.span.bytes, to: &digits)
    return digits
  }
}

extension RecordDuration.Unit {
  /// The digits of a century in milliseconds, and more.
  private static let maximumDigits = 16
  /// The decimals that count: those of an hour are less than a microsecond from the eleventh on.
  private static let maximumDecimals = 10

  /// Appends how many microseconds a text is, to the nearest, as a field of the kind `duration` has it.
  ///
  /// - Returns: `false`, with nothing appended, if the text is not a number from zero on, or a century or longer.
  package func append(_ range: Range<Int>, in bytes: RawSpan, to output: inout [UInt8]) -> Bool {
    var (digits, decimals) = (0, -1)
    var whole: Int64 = 0
    var part: Int64 = 0
    var scale: Int64 = 1
    for place in range {
      let byte = bytes.byte(at: place)
      if byte == UInt8(ascii: "."), decimals < 0, digits > 0 {
        decimals = 0
        continue
      }
      guard byte &- 0x30 <= 9 else { return false }
      let digit = Int64(byte &- 0x30)
      if decimals < 0 {
        guard digits < Self.maximumDigits else { return false }
        digits += 1
        whole = whole * 10 + digit
      } else {
        decimals += 1
        guard decimals <= Self.maximumDecimals else { continue }
        part = part * 10 + digit
        scale *= 10
      }
    }
    guard digits > 0, decimals != 0, whole < 100 * 366 * Instant.day / microseconds else { return false }
    let product = Int128(part) * Int128(microseconds) * 2 + Int128(scale)
    let rest = Int64(truncatingIfNeeded: product / (Int128(scale) * 2))
    output.append(contentsOf: String(whole * microseconds + rest).utf8)
    return true
  }
}
