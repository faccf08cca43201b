import HealthModel
import HealthQueries

/// Shows times in a table: by the clocks of a zone, or with the offset that each was written with.
struct TableClock {
  /// The zone; `nil` for the offset of each time.
  let zone: TimeZoneRules?

  /// Appends a time with its offset, `2026-01-01T08:00:00+01:00`.
  func append(_ instant: Instant, to text: inout [UInt8]) {
    let time = instant.microseconds
    let own = Int64(instant.offset) * 60_000_000
    let offset = zone.map { $0.offset(at: time) } ?? own
    let (local, isFar) = time.addingReportingOverflow(offset)
    // A clock that would show another year than 1 to 9999 cannot be written.
    let isShown = offset != 0 && !isFar && local >= Instant.earliest && local <= Instant.latest
    let minutes = isShown ? Int16(clamping: offset / 60_000_000) : 0
    TimestampWriter.append(Instant(microseconds: time, offset: minutes), to: &text)
  }
}
