import HealthModel
import HealthStorage

/// Queries by metadata and devices.
enum TextConditionCases {
  private static let metadata = #"""
    text {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","metadata":{"k":"x"}}
    other {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:01:00Z","metadata":{"k":"y","other":"x"}}
    one {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:02:00Z","metadata":{"k":1}}
    half {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:03:00Z","metadata":{"k":1.5,"a":7}}
    yes {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:04:00Z","metadata":{"k":true}}
    no {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:05:00Z","metadata":{"k":false,"z":true}}
    warm {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:06:00Z","metadata":{"k":{"value":20.5,"unit":"degC"}}}
    hot {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:07:00Z","metadata":{"k":{"value":30,"unit":"degF"}}}
    numeral {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:08:00Z","metadata":{"k":"1","a":"k"}}
    word {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:09:00Z","metadata":{"k":"true"}}
    quotes {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:10:00Z","metadata":{"k\"\u00e9\\":"a\"b\\\n\u00e9","x":"\"k\":\"x\""}}
    none {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:11:00Z"}
    """#

  private static func has(_ comparison: Comparison, _ operand: MetadataCondition.Operand) -> [MetadataCondition] {
    [MetadataCondition(key: "k", comparison, operand)]
  }

  private static let questions: [Question] = [
    Question("a key", "text other one half yes no warm hot numeral word") {
      $0.metadata = [MetadataCondition(key: "k")]
    },
    Question("a key with quotes", "quotes") { $0.metadata = [MetadataCondition(key: "k\"\u{E9}\\")] },
    Question("an unknown key", "") { $0.metadata = [MetadataCondition(key: "K")] },
    Question("= a text", "text") { $0.metadata = has(.equal, .text("x")) },
    Question("!= a text", "other numeral word") { $0.metadata = has(.notEqual, .text("x")) },
    Question("a numeral", "numeral") { $0.metadata = has(.equal, .text("1")) },
    Question("the text true", "word") { $0.metadata = has(.equal, .text("true")) },
    Question("a text with quotes", "quotes") {
      $0.metadata = [MetadataCondition(key: "k\"\u{E9}\\", .equal, .text("a\"b\\\n\u{E9}"))]
    },
    Question("= a number", "one") { $0.metadata = has(.equal, .number(1)) },
    Question("!= a number", "half") { $0.metadata = has(.notEqual, .number(1)) },
    Question("< a number", "one") { $0.metadata = has(.less, .number(1.5)) },
    Question("<= a number", "one half") { $0.metadata = has(.lessOrEqual, .number(1.5)) },
    Question("> a number", "half") { $0.metadata = has(.greater, .number(1)) },
    Question(">= a number", "one half") { $0.metadata = has(.greaterOrEqual, .number(1)) },
    Question("= true", "yes") { $0.metadata = has(.equal, .boolean(true)) },
    Question("= false", "no") { $0.metadata = has(.equal, .boolean(false)) },
    Question("!= true", "no") { $0.metadata = has(.notEqual, .boolean(true)) },
    Question("= a quantity", "warm") { $0.metadata = has(.equal, .quantity(20.5, unit: "degC")) },
    Question("> a quantity", "warm") { $0.metadata = has(.greater, .quantity(20, unit: "degC")) },
    Question("a quantity's number in another unit", "") { $0.metadata = has(.equal, .quantity(20.5, unit: "degF")) },
    Question("!= a quantity", "hot") { $0.metadata = has(.notEqual, .quantity(31, unit: "degF")) },
    Question("a quantity's number alone", "") { $0.metadata = has(.equal, .number(20.5)) },
    Question("two keys", "half") {
      $0.metadata = has(.greater, .number(0)) + [MetadataCondition(key: "a", .equal, .number(7))]
    },
    Question("two keys of which one is not there", "") {
      $0.metadata = has(.equal, .text("x")) + [MetadataCondition(key: "other")]
    },
    Question("a range", "half") { $0.metadata = has(.greater, .number(1)) + has(.less, .number(2)) },
    Question("a key and a time", "word") {
      $0.metadata = [MetadataCondition(key: "k")]
      $0.sort = .descending
      $0.limit = 1
    },
  ]

  private static let properties = DeviceProperty.allCases

  static let all: [ConformanceCase] = [
    ConformanceCase("metadata choose samples by key, and by value of the same kind", .query) { bench in
      let store = try await bench.open(try bench.samples(metadata))
      try await store.keep("none quotes word numeral hot warm no yes half one other text")
      try await store.expect(questions)
    },
    ConformanceCase("metadata choose correlations and members by their own", .query) { bench in
      let store = try await bench.open(
        try bench.samples(
          #"""
          g {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","metadata":{"k":"head"},"members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg","metadata":{"k":"member"}},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
          """#))
      try await store.keep("g")
      try await store.expect([
        Question("the correlation's", "g(g.1 g.2)") { $0.metadata = has(.equal, .text("head")) },
        Question("the member's", "g.1") { $0.metadata = has(.equal, .text("member")) },
        Question("the member's, without members", "") {
          $0.metadata = has(.equal, .text("member"))
          $0.omitsMembers = true
        },
      ])
    },
    ConformanceCase("a device is chosen by each of its properties", .query) { bench in
      // The sample `d0` has the word `v0` as its name, `d1` the word `v1` as its manufacturer, and so on.
      let lines = properties.enumerated().map { place, property in
        "d\(place) {\"type\":\"heartRate\",\"value\":60,\"unit\":\"count/min\",\"start\":\"2026-01-01T08:0\(place):00Z\","
          + "\"device\":{\"\(property.rawValue)\":\"v\(place)\"}}"
      }
      let others = """
        both {"type":"stepCount","value":1,"unit":"count","start":"2026-01-01T08:00:00Z","device":{"name":"v1","model":"M \\"1\\""},"source":{"name":"v0"},"metadata":{"name":"v0"}}
        none {"type":"stepCount","value":2,"unit":"count","start":"2026-01-01T08:01:00Z"}
        """
      let store = try await bench.open(try bench.samples(lines.joined(separator: "\n") + "\n" + others))
      try await store.keep("none both " + properties.indices.map { "d\($0)" }.joined(separator: " "))
      var questions = properties.enumerated().map { place, property in
        Question(property.rawValue, "d\(place)") { $0.device = DeviceCondition(property, ["v\(place)", "v9"]) }
      }
      questions += [
        Question("several names", "d0 both") { $0.device = DeviceCondition(.name, ["v0", "v1", "v2"]) },
        Question("quotes", "both") { $0.device = DeviceCondition(.model, ["M \"1\""]) },
        Question("another property's word", "") { $0.device = DeviceCondition(.model, ["v0", "v1"]) },
        Question("a beginning", "") { $0.device = DeviceCondition(.name, ["v", "V0"]) },
        Question("no words", "") { $0.device = DeviceCondition(.name, []) },
        Question("a type", "both") {
          $0.device = DeviceCondition(.name, ["v0", "v1"])
          $0.types = ["stepCount"]
        },
      ]
      try await store.expect(questions)
    },
  ]
}
