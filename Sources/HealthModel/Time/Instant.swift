import AssayPortable

/// A moment in time with the clock offset it was written with.
///
/// Microseconds since 1970-01-01T00:00:00Z, years 0001 to 9999; the offset in minutes, -18:00 to +18:00. The offset is
/// kept beside the moment: two instants are equal when they are the same moment.
///
/// ```swift
/// let start = Instant.now - .seconds(3600)
/// ```
public struct Instant: Sendable, Hashable {
  /// Microseconds since 1970-01-01T00:00:00Z.
  public var microseconds: Int64
  /// The clock offset in minutes, east of Greenwich positive.
  public var offset: Int16

  /// Creates an instant without checking its range.
  @inlinable public init(microseconds: Int64, offset: Int16 = 0) {
    self.microseconds = microseconds
    self.offset = offset
  }

  /// Microseconds of a second.
  public static let second: Int64 = 1_000_000
  /// Microseconds of a day.
  public static let day: Int64 = 86_400_000_000
  /// 0001-01-01T00:00:00Z.
  public static let earliest: Int64 = -62_135_596_800_000_000
  /// 9999-12-31T23:59:59.999999Z.
  public static let latest: Int64 = 253_402_300_799_999_999
}

extension Instant {
  /// Reads RFC 3339 with an offset: `2026-01-01T08:00:00-07:00`; `nil` for anything else.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let reading = TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json), reading.hasOffset
    else { return nil }
    self = reading.instant
  }

  /// The moment that is a duration later, or earlier for a negative one; never beyond the years 1 to 9999.
  package func advanced(by duration: Duration) -> Instant {
    let (seconds, attoseconds) = duration.components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: Self.second)
    let (sum, isBeyond) = microseconds.addingReportingOverflow(whole)
    let end = isTooLong || isBeyond ? (seconds < 0 ? Self.earliest : Self.latest) : sum
    let rest = attoseconds / 1_000_000_000_000
    let moment = end.addingReportingOverflow(rest)
    let clamped = moment.overflow ? end : moment.partialValue
    return Instant(microseconds: min(max(clamped, Self.earliest), Self.latest), offset: offset)
  }
}

/// Two instants are equal when they are the same moment, whatever clock offset each was written with; the earlier one is
/// less.
extension Instant: Comparable {
  /// Whether both are the same moment; the offset is not compared, see `isIdentical(to:)`.
  @inlinable public static func == (left: Instant, right: Instant) -> Bool { left.microseconds == right.microseconds }

  /// Whether the first is earlier.
  @inlinable public static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }

  /// Feeds the moment.
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(microseconds) }

  /// Whether both are the same moment with the same clock offset.
  @usableFromInline package func isIdentical(to other: Instant) -> Bool { self == other && offset == other.offset }
}

extension Instant: CustomStringConvertible {
  /// RFC 3339 with the clock offset: `2026-01-01T08:00:00-07:00`; the number of microseconds outside the years 1 to 9999.
  public var description: String {
    let local = microseconds.addingReportingOverflow(Int64(offset) * 60 * Self.second)
    guard !local.overflow, local.partialValue >= Self.earliest, local.partialValue <= Self.latest else {
      return "\(microseconds) microseconds since 1970"
    }
    var text: [UInt8] = []
    TimestampWriter.append(self, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}

extension Instant {
  /// The moment of this call by the system's clock, in UTC.
  public static var now: Instant { Instant(microseconds: CalendarTime.microseconds()) }

  /// The moment that is a duration later; never beyond the years 1 to 9999.
  public static func + (moment: Instant, duration: Duration) -> Instant { moment.advanced(by: duration) }

  /// The moment that is a duration earlier; never beyond the years 1 to 9999.
  public static func - (moment: Instant, duration: Duration) -> Instant {
    let (seconds, attoseconds) = duration.components
    // The longest negative duration has no positive one; the result is at the end of the years all the same.
    guard seconds > .min else { return moment.advanced(by: .seconds(Int64.max)) }
    return moment.advanced(by: Duration(secondsComponent: -seconds, attosecondsComponent: -attoseconds))
  }

  /// The time from an earlier moment to this one, negative when that one is later.
  public static func - (end: Instant, start: Instant) -> Duration {
    // Two differences, since a difference of two numbers can need one bit more than they have.
    .microseconds(end.microseconds / 2 - start.microseconds / 2) * 2
      + .microseconds(end.microseconds % 2 - start.microseconds % 2)
  }
}
