import HealthModel
import HealthStorage

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

  /// The selection of a deletion: seldom everything.
  mutating func selection() -> SampleQuery {
    var query = conditions()
    if query == SampleQuery() { query.types = ["heartRate"] }
    return query
  }

  /// Types for a question.
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
    return ValueCondition(
      pick(Comparison.allCases, or: .equal), .number(Double(pick([1, 2, 61, 62, 100], or: 1))))
  }

  private mutating func moment() -> Int64 {
    1_767_254_400_000_000 + Int64(number(in: -1...7)) * 60 * Instant.second
  }
}
