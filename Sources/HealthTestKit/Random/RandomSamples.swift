import HealthModel
import HealthStorage
import SeededRandom

/// Random samples as JSON lines, from pools so small that ids, members and contents meet often.
struct RandomSamples {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func lines() -> String {
    let lines = (0..<number(in: 1...8)).map { _ in number(in: 0...2) == 0 ? group() : single() }
    return lines.joined(separator: "\n")
  }

  mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func pick<Value>(_ values: [Value], or other: Value) -> Value {
    values.randomElement(using: &random) ?? other
  }

  /// Returns `true` on average once in a number of calls.
  mutating func once(in times: Int) -> Bool { number(in: 1...times) == 1 }

  private mutating func single() -> String {
    let types = [
      "heartRate", "stepCount", "bloodPressureSystolic", "bloodPressureDiastolic", "sleepAnalysis", "kit.mood",
      "bloodType", "kit.outing", "kit.track",
    ]
    let type = pick(types, or: "heartRate")
    var fields = ["\"type\":\"\(type)\"", value(of: type)]
    if type != "bloodType" {
      let minute = number(in: 0...3)
      fields.append(time("start", minute))
      if once(in: 2) { fields.append(time("end", minute + 3)) }
    }
    if once(in: 3) { fields.append("\"uuid\":\"\(id(number(in: 1...8)))\"") }
    return object(fields + provenance())
  }

  private mutating func group() -> String {
    let isPressure = once(in: 2)
    let minute = number(in: 0...2)
    var members: [String] = []
    // Given ids of a correlation and its members are different ones.
    var free = Array(1...8)
    let roles =
      isPressure
      ? ["bloodPressureSystolic", "bloodPressureDiastolic"]
      : (0..<number(in: 1...3)).map { _ in pick(["before", "after", "Kit.level"], or: "before") }
    for role in roles {
      let type = role == "before" || role == "after" ? "heartRate" : role
      var fields = ["\"type\":\"\(type)\"", value(of: type)]
      if type != role { fields.append("\"role\":\"\(role)\"") }
      if once(in: 3), let place = free.indices.randomElement(using: &random) {
        fields.append("\"uuid\":\"\(id(free.remove(at: place)))\"")
      }
      if once(in: 5) { fields.append("\"source\":{\"bundle\":\"com.example.b\"}") }
      members.append(object(fields))
    }
    var fields = ["\"type\":\"\(isPressure ? "bloodPressure" : "kit.sitting")\"", time("start", minute)]
    if once(in: 4), let place = free.indices.randomElement(using: &random) {
      fields.append("\"uuid\":\"\(id(free[place]))\"")
    }
    return object(fields + provenance() + ["\"members\":[\(members.joined(separator: ","))]"])
  }

  private mutating func value(of type: String) -> String {
    switch type {
    case "sleepAnalysis": "\"value\":\"\(pick(["inBed", "awake", "asleepCore"], or: "inBed"))\""
    case "kit.mood": "\"value\":\"\(pick(["low", "later"], or: "low"))\""
    case "bloodType": "\"value\":\"\(pick(["aPositive", "oNegative"], or: "aPositive"))\""
    case "heartRate": "\"value\":\(60 + number(in: 0...2)),\"unit\":\"count/min\""
    case "stepCount": "\"value\":\(number(in: 1...3)),\"unit\":\"count\""
    case "Kit.level": "\"value\":\(number(in: 1...2)),\"unit\":\"kg\""
    case "kit.outing":
      "\"fields\":{\"activity\":\"walk\",\"laps\":\(number(in: 1...2))},"
        + "\"lists\":{\"labels\":[\(pick(["", "\"calm\"", "\"glad\",\"calm\""], or: ""))]}"
    case "kit.track":
      "\"parent\":\"\(id(number(in: 1...2)))\",\"points\":{\"time\":[0,0],\"units\":{\"altitude\":\"m\"},"
        + "\"altitude\":[\(number(in: 1...2)),\(pick(["null", "2.5"], or: "null"))]}"
    default: "\"value\":\(100 + number(in: 0...1)),\"unit\":\"mmHg\""
    }
  }

  /// Source, subject, device and metadata, each now and then.
  private mutating func provenance() -> [String] {
    var fields: [String] = []
    if once(in: 3) {
      fields.append(
        pick(
          [
            "\"source\":{\"name\":\"Watch\"}", "\"source\":{\"name\":\"A\",\"bundle\":\"com.example.a\"}",
            "\"source\":{\"bundle\":\"com.example.b\"}",
          ], or: ""))
    }
    if once(in: 4) { fields.append("\"subject\":\"p-1\"") }
    if once(in: 4) { fields.append("\"device\":{\"model\":\"M\(number(in: 1...2))\"}") }
    if once(in: 3) { fields.append("\"metadata\":{\"k\":\(pick(["1", "2.5", "\"x\"", "true"], or: "1"))}") }
    return fields
  }

  private func time(_ key: String, _ minute: Int) -> String { "\"\(key)\":\"2026-01-01T08:0\(minute):00Z\"" }

  private func id(_ number: Int) -> String { "6B9A4D10-5E0F-4C57-9C55-00000000000\(number)" }

  private func object(_ fields: [String]) -> String { "{\(fields.joined(separator: ","))}" }
}

/// Random queries about random samples.
extension RandomSamples {
  /// A query of any conditions, in any order, now and then after one of some places.
  mutating func query(tokens: [PageToken] = []) -> SampleQuery {
    var query = conditions()
    query.sort = pick(SampleQuery.Sort.allCases, or: .ascending)
    query.omitsMembers = once(in: 2)
    if once(in: 4) { query.limit = number(in: 0...6) }
    if once(in: 4), !tokens.isEmpty { query.after = tokens[number(in: 0...tokens.count - 1)] }
    return query
  }

  mutating func selection() -> SampleQuery {
    var query = conditions()
    if query == SampleQuery() { query.types = ["heartRate"] }
    return query
  }

  mutating func types() -> [String] {
    pick(
      [
        [], ["heartRate"], ["kit.sitting", "bloodPressureSystolic"], ["stepCount", "bloodPressure"],
        ["kit.outing", "kit.track"],
      ], or: [])
  }

  private mutating func conditions() -> SampleQuery {
    var query = SampleQuery()
    if once(in: 3) { query.types = types() }
    if once(in: 3) { query.from = moment() }
    if once(in: 3) { query.to = moment() }
    query.isStrictStart = once(in: 3)
    query.isStrictEnd = once(in: 3)
    if once(in: 6) { query.source = pick(["Watch", "com.example.a", "com.example.b"], or: "Watch") }
    if once(in: 6) { query.subject = "p-1" }
    if once(in: 8) { query.device = DeviceCondition(.model, ["M1"]) }
    if once(in: 6) { query.metadata = [metadata()] }
    if once(in: 6) { query.values = [value()] }
    if once(in: 8) {
      let role = pick(["before", "after", "Kit.level", "heartRate", "bloodPressureDiastolic"], or: "before")
      query.members = [MemberCondition(role: role, values: once(in: 2) ? [value()] : [])]
    }
    return query
  }

  private mutating func metadata() -> MetadataCondition {
    let operands: [MetadataCondition.Operand] = [.number(1), .number(2), .text("x"), .boolean(true)]
    if once(in: 4) { return MetadataCondition(key: "k") }
    return MetadataCondition(key: "k", pick([.equal, .notEqual], or: .equal), pick(operands, or: .number(1)))
  }

  private mutating func value() -> ValueCondition {
    if once(in: 3) { return ValueCondition(.equal, .text(pick(["awake", "low", "aPositive"], or: "awake"))) }
    return ValueCondition(pick(Comparison.allCases, or: .equal), .number(Double(pick([1, 2, 61, 62, 100], or: 1))))
  }

  private mutating func moment() -> Int64 { 1_767_254_400_000_000 + Int64(number(in: -1...7)) * 60 * Instant.second }
}
