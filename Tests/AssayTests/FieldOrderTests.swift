import HealthModel
import SeededRandom
import Testing

/// The reader meets metadata, originals and unknown fields in any order, and each is kept where it belongs.
@Suite("The order of fields") struct FieldOrderTests {
  private static let head = [
    #""type":"bloodPressure""#, #""start":"2026-01-01T08:00:00Z""#, #""metadata":{"b":1,"a":"x"}"#, #""k":[1]"#,
    #""source":{"bundle":"b","name":"n","k":true}"#, #""original":{"created":"2026","k":{"value":1}}"#,
  ]
  private static let members = [
    [
      #""type":"bloodPressureSystolic""#, #""value":120"#, #""unit":"mmHg""#, #""role":"bloodPressureSystolic""#,
      #""metadata":{"HKMetadataKeyBarometricPressure":{"unit":"mmHg","value":760},"z":false}"#, #""k":"own""#,
      #""device":{"k":1,"name":"d"}"#,
    ],
    [
      #""type":"bloodPressureDiastolic""#, #""value":80"#, #""unit":"mmHg""#, #""original":{"unit":"cmHg","value":8}"#,
      #""source":{"k":null}"#,
    ],
  ]

  private static func line(_ order: ([String]) -> [String]) -> String {
    let members = self.members.map { "{" + order($0).joined(separator: ",") + "}" }.joined(separator: ",")
    return "{" + order(head + [#""members":[\#(members)]"#]).joined(separator: ",") + "}"
  }

  @Test("a sample with its fields in another order has the same normal form")
  func anyOrder() throws {
    let registry = try ProjectFiles.registry()
    let wanted = NormalRow.all(in: try NormalBatch.of([Self.line { $0 }], registry, isLax: true))
    #expect(
      wanted.map { $0.texts[1...] } == [
        [#"{"a":"x","b":1}"#, #"{"created":"2026","k":{"value":1}}"#, #""k":[1]"#],
        [#"{"HKMetadataKeyBarometricPressure":{"value":760,"unit":"mmHg"},"z":false}"#, "", #""k":"own""#],
        ["", #"{"value":8,"unit":"cmHg"}"#, ""],
      ])
    #expect(
      wanted.map { $0.shared[..<2] } == [
        [#"{"name":"n","bundle":"b","k":true}"#, nil],
        [#"{"name":"n","bundle":"b","k":true}"#, #"{"name":"d","k":1}"#],
        [#"{"name":"n","bundle":"b","k":null}"#, nil],
      ])
    var random = SeededGenerator(seed: SeededGenerator.seed())
    for _ in 0..<300 {
      let line = Self.line { $0.shuffled(using: &random) }
      #expect(NormalRow.all(in: try NormalBatch.of([line], registry, isLax: true)) == wanted, "\(line)")
    }
  }
}
