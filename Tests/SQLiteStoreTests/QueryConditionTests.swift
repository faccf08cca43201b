import HealthModel
import HealthStorage
import HealthTestKit
import Testing

/// Conditions that no law of stores has: what SQLite reads in JSON, former names, thousands of ids.
///
/// `MemoryComparisonTests` has them all against the store in memory.
@Suite struct QueryConditionTests {
  let place: Place
  let registry: Registry

  init() throws {
    place = try Place()
    registry = try Types.registry()
  }

  private func stocked() async throws -> StepwiseStore {
    let store = try await place.open(registry)
    var drafts = [
      Draft("heartRate", at: 10, lasting: 90, value: 1).with { $0.metadata = #"{"a.b":1,"k":"x"}"# },
      Draft("heartRate", at: 20, value: 2).with {
        $0.metadata = #"{"a":{"b":1},"k":["x"]}"#
        $0.device = #"{"model":"M\"1\"","name":"D"}"#
      },
      Draft("heartRate", at: 30, lasting: 5, value: 3).with { $0.metadata = #"{"k":{"unit":"mg","value":7}}"# },
      Draft("sleepAnalysis", at: 10).with { $0.caseName = "asleep" },
      Draft("sleepAnalysis", at: 20).with { $0.caseName = "dozing" },
      Draft("bloodPressureSystolic", at: 50, value: 120),
      Draft.pressure(120, 80, at: 40), Draft.pressure(140, 90, at: 45),
    ]
    var birth = Draft("dateOfBirth", at: nil).with { $0.text = "1990-04-12" }
    birth.given = uuid(1)
    drafts.append(birth)
    _ = try await store.append(drafts, registry)
    try await store.commit()
    return store
  }

  /// SQLite's JSON functions end a text at a NUL.
  @Test func sourcesThatDifferBehindANULAreTwo() async throws {
    let store = try await place.open(registry)
    _ = try await store.append(
      ["one", "two"].enumerated().map { index, name in
        Draft("heartRate", at: Int64(index), value: 60).with { $0.source = #"{"name":"A\u0000"# + name + #""}"# }
      }, registry)
    try await store.commit()
    func count(_ source: String) async throws -> Int {
      var query = SampleQuery()
      query.source = source
      var count = 0
      try await store.query(query) { batch in
        count += batch.count
        return true
      }
      return count
    }
    #expect(try await count("A") == 0)
    #expect(try await count("A\u{0}two") == 1)
    var query = SampleQuery()
    query.types = ["heartRate"]
    let origins = try await store.scan(SampleScan(query, columns: .sources), into: { _ in [SampleOrigin]() }) {
      $0 = $1.sources
    }
    #expect(Set(origins.joined().map(\.name)) == ["A\u{0}one", "A\u{0}two"])
    try await store.close()
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The starts expected, in order; the sample without time has none.
    var starts: [Int64]
    var change: @Sendable (inout SampleQuery) -> Void
  }

  private static func value(
    _ comparison: Comparison, _ operand: ValueCondition.Operand
  ) -> @Sendable (inout SampleQuery) -> Void {
    { query in
      query.values = [ValueCondition(comparison, operand)]
      query.omitsMembers = true
    }
  }

  private static func metadata(
    _ key: String, _ comparison: Comparison? = nil, _ operand: MetadataCondition.Operand? = nil
  ) -> @Sendable (inout SampleQuery) -> Void {
    { $0.metadata = [MetadataCondition(key: key, comparison, operand)] }
  }

  static let cases = [
    Case(testDescription: "a text has no order", starts: [], change: value(.less, .text("1990-04-13"))),
    Case(testDescription: "a key with a dot", starts: [10], change: metadata("a.b", .equal, .number(1))),
    Case(testDescription: "a key with quotes", starts: [], change: metadata("k\":\"x\",\"")),
  ]

  @Test(arguments: QueryConditionTests.cases)
  func asksFor(_ item: Case) async throws {
    let store = try await stocked()
    var query = SampleQuery()
    item.change(&query)
    #expect(try await store.answers(query).filter { $0.parent == nil }.map { $0.times[0] } == item.starts)
    try await store.close()
  }

  @Test func aCaseIsFoundByItsFormerName() async throws {
    try await stocked().close()
    let cases = [
      EnumCase(name: "snoozing", raw: 4, aliases: ["dozing"]), EnumCase(name: "asleepNow", raw: 1, aliases: ["asleep"]),
    ]
    let others = try Types.all().filter { $0.id != "sleepAnalysis" }
    let store = try await place.open(try Types.registry(others + [Types.category("sleepAnalysis", cases)]))
    for (name, starts) in [("snoozing", [20]), ("dozing", [20]), ("asleepNow", [10]), ("asleep", [10])] {
      var query = SampleQuery()
      query.values = [ValueCondition(.equal, .text(name))]
      #expect(try await store.answers(query).map { Int($0.times[0]) } == starts)
    }
    try await store.close()
  }

  @Test func thousandsOfIDsAreLookedUp() async throws {
    let store = try await place.open(registry)
    let drafts = (0..<6000).map { number in
      Draft("stepCount", at: Int64(number - 100) * 700, value: 1).with {
        if number % 3 == 0 { $0.given = uuid(UInt64(number)) }
      }
    }
    _ = try await store.append(drafts, registry)
    try await store.commit()
    var query = SampleQuery()
    query.ids = drafts.map(\.id).filter { $0.low % 2 == 0 } + (0..<5000).map { uuid(UInt64(10_000 + $0)) }
    let wanted = Set(query.ids ?? [])
    let found = try await store.answers(query)
    #expect(found.map(\.id) == drafts.map(\.id).filter { wanted.contains($0) })
    query.sort = .endDescending
    #expect(try await store.answers(query).map(\.id) == found.map(\.id).reversed())
    try await store.close()
  }
}
