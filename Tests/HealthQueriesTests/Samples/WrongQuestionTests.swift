import HealthModel
import HealthQueries
import HealthStorage
import HealthTestKit
import Testing

/// What cannot be asked is refused with a reason and what to ask instead.
@Suite struct WrongQuestionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var reason: QueryError.Reason
    /// Words of the advice; empty when there is none.
    var instead: String
    var query: SampleQuery

    init(
      _ description: String, _ reason: QueryError.Reason, _ instead: String, _ type: String?,
      _ change: (inout SampleQuery) -> Void = { _ in }
    ) {
      testDescription = description
      self.reason = reason
      self.instead = instead
      query = SampleQuery()
      if let type { query.types = [type] }
      change(&query)
    }
  }

  static let cases = [
    Case("a mistyped type", .unknownType, "`heartRate`", "hartRate"),
    Case("no type at all", .unknownType, "", "\u{202E}#"),
    Case("fewer than no samples", .wrongCondition, "limit", "heartRate") { $0.limit = -1 },
    Case("a case of a quantity", .wrongCondition, "count/min", "heartRate") {
      $0.values = [ValueCondition(.equal, .text("awake"))]
    },
    Case("a number of a category", .wrongCondition, "`asleepCore`", "sleepAnalysis") {
      $0.values = [ValueCondition(.greater, .number(3))]
    },
    Case("a number of a correlation", .wrongCondition, "`bloodPressureSystolic`", "bloodPressure") {
      $0.values = [ValueCondition(.greater, .number(140))]
    },
    Case("no number", .wrongCondition, "count/min", "heartRate") {
      $0.values = [ValueCondition(.greater, .number(.nan))]
    },
    Case("a mistyped case", .wrongCondition, "`asleepCore`", "sleepAnalysis") {
      $0.values = [ValueCondition(.equal, .text("asleepcore"))]
    },
    Case("no case of any type", .wrongCondition, "", nil) { $0.values = [ValueCondition(.equal, .number(.infinity))] },
    Case("an order of cases", .wrongCondition, "`=` or `!=`", "sleepAnalysis") {
      $0.values = [ValueCondition(.less, .text("awake"))]
    },
    Case("an order of truth values", .wrongCondition, "`=` or `!=`", "heartRate") {
      $0.metadata = [MetadataCondition(key: "HKWasUserEntered", .less, .boolean(true))]
    },
    Case("members of a quantity", .wrongKind, "`bloodPressure`", "bloodPressureSystolic") {
      $0.members = [MemberCondition(role: "bloodPressureSystolic")]
    },
    Case("a mistyped member", .wrongCondition, "`bloodPressureSystolic`", "bloodPressure") {
      $0.members = [MemberCondition(role: "bloodPressureSistolic")]
    },
    Case("a member of another correlation", .wrongCondition, "`bloodPressureSystolic`", "bloodPressure") {
      $0.members = [MemberCondition(role: "dietaryProtein")]
    },
    Case("a case of a member that is a quantity", .wrongCondition, "mmHg", "bloodPressure") {
      $0.members = [MemberCondition(role: "bloodPressureSystolic", values: [ValueCondition(.equal, .text("high"))])]
    },
  ]

  private func store() throws -> HealthStore {
    let registry = try SampleShelf.workbench().registry
    return HealthStore(MemoryStore(registry: registry))
  }

  @Test(arguments: cases)
  func itIsRefused(_ item: Case) async throws {
    let store = try store()
    let error = await #expect(throws: QueryError.self) { try await store.samples(matching: item.query) }
    #expect(error?.reason == item.reason)
    #expect(error?.message.contains("\u{202E}") == false)
    if !item.instead.isEmpty { #expect(error?.instead?.contains(item.instead) == true, "\(error?.description ?? "")") }
  }

  @Test func anAliasOfACaseIsNoMistake() async throws {
    let query = SampleQuery.samples(of: "sleepAnalysis").withCategory("asleep")
    #expect(try await store().samples(matching: query).isEmpty)
  }

  @Test func aPageOfNothingIsRefused() async throws {
    var query = SampleQuery.samples(of: "heartRate")
    query.limit = 0
    let asked = query
    let store = try store()
    let error = await #expect(throws: QueryError.self) { try await store.page(of: asked) }
    #expect(error?.reason == .wrongCondition)
    #expect(try await store.samples(matching: query).isEmpty)
  }

  static let quantities: [(type: String, value: Double, unit: String, reason: QueryError.Reason, instead: String)] = [
    ("heartRate", 80, "kg", .wrongUnit, "count/min"), ("stepCount", 80, "%", .wrongUnit, "count"),
    ("oxygenSaturation", 1, "count", .wrongUnit, "%"), ("heartRates", 80, "count/min", .unknownType, "`heartRate`"),
    ("sleepAnalysis", 80, "count/min", .wrongKind, "`awake`"), ("bodyMass", 1.7e308, "st", .wrongCondition, "kg"),
    ("dateOfBirth", 1990, "count", .wrongKind, "text"),
  ]

  @Test func quantitiesThatATypeDoesNotHaveAreRefused() throws {
    let store = try store()
    for item in Self.quantities {
      let quantity = try Quantity(item.value, item.unit)
      let error = #expect(throws: QueryError.self) {
        try ValueCondition.quantity(.greater, quantity, type: item.type, in: store)
      }
      #expect(error?.reason == item.reason, "\(item)")
      #expect(error?.instead?.contains(item.instead) == true, "\(error?.description ?? "")")
    }
    let quantity = try Quantity(1, "count/min")
    for query in [SampleQuery.samples(), .samples(of: "heartRate", "stepCount")] {
      let error = #expect(throws: QueryError.self) { try query.withQuantity(.equal, quantity, in: store) }
      #expect(error?.reason == .wrongTypeCount)
    }
  }
}
