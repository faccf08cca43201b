import HealthModel
import Testing

@testable import HealthQueries

/// Time is cut into intervals without gap or overlap, everywhere and always.
@Suite struct IntervalGridTests {
  private static let day: Int64 = 86_400_000_000
  private static let yearOne: Int64 = -62_135_596_800_000_000
  private static let endOfTime: Int64 = 253_402_300_800_000_000

  @Test func everyInstantLiesInOneInterval() throws {
    var random = CalendarRandom()
    let names = TimeZoneDatabase.system().names() + ["UTC", "+05:45", "-03:30", "TZ:<-03>3<-02>,M3.5.0/-2,M10.5.0/-1"]
    for _ in 0..<3_000 {
      let zone = try CalendarCase.zone(names.randomElement(using: &random) ?? "UTC")
      let unit = CalendarInterval.Unit.allCases.randomElement(using: &random) ?? .day
      let interval = CalendarInterval(unit, count: [1, 1, 2, 7, 30, 1000].randomElement(using: &random) ?? 1)
      let instant = random.instant(in: zone)
      let anchor = Bool.random(using: &random) ? random.instant(in: zone) : nil
      let grid = IntervalGrid(interval, anchor: anchor, zone: zone)
      let why: Comment = "\(zone.identifier) \(interval) \(instant) \(anchor ?? 0) SEED=\(random.seed)"
      let start = grid.start(containing: instant)
      #expect(start <= instant, why)
      #expect(grid.start(containing: start) == start || start < Self.yearOne, why)
      guard let next = grid.next(after: instant) else {
        #expect(instant > Self.endOfTime - 366_000 * Self.day, why)
        continue
      }
      #expect(instant < next, why)
      #expect(grid.start(containing: next - 1) == start, why)
      #expect(grid.start(containing: next) == next, why)
      #expect(grid.next(after: max(start, Self.yearOne)) == next, why)
      let goal = next + (next - start)
      let edges = try grid.edges(from: instant, to: goal)
      #expect(edges.starts(with: [start, next]), why)
      #expect(zip(edges, edges.dropFirst()).allSatisfy { $0 < $1 }, why)
      #expect(edges.last.map { $0 >= min(goal, Self.endOfTime) } == true, why)
      #expect(edges.dropLast().last.map { $0 < goal } == true, why)
    }
  }

  @Test func aDayBeginsAtTheFirstInstantOfItsDate() throws {
    var random = CalendarRandom()
    let names = TimeZoneDatabase.system().names()
    for _ in 0..<1_000 {
      let zone = try TimeZoneRules(names.randomElement(using: &random) ?? "UTC")
      let grid = IntervalGrid(CalendarInterval(.day), zone: zone)
      let start = grid.start(containing: random.instant(in: zone))
      let why: Comment = "\(zone.identifier) \(start) SEED=\(random.seed)"
      let midnight = LocalSteps.quotient(zone.local(start), Self.day) * Self.day
      #expect(zone.instant(ofLocal: midnight) == start, why)
      // No clock of the two days before shows the date.
      for _ in 0..<20 {
        let earlier = start - Int64.random(in: 1...(2 * Self.day), using: &random)
        #expect(zone.local(earlier) < midnight, why)
      }
    }
  }

  /// A clock that goes back by a whole day shows a date again; its day goes on.
  @Test func aRepeatedDayIsPartOfOneLongDay() throws {
    let file = TimeZoneFileBytes(offsets: [43_200, -43_200], changes: [(1_000_000_000, 1)], footer: "")
    let zone = try TimeZoneFile.rules("Made/Up", from: file.bytes)
    let grid = IntervalGrid(CalendarInterval(.day), zone: zone)
    // 2001-09-09T01:46:40Z is 13:46:40 of the 9th, and then of the 8th.
    let change: Int64 = 1_000_000_000_000_000
    let edges = try grid.edges(from: change - Self.day, to: change + 2 * Self.day)
    let starts = ["2001-09-07T12:00:00Z", "2001-09-08T12:00:00Z", "2001-09-10T12:00:00Z", "2001-09-11T12:00:00Z"]
    #expect(edges.map { TimestampWriter.string($0) } == starts)
    #expect(grid.start(containing: change + Self.day) == edges[1])
  }

  @Test(arguments: CalendarInterval.Unit.allCases, [1, 100_000])
  func timeEndsAfterTheYear9999(_ unit: CalendarInterval.Unit, _ count: Int) throws {
    for name in ["UTC", "+18:00", "-18:00", "TZ:CET-1CEST,M3.5.0,M10.5.0/3"] {
      let anchors: [Int64?] = [nil, Int64.min, -1, 253_402_300_799_999_999, Int64.max]
      for anchor in anchors {
        let grid = IntervalGrid(
          CalendarInterval(unit, count: count), anchor: anchor, zone: try CalendarCase.zone(name))
        for instant in [Self.endOfTime, Self.endOfTime + 1, .max] { #expect(grid.next(after: instant) == nil) }
        let last = grid.start(containing: .max)
        #expect(last < Self.endOfTime)
        #expect(grid.next(after: last) == nil)
        #expect(try grid.edges(from: last, to: .max) == [last, Self.endOfTime])
        let first = grid.start(containing: .min)
        #expect(first <= Self.yearOne)
        #expect(grid.next(after: .min) ?? Self.endOfTime > Self.yearOne)
      }
    }
  }

  @Test func nothingBetweenIsOneEdge() throws {
    let grid = IntervalGrid(CalendarInterval(.day), zone: .utc)
    #expect(try grid.edges(from: 0, to: 0) == [0])
    #expect(try grid.edges(from: 0, to: -5) == [0])
    #expect(try grid.edges(from: 1, to: 1) == [0, Self.day])
  }

  @Test func tooManyIntervalsAreRefused() throws {
    let grid = IntervalGrid(CalendarInterval(.minute), zone: .utc)
    #expect(try grid.edges(from: 0, to: 600_000_000, limit: 10).count == 11)
    let error = #expect(throws: QueryError.self) { try grid.edges(from: 0, to: 600_000_001, limit: 10) }
    #expect(error?.reason == .wrongInterval)
    #expect(error?.message == "the requested time has more than 10 intervals of 1 minute")
    #expect(error?.instead == "ask for longer intervals or for less time")
    #expect(throws: QueryError.self) { try grid.edges(from: .min, to: .max) }
    #expect(throws: QueryError.self) { try grid.edges(from: 0, to: 1, limit: 0) }
  }

  @Test func aMillionDaysAreCut() throws {
    let grid = IntervalGrid(CalendarInterval(.day), zone: try CalendarCase.zone("TZ:EST5EDT,M3.2.0,M11.1.0"))
    let edges = try grid.edges(from: 0, to: 900_000 * Self.day)
    #expect(edges.count == 900_002)
    #expect(zip(edges, edges.dropFirst()).allSatisfy { (23...25).contains(($1 - $0) / 3_600_000_000) })
  }
}
