import HealthModel
import HealthStorage
import Testing

/// A query's conditions, asked of samples one by one.
struct SampleFilterTests {
  /// One line a sample; the numbers in the cases are their places.
  private static let lines = [
    // 0
    #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","#
      + #""uuid":"11111111-1111-4111-8111-111111111111","source":{"name":"Watch","bundle":"com.example.watch"},"#
      + #""device":{"name":"W \"1\"","model":"Watch6,1"},"#
      + #""metadata":{"HKTimeZone":"Europe/Paris","HKMetadataKeyBarometricPressure":"101.325 kPa"}}"#,
    // 1
    #"{"type":"heartRate","value":100,"unit":"count/min","start":"2026-01-01T09:00:00Z","#
      + #""end":"2026-01-01T09:10:00Z","subject":"p-1","source":{"name":"com.example.watch"},"#
      + #""device":{"model":"Watch6,2"},"metadata":{"rate":1.5,"HKWasUserEntered":true}}"#,
    // 2
    #"{"type":"sleepAnalysis","value":"asleepCore","start":"2026-01-01T23:00:00Z","end":"2026-01-01T23:50:00Z","#
      + #""source":{"name":"Phone"},"metadata":{"HKTimeZone":"Asia/Tokyo","Meal":"l\u00fcnch \"q\"\n"}}"#,
    // 3
    #"{"type":"bloodPressure","start":"2026-01-01T10:00:00Z","source":{"bundle":"com.example.cuff"},"members":["#
      + #"{"type":"bloodPressureSystolic","value":121,"unit":"mmHg"},"#
      + #"{"type":"bloodPressureDiastolic","value":79,"unit":"mmHg"}]}"#,
    // 4
    #"{"type":"bloodPressure","start":"2026-01-02T10:00:00Z","members":["#
      + #"{"type":"bloodPressureSystolic","value":118,"unit":"mmHg"},"#
      + #"{"type":"bloodPressureDiastolic","value":85,"unit":"mmHg"}]}"#,
    // 5
    #"{"type":"dateOfBirth","value":"1990-04-12","subject":"p-1"}"#,
    // 6
    #"{"type":"bloodType","value":"aPositive"}"#,
    // 7
    #"{"type":"org.example.orthostaticPulse","start":"2026-01-03T08:00:00Z","members":["#
      + #"{"type":"heartRate","role":"lying","value":62,"unit":"count/min"},"#
      + #"{"type":"heartRate","role":"standing","value":81,"unit":"count/min"}]}"#,
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var places: [Int]
    var change: @Sendable (inout SampleQuery) -> Void

    init(_ name: String, _ places: [Int], _ change: @escaping @Sendable (inout SampleQuery) -> Void) {
      testDescription = name
      self.places = places
      self.change = change
    }
  }

  /// 2026-01-01T00:00:00Z and hours from it, in microseconds.
  private static func hour(_ hours: Int64, _ minutes: Int64 = 0) -> Int64 {
    1_767_225_600_000_000 + (hours * 60 + minutes) * 60_000_000
  }

  private static func metadata(
    _ name: String, _ places: [Int], _ key: String, _ comparison: Comparison? = nil,
    _ operand: MetadataCondition.Operand? = nil
  ) -> Case {
    Case(name, places) { $0.metadata = [MetadataCondition(key: key, comparison, operand)] }
  }

  private static let id = SampleID(high: 0x1111_1111_1111_4111, low: 0x8111_1111_1111_1111)

  static let simple = [
    Case("all", [0, 1, 2, 3, 4, 5, 6, 7]) { _ in },
    Case("types", [0, 1, 5]) { $0.types = ["heartRate", "dateOfBirth", "nothing"] },
    Case("unknown types only", []) { $0.types = ["nothing"] },
    Case("an id", [0]) { $0.ids = [id, .none] },
    Case("no ids", []) { $0.ids = [] },
    Case("from, by end", [1, 2, 3, 4, 7]) { $0.from = hour(9, 10) },
    Case("from, by start", [2, 3, 4, 7]) {
      $0.from = hour(9, 10)
      $0.isStrictStart = true
    },
    Case("to, by start", [0]) { $0.to = hour(9) },
    Case("to, by end", [0, 1]) {
      $0.to = hour(9, 10)
      $0.isStrictEnd = true
    },
    Case("the ends of time are no time", [0, 1, 2, 3, 4, 7]) {
      $0.from = Int64.min
      $0.to = Int64.max
    },
    Case("source by bundle or name", [0, 1]) { $0.source = "com.example.watch" },
    Case("source by bundle alone", [3]) { $0.source = "com.example.cuff" },
    Case("source by a part of its name", []) { $0.source = "Watc" },
    Case("subject", [1, 5]) { $0.subject = "p-1" },
    Case("device with one of two models", [0, 1]) {
      $0.device = DeviceCondition(.model, ["Watch6,1", "Watch6,2", "Watch7"])
    },
    Case("device by a name with quotes", [0]) { $0.device = DeviceCondition(.name, [#"W "1""#]) },
    Case("device with none of no values", []) { $0.device = DeviceCondition(.model, []) },
    Case("all conditions together", [1]) {
      $0.types = ["heartRate"]
      $0.from = hour(8, 30)
      $0.subject = "p-1"
      $0.values = [ValueCondition(.greater, .number(60))]
    },
  ]

  static let values = [
    Case("value over", [1]) { $0.values = [ValueCondition(.greater, .number(60))] },
    Case("value at least", [0, 1]) { $0.values = [ValueCondition(.greaterOrEqual, .number(60))] },
    Case("value under", []) { $0.values = [ValueCondition(.less, .number(60))] },
    Case("value at most", [0]) { $0.values = [ValueCondition(.lessOrEqual, .number(60))] },
    Case("value equal", [0]) { $0.values = [ValueCondition(.equal, .number(60))] },
    Case("value other: numbers only", [1]) { $0.values = [ValueCondition(.notEqual, .number(60))] },
    Case("value between", [1]) {
      $0.values = [ValueCondition(.greater, .number(60)), ValueCondition(.less, .number(101))]
    },
    Case("a case", [2]) { $0.values = [ValueCondition(.equal, .text("asleepCore"))] },
    Case("another case: texts only", [5, 6]) { $0.values = [ValueCondition(.notEqual, .text("asleepCore"))] },
    Case("a characteristic's text", [5]) { $0.values = [ValueCondition(.equal, .text("1990-04-12"))] },
    Case("a characteristic's case", [6]) { $0.values = [ValueCondition(.equal, .text("aPositive"))] },
    Case("texts have no order", []) { $0.values = [ValueCondition(.greater, .text("a"))] },
    metadata("a key", [0, 2], "HKTimeZone"),
    metadata("a key that is nowhere", [], "HKTime"),
    metadata("a text", [0], "HKTimeZone", .equal, .text("Europe/Paris")),
    metadata("another text", [2], "HKTimeZone", .notEqual, .text("Europe/Paris")),
    metadata("a text with escapes", [2], "Meal", .equal, .text("lünch \"q\"\n")),
    metadata("texts have no order there either", [], "HKTimeZone", .less, .text("Z")),
    metadata("a number", [1], "rate", .less, .number(2)),
    metadata("no number", [], "HKTimeZone", .notEqual, .number(2)),
    metadata("a boolean", [1], "HKWasUserEntered", .equal, .boolean(true)),
    metadata("another boolean", [1], "HKWasUserEntered", .notEqual, .boolean(false)),
    metadata("no boolean", [], "rate", .notEqual, .boolean(false)),
    metadata("a quantity", [0], "HKMetadataKeyBarometricPressure", .greater, .quantity(100, unit: "kPa")),
    metadata("a quantity of another unit", [], "HKMetadataKeyBarometricPressure", .greater, .quantity(1, unit: "atm")),
    metadata("a quantity is no number", [], "HKMetadataKeyBarometricPressure", .greater, .number(1)),
  ]

  static let members = [
    Case("a member of a role", [3, 4]) { $0.members = [MemberCondition(role: "bloodPressureSystolic")] },
    Case("a member over a value", [3]) {
      $0.members = [MemberCondition(role: "bloodPressureSystolic", values: [ValueCondition(.greater, .number(120))])]
    },
    Case("members that each meet theirs", [4]) {
      $0.members = [
        MemberCondition(role: "bloodPressureSystolic", values: [ValueCondition(.less, .number(120))]),
        MemberCondition(role: "bloodPressureDiastolic", values: [ValueCondition(.greaterOrEqual, .number(85))]),
      ]
    },
    Case("a role that tells two of a type apart", [7]) {
      $0.members = [MemberCondition(role: "standing", values: [ValueCondition(.greater, .number(80))])]
    },
    Case("the other of them", []) {
      $0.members = [MemberCondition(role: "lying", values: [ValueCondition(.greater, .number(80))])]
    },
    Case("a type where no role has its name", [7]) {
      $0.members = [MemberCondition(role: "heartRate", values: [ValueCondition(.equal, .number(62))])]
    },
    Case("two conditions that no one member meets", []) {
      $0.members = [
        MemberCondition(
          role: "heartRate", values: [ValueCondition(.less, .number(70)), ValueCondition(.greater, .number(70))])
      ]
    },
    Case("a role that is nowhere", []) { $0.members = [MemberCondition(role: "sitting")] },
  ]

  @Test(arguments: SampleFilterTests.simple + SampleFilterTests.values + SampleFilterTests.members)
  func matches(_ item: Case) throws {
    let registry = try ProjectFiles.registry(["Tests/Cases/samples/catalog"])
    let batch = try NormalBatch.of(Self.lines, registry)
    var query = SampleQuery()
    item.change(&query)
    let filter = SampleFilter(query, registry: registry)
    #expect(filter.needsMembers == !query.members.isEmpty)
    var found: [Int] = []
    var row = 0
    for place in Self.lines.indices {
      let group = batch.group(at: row)
      if filter.matches(row, members: group.dropFirst(), of: batch) { found.append(place) }
      row = group.upperBound
    }
    #expect(row == batch.count)
    #expect(found == item.places)
  }

  @Test("a case is found by its former name") func aliases() throws {
    let list = EnumDefinition(
      id: "pain", cases: [EnumCase(name: "mild", raw: 1, aliases: ["light"]), EnumCase(name: "severe", raw: 2)])
    let type = TypeDefinition(id: "pain", title: "Pain", shape: .category(list))
    let registry = try Registry(types: [type])
    let batch = try NormalBatch.of(
      [#"{"type":"pain","value":"light","start":"2026-01-01T08:00:00Z"}"#], registry)
    for (word, comparison, isMatch) in [
      ("light", Comparison.equal, true), ("mild", .equal, true), ("severe", .equal, false), ("light", .notEqual, false),
    ] {
      var query = SampleQuery()
      query.values = [ValueCondition(comparison, .text(word))]
      #expect(SampleFilter(query, registry: registry).matches(0, members: 0..<0, of: batch) == isMatch)
    }
  }

  @Test("texts are compared by what they mean where other programs wrote them") func foreignTexts() {
    let bytes = Array(#"{"na\u006de":"\u0057atch","bundle":"com\/example"}"#.utf8)
    #expect(SourceMatch(bundleOrName: "Watch").matches(object: 0..<bytes.count, in: bytes))
    #expect(SourceMatch(bundleOrName: "com/example").matches(object: 0..<bytes.count, in: bytes))
    #expect(SourceMatch(bundle: "com/example").matches(object: 0..<bytes.count, in: bytes))
    #expect(!SourceMatch(bundle: "Watch").matches(object: 0..<bytes.count, in: bytes))
    #expect(!SourceMatch(bundleOrName: "Watch").matches(object: 0..<bytes.count - 1, in: Array("[]".utf8)))
  }
}
