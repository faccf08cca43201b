import HealthModel
import HealthStorage
import HealthTestKit
import Testing

@Suite struct QueryTests {
  let place: Place
  let registry: Registry

  init() throws {
    place = try Place()
    registry = try Types.registry()
  }

  /// A store with samples of two types at 0, 10, … 40, the second long, and one without time.
  private func stocked() async throws -> StepwiseStore {
    let store = try await place.open(registry)
    var drafts = (0..<5).map { Draft("heartRate", at: Int64($0) * 10, value: Double($0)) }
    drafts[1].end = 35
    drafts[2].source = #"{"name":"Watch","bundle":"com.example"}"#
    drafts[3].source = #"{"name":"com.example"}"#
    drafts[4].subject = "p-1"
    drafts.append(Draft("bloodPressureSystolic", at: 20, value: 20))
    var birth = Draft("dateOfBirth", at: nil)
    birth.text = "1990-04-12"
    birth.given = uuid(1)
    drafts.append(birth)
    _ = try await store.append(drafts.reversed(), registry)
    try await store.commit()
    return store
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The values expected, in order; the sample without time has 0.
    var values: [Double]
    var change: @Sendable (inout SampleQuery) -> Void
  }

  static let cases = [
    Case(testDescription: "all", values: [20, 0, 0, 1, 2, 3, 4]) { _ in },
    Case(testDescription: "one type", values: [0, 1, 2, 3, 4]) { $0.types = ["heartRate"] },
    Case(testDescription: "an unknown type", values: []) { $0.types = ["nothing"] },
    Case(testDescription: "descending", values: [4, 3, 2, 1, 0]) {
      $0.types = ["heartRate"]
      $0.sort = .descending
    },
    Case(testDescription: "from, by end", values: [1, 3, 4]) {
      $0.types = ["heartRate"]
      $0.from = 30
    },
    Case(testDescription: "from, by start", values: [3, 4]) {
      $0.types = ["heartRate"]
      $0.from = 30
      $0.isStrictStart = true
    },
    Case(testDescription: "to, by start", values: [0, 1]) {
      $0.types = ["heartRate"]
      $0.to = 20
    },
    Case(testDescription: "to, by end", values: [0, 2, 3]) {
      $0.types = ["heartRate"]
      $0.to = 30
      $0.isStrictEnd = true
    },
    Case(testDescription: "no time matches no range", values: [20, 0, 1, 2, 3, 4]) { $0.from = 0 },
    Case(testDescription: "the ends of time", values: [20, 0, 1, 2, 3, 4]) {
      $0.from = Int64.min
      $0.to = Int64.max
    },
    Case(testDescription: "limit", values: [20, 0, 0]) { $0.limit = 3 },
    Case(testDescription: "limit of none", values: []) { $0.limit = 0 },
    Case(testDescription: "source by bundle or name", values: [2, 3]) { $0.source = "com.example" },
    Case(testDescription: "source by name", values: [2]) { $0.source = "Watch" },
    Case(testDescription: "subject", values: [4]) { $0.subject = "p-1" },
    Case(testDescription: "a subject that never came", values: []) { $0.subject = "p-2" },
  ]

  @Test(arguments: QueryTests.cases)
  func asksFor(_ item: Case) async throws {
    let store = try await stocked()
    var query = SampleQuery()
    item.change(&query)
    #expect(try await store.answers(query).map(\.value) == item.values)
    try await store.close()
  }

  @Test func everyColumnComesBack() async throws {
    let store = try await place.open(registry)
    let draft = Draft("heartRate", at: -5, lasting: 9, value: 0.1).with {
      $0.given = uuid(3)
      $0.source = #"{"name":"Ünï \"q\"","x":[1]}"#
      $0.device = #"{"udi":"7"}"#
      $0.subject = "s"
      $0.origin = "o"
      $0.metadata = #"{"a":{"unit":"dBASPL","value":83}}"#
      $0.original = #"{"value":6}"#
      $0.unknown = #""more":1"#
      $0.created = -7
      $0.offset = -720
    }
    let timeless = Draft("biologicalSex", at: nil).with {
      $0.caseName = "male"
      $0.given = uuid(4)
      $0.created = 5
    }
    let batch = SampleBatch([draft, timeless], registry)
    _ = try await store.append(batch)
    try await store.commit()
    #expect(Set(try await store.answers()) == Set(Answer.all(in: batch)))
    try await store.close()
  }

  @Test func answersComeInBatchesAndCanBeEnded() async throws {
    let store = try await place.open(registry)
    _ = try await store.append((0..<10_000).map { Draft("stepCount", at: Int64($0), value: 1) }, registry)
    try await store.commit()
    var sizes: [Int] = []
    try await store.query(SampleQuery()) { batch in
      sizes.append(batch.count)
      return true
    }
    #expect(sizes.reduce(0, +) == 10_000)
    #expect(sizes.allSatisfy { $0 <= 4096 })
    sizes = []
    try await store.query(SampleQuery()) { batch in
      sizes.append(batch.count)
      return false
    }
    #expect(sizes.count == 1)
    try await store.close()
  }

  @Test func anErrorOfTheReaderPassesThrough() async throws {
    struct Stop: Error {}
    let store = try await stocked()
    await #expect(throws: Stop.self) {
      try await store.query(SampleQuery()) { _ in throw Stop() }
    }
    #expect(try await store.answers().count == 7)
    try await store.close()
  }
}
