/// Reads the moments that questions name: RFC 3339 times, and dates, which mean their midnight.
///
/// With a time zone a time without an offset is what clocks there showed, and days begin at its midnights; without one
/// times need an offset, and days are those of UTC.
@usableFromInline package struct MomentText: Sendable, Hashable {
  package let zone: TimeZoneRules?

  @usableFromInline package init(zone: TimeZoneRules? = nil) { self.zone = zone }

  /// The moment in microseconds since 1970 UTC; `nil` when the text names none.
  ///
  /// A time that clocks showed twice is the first of the two, and one that they skipped is the moment they went on.
  package func microseconds(of text: String) -> Int64? {
    let bytes = Array(text.utf8)
    if let reading = TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json) {
      if reading.hasOffset { return reading.instant.microseconds }
      return zone?.instant(ofLocal: reading.instant.microseconds)
    }
    guard let date = TimestampParser.parseDate(0..<bytes.count, in: bytes.span.bytes) else { return nil }
    let midnight = Int64(date.daysSince1970) * Instant.day
    return zone?.instant(ofLocal: midnight) ?? midnight
  }

  /// A text that names no moment, completed by what it lacks: seconds, an offset, a `T` in place of a blank.
  ///
  /// - Returns: a text that is read; `nil` if more is wrong with it.
  package func completed(_ text: String) -> String? {
    guard text.utf8.count <= 40 else { return nil }
    let separated = text.contains("T") ? text : text.replacing(" ", with: "T", maxReplacements: 1)
    let inserted = String(separated.prefix(16)) + ":00" + separated.dropFirst(16)
    return [separated, inserted].flatMap { [$0, $0 + "Z"] }.first { microseconds(of: $0) != nil }
  }

  package var expected: String {
    zone.map { "a time such as 2026-01-01T08:00:00, or a date, in \(TextEscaping.escaped($0.identifier))" }
      ?? "a time with an offset such as 2026-01-01T00:00:00Z, or a date (UTC)"
  }
}
