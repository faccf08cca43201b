import Assay
import AssayKit
import HealthModel
import HealthStorage
import HealthValidation
import SeededRandom
import Testing

/// What is written as lines of text is read back as it was: every column, the id, the digest and the text itself.
struct NormalizedLinesTests {
  private static let cases = ["Tests/Cases/samples/catalog"]

  /// A batch as lines, with how many lines each group takes.
  private func text(_ batch: SampleBatch, _ lines: NormalizedLines) -> (text: [UInt8], groups: [Int]) {
    var text: [UInt8] = []
    var groups: [Int] = []
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      for member in group {
        lines.append(member, of: batch, to: &text)
        text.append(UInt8(ascii: "\n"))
      }
      groups.append(group.count)
      row = group.upperBound
    }
    return (text, groups)
  }

  /// Writes and reads a batch, whole and each sample by itself.
  private func expectSame(_ batch: SampleBatch, _ registry: Registry, _ comment: Comment) throws {
    let lines = NormalizedLines(registry: registry)
    let (written, groups) = text(batch, lines)
    let again = try lines.samples(written, groups: groups)
    #expect(NormalRow.all(in: again) == NormalRow.all(in: batch), comment)
    #expect(text(again, lines).text == written, comment)
    for row in 0..<batch.count where registry.types[Int(batch.type[row])].kind != .correlation {
      var line: [UInt8] = []
      lines.append(row, of: batch, to: &line)
      let alone = try lines.samples(line + [0x0A], groups: [1])
      var wanted = NormalRow(row, of: batch)
      wanted.correlation = -1
      wanted.role = -1
      #expect(NormalRow.all(in: alone) == [wanted], comment)
    }
  }

  @Test("every sample of the cases that is accepted comes back") func sampleCases() throws {
    let registry = try ProjectFiles.registry(Self.cases)
    var count = 0
    for item in try SampleCase.all() where item.units == nil && item.timeZone == nil {
      let line = String(decoding: item.text, as: UTF8.self)
      for origin in [nil, "apple-health"] {
        guard let batch = try? NormalBatch.of([line], registry, origin: origin, isLax: true), batch.count > 0 else {
          continue
        }
        count += 1
        try expectSame(batch, registry, "\(item.testDescription)")
      }
    }
    #expect(count > 400)
  }

  @Test("every valid example of the catalog comes back") func examples() throws {
    let registry = try ProjectFiles.registry()
    let lines = registry.types.flatMap { $0.examples.filter { $0.expectedCode == nil }.map(\.json) }
    #expect(lines.count > 300)
    try expectSame(try NormalBatch.of(lines, registry), registry, "the examples")
    try expectSame(try NormalBatch.of(lines, registry, origin: "apple-health"), registry, "the examples of an export")
  }

  @Test("made-up samples come back", arguments: [nil, "apple-health"] as [String?])
  func generated(_ origin: String?) throws {
    let registry = try ProjectFiles.registry()
    let seed = SeededGenerator.seed()
    var samples = GeneratedSamples(seed: seed)
    try expectSame(try NormalBatch.of(samples.lines(500), registry, origin: origin), registry, "seed \(seed)")
  }

  @Test("texts of any characters come back") func texts() throws {
    let registry = try ProjectFiles.registry(Self.cases)
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", " ", #"\""#, #"\\"#, #"\/"#, #"\n"#, #"\u0000"#, #"\u001f"#, #"\u00e9"#, "é", "\u{2028}", "😀",
      #"\ud83d\ude00"#, "\u{A0}", "%", "{", "]", ",", "\u{7F}",
    ]
    func text() -> String {
      let count = Int.random(in: 1...6, using: &random)
      return "\"x" + (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined() + "\""
    }
    func value() -> String {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: "true"
      case 1: "\(Double.random(in: -1e9...1e9, using: &random))"
      case 2: "1.50e+2"
      case 3: "{\"unit\":\"kPa\",\"value\":\(Int.random(in: 0...9, using: &random)).50}"
      case 4: "12345678901234567890"
      case 5: "-0"
      default: text()
      }
    }
    for _ in 0..<300 {
      let line = """
        {"type":"org.example.orthostaticPulse","start":"1969-12-31T23:59:59.000001-07:00","subject":\(text()),\
        "end":"1970-01-01T09:30:00+02:00","source":{"name":\(text()),"version":\(text()),"more":[1, {"a":\(value())}]},\
        "created":"2020-01-01T00:00:00+05:30","original":{"value":1.50,"note":\(text())},\
        "metadata":{\(text()):\(value()),"b":\(value())},"extra":\(value()),"members":[\
        {"type":"heartRate","role":"lying","value":\(Double.random(in: 40...200, using: &random)),"unit":"count/min",\
        "device":{"name":\(text()),"x":\(value())},"metadata":{"c":\(value())}},\
        {"type":"heartRate","role":"standing","value":90,"unit":"count/min","source":{"version":\(text())},\
        "note":{"kept":[\(value()), null]}}]}
        """
      try expectSame(try NormalBatch.of([line], registry, isLax: true), registry, "seed \(seed): \(line)")
    }
  }

  @Test("a sample that the rules now refuse is read as it was stored") func lax() throws {
    let registry = try ProjectFiles.registry()
    let lines = [
      #"{"type":"oxygenSaturation","value":7,"unit":"%","start":"2026-01-01T08:00:00Z"}"#,
      #"{"type":"insulinDelivery","value":1,"unit":"IU","start":"2026-01-01T08:00:00Z","end":"2028-01-01T08:00:00Z"}"#,
      #"{"type":"heartRate","value":60,"unit":"count/min","start":"9999-12-31T23:59:59Z","#
        + #""metadata":{"HKTimeZone":[1,  2],"HKWasUserEntered":"maybe"}}"#,
    ]
    #expect(throws: SampleIsRefused.self) { _ = try NormalBatch.of(lines, registry) }
    try expectSame(try NormalBatch.of(lines, registry, isLax: true), registry, "lax")
  }

  @Test("a member that was stored before takes nothing of a correlation it is linked to") func linked() throws {
    let registry = try ProjectFiles.registry()
    let member = #"{"type":"dietaryProtein","value":5,"unit":"g","start":"2026-01-01T08:00:00Z"}"#
    let batch = try NormalBatch.of(
      [
        member,
        #"{"type":"food","start":"2026-01-01T08:00:00Z","origin":"lab","device":{"name":"Scale"},"#
          + #""source":{"version":"2"},"members":["# + member + "]}",
      ], registry)
    #expect(batch.id[0] == batch.id[2])
    #expect(batch.digest[0] == batch.digest[2])
    let lines = NormalizedLines(registry: registry)
    var text: [UInt8] = []
    for row in [1, 0] {
      lines.append(row, of: batch, to: &text)
      text.append(UInt8(ascii: "\n"))
    }
    let again = try lines.samples(text, groups: [2])
    var wanted = NormalRow(0, of: batch)
    wanted.correlation = 0
    wanted.role = batch.role[2]
    #expect(NormalRow.all(in: again) == [NormalRow(1, of: batch), wanted])
  }

  @Test("a correlation may be longer than a line of input") func long() throws {
    let registry = try ProjectFiles.registry()
    let member = #"{"type":"dietaryProtein","value":5,"unit":"g"}"#
    let batch = try NormalBatch.of(
      [
        #"{"type":"food","start":"2026-01-01T08:00:00Z","source":{"name":"A source with some name"},"members":["#
          + Array(repeating: member, count: 10_000).joined(separator: ",") + "]}"
      ], registry)
    #expect(batch.count == 10_001)
    let lines = NormalizedLines(registry: registry)
    let (written, groups) = text(batch, lines)
    #expect(written.count > 2 << 20)
    #expect(NormalRow.all(in: try lines.samples(written, groups: groups)) == NormalRow.all(in: batch))
  }

  @Test("what is no stored sample is told by its kind", arguments: NormalizedLinesTests.refusals)
  func refuses(_ item: Refusal) throws {
    let lines = NormalizedLines(registry: try ProjectFiles.registry())
    #expect {
      _ = try lines.samples(Array(item.text.utf8), groups: item.groups)
    } throws: { error in
      guard let error = error as? StorageError else { return false }
      return error.code == item.code && error.message.contains(item.words)
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var groups: [Int]
    var code: StorageError.Code
    var words: String
  }

  private static let pulse =
    #"{"uuid":"11111111-1111-4111-8111-111111111111","type":"heartRate","value":60,"unit":"count/min","#
    + #""start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:00:00Z","offset":"+00:00"}"# + "\n"

  static let refusals = [
    Refusal(testDescription: "no JSON", text: "{]\n", groups: [1], code: .corrupt, words: "json-syntax"),
    Refusal(testDescription: "no object", text: "[]\n", groups: [1], code: .corrupt, words: "field-kind"),
    Refusal(testDescription: "a blank line", text: "\n", groups: [1], code: .corrupt, words: "json-syntax"),
    Refusal(testDescription: "half a line", text: String(pulse.prefix(80)), groups: [1], code: .corrupt, words: "json"),
    Refusal(testDescription: "too few lines", text: pulse, groups: [1, 1], code: .corrupt, words: "lines"),
    Refusal(testDescription: "too many lines", text: pulse + pulse, groups: [1], code: .corrupt, words: "lines"),
    Refusal(testDescription: "a group of nothing", text: pulse, groups: [0, 1], code: .corrupt, words: "lines"),
    Refusal(
      testDescription: "members of no correlation", text: pulse + pulse.replacing("1111-4111", with: "1111-4112"),
      groups: [2], code: .incompatible, words: "heartRate"),
    Refusal(
      testDescription: "a type that is gone", text: pulse.replacing("heartRate", with: "org.gone"), groups: [1],
      code: .incompatible, words: "org.gone is not read any more: type-unknown"),
    Refusal(
      testDescription: "a case that is gone", text: #"{"type":"bloodType","value":"green"}"# + "\n", groups: [1],
      code: .incompatible, words: "value-not-in-enum"),
    Refusal(
      testDescription: "a characteristic that is not set", text: #"{"type":"bloodType","value":"notSet"}"# + "\n",
      groups: [1], code: .incompatible, words: "invalid value now"),
    Refusal(
      testDescription: "a correlation without its members",
      text: #"{"type":"bloodPressure","start":"2026-01-01T08:00:00Z"}"# + "\n", groups: [1], code: .incompatible,
      words: "member-missing"),
    Refusal(
      testDescription: "a field without its value", text: #"{"type":"heartRate","unit":"count/min"}"# + "\n",
      groups: [1], code: .corrupt, words: "field-missing"),
  ]
}
