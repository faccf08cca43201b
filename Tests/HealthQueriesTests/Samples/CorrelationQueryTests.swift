import HealthModel
import HealthQueries
import HealthStorage
import HealthTestKit
import Testing

/// Correlations are asked for by what their members say.
@Suite struct CorrelationQueryTests {
  typealias Kind = SampleShelf.Kind

  private static func pressure(_ systolic: Int, _ diastolic: Int, _ start: String) -> String {
    #"{"type":"bloodPressure","start":"2026-01-01T\#(start):00Z","members":["#
      + #"{"type":"bloodPressureSystolic","value":\#(systolic),"unit":"mmHg"},"#
      + #"{"type":"bloodPressureDiastolic","value":\#(diastolic),"unit":"mmHg"}]}"#
  }

  private func shelf(_ kind: Kind) async throws -> SampleShelf {
    try await SampleShelf(
      kind, Self.pressure(120, 80, "08:00"), Self.pressure(150, 85, "09:00"), Self.pressure(145, 95, "10:00"),
      #"{"type":"bloodPressureSystolic","value":160,"unit":"mmHg","start":"2026-01-01T11:00:00Z"}"#,
      #"""
      {"type":"test.sitting","start":"2026-01-01T08:00:00Z","members":[{"type":"heartRate","role":"before","value":60,"unit":"count/min"},{"type":"heartRate","role":"after","value":90,"unit":"count/min"},{"type":"sleepAnalysis","value":"awake"}]}
      """#)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var type = "bloodPressure"
    var members: [MemberPredicate]
    /// The start of each that is answered.
    var answer: String
  }

  private static func cases() throws -> [Case] {
    [
      Case(testDescription: "all", members: [], answer: "08 09 10"),
      Case(
        testDescription: "by another name", type: "HKCorrelationTypeIdentifierBloodPressure", members: [],
        answer: "08 09 10"),
      Case(
        testDescription: "one member",
        members: [MemberPredicate("bloodPressureSystolic", .greater, try Quantity(140, "mmHg"))], answer: "09 10"),
      Case(
        testDescription: "a member in another unit",
        members: [MemberPredicate("bloodPressureDiastolic", .greaterOrEqual, try Quantity(12, "kPa"))], answer: "10"),
      Case(
        testDescription: "a member by the name of its type",
        members: [
          MemberPredicate("HKQuantityTypeIdentifierBloodPressureSystolic", .less, try Quantity(140, "mmHg"))
        ], answer: "08"),
      Case(
        testDescription: "two members",
        members: [
          MemberPredicate("bloodPressureSystolic", .greater, try Quantity(140, "mmHg")),
          MemberPredicate("bloodPressureDiastolic", .less, try Quantity(90, "mmHg")),
        ], answer: "09"),
      Case(
        testDescription: "two conditions on a member",
        members: [
          MemberPredicate(
            "bloodPressureSystolic",
            [.quantity(.greater, try Quantity(140, "mmHg")), .quantity(.less, try Quantity(150, "mmHg"))])
        ], answer: "10"),
      Case(
        testDescription: "a role", type: "test.sitting",
        members: [MemberPredicate("after", .greater, try Quantity(80, "count/min"))], answer: "08"),
      Case(
        testDescription: "another role of the type", type: "test.sitting",
        members: [MemberPredicate("before", .greater, try Quantity(80, "count/min"))], answer: ""),
      Case(
        testDescription: "any role of the type", type: "test.sitting",
        members: [MemberPredicate("heartRate", .greater, try Quantity(80, "count/min"))], answer: "08"),
      Case(
        testDescription: "a case", type: "test.sitting",
        members: [MemberPredicate("sleepAnalysis", .equal, category: "awake"), MemberPredicate("before")],
        answer: "08"),
    ]
  }

  @Test(arguments: Kind.allCases)
  func conditionsHoldForAMember(_ kind: Kind) async throws {
    let shelf = try await shelf(kind)
    for item in try Self.cases() {
      let found = try await shelf.store.correlations(matching: .samples(of: item.type), members: item.members)
      let starts = found.compactMap(\.start).map { TimestampWriter.string($0.microseconds) }
      let hours = starts.map { String($0.dropFirst(11).prefix(2)) }
      #expect(hours.joined(separator: " ") == item.answer, "\(item.testDescription)")
      #expect(found.allSatisfy { !$0.members.isEmpty })
    }
  }

  @Test(arguments: Kind.allCases)
  func timeOrderAndLimitAreThoseOfTheCorrelation(_ kind: Kind) async throws {
    let shelf = try await shelf(kind)
    var query = SampleQuery.samples(
      of: "bloodPressure", from: SampleShelf.moment("2026-01-01T09:00:00Z"),
      to: SampleShelf.moment("2026-01-01T10:00:00Z"))
    #expect(try await shelf.store.correlations(matching: query).map { $0.members.map(\.sample).text } == ["150 85"])
    query = .samples(of: "bloodPressure")
    query.sort = .descending
    query.limit = 1
    #expect(try await shelf.store.correlations(matching: query).map { $0.members.map(\.sample).text } == ["145 95"])
  }

  static let wrong: [(type: String, members: [MemberPredicate], reason: QueryError.Reason, instead: String)] = [
    ("bloodPresure", [], .unknownType, "`bloodPressure`"),
    ("bloodPressureSystolic", [], .wrongKind, "`bloodPressure`"),
    ("stepCount", [], .wrongKind, "`bloodPressure`"),
    (
      "bloodPressure", [MemberPredicate("bloodPressureSistolic")], .wrongCondition,
      "`bloodPressureSystolic`"
    ),
    (
      "bloodPressure", [MemberPredicate("bloodPressureSystolic", .equal, category: "high")],
      .wrongCondition, "mmHg"
    ),
  ]

  @Test func wrongQuestionsAreRefused() async throws {
    let registry = try SampleShelf.workbench().registry
    let store = HealthStore(MemoryStore(registry: registry))
    let heavy = MemberPredicate("bloodPressureSystolic", .greater, try Quantity(80, "kg"))
    let pressed = MemberPredicate("sleepAnalysis", .greater, try Quantity(80, "mmHg"))
    var questions = Self.wrong
    questions.append((type: "bloodPressure", members: [heavy], reason: .wrongUnit, instead: "mmHg"))
    questions.append((type: "test.sitting", members: [pressed], reason: .wrongKind, instead: "`awake`"))
    for item in questions {
      let error = await #expect(throws: QueryError.self) {
        try await store.correlations(matching: .samples(of: item.type), members: item.members)
      }
      #expect(error?.reason == item.reason)
      #expect(error?.instead?.contains(item.instead) == true, "\(error?.description ?? "")")
    }
  }
}
