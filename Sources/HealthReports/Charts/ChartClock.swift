/// The clock that a chart's time axis is labeled by: a time zone's, or none for times that are clock readings already.
package struct ChartClock: Sendable {
  /// The usual name: `Europe/Berlin`, `UTC`.
  package let name: String
  private let reading: @Sendable (Int64) -> Int64
  private let moment: @Sendable (Int64) -> Int64

  package init(
    name: String, local: @escaping @Sendable (Int64) -> Int64, instant: @escaping @Sendable (Int64) -> Int64
  ) {
    self.name = name
    reading = local
    moment = instant
  }

  /// A clock that shows times as they are.
  package init(name: String = "UTC") { self.init(name: name, local: { $0 }, instant: { $0 }) }

  /// The reading at a moment, in microseconds since 1970 as if it were UTC.
  func local(_ instant: Int64) -> Int64 { reading(instant) }

  /// The first moment at which the clock shows a reading or a later one.
  func instant(ofLocal local: Int64) -> Int64 { moment(local) }
}
