import HealthModel
import HealthStorage

/// Random programs, scans and conditions.
enum RandomChecks {
  static let all: [String: LawChecks.Check] = [
    "random program": { run, seed in try await RandomProgram.run(seed: UInt64(seed), run.bench) },
    "random scans": { run, seed in
      var random = RandomSamples(seed: UInt64(seed))
      let store = try await run.bench.open()
      for _ in 0..<20 { try await store.append(try store.workbench.batch(random.lines())) }
      try await store.commit()
      for _ in 0..<20 {
        var query = random.selection()
        query.types = [random.pick(["heartRate", "stepCount", "sleepAnalysis", "kit.sitting"], or: "heartRate")]
        let minutes = Set((0..<random.number(in: 0...4)).map { _ in Int64(random.number(in: -1...7)) })
        let eight: Int64 = 1_767_254_400_000_000
        let cuts = minutes.count < 2 ? [] : minutes.sorted().map { eight + $0 * 60_000_000 }
        try await store.expectAsQueried(SampleScan(query, cuts: cuts, columns: [.sources, .zones]))
      }
    },
    "random conditions": { run, seed in
      var random = RandomConditions(seed: UInt64(seed))
      let samples = try run.bench.samples(random.samples())
      let store = try await run.bench.open(samples)
      try await store.append(try samples.batch())
      try await store.commit()
      for type in ["kit.outing", "kit.track"] {
        let everything = try await store.answer(SampleQuery { $0.types = [type] }).heads
        for _ in 0..<40 {
          let text = random.condition(of: type)
          let query = try LawQuery("types \(type); condition \(text)", samples, store.workbench.registry).query
          guard let condition = query.condition else { throw CaseFailure("there is no condition") }
          let wanted = try PlainSample.names(of: samples, condition, type, store.workbench.registry)
          try await store.expect(
            query, answers: everything.filter(wanted.contains).joined(separator: " "),
            "seed \(seed): the answer to `\(text)`")
        }
      }
    },
  ]
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
