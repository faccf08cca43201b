import AssayPortable

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
