import HealthModel
import HealthStorage
import HealthTestKit
import HealthUnits
import SeededRandom
import Testing

/// Views show the parts of structured samples as rows.
@Suite struct PartViewTests {
  private static let parent = "5d0b6a6e-0f6c-4a51-9c39-70c2d0a7a001"

  private static let outing = """
    {"fields":{"activity":"running","duration":{"value":1800,"unit":"s"},"source":"pool","indoor":true,"laps":3,\
    "note":{"sha256":"ab","text":"{\\"x\\":1}"}},"lists":{"events":[{"kind":"pause","start":"2026-01-01T08:10:00Z",\
    "metadata":{"a":1.5}},{"kind":"resume","start":"2026-01-01T08:20:00.500Z"}],"labels":["happy","calm"],\
    "statistics":[{"type":"heartRate","sum":{"value":0.1,"unit":"count/min"}}],\
    "doses":[{"value":2,"unit":"mg"}]},"parent":"\(parent)"}
    """

  private static let track = """
    {"points":{"time":[0,1.25,2],"units":{"altitude":"m"},"altitude":[12.5,null,-3],"paused":[true,false,null]}}
    """

  private static let strip = #"{"points":{"rate":{"value":512,"unit":"Hz"},"units":{"v":"mV"},"v":[-12.5,3,0.1]}}"#
  private static let slow = #"{"points":{"rate":{"value":30,"unit":"count/min"},"a":[1,null],"b":[0.5,7]}}"#
  private static let tones = #"{"points":{"units":{"hertz":"Hz","level":"mV"},"hertz":[250,500],"level":[1,2]}}"#

  /// What a person asks, and the rows of the answer.
  private static let questions: [(sql: String, rows: [[String: String]])] = [
    (
      "SELECT start_time, activity, duration, source, source_, indoor, laps, note, note_sha256, parent FROM outing",
      [
        [
          "start_time": "1970-01-01T00:00:01Z", "activity": "running", "duration": "1800.0", "source": "Watch",
          "source_": "pool", "indoor": "1", "laps": "3", "note": #"{"x":1}"#, "note_sha256": "ab",
          "parent": parent.uppercased(),
        ]
      ]
    ),
    (
      "SELECT e.sample_id = o.id AS same, e.start_us, position, kind, start, e.metadata FROM outing_events e "
        + "JOIN outing o ON o.start_us = e.start_us AND o.id = e.sample_id ORDER BY position",
      [
        [
          "same": "1", "start_us": "1000000", "position": "0", "kind": "pause", "start": "2026-01-01T08:10:00Z",
          "metadata": #"{"a":1.5}"#,
        ],
        [
          "same": "1", "start_us": "1000000", "position": "1", "kind": "resume", "start": "2026-01-01T08:20:00.500Z",
        ],
      ]
    ),
    (
      "SELECT type, sum, sum_unit FROM outing_statistics",
      [["type": "heartRate", "sum": "0.1", "sum_unit": "count/min"]]
    ),
    (
      "SELECT position, value FROM outing_labels",
      [["position": "0", "value": "happy"], ["position": "1", "value": "calm"]]
    ),
    ("SELECT value FROM outing_doses", [["value": "2.0"]]),
    (
      "SELECT position, seconds, time_us, altitude, paused FROM track_points ORDER BY position",
      [
        ["position": "0", "seconds": "0.0", "time_us": "-1", "altitude": "12.5", "paused": "1"],
        ["position": "1", "seconds": "1.25", "time_us": "1249999", "paused": "0"],
        ["position": "2", "seconds": "2.0", "time_us": "1999999", "altitude": "-3.0"],
      ]
    ),
    (
      "SELECT position, seconds, time_us, v FROM strip_points ORDER BY position",
      [
        ["position": "0", "seconds": "0.0", "time_us": "7", "v": "-12.5"],
        ["position": "1", "seconds": "0.001953125", "time_us": "1960", "v": "3.0"],
        ["position": "2", "seconds": "0.00390625", "time_us": "3913", "v": "0.1"],
      ]
    ),
    (
      "SELECT seconds, a, b FROM slow_points ORDER BY position",
      [["seconds": "0.0", "a": "1", "b": "0.5"], ["seconds": "2.0", "b": "7.0"]]
    ),
    (
      "SELECT * FROM (SELECT position, hertz, level FROM tones_points ORDER BY position)",
      [["position": "0", "hertz": "250.0", "level": "1.0"], ["position": "1", "hertz": "500.0", "level": "2.0"]]
    ),
    ("SELECT count(*) AS n FROM samples WHERE type = 'outing' AND json_valid(value)", [["n": "1"]]),
  ]

  @Test("a question to the views", arguments: questions.indices)
  func answers(_ index: Int) async throws {
    let place = try Place()
    try await Self.fill(place, Types.registry(Types.all() + Self.types()))
    let question = Self.questions[index]
    #expect(try place.rows(question.sql) == question.rows)
  }

  @Test("points come with every digit of their numbers")
  func digits() async throws {
    let seed: UInt64 = 18
    var random = SeededGenerator(seed: seed)
    let numbers = (0..<500).map { _ in
      Double(bitPattern: UInt64.random(in: 0x3E00_0000_0000_0000...0x4200_0000_0000_0000, using: &random))
    }
    let list = numbers.map { "\($0)" }.joined(separator: ",")
    let times = numbers.indices.map { "\($0)" }.joined(separator: ",")
    let place = try Place()
    let registry = try Types.registry(Types.all() + Self.types())
    let store = try await place.open(registry)
    let track = Draft("track").with { $0.text = "{\"points\":{\"time\":[\(times)],\"altitude\":[\(list)]}}" }
    let strip = Draft("strip").with {
      $0.text = "{\"points\":{\"rate\":{\"value\":1,\"unit\":\"Hz\"},\"v\":[\(list)]}}"
    }
    _ = try await store.append([track, strip], registry)
    try await store.commit(nil)
    try await store.close()
    for sql in ["SELECT altitude AS n FROM track_points", "SELECT v AS n FROM strip_points"] {
      let found = try place.rows("SELECT printf('%!.17g', n) AS n FROM (\(sql) ORDER BY position)")
      #expect(found.map { Double($0["n"] ?? "") } == numbers, "SEED=\(seed): \(sql)")
    }
  }

  // MARK: Names

  @Test("a view of parts takes no name that something else has")
  func takenNames() async throws {
    let place = try Place()
    try await place.open(Types.registry()).close()
    try place.run("CREATE VIEW outing_labels AS SELECT 'mine' AS value; CREATE TABLE Outing_Doses (mine)")
    try await Self.fill(
      place, Types.registry(Types.all() + Self.types() + [try Types.quantity("Outing_Events", "count")]))
    #expect(try place.rows("SELECT value FROM outing_labels") == [["value": "mine"]])
    #expect(try place.rows("SELECT mine FROM outing_doses").isEmpty)
    #expect(
      try place.rows("SELECT count(*) AS n FROM sqlite_master WHERE lower(name) = 'outing_events'") == [["n": "0"]])
    #expect(try place.rows("SELECT type FROM outing_statistics") == [["type": "heartRate"]])
  }

  @Test("names cannot leave their quotes")
  func quotes() async throws {
    let name = "a\" FROM assay_types; DROP TABLE assay_types; --'"
    let shape = StructureShape(
      fields: [FieldDefinition(name: name, value: .boolean)],
      lists: [ListDefinition(name: name, element: .value(FieldDefinition(name: name, value: .boolean)))])
    let place = try Place()
    let registry = try Types.registry(Types.all() + [TypeDefinition(id: "odd", title: "Odd", shape: .structure(shape))])
    let store = try await place.open(registry)
    _ = try await store.append([Draft("odd").with { $0.text = "{}" }], registry)
    try await store.commit(nil)
    try await store.close()
    #expect(try place.rows("SELECT name FROM assay_types") == [["name": "odd"]])
  }

  @Test("views get the parts that a definition got, once samples come")
  func newParts() async throws {
    let place = try Place()
    try await Self.fill(place, Types.registry(Types.all() + Self.types()))
    var types = try Types.all() + Self.types()
    let index = try #require(types.firstIndex { $0.id == "outing" })
    guard case .structure(var shape) = types[index].shape else { return }
    shape.fields.append(FieldDefinition(name: "mood", value: .text(maximumLength: 10)))
    shape.lists.append(
      ListDefinition(name: "laps", element: .value(FieldDefinition(name: "lap", value: .integer(.init())))))
    types[index].shape = .structure(shape)
    let registry = try Types.registry(types)
    let store = try await place.open(registry)
    _ = try await store.append(
      [Draft("outing", at: 9).with { $0.text = #"{"fields":{"mood":"good"},"lists":{"laps":[4]}}"# }], registry)
    try await store.commit(nil)
    try await store.close()
    #expect(try place.rows("SELECT mood FROM outing ORDER BY start_us") == [["mood": "good"], [:]])
    #expect(try place.rows("SELECT value FROM outing_laps") == [["value": "4"]])
    #expect(try place.rows("SELECT count(*) AS n FROM outing_events") == [["n": "2"]])
  }

  // MARK: Types

  private static func fill(_ place: Place, _ registry: Registry) async throws {
    let store = try await place.open(registry)
    let drafts = [
      Draft("outing", at: 1_000_000).with {
        $0.text = outing
        $0.source = #"{"name":"Watch"}"#
      },
      Draft("track", at: -1).with { $0.text = track }, Draft("strip", at: 7).with { $0.text = strip },
      Draft("slow").with { $0.text = slow }, Draft("tones").with { $0.text = tones },
    ]
    _ = try await store.append(drafts, registry)
    try await store.commit(nil)
    try await store.close()
  }

  private static func types() throws -> [TypeDefinition] {
    let kinds = EnumDefinition(id: "kinds", cases: [EnumCase(name: "pause", raw: 1), EnumCase(name: "resume", raw: 2)])
    let outing = StructureShape(
      fields: [
        FieldDefinition(name: "activity", value: .enumeration(kinds)),
        FieldDefinition(name: "duration", value: .quantity(FieldQuantity(unit: try UnitOfMeasure("s")))),
        FieldDefinition(name: "source", value: .text(maximumLength: 10)),
        FieldDefinition(name: "indoor", value: .boolean), FieldDefinition(name: "laps", value: .integer(ValueBounds())),
        FieldDefinition(name: "note", value: .document(.json, maximumLength: 100)),
      ],
      lists: [
        ListDefinition(
          name: "events",
          element: .group([
            FieldDefinition(name: "kind", value: .enumeration(kinds)), FieldDefinition(name: "start", value: .time),
            FieldDefinition(name: "metadata", value: .metadata),
          ])),
        ListDefinition(
          name: "statistics",
          element: .group([
            FieldDefinition(name: "type", value: .quantityType),
            FieldDefinition(name: "sum", value: .quantityOf(field: "type")),
          ])),
        ListDefinition(
          name: "labels", element: .value(FieldDefinition(name: "label", value: .text(maximumLength: 10)))),
        ListDefinition(
          name: "doses",
          element: .value(
            FieldDefinition(name: "dose", value: .quantity(FieldQuantity(unit: try UnitOfMeasure("mg")))))),
      ],
      parent: ParentDefinition(type: "heartRate"))
    let track = PointsDefinition(
      timing: .times(export: nil),
      columns: [try column("altitude", "m"), FieldDefinition(name: "paused", value: .boolean, isRequired: false)])
    let strip = PointsDefinition(
      timing: .rate(FieldQuantity(unit: try UnitOfMeasure("Hz"))), columns: [try column("v", "mV")])
    let slow = PointsDefinition(
      timing: .rate(FieldQuantity(unit: try UnitOfMeasure("count/min"))),
      columns: [
        FieldDefinition(name: "a", value: .integer(ValueBounds()), isRequired: true),
        FieldDefinition(name: "b", value: .number(ValueBounds()), isRequired: true),
      ])
    let tones = PointsDefinition(timing: .none, columns: [try column("hertz", "Hz"), try column("level", "mV")])
    return [
      TypeDefinition(id: "outing", title: "Outing", shape: .structure(outing)),
      TypeDefinition(id: "track", title: "Track", shape: .structure(StructureShape(points: track))),
      TypeDefinition(id: "strip", title: "Strip", shape: .structure(StructureShape(points: strip))),
      TypeDefinition(id: "slow", title: "Slow", shape: .structure(StructureShape(points: slow))),
      TypeDefinition(id: "tones", title: "Tones", shape: .structure(StructureShape(points: tones))),
    ]
  }

  private static func column(_ name: String, _ unit: String) throws -> FieldDefinition {
    FieldDefinition(name: name, value: .quantity(FieldQuantity(unit: try UnitOfMeasure(unit))), isRequired: false)
  }
}
