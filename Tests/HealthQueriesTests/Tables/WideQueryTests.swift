import HealthModel
import HealthQueries
import HealthStorage
import HealthUnits
import Testing

/// A wide table has a row for each time and subject, and a column for each type.
@Suite struct WideQueryTests {
  /// `08:00 A 72 asleepCore -` of each row.
  private func text(_ table: WideTable) async throws -> (rows: [String], counts: WideTable.Counts) {
    var rows: [String] = []
    let counts = try await table.forEachRow { row in
      let cells = row.cells.map { cell in
        switch cell {
        case .empty: "-"
        case .number(let number): "\(number)"
        case .text(let text): text
        }
      }
      let time = TimestampWriter.string(row.start).dropFirst(11).prefix(5)
      rows.append(([String(time), row.subject].compactMap(\.self) + cells).joined(separator: " "))
      return true
    }
    return (rows, counts)
  }

  @Test("types share the rows of their starts, and subjects never do") func rows() async throws {
    let store = try await StatisticsBench([
      "pulse 60 2026-01-01T08:00 of=B", "pulse 61 2026-01-01T08:00 of=A", "mass 70 2026-01-01T08:00 of=A",
      "sleep core 2026-01-01T07:00 +30m of=A", "mass 71 2026-01-01T09:00", "steps 10 2026-01-01T08:00 +5m of=B",
    ]).store
    let table = try await store.wideTable(matching: .samples(of: "mass", "pulse", "sleep"))
    #expect(table.columns.map(\.title) == ["mass (kg)", "pulse (count/min)", "sleep"])
    let answer = try await text(table)
    #expect(answer.rows == ["07:00 A - - core", "08:00 A 70.0 61.0 -", "08:00 B - 60.0 -", "09:00 71.0 - -"])
    #expect(answer.counts.rows == 4 && answer.counts.hidden == 0 && !answer.counts.hasMore)
    let all = try await store.wideTable(matching: SampleQuery())
    #expect(all.columns.map(\.name) == ["mass", "pulse", "sleep", "steps"])
  }

  @Test("at one time the best source counts, and of one source the greatest id") func conflicts() async throws {
    let store = try await StatisticsBench([
      "pulse 60 2026-01-01T08:00 watch", "pulse 61 2026-01-01T08:00 phone", "pulse 62 2026-01-01T08:00 watch",
      "pulse 63 2026-01-01T08:01 phone", "pulse 64 2026-01-01T08:01 app",
    ]).store
    let first = try await text(store.wideTable(matching: .samples(of: "pulse")))
    #expect(first.rows == ["08:00 62.0", "08:01 63.0"])
    #expect(first.counts.hidden == 3)
    let app = SourcePriority(["App", "Phone"])
    let second = try await text(store.wideTable(matching: .samples(of: "pulse"), priority: app))
    #expect(second.rows == ["08:00 61.0", "08:01 64.0"])
  }

  @Test("a blood pressure is one row, in its members' columns", arguments: SampleShelf.Kind.allCases)
  func correlations(_ kind: SampleShelf.Kind) async throws {
    let pressure = #"""
      {"type":"bloodPressure","start":"2026-01-01T07:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
      """#
    let sitting = #"""
      {"type":"test.sitting","start":"2026-01-01T08:00:00Z","members":[{"type":"heartRate","role":"before","value":90,"unit":"count/min"},{"type":"heartRate","role":"after","value":70,"unit":"count/min"}]}
      """#
    let shelf = try await SampleShelf(kind, pressure, sitting)
    let table = try await shelf.store.wideTable(matching: .samples(of: "bloodPressure"))
    #expect(table.columns.map(\.title) == ["bloodPressureSystolic (mmHg)", "bloodPressureDiastolic (mmHg)"])
    #expect(try await text(table).rows == ["07:00 120.0 80.0"])
    // The members are samples of their types as well, and say nothing twice.
    let both = try await shelf.store.wideTable(matching: .samples(of: "bloodPressure", "bloodPressureSystolic"))
    let answer = try await text(both)
    #expect(answer.rows == ["07:00 120.0 80.0"] && answer.counts.hidden == 0)
    let roles = try await shelf.store.wideTable(matching: .samples(of: "test.sitting"))
    #expect(roles.columns.prefix(2).map(\.name) == ["test.sitting.before", "test.sitting.after"])
    #expect(
      try await text(roles).rows.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == [
        "08:00 90.0 70.0"
      ])
  }

  @Test("a structured sample has columns for its length and fields", arguments: SampleShelf.Kind.allCases)
  func structured(_ kind: SampleShelf.Kind) async throws {
    let run = #"""
      {"type":"workout","start":"2026-01-01T07:00:00Z","end":"2026-01-01T08:00:00Z","fields":{"activity":"running","duration":{"value":50,"unit":"min"}}}
      """#
    let walk = #"""
      {"type":"workout","start":"2026-01-01T09:00:00Z","end":"2026-01-01T09:30:00Z","fields":{"activity":"walking"}}
      """#
    let shelf = try await SampleShelf(kind, run, walk)
    let table = try await shelf.store.wideTable(matching: .samples(of: "workout"))
    #expect(table.columns.prefix(2).map(\.title) == ["workout.duration (s)", "workout.activity"])
    #expect(table.columns.contains { $0.name == "workout.distance" && $0.unit?.unitString == "km" })
    let rows = try await text(table).rows
    #expect(rows.count == 2 && rows[0].hasPrefix("07:00 3000.0 running"), "\(rows)")
    #expect(rows.last?.hasPrefix("09:00 1800.0 walking") == true, "\(rows)")
    // Of two at one time the row has one, not a mixture.
    func made(by source: String, _ distance: String) -> String {
      #"{"type":"workout","start":"2026-01-01T07:00:00Z","end":"2026-01-01T08:00:00Z","source":{"name":"\#(source)"},"#
        + #""fields":{"activity":"running"\#(distance)}}"#
    }
    let two = try await SampleShelf(
      kind, made(by: "Apple Watch", ""), made(by: "iPhone", #","totalDistance":{"value":5,"unit":"km"}"#))
    let mixed = try await text(two.store.wideTable(matching: .samples(of: "workout")))
    #expect(mixed.rows.count == 1 && !mixed.rows[0].contains("5.0"), "\(mixed.rows)")
    #expect(mixed.counts.hidden == 3)
    // Only who names the type has its columns.
    let all = try await shelf.store.wideTable(matching: SampleQuery())
    #expect(all.columns.isEmpty)
  }

  @Test("a question is divided by the subjects of its samples") func parts() async throws {
    let store = try await StatisticsBench([
      "pulse 60 2026-01-01T08:00 of=B", "pulse 61 2026-01-01T08:00 of=A", "pulse 62 2026-01-01T08:01 of=A",
      "pulse 63 2026-01-01T08:02", "mass 70 2026-01-01T08:00 of=C",
    ]).store
    let parts = try await store.subjects(matching: .samples(of: "pulse"))
    #expect(parts.map(\.subject) == [nil, "A", "B"])
    var values: [[Double]] = []
    for part in parts { values.append(try await store.samples(matching: part.query).compactMap { $0.quantity?.value }) }
    #expect(values == [[63], [61, 62], [60]])
    var one = SampleQuery.samples(of: "pulse")
    one.subject = "A"
    #expect(try await store.subjects(matching: one).map(\.subject) == ["A"])
  }

  @Test("a value that is not shown counts once, also as the member of a correlation")
  func hidden() async throws {
    let lines = ["A", "B", "C"].map { source in
      #"""
      {"type":"bloodPressure","start":"2026-01-01T07:00:00Z","source":{"name":"\#(source)"},"members":[{"type":"bloodPressureSystolic","value":12\#(source == "A" ? 0 : 1),"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
      """#
    }
    let shelf = try await SampleShelf(.memory, lines[0], lines[1], lines[2])
    for types in [
      ["bloodPressure"], ["bloodPressure", "bloodPressureSystolic"], ["bloodPressureSystolic", "bloodPressure"],
    ] {
      var query = SampleQuery()
      query.types = types
      let answer = try await text(shelf.store.wideTable(matching: query))
      #expect(answer.counts.rows == 1 && answer.counts.hidden == 4, "\(types): \(answer.counts)")
    }
  }

  @Test("units, limits and pages") func shape() async throws {
    // More than one page, whose border is in the middle of a moment.
    let lines = (0..<5000).map { "mass \($0) 2026-01-01T0\($0 % 2 + 1):00 of=P\($0)" }
    let store = try await StatisticsBench(lines).store
    let pounds = try UnitOfMeasure("lb")
    let table = try await store.wideTable(matching: .samples(of: "mass"), units: ["mass": pounds])
    #expect(table.columns.map(\.title) == ["mass (lb)"])
    let answer = try await text(table)
    #expect(answer.rows.count == 5000 && Set(answer.rows).count == 5000)
    #expect(answer.rows.first?.hasPrefix("01:00 P0 0") == true)
    var query = SampleQuery.samples(of: "mass")
    query.limit = 3
    let cut = try await text(store.wideTable(matching: query))
    #expect(cut.rows.count == 3 && cut.counts.hasMore)
  }

  @Test("what is in no cell is refused", arguments: ["birth", "nothing"]) func refused(_ type: String) async throws {
    let store = try await StatisticsBench(["pulse 60 2026-01-01T08:00"]).store
    await #expect(throws: QueryError.self) { try await store.wideTable(matching: .samples(of: type)) }
    await #expect(throws: QueryError.self) {
      try await store.wideTable(matching: .samples(of: "pulse"), units: ["pulse": try UnitOfMeasure("kg")])
    }
  }
}
