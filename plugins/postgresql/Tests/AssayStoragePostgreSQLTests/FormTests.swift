import HealthModel
import HealthPlugins
import HealthStorage
import Testing

@testable import AssayStoragePostgreSQL

/// Texts are taken apart into forms and columns, and come back byte for byte, from the plugin and from the view.
@Suite("Forms of samples", .serialized, .enabled(if: PrivateServer.shared != nil, PrivateServer.absence))
struct FormTests {
  private static let start: Int64 = 1_767_254_400_123_000
  private static let normal = #"""
    {"uuid":"\#(TestLine.id(1))","type":"heartRate","value":72.5,"unit":"count/min",\#
    "start":"2026-01-01T08:00:00.123Z","end":"2026-01-01T08:00:00.123Z","offset":"+02:00","subject":"P-01",\#
    "source":{"name":"Watch","bundle":"org.watch"},"device":{"model":"W1"},"metadata":{"b":true}}
    """#

  /// Texts that a form must not change, each after the one before.
  private static let texts = [
    normal, "{}", "{ }", #"{"value":1.0}"#, #"{"value":1e3}"#, #"{"value":-0}"#, #"{"value":0}"#, #"{"value":-0.0001}"#,
    #"{"value":0.00001}"#, #"{"value":123456789012345678}"#, #"{"value":999999999999999}"#, #"{"value":1e999}"#,
    #"{"value":"asleepCore"}"#, #"{"value":"a\u0000b\n"}"#, #"{"value":""}"#, #"{"value":null}"#, #"{"value":[1, 2]}"#,
    #"{"value":1,"value":2}"#, #"{"subject":"a","subject":"b"}"#, #"{"metadata":{"a":1},"metadata":{"b":2}}"#,
    #"{"metadata":{"a":"\u0000"},"x":1,"created":"2026-01-01T08:00:00Z"}"#, #"{"x":1,"metadata":{"c":[ ]}}"#,
    #"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7}"#, #"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9}"#,
    #"{"start":"2026-01-01T08:00:00.123000Z","end":"2026-01-01T08:00:00.123Z"}"#, #"{"subject":"\u0041"}"#,
    #"{"\u0076alue":3,"uuid":"00000000-0000-8000-0000-00000000000a"}"#, #"{"source":{"name":"é\u0001"},"q":"\u0001a"}"#,
    "{\t\"value\" : 7 ,\n\"unit\":\"kg\"}".replacing("\n", with: " "),
    #"{"fields":{"a":{"value":1,"unit":"s"}},"lists":{"e":[{"k":"x"}]},"points":{"v":[1,2]},"parent":"p"}"#,
  ]

  private func expectExact(_ lines: [TestLine]) throws {
    let bench = try StoreBench()
    let store = try bench.open()
    #expect(try store.store(lines) == BatchAcknowledgement())
    let wanted = Dictionary(uniqueKeysWithValues: lines.map { ($0.id, $0.sample) })
    for row in try store.rows() { #expect(row.sample == wanted[row.id], "line \(row.id)") }
    let found = try bench.connection().run("SELECT id, sample FROM samples")
    #expect(found.count == lines.count)
    for row in 0..<found.count {
      let id = Int(found.id(row, 0).low)
      #expect(found.text(row, 1) == wanted[id], "line \(id) of the view")
    }
    #expect(try store.verify() == [])
  }

  @Test("each text comes back as it was") func exact() throws {
    try expectExact(Self.texts.enumerated().map { TestLine(id: $0.offset + 1, start: Self.start, sample: $0.element) })
  }

  @Test("a text without a time, or with one far away, comes back") func times() throws {
    var lines = [TestLine(id: 1, start: nil, sample: Self.normal)]
    for (index, start) in [-62_135_596_800_000_000, -1, 0, 253_402_300_799_999_999, Int64.max].enumerated() {
      lines.append(TestLine(id: index + 2, start: start, sample: #"{"start":"1970-01-01T00:00:00Z","end":"x"}"#))
    }
    try expectExact(lines)
  }

  @Test("samples of one kind share one form, with metadata that come often", arguments: [15, 16])
  func shared(_ count: Int) throws {
    let lines = (1...count).map { index in
      TestLine(
        id: index, start: Self.start,
        sample: Self.normal.replacing("\(TestLine.id(1))", with: "\(TestLine.id(index))")
          .replacing("72.5", with: "\(index)"))
    }
    try expectExact(lines)
    let bench = try StoreBench()
    try bench.open().store(lines)
    let connection = try bench.connection()
    let forms = try connection.run(
      "SELECT f.unit, f.utc_offset, f.metadata IS NOT NULL, s.rest, o.bundle FROM assay_forms f "
        + "JOIN assay_sources o ON o.id = f.source JOIN assay_samples s ON s.form = f.id AND s.value = 3")
    #expect(forms.count == 1)
    #expect(forms.text(0, 0) == "count/min" && forms.text(0, 1) == "+02:00" && forms.text(0, 4) == "org.watch")
    #expect(forms.flag(0, 2) == (count == 16))
    #expect(forms.text(0, 3) == (count == 16 ? "" : #"{"b":true}"#))
    let view = try connection.run(
      "SELECT count(*) FROM samples WHERE metadata = '{\"b\":true}' AND unit = 'count/min' AND subject = 'P-01' "
        + "AND source = 'Watch' AND device = 'W1' AND time_zone = '+02:00' AND local_start::time = '10:00:00.123'")
    #expect(view.long(0, 0) == Int64(count))
    var query = SampleQuery()
    query.metadata = [MetadataCondition(key: "b", .equal, .boolean(true))]
    #expect(try bench.open().rows(query).count == count)
  }

  @Test("texts made up of all of these come back", arguments: [1, 2, 3] as [UInt64]) func random(_ seed: UInt64) throws
  {
    var state = seed
    func pick(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let members = Self.texts.flatMap { text in
      text.dropFirst().dropLast().split(separator: ",\"").enumerated().map { ($0.offset == 0 ? "" : "\"") + $0.element }
    }.filter { $0.contains("\":") && !$0.hasSuffix(",") }
    let lines = (1...300).map { id -> TestLine in
      let text = "{" + (0..<pick(9)).map { _ in members[pick(members.count)] }.joined(separator: ",") + "}"
      return TestLine(id: id, start: Self.start + Int64(pick(3)) * 86_400_000_000 * 200, sample: text)
    }
    let valid = try lines.filter { line in
      try StoreBench.isObject(line.sample) && !line.sample.contains("1e999")
    }
    #expect(valid.count > 30)
    try expectExact(valid)
  }
}
