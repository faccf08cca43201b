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
    do {
      return try ConditionBinder(typesNamed: [type], registry: bench.workbench.registry).condition(text)
    } catch {
      throw CaseFailure("the condition `\(text)` means nothing: \(error.message)")
    }
  }
}

/// Random structured samples, and random conditions on them, from pools so small that both kinds of answers are usual.
struct RandomConditions {
  private var random: RandomSamples

  init(seed: UInt64) { random = RandomSamples(seed: seed) }

  mutating func samples() -> String {
    let outings = (0..<12).map { "o\($0) " + outing($0) }
    let tracks = (0..<12).map { "t\($0) " + track($0) }
    return (outings + tracks).joined(separator: "\n")
  }

  mutating func condition(of type: String, depth: Int = 2) -> String {
    guard depth > 0, !random.once(in: 3) else { return type == "kit.outing" ? ofOuting() : ofTrack() }
    let parts = (0..<random.number(in: 1...3)).map { _ in "(" + condition(of: type, depth: depth - 1) + ")" }
    return random.pick(["", "not "], or: "")
      + "(" + parts.joined(separator: random.pick([" and ", " or "], or: " and ")) + ")"
  }

  private mutating func outing(_ number: Int) -> String {
    var fields = ["\"activity\":\"\(random.pick(["walk", "run"], or: "walk"))\""]
    if random.once(in: 2) { fields.append("\"duration\":{\"value\":\(random.number(in: 0...3)),\"unit\":\"min\"}") }
    if random.once(in: 2) { fields.append("\"laps\":\(random.number(in: 0...3))") }
    if random.once(in: 2) { fields.append("\"isIndoor\":\(random.once(in: 2))") }
    if random.once(in: 3) { fields.append("\"note\":\"\(random.pick(["a", "a \\\"b\\\"", "\\u00fc"], or: "a"))\"") }
    let events = (0..<random.number(in: 0...3)).map { _ in
      "{\"kind\":\"\(random.pick(["pause", "resume"], or: "pause"))\","
        + "\"start\":\"2026-01-01T\(hour(number)):0\(random.number(in: 0...9)):00Z\"}"
    }
    let labels = (0..<random.number(in: 0...2)).map { _ in "\"\(random.pick(["calm", "glad"], or: "calm"))\"" }
    var sums: [String] = []
    if random.once(in: 2) { sums.append(sum("stepCount", "count")) }
    if random.once(in: 2) { sums.append(sum("heartRate", "count/min")) }
    let lists = zip(["events", "labels", "statistics"], [events, labels, sums]).map {
      "\"\($0)\":[\($1.joined(separator: ","))]"
    }
    return "{\"type\":\"kit.outing\",\(times(number)),\"fields\":{\(fields.joined(separator: ","))},"
      + "\"lists\":{\(lists.joined(separator: ","))}}"
  }

  private mutating func sum(_ type: String, _ unit: String) -> String {
    "{\"type\":\"\(type)\",\"sum\":{\"value\":\(random.number(in: 0...3)),\"unit\":\"\(unit)\"}}"
  }

  private mutating func track(_ number: Int) -> String {
    let count = random.number(in: 0...4)
    guard count > 0 else { return "{\"type\":\"kit.track\",\(times(number))}" }
    let seconds = (0..<count).map { "\($0)" }.joined(separator: ",")
    var columns: [String] = []
    for name in ["altitude", "level"] where random.once(in: 2) {
      let numbers = (0..<count).map { _ in random.once(in: 4) ? "null" : "\(random.number(in: -1...2))" }
      columns.append(",\"\(name)\":[\(numbers.joined(separator: ","))]")
    }
    let parent = random.once(in: 2) ? "\"parent\":\"6B9A4D10-5E0F-4C57-9C55-000000000001\"," : ""
    return "{\"type\":\"kit.track\",\(times(number)),\(parent)\"points\":{\"time\":[\(seconds)],"
      + "\"units\":{\"altitude\":\"m\"}\(columns.joined())}}"
  }

  private func hour(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func times(_ number: Int) -> String {
    "\"start\":\"2026-01-01T\(hour(number)):00:00Z\",\"end\":\"2026-01-01T\(hour(number)):10:00Z\""
  }

  private mutating func sign() -> String { random.pick(["=", "!=", "<", "<=", ">", ">="], or: "=") }

  private mutating func number() -> Int { random.number(in: -1...3) }

  private mutating func ofOuting() -> String {
    let kind = random.pick(["pause", "resume"], or: "pause")
    let type = random.pick([("stepCount", "count"), ("heartRate", "count/min")], or: ("stepCount", "count"))
    let function = random.pick(["sum", "average", "minimum", "maximum", "first"], or: "sum")
    return random.pick(
      [
        "activity = \(random.pick(["walk", "run"], or: "walk"))", "duration \(sign()) \(number()) min",
        "laps \(sign()) \(number())", "laps + 1 \(sign()) \(number())", "laps is missing", "isIndoor",
        "not isIndoor", "note = 'a \"b\"'", "note in (a, \"ü\")", "count(events) \(sign()) \(number())",
        "count(events where kind = \(kind)) \(sign()) \(number())", "all(events, kind = \(kind))",
        "any(events, kind = \(kind))", "first(events.kind) = \(kind)", "events is not missing",
        "any(events, start \(sign()) sample.start + \(random.number(in: 0...9)) min)",
        "any(labels, value = \(random.pick(["calm", "glad"], or: "calm")))", "raw(activity) \(sign()) 1",
        "\(function)(statistics.sum where type = \(type.0)) \(sign()) \(number()) \(type.1)",
      ], or: "isIndoor")
  }

  private mutating func ofTrack() -> String {
    let function = random.pick(["sum", "average", "minimum", "maximum", "first"], or: "sum")
    let column = random.pick([("altitude", " m"), ("level", "")], or: ("level", ""))
    let compared = "\(column.0) \(sign()) \(number())\(column.1)"
    return random.pick(
      [
        "count(points) \(sign()) \(number())", "count(points where \(compared)) \(sign()) \(number())",
        "all(points, \(compared))", "any(points, \(compared) where time \(sign()) \(number()) s)",
        "\(function)(points.\(column.0)) \(sign()) \(number())\(column.1)", "parent is missing",
        "\(function)(points.\(column.0)) is missing", "any(points, time \(sign()) \(number()) s)",
      ], or: "parent is missing")
  }
}

/// A structured sample as conditions ask of it, all of it decoded: what answers of stores are compared with, which read
/// only what a condition names.
struct PlainSample: ConditionSubject {
  private let content: StructureContent
  private let start: Int64
  private let end: Int64

  private init(_ row: Int, of batch: SampleBatch, _ shape: StructureShape, _ registry: Registry) throws {
    (start, end) = (batch.start[row], batch.end[row])
    content = try StructureContent(
      shape, at: batch.text[row].indices, in: batch.arena.span.bytes, units: registry.units)
  }

  static func names(
    of samples: NamedSamples, _ condition: BoundExpression, _ type: String, _ registry: Registry
  ) throws -> Set<String> {
    let batch = try samples.batch()
    var names: Set<String> = []
    for row in 0..<batch.count {
      let definition = registry.types[Int(batch.type[row])]
      guard definition.id == type, let shape = definition.shape.structure else { continue }
      let sample = try PlainSample(row, of: batch, shape, registry)
      if condition.holds(for: sample) == true { names.insert(samples.name(batch.id[row])) }
    }
    return names
  }

  func value(of name: SampleName) -> ConditionValue {
    switch name {
    case .start: .time(start)
    case .end: .time(end)
    default: content.value(of: name)
    }
  }

  func count(of list: ListName) -> Int { content.count(of: list) }

  func value(of name: ListElementName, at element: Int, of list: ListName) -> ConditionValue {
    content.value(of: name, at: element, of: list)
  }
}
