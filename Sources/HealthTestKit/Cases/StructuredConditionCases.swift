import HealthModel
import HealthStorage

/// Conditions on what structured samples hold: fields, lists and points.
enum StructuredConditionCases {
  private static let text = #"""
    walk {"type":"kit.outing","start":"2026-01-01T08:00:00Z","end":"2026-01-01T09:00:00Z","fields":{"activity":"walk","duration":{"value":30,"unit":"min"},"laps":3,"isIndoor":false,"day":"2026-01-01","note":"a \"b\""},"lists":{"events":[{"kind":"resume","start":"2026-01-01T08:20:00Z"},{"kind":"pause","start":"2026-01-01T08:10:00Z"}],"labels":["glad","calm"],"statistics":[{"type":"stepCount","sum":{"value":10,"unit":"count"}},{"type":"heartRate","sum":{"value":60,"unit":"count/min"}}]}}
    run {"type":"kit.outing","start":"2026-01-01T10:00:00Z","end":"2026-01-01T11:00:00Z","subject":"p-1","fields":{"activity":"run","duration":{"value":60,"unit":"min"},"laps":0,"isIndoor":true},"lists":{"statistics":[{"type":"stepCount","sum":{"value":100,"unit":"count"}}]}}
    bare {"type":"kit.outing","start":"2026-01-01T12:00:00Z","fields":{"activity":"walk"}}
    track {"type":"kit.track","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:10:00Z","points":{"time":[0,1,2],"units":{"altitude":"m"},"altitude":[1,null,3],"level":[1,2,3]}}
    empty {"type":"kit.track","start":"2026-01-01T09:00:00Z"}
    strip {"type":"kit.strip","start":"2026-01-01T08:00:00Z","fields":{"lead":"two"},"points":{"rate":{"value":512,"unit":"Hz"},"units":{"voltage":"mV"},"voltage":[-1,0.5]}}
    rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    """#

  /// Conditions on outings, and the names of the samples for which they hold.
  private static let ofFields = [
    ("activity = run", "run"), ("activity in (walk, run)", "walk run bare"), ("duration > 0.5 hr", "run"),
    ("duration >= 0.5 hr", "walk run"), ("laps = 0", "run"), ("laps != 3", "run"), ("laps is missing", "bare"),
    ("isIndoor", "run"), ("not isIndoor", "walk"), ("day = 2026-01-01", "walk"), (#"note = 'a "b"'"#, "walk"),
    ("laps > 0 or isIndoor", "walk run"), ("laps > 0 and duration < 31 min", "walk"),
    ("not (laps = 3 and duration > 1 s)", "run"), ("end - start = 1 hr and subject = p-1", "run"),
    ("raw(activity) = 2", "run"), ("laps * 2 + 1 = 7", "walk"),
  ]

  private static let ofLists = [
    ("count(events) = 2", "walk"), ("count(events) = 0", "run bare"), ("events is missing", "run bare"),
    ("all(events, kind = pause)", "run bare"), ("any(events, kind = pause)", "walk"),
    ("not any(events, kind = pause)", "run bare"), ("any(events, start = sample.start + 10 min)", "walk"),
    ("minimum(events.start) > start", "walk"), ("first(events.kind) = pause", "walk"),
    ("count(events where kind = resume) = 1", "walk"), ("any(labels, value = calm)", "walk"),
    ("sum(statistics.sum where type = stepCount) > 50", "run"),
    ("first(statistics.sum where type = heartRate) = 1 count/s", "walk"),
    ("sum(statistics.sum where type = stepCount) is missing", "bare"),
  ]

  private static let ofPoints = [
    ("count(points) = 3", "track"), ("count(points) = 0", "empty"), ("all(points, altitude > 0 m)", "empty"),
    ("any(points, altitude > 2 m)", "track"), ("average(points.altitude) = 200 cm", "track"),
    ("sum(points.level) = 6", "track"), ("any(points, level = 3 where time >= 2 s)", "track"),
    ("maximum(points.altitude) is missing", "empty"), ("parent is missing", "track empty"),
  ]

  private static let ofRates = [
    ("points.rate = 512 Hz", "strip"), ("points.rate > 600 Hz", ""), ("any(points, voltage < 0 mV)", "strip"),
    ("all(points, voltage < 0 mV)", ""), ("lead = two and count(points) > 1", "strip"),
  ]

  static let all: [ConformanceCase] = [
    ConformanceCase("conditions on fields and lists find what they say", .composites, needs: .query) { bench in
      try await check(ofFields + ofLists, "kit.outing", bench)
    },
    ConformanceCase("conditions on points find what they say", .series, needs: .query) { bench in
      try await check(ofPoints, "kit.track", bench)
    },
    ConformanceCase("conditions on points at a rate find what they say", .series, needs: .query) { bench in
      try await check(ofRates, "kit.strip", bench)
    },
    ConformanceCase("a condition is met with others, in any order and number", .composites, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("bare rest run strip track walk empty")
      let condition = try condition("activity = walk", "kit.outing", bench)
      try await store.expect([
        Question("a time too", "walk") {
          ($0.types, $0.condition) = (["kit.outing"], condition)
          $0.to = 1_767_261_600_000_000
        },
        Question("the other order", "bare walk") {
          ($0.types, $0.condition, $0.sort) = (["kit.outing"], condition, .descending)
        },
        Question("the first", "walk") { ($0.types, $0.condition, $0.limit) = (["kit.outing"], condition, 1) },
      ])
    },
    ConformanceCase("what a condition on fields names is deleted", .composites, needs: [.query, .delete]) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("bare rest run strip track walk empty")
      var query = SampleQuery { $0.types = ["kit.outing"] }
      query.condition = try condition("any(events, kind = pause) or isIndoor", "kit.outing", bench)
      try await store.delete(query, count: 2)
      try await store.expectAll("rest bare strip track empty")
    },
  ]

  /// Random conditions find what each sample by itself says.
  static let random: [ConformanceCase] = (1...4).map { (seed: UInt64) in
    ConformanceCase("random conditions of seed \(seed) find what samples say", .series, needs: .query) { bench in
      var random = RandomConditions(seed: seed)
      let samples = try bench.samples(random.samples())
      let store = try await bench.open(samples)
      try await store.append(try samples.batch())
      try await store.commit()
      for type in ["kit.outing", "kit.track"] {
        let everything = try await store.answer(SampleQuery { $0.types = [type] }).heads
        for _ in 0..<40 {
          let text = random.condition(of: type)
          let condition = try condition(text, type, bench)
          let wanted = try PlainSample.names(of: samples, condition, type, bench.workbench.registry)
          var query = SampleQuery { $0.types = [type] }
          query.condition = condition
          try await store.expect(
            query, answers: everything.filter(wanted.contains).joined(separator: " "),
            "seed \(seed): the answer to `\(text)`")
        }
      }
    }
  }

  private static func check(_ items: [(text: String, answer: String)], _ type: String, _ bench: CaseBench) async throws
  {
    let store = try await bench.open(try bench.samples(text))
    try await store.keep("bare rest run strip track walk empty")
    try await store.expect(
      try items.map { item in
        try Question(item.text, item.answer) {
          $0.types = [type]
          $0.condition = try condition(item.text, type, bench)
        }
      })
    try await bench.close(store)
  }

  private static func condition(_ text: String, _ type: String, _ bench: CaseBench) throws -> BoundExpression {
    do throws(ConditionFault) {
      return try ConditionBinder(typesNamed: [type], registry: bench.workbench.registry).condition(text)
    } catch {
      throw CaseFailure("the condition `\(text)` means nothing: \(error.message)")
    }
  }
}
