import HealthModel
import HealthPlugins
import HealthStorage
import Testing

@testable import AssayStoragePostgreSQL

/// Views show structured samples and their parts as rows.
@Suite(
  "Views of parts in PostgreSQL", .serialized, .enabled(if: PrivateServer.shared != nil, PrivateServer.absence))
struct StructureViewTests {
  private static let parent = "5D0B6A6E-0F6C-4A51-9C39-70C2D0A7A001"

  private static let lines = [
    TestLine(
      id: 1, type: "workout", start: 1_000_000, end: 3_000_000,
      sample: #"""
        {"subject":"p-1","fields":{"activity":"running","duration":{"value":1800,"unit":"s"}},\#
        "lists":{"events":[{"kind":"pause","start":"2026-01-01T08:10:00Z"},{"kind":"resume"}],\#
        "labels":["happy","calm"],"statistics":[\#
        {"type":"distanceWalkingRunning","sum":{"value":8.25,"unit":"km"}},\#
        {"type":"distanceWalkingRunning","sum":{"value":2,"unit":"km"},"activityID":"\#(parent)"}]}}
        """#),
    TestLine(
      id: 2, type: "workoutRoute", start: -1, end: 5,
      sample: #"""
        {"parent":"\#(parent)","points":{"time":[0,1.25,2],"units":{"altitude":"m"},\#
        "altitude":[12.5,null,-3],"paused":[true,false,null]}}
        """#),
    TestLine(
      id: 3, type: "electrocardiogram", start: 7, end: 7,
      sample: #"{"points":{"rate":{"value":512,"unit":"Hz"},"units":{"v":"mV"},"v":[-12.5,3,0.1]}}"#),
    TestLine(
      id: 4, type: "slow", start: 0, end: 0,
      sample: #"{"points":{"rate":{"value":30,"unit":"count/min"},"a":[1,2]}}"#),
    TestLine(id: 5, type: "tones", start: 0, end: 0, sample: #"{"points":{"hertz":[250,500],"level":[1,2]}}"#),
    TestLine(id: 6, sample: #"{"value":60,"unit":"count/min","metadata":{"lists":"[]","points":"{}"}}"#),
    TestLine(id: 7, type: "empty", sample: #"{"fields":{},"lists":{"a":[]},"points":{"time":[],"x":[]}}"#),
  ]

  /// What a person asks, and the rows of the answer as JSON.
  private static let questions: [(sql: String, rows: [String])] = [
    (
      """
      SELECT type, subject, end_us - start_us AS length, parent, fields ->> 'activity' AS activity,
        (fields -> 'duration' ->> 'value')::float8 / 60 AS minutes
      FROM structured_samples WHERE type = 'workout'
      """,
      [
        #"{"type":"workout","subject":"p-1","length":2000000,"parent":null,"activity":"running","minutes":30}"#
      ]
    ),
    (
      "SELECT type, parent FROM structured_samples WHERE parent IS NOT NULL",
      [#"{"type":"workoutRoute","parent":"\#(parent.lowercased())"}"#]
    ),
    ("SELECT count(*) AS n FROM structured_samples", [#"{"n":6}"#]),
    (
      "SELECT position, element ->> 'kind' AS kind FROM list_elements WHERE list = 'events' ORDER BY position",
      [#"{"position":0,"kind":"pause"}"#, #"{"position":1,"kind":"resume"}"#]
    ),
    (
      "SELECT position, element #>> '{}' AS label FROM list_elements WHERE list = 'labels' ORDER BY position",
      [#"{"position":0,"label":"happy"}"#, #"{"position":1,"label":"calm"}"#]
    ),
    (
      // The distance of a workout, without what an activity repeats.
      """
      SELECT s.type, sum((e.element -> 'sum' ->> 'value')::float8) AS distance
      FROM structured_samples s JOIN list_elements e ON e.type = s.type AND e.start_us = s.start_us
        AND e.sample_id = s.id
      WHERE s.type = 'workout' AND e.list = 'statistics' AND e.element ->> 'type' = 'distanceWalkingRunning'
        AND e.element -> 'activityID' IS NULL
      GROUP BY s.id, s.type
      """,
      [#"{"type":"workout","distance":8.25}"#]
    ),
    (
      """
      SELECT position, seconds, time_us, (numbers ->> 'altitude')::float8 AS altitude,
        (numbers ->> 'paused')::boolean AS paused
      FROM series_points WHERE type = 'workoutRoute' ORDER BY position
      """,
      [
        #"{"position":0,"seconds":0,"time_us":-1,"altitude":12.5,"paused":true}"#,
        #"{"position":1,"seconds":1.25,"time_us":1249999,"altitude":null,"paused":false}"#,
        #"{"position":2,"seconds":2,"time_us":1999999,"altitude":-3,"paused":null}"#,
      ]
    ),
    (
      """
      SELECT seconds, time_us, (numbers ->> 'v')::float8 AS v
      FROM series_points WHERE type = 'electrocardiogram' AND start_us BETWEEN 0 AND 10 ORDER BY position
      """,
      [
        #"{"seconds":0,"time_us":7,"v":-12.5}"#, #"{"seconds":0.001953125,"time_us":1960,"v":3}"#,
        #"{"seconds":0.00390625,"time_us":3913,"v":0.1}"#,
      ]
    ),
    (
      "SELECT seconds FROM series_points WHERE type = 'slow' ORDER BY position", [#"{"seconds":0}"#, #"{"seconds":2}"#]
    ),
    (
      """
      SELECT seconds, time_us, (numbers ->> 'hertz')::float8 AS hertz, (numbers ->> 'level')::float8 AS level
      FROM series_points WHERE type = 'tones' ORDER BY position
      """,
      [
        #"{"seconds":null,"time_us":null,"hertz":250,"level":1}"#,
        #"{"seconds":null,"time_us":null,"hertz":500,"level":2}"#,
      ]
    ),
    ("SELECT count(*) AS n FROM list_elements WHERE type IN ('empty', 'heartRate')", [#"{"n":0}"#]),
    ("SELECT count(*) AS n FROM series_points WHERE type IN ('empty', 'heartRate')", [#"{"n":0}"#]),
  ]

  private func ask(_ sql: String, _ bench: StoreBench) throws -> [String] {
    let found = try bench.connection().run("SELECT row_to_json(x)::text FROM (\(sql)) x")
    return (0..<found.count).map { found.text($0, 0) }
  }

  @Test("questions to the views") func answers() throws {
    let bench = try StoreBench()
    try bench.open().store(Self.lines)
    for question in Self.questions { #expect(try ask(question.sql, bench) == question.rows, "\(question.sql)") }
  }

  @Test("the views come with the first structured sample, and not before") func made() throws {
    let bench = try StoreBench()
    let store = try bench.open()
    try store.store([Self.lines[5]])
    let count = "SELECT count(*) AS n FROM pg_views WHERE schemaname = current_schema()"
    let before = try ask(count, bench)
    #expect(before == [#"{"n":3}"#])
    _ = try store.append(TestLine.lines([Self.lines[3]]))
    try store.rollback()
    #expect(try ask(count, bench) == before)
    try store.store([Self.lines[0]])
    #expect(try ask(count, bench) == [#"{"n":6}"#])
    try store.store([Self.lines[1]])
    try bench.open().store([Self.lines[2]])
    #expect(try ask("SELECT count(*) AS n FROM structured_samples", bench) == [#"{"n":3}"#])
    #expect(try store.verify() == [])
  }

  @Test("what has the name of a view already stays") func takenName() throws {
    let bench = try StoreBench()
    let store = try bench.open()
    try bench.connection().run("CREATE VIEW series_points AS SELECT 'mine' AS whose")
    try store.store(Self.lines)
    #expect(try ask("SELECT whose FROM series_points", bench) == [#"{"whose":"mine"}"#])
    #expect(try ask("SELECT count(*) AS n FROM list_elements", bench) == [#"{"n":6}"#])
  }

  @Test("texts cannot leave their quotes, and none fails the others") func texts() throws {
    let bench = try StoreBench()
    let store = try bench.open()
    let name = #"a' \" ]} -- ; DROP TABLE assay_samples; $$"#
    let sample = #"""
      {"fields":{"\#(name)":"x\u0000y \ud83d z \ud83d\ude00 \ude00"},"lists":{"\#(name)":["\#(name)"]},\#
      "points":{"time":[1],"\#(name)":[2]}}
      """#
    var lines = Self.lines
    lines.append(TestLine(id: 9, type: "o'dd", start: 0, end: 0, sample: sample))
    try store.store(lines)
    #expect(
      try ask(
        "SELECT count(*) AS n, min(list) = min(element #>> '{}') AS same FROM list_elements WHERE type = 'o''dd'", bench
      )
        == [#"{"n":1,"same":true}"#])
    #expect(
      try ask(
        "SELECT v.value FROM structured_samples s, json_each_text(s.fields) v WHERE s.type = 'o''dd'", bench)
        == [#"{"value":"x\u00010y � z 😀 �"}"#])
    #expect(try ask("SELECT count(*) AS n FROM series_points", bench) == [#"{"n":11}"#])
    #expect(try store.rows().first { $0.id == 9 }?.sample == sample)
  }
}
