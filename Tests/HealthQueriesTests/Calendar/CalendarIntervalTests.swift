import HealthQueries
import Testing

/// How long intervals are, as text.
@Suite struct CalendarIntervalTests {
  static let read: [(String, CalendarInterval)] = [
    ("minute", CalendarInterval(.minute)), ("15min", CalendarInterval(.minute, count: 15)),
    ("90 minutes", CalendarInterval(.minute, count: 90)), ("1h", CalendarInterval(.hour)),
    ("hours", CalendarInterval(.hour)), ("day", CalendarInterval(.day)), ("days", CalendarInterval(.day)),
    ("7d", CalendarInterval(.day, count: 7)), ("Day", CalendarInterval(.day)),
    ("night", CalendarInterval(.night)), ("3 nights", CalendarInterval(.night, count: 3)),
    ("2 weeks", CalendarInterval(.week, count: 2)), ("2w", CalendarInterval(.week, count: 2)),
    ("3mo", CalendarInterval(.month, count: 3)), ("03 months", CalendarInterval(.month, count: 3)),
    ("1q", CalendarInterval(.quarter)), ("1y", CalendarInterval(.year)),
    ("100000 years", CalendarInterval(.year, count: 100_000)),
  ]

  @Test(arguments: read) func aTextMeansAnInterval(_ text: String, _ interval: CalendarInterval) {
    #expect(CalendarInterval(text) == interval)
  }

  @Test(
    arguments: [
      "", " ", "5", "m", "5m", "0 days", "-1 day", "+1 day", "1.5h", "1  day", " day", "day ", "100001 days",
      "99999999999999999999 days", "fortnight", "٣ days", "1\u{301}day", "day\0",
    ])
  func whatIsNoIntervalIsNone(_ text: String) { #expect(CalendarInterval(text) == nil) }

  @Test(arguments: CalendarInterval.Unit.allCases, [1, 2, 100_000])
  func anIntervalIsPrintedAsItIsRead(_ unit: CalendarInterval.Unit, _ count: Int) {
    let interval = CalendarInterval(unit, count: count)
    #expect(CalendarInterval(interval.description) == interval)
  }

  @Test(arguments: [(Int.min, 1), (0, 1), (100_001, 100_000), (Int.max, 100_000)])
  func countsStayInTheirBounds(_ count: Int, _ wanted: Int) {
    var interval = CalendarInterval(.day, count: count)
    #expect(interval.count == wanted)
    interval.count = 5
    interval.count = count
    #expect(interval.count == wanted)
  }
}
