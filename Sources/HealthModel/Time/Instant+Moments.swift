extension Instant {
  /// Reads RFC 3339 with an offset: `2026-01-01T08:00:00-07:00`; `nil` for anything else.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let reading = TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json), reading.hasOffset
    else { return nil }
    self = reading.instant
  }

  /// The moment that is a duration later, or earlier for a negative one; never beyond the years 1 to 9999.
  public func advanced(by duration: Duration) -> Instant {
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
