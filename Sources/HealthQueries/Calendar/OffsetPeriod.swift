/// A stretch of time in which a zone's clock keeps one offset; kept by callers that ask for many
/// instants in a row.
struct OffsetPeriod: Sendable, Hashable {
  /// The first instant; `Int64.min` for the beginning of time.
  var start: Int64
  /// The first instant behind it; `Int64.max` for the end of time.
  var end: Int64
  /// Microseconds east of UTC.
  var offset: Int64

  /// Whether an instant lies in it.
  func contains(_ instant: Int64) -> Bool { start <= instant && instant < end }
}
