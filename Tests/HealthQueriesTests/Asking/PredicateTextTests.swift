import HealthModel
import HealthStorage
import Testing

@testable import HealthQueries

/// Conditions as text become the conditions of a query, or an error that says where and what else to write.
@Suite struct PredicateTextTests {
  @Test func theFileOfCasesIsThere() { #expect(ConditionCase.all.count >= 180) }

  @Test(arguments: ConditionCase.all)
  func readsAsItsRowSays(_ item: ConditionCase) throws {
    #expect(try item.read() == item.answer)
  }

  @Test func everyReasonOfARefusalHasACase() {
    let reasons = Set(ConditionCase.all.compactMap { QueryError.Reason(rawValue: $0.answer.prefixOfWord) })
    #expect(reasons == [.wrongCondition, .wrongUnit, .wrongKind, .wrongTypeCount])
  }

  @Test func aTypeThatIsGoneIsTold() throws {
    var query = SampleQuery()
    query.types = ["hartRate"]
    let error = #expect(throws: QueryError.self) { try reader().add("value > 3", to: &query) }
    #expect(error?.reason == .unknownType)
  }

  @Test func textThatIsTooLongIsRefusedUnread() throws {
    var query = SampleQuery()
    query.types = ["heartRate"]
    let short = "value > 3" + String(repeating: " ", count: PredicateText.maximumLength - 9)
    try reader().add(short, to: &query)
    #expect(query.values.count == 1)
    let error = #expect(throws: QueryError.self) { try reader().add(short + " ", to: &query) }
    #expect(error?.reason == .wrongCondition)
    #expect(query.values.count == 1)
  }

  @Test func conditionsJoinThoseThatAreThere() throws {
    var query = SampleQuery()
    query.types = ["bloodPressure"]
    query.source = "a"
    query.device = DeviceCondition(.model, ["x", "y"])
    try reader().add("members.bloodPressureSystolic > 120", to: &query)
    try reader().add("members.bloodPressureSystolic < 140 and device.model in (y, z) and source = a", to: &query)
    #expect(query.device == DeviceCondition(.model, ["y"]))
    #expect(query.members.count == 1)
    #expect(query.members.first?.values.count == 2)
    // A second source is a condition beside the first: no sample has both.
    try reader().add("source = b", to: &query)
    #expect(query.source == "a" && query.condition != nil)
  }

  /// What `--metadata KEY=VALUE` gives: blanks need no quotes.
  static let metadata: [(key: String, value: String?, printed: String)] = [
    ("HKFoodType", nil, "metadata.HKFoodType"),
    ("HKMetadataKeyFoodType", "Pizza with cheese", "metadata.HKFoodType = \"Pizza with cheese\""),
    ("HKWasUserEntered", "true", "metadata.HKWasUserEntered = true"),
    ("HKElevationAscended", "100 m", "metadata.HKElevationAscended = 100 [m]"),
    ("HKElevationAscended", "100m", "metadata.HKElevationAscended = 100 [m]"),
    ("HKElevationAscended", "100", "metadata.HKElevationAscended = 100 [m]"),
    ("org.example.note", "5 apples", "metadata.org.example.note = \"5 apples\""),
    ("org.example.note", "5 kg", "metadata.org.example.note = 5 [kg]"),
    ("org.example.note", "5", "metadata.org.example.note = 5"),
    ("org.example.note", "\"5\"", "metadata.org.example.note = \"5\""),
    ("org.example.note", "\"5", "metadata.org.example.note = \"\"5\""),
    ("org.example.note", "a and b", "metadata.org.example.note = \"a and b\""),
    ("org.example.note", "", "metadata.org.example.note = \"\""),
  ]

  @Test(arguments: PredicateTextTests.metadata)
  func aKeyAndItsValueAreReadWhole(_ key: String, _ value: String?, _ printed: String) throws {
    var query = SampleQuery()
    try reader().add(metadata: key, equal: value, to: &query)
    #expect(PrintedQuery.text(query) == printed)
  }

  @Test func aWrongMetadataValueIsTold() throws {
    var query = SampleQuery()
    let error = #expect(throws: QueryError.self) {
      try reader().add(metadata: "HKElevationAscended", equal: "100 kg", to: &query)
    }
    #expect(error?.reason == .wrongUnit)
    #expect(error?.message.hasPrefix("`HKElevationAscended=100 kg`, column 25: ") == true, "\(error?.message ?? "")")
    #expect(query == SampleQuery())
  }

  @Test func valuesOfOneDevicePropertyAreAlternatives() throws {
    var query = SampleQuery()
    try reader().add(device: "model", equal: "a", to: &query)
    try reader().add(device: "model", equal: "b c", to: &query)
    #expect(query.device == DeviceCondition(.model, ["a", "b c"]))
    #expect(throws: QueryError.self) { try reader().add(device: "name", equal: "x", to: &query) }
    #expect(throws: QueryError.self) { try reader().add(device: "size", equal: "x", to: &query) }
  }

  private func reader() throws -> PredicateText { PredicateText(registry: try ConditionCase.registry.get()) }
}

extension String {
  /// What stands before the first blank.
  fileprivate var prefixOfWord: String { String(prefix { $0 != " " }) }
}
