import HealthModel
import Testing

@testable import HealthQueries

/// Where intervals begin and what clocks show, as computed independently.
@Suite struct CalendarCaseTests {
  @Test func allRowsAreRead() {
    #expect(CalendarCase.edges.count == 88)
    #expect(CalendarCase.offsets.count == 49)
  }

  @Test(arguments: CalendarCase.edges)
  func intervalsBeginWhereTheyShould(_ row: CalendarCase.Edges) throws {
    let edges = try row.grid.edges(from: row.from, to: row.to)
    #expect(edges.map { TimestampWriter.string($0) } == row.edges.map { TimestampWriter.string($0) })
  }

  @Test(arguments: CalendarCase.edges)
  func eachInstantFindsItsInterval(_ row: CalendarCase.Edges) throws {
    let grid = try row.grid
    for (start, end) in zip(row.edges, row.edges.dropFirst()) {
      for instant in [start, start + 1, start + (end - start) / 2, end - 1] {
        #expect(grid.start(containing: instant) == start)
        #expect(grid.next(after: instant) == end)
      }
    }
  }

  @Test(arguments: CalendarCase.offsets)
  func clocksShowWhatTheyShould(_ row: CalendarCase.Offset) throws {
    let zone = try CalendarCase.zone(row.zone)
    #expect(zone.offset(at: row.instant) == row.seconds * 1_000_000)
    #expect(zone.local(row.instant) == row.instant + row.seconds * 1_000_000)
  }
}
