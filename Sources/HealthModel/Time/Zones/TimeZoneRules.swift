/// The clocks of a time zone: an offset from UTC for every instant of the years 1 to 9999.
///
/// Instants are microseconds since 1970 UTC; a clock's reading is the microseconds since 1970 that UTC would read so.
/// Beyond those years the offsets of their ends go on.
public struct TimeZoneRules: Sendable, Hashable {
  /// The requested name: `Europe/Berlin`, `UTC`, `+05:30`.
  public private(set) var identifier: String
  private let changes: [Int64]
  /// The offset before the first change, and that from each change on.
  private let offsets: [Int64]
  /// The rule from the last change on; `nil`: its offset.
  private let footer: FooterRule?
  private let largestOffset: Int64

  /// Coordinated Universal Time.
  public static let utc = TimeZoneRules("UTC", from: 0)

  /// A zone of one offset for ever.
  ///
  /// - Parameter offsetMinutes: minutes east of UTC, from -1080 to 1080; what is beyond is taken for the nearest.
  public init(offsetMinutes: Int) {
    let minutes = min(max(offsetMinutes, -1080), 1080)
    var name: [UInt8] = []
    TimestampWriter.appendOffset(Int16(minutes), to: &name)
    self.init(String(decoding: name, as: UTF8.self), from: Int64(minutes) * 60_000_000)
  }

  init(
    _ identifier: String, from first: Int64, changes: [(start: Int64, offset: Int64)] = [], footer: FooterRule? = nil
  ) {
    self.identifier = identifier
    self.changes = changes.map { $0.start }
    self.offsets = [first] + changes.map { $0.offset }
    self.footer = footer
    largestOffset = max(footer?.largestOffset ?? first, offsets.max() ?? first)
  }

  package func named(_ identifier: String) -> TimeZoneRules {
    var copy = self
    copy.identifier = identifier
    return copy
  }

  /// Microseconds east of UTC at an instant.
  public func offset(at instant: Int64) -> Int64 { period(at: instant).offset }

  package func local(_ instant: Int64) -> Int64 {
    let offset = offset(at: instant)
    let (reading, isBeyond) = instant.addingReportingOverflow(offset)
    return isBeyond ? (offset > 0 ? .max : .min) : reading
  }

  /// The first instant at which the clock shows a reading or a later one.
  ///
  /// A reading that the clock shows twice means the first time; for one that it skips, the instant it goes forward.
  package func instant(ofLocal local: Int64) -> Int64 {
    var period = OffsetPeriod(start: 0, end: 0, offset: 0)
    return instant(ofLocal: local, from: &period)
  }

  package func instant(ofLocal local: Int64, from period: inout OffsetPeriod) -> Int64 {
    let reading = min(max(local, -Self.reach), Self.reach)
    // No clock shows the reading earlier than the one farthest east would.
    let earliest = reading - largestOffset
    if !period.contains(earliest) { period = self.period(at: earliest) }
    var found = period
    while true {
      let candidate = max(found.start, reading - found.offset)
      if candidate < found.end || found.end == .max { return candidate }
      found = self.period(at: found.end)
    }
  }

  @usableFromInline package enum Meaning: Sendable, Hashable {
    /// One instant, with this offset in minutes.
    case once(Int16)
    /// Two instants, because clocks were set back; the earlier one's offset.
    case twice(earlier: Int16)
    /// No instant, because clocks were set forward over it.
    case never
  }

  /// The instants at which the clock shows a reading: a day to either side has all offsets.
  package func meaning(ofLocal local: Int64) -> Meaning {
    let before = offset(at: local - Instant.day)
    let after = offset(at: local + Instant.day)
    // No set and no closure: this runs for each time without an offset, and a closure would copy the rules.
    let isBefore = offset(at: local - before) == before
    let isAfter = after != before && offset(at: local - after) == after
    guard isBefore || isAfter else { return .never }
    let isTwice = isBefore && isAfter
    let found = isTwice ? max(before, after) : isBefore ? before : after
    let minutes = Int16(truncatingIfNeeded: found / 60_000_000)
    return isTwice ? .twice(earlier: minutes) : .once(minutes)
  }

  /// Readings beyond this are taken for it, so that adding an offset never overflows.
  private static let reach: Int64 = 1 << 62

  /// The stretch of one offset that an instant is in; the next may have the same offset.
  package func period(at instant: Int64) -> OffsetPeriod {
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= instant { low = middle + 1 } else { high = middle }
    }
    let start = low > 0 ? changes[low - 1] : .min
    if low < changes.count { return OffsetPeriod(start: start, end: changes[low], offset: offsets[low]) }
    guard let footer else { return OffsetPeriod(start: start, end: .max, offset: offsets[low]) }
    var period = footer.period(at: instant)
    period.start = max(period.start, start)
    return period
  }

  /// Hashes the name, which distinguishes zones well enough.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

/// A stretch of time in which a zone's clock keeps one offset; kept by callers that ask for many
/// instants in a row.
package struct OffsetPeriod: Sendable, Hashable {
  /// The first instant; `Int64.min` for the beginning of time.
  package var start: Int64
  /// The first instant after it; `Int64.max` for the end of time.
  package var end: Int64
  /// Microseconds east of UTC.
  package var offset: Int64

  package init(start: Int64, end: Int64, offset: Int64) {
    self.start = start
    self.end = end
    self.offset = offset
  }

  package func contains(_ instant: Int64) -> Bool { start <= instant && instant < end }
}
