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
