public import Foundation
public import HealthModel

extension Instant {
  /// The moment of a date, with the clock offset of UTC; within the years 1 to 9999.
  ///
  /// A date of this time is exact to the microsecond, one in other millenniums to some of them.
  ///
  /// - Parameter date: the date; one that is not a number is the first moment of the year 1.
  public init(_ date: Date) {
    // Seconds are kept apart from their parts, since their product has more digits than a number holds.
    let seconds = date.timeIntervalSince1970.rounded(.down)
    let rest = ((date.timeIntervalSince1970 - seconds) * 1_000_000).rounded()
    let bounds = Double(Instant.earliest / Instant.second)...Double(Instant.latest / Instant.second)
    guard bounds.contains(seconds), rest.isFinite else {
      self.init(microseconds: seconds > 0 ? Instant.latest : Instant.earliest)
      return
    }
    self.init(microseconds: min(Int64(seconds) * Instant.second + Int64(rest), Instant.latest))
  }

  /// The moment of a date, with the clock offset that a zone has then.
  public init(_ date: Date, in zone: TimeZone) {
    self.init(date)
    let minutes = zone.secondsFromGMT(for: date) / 60
    offset = Int16(clamping: min(max(minutes, -1080), 1080))
  }
}

extension Date {
  /// The moment; its clock offset is lost.
  public init(_ instant: Instant) {
    let seconds = instant.microseconds / Instant.second
    let rest = instant.microseconds % Instant.second
    self.init(timeIntervalSince1970: Double(seconds) + Double(rest) / 1_000_000)
  }
}

extension DateInterval {
  /// The time between two moments, in either order.
  public init(_ one: Instant, _ other: Instant) {
    self.init(start: Date(min(one, other)), end: Date(max(one, other)))
  }
}

extension CivilDate {
  /// The day, month and year for a calendar.
  public var dateComponents: DateComponents {
    DateComponents(calendar: Calendar(identifier: .gregorian), year: year, month: month, day: day)
  }

  /// The day of components that have year, month and day of the Gregorian calendar.
  ///
  /// `nil` for others, for a day that does not exist, and for components of another calendar, whose years are others.
  public init?(_ components: DateComponents) {
    if let calendar = components.calendar, ![.gregorian, .iso8601].contains(calendar.identifier) { return nil }
    guard let year = components.year, let month = components.month, let day = components.day else { return nil }
    self.init(year: year, month: month, day: day)
    guard isValid else { return nil }
  }
}
