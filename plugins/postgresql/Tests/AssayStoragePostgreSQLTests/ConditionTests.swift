import HealthModel
import HealthPlugins
import HealthStorage
import Testing

@testable import AssayStoragePostgreSQL

/// Every condition of a query, decided in the server.
@Suite("Questions to PostgreSQL", .serialized, .enabled(if: PrivateServer.shared != nil, PrivateServer.absence))
struct ConditionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var query: SampleQuery
    var ids: [String]

    init(_ description: String, _ ids: String, _ change: (inout SampleQuery) -> Void) {
      testDescription = description
      self.ids = ids.split(separator: " ").map(String.init)
      query = SampleQuery()
      change(&query)
    }
  }

  /// Samples that differ in the queried properties; times are small numbers.
  private static let lines = [
    TestLine(
      id: 1, start: 10, end: 30,
      sample: #"{"value":60.5,"unit":"/min","subject":"a\u0000b","source":{"name":"Watch","bundle":"org.watch"}}"#),
    TestLine(
      id: 2, start: 20, end: 20,
      sample: #"{"value":70,"source":{"name":"org.watch"},"device":{"model":"M1"},"metadata":{"k":1.5,"f":true}}"#),
    TestLine(
      id: 3, start: 20, end: 25,
      sample: #"{"value":80,"device":{"model":"M2"},"metadata":{"k":"1.5","q":{"value":3,"unit":"m"},"z":"\u0000"}}"#),
    TestLine(id: 4, type: "sleep", start: 15, end: 40, sample: #"{"value":"asleep","metadata":{"f":false,"k":null}}"#),
    TestLine(id: 5, type: "blood", start: nil, sample: #"{"value":"A+"}"#),
    TestLine(id: 6, type: "pressure", start: 50),
    TestLine(id: 7, type: "systolic", start: 50, correlation: 5, role: "upper", sample: #"{"value":120}"#),
    TestLine(id: 8, type: "systolic", start: 50, correlation: 5, role: "lower", sample: #"{"value":80}"#),
  ]

  static let cases = [
    Case("by type", "5 1 2 3") { $0.types = ["heartRate", "blood", "absent"] },
    Case("by id", "1 4") { $0.ids = [TestLine.id(4), TestLine.id(1), TestLine.id(99)] },
    Case("ends at or after", "1 6 7(upper) 8(lower) 4 7 8") { $0.from = 30 },
    Case("starts at or after", "2 3 6 7(upper) 8(lower) 7 8") {
      $0.from = 16
      $0.isStrictStart = true
    },
    Case("starts before", "1 4") { $0.to = 20 },
    Case("ends before or at", "2 3") {
      $0.to = 25
      $0.isStrictEnd = true
    },
    Case("by bundle or name", "1 2") { $0.source = "org.watch" },
    Case("by name", "1") { $0.source = "Watch" },
    Case("by nobody's name", "") { $0.source = "Wat" },
    Case("by subject", "1") { $0.subject = "a\u{0}b" },
    Case("by another subject", "") { $0.subject = "a\u{1}0b" },
    Case("by device", "2 3") { $0.device = DeviceCondition(.model, ["M1", "M2", "M3"]) },
    Case("by another property", "") { $0.device = DeviceCondition(.name, ["M1"]) },
    Case("a key is there", "2 3 4") { $0.metadata = [MetadataCondition(key: "k")] },
    Case("metadata by number", "2") { $0.metadata = [MetadataCondition(key: "k", .less, .number(2))] },
    Case("metadata by text", "3") { $0.metadata = [MetadataCondition(key: "k", .notEqual, .text("x"))] },
    Case("metadata by U+0000", "3") { $0.metadata = [MetadataCondition(key: "z", .equal, .text("\u{0}"))] },
    Case("metadata by text have no order", "") { $0.metadata = [MetadataCondition(key: "k", .less, .text("x"))] },
    Case("metadata by truth", "4") { $0.metadata = [MetadataCondition(key: "f", .notEqual, .boolean(true))] },
    Case("metadata by quantity", "3") {
      $0.metadata = [MetadataCondition(key: "q", .greaterOrEqual, .quantity(3, unit: "m"))]
    },
    Case("metadata by another unit", "") {
      $0.metadata = [MetadataCondition(key: "q", .greaterOrEqual, .quantity(3, unit: "cm"))]
    },
    Case("by value", "2 3 8") {
      $0.values = [ValueCondition(.greater, .number(60.5)), ValueCondition(.less, .number(120))]
    },
    Case("by case", "4") { $0.values = [ValueCondition(.equal, .text("asleep"))] },
    Case("by another case", "5") { $0.values = [ValueCondition(.notEqual, .text("asleep"))] },
    Case("by member", "6 7(upper) 8(lower)") {
      $0.members = [MemberCondition(role: "upper", values: [ValueCondition(.equal, .number(120))])]
    },
    Case("by the type of a member", "6 7(upper) 8(lower)") { $0.members = [MemberCondition(role: "systolic")] },
    Case("by two members", "") {
      let condition = ValueCondition(.greater, .number(100))
      $0.members = ["upper", "lower"].map { MemberCondition(role: $0, values: [condition]) }
    },
    Case("without members", "5 1 2 3 6 7(upper) 8(lower) 4") { $0.omitsMembers = true },
    Case("backward", "5 2 3 1 6 7(upper) 8(lower) 4 7 8") { $0.sort = .descending },
    Case("by end", "5 2 3 1 6 7(upper) 8(lower) 4 7 8") { $0.sort = .endAscending },
    Case("by end backward", "5 1 3 2 6 7(upper) 8(lower) 4 7 8") { $0.sort = .endDescending },
    Case("so many", "5 1 2") { $0.limit = 3 },
    Case("none", "") { $0.limit = 0 },
    Case("behind a page", "3 6 7(upper) 8(lower)") {
      $0.after = PageToken(type: "heartRate", time: 20, id: TestLine.id(2))
      $0.limit = 2
    },
    Case("behind a page, backward", "1") {
      $0.types = ["heartRate"]
      $0.sort = .descending
      $0.after = PageToken(type: "heartRate", time: 20, id: TestLine.id(3))
    },
    Case("behind a type that is not there", "6 7(upper) 8(lower) 4 7 8") {
      $0.after = PageToken(type: "middle", time: nil, id: TestLine.id(3))
    },
  ]

  @Test(arguments: cases) func answers(_ item: Case) throws {
    let store = try StoreBench().open()
    try store.store(Self.lines)
    #expect(try store.ids(item.query) == item.ids)
    // A page after the other gives the same, whatever the order.
    var query = item.query
    guard query.limit == nil else { return }
    query.limit = 1
    var paged: [String] = []
    while true {
      var last: TestRow?
      for row in try store.rows(query) {
        paged.append(row.description)
        if row.role == nil { last = row }
      }
      guard let last, let line = Self.lines.first(where: { $0.id == last.id }) else { break }
      let time = query.sort.isByEnd ? line.end ?? line.start : line.start
      query.after = PageToken(type: line.type, time: time, id: TestLine.id(line.id))
    }
    #expect(paged == item.ids)
  }

  @Test("statistics are computed in the server") func statistics() throws {
    let store = try StoreBench().open()
    try store.store(Self.lines)
    var query = SampleQuery()
    query.types = ["heartRate"]
    var statistics = try store.statistics(query)
    #expect(statistics.count == 3 && statistics.sum == 210.5 && statistics.duration == 25)
    #expect(statistics.minimum == 60.5 && statistics.maximum == 80 && statistics.mostRecent == 80)
    #expect(statistics.firstStart == 10 && statistics.lastStart == 20)
    query.limit = 2
    statistics = try store.statistics(query)
    #expect(statistics.count == 2 && statistics.mostRecent == 70)
    query.types = ["blood"]
    statistics = try store.statistics(query)
    #expect(statistics.count == 1 && statistics.mostRecent == nil && statistics.firstStart == nil)
    query.types = ["absent"]
    #expect(try store.statistics(query) == SampleStatistics())
  }
}
