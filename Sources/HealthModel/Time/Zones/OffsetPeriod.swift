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
