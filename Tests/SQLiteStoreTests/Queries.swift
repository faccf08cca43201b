import HealthModel
import HealthStorage
import SeededRandom

/// Random queries for samples of `Drafts`, with every condition there is.
enum Queries {
  private static let types = [
    "heartRate", "stepCount", "bloodPressure", "bloodPressureSystolic", "sleepAnalysis", "biologicalSex", "nothing",
  ]

  /// A query with conditions, order, page and limit, for samples that may have some of the ids.
  static func random(_ ids: [SampleID], using random: inout SeededGenerator) -> SampleQuery {
    var query = conditions(ids, using: &random)
    query.omitsMembers = Bool.random(using: &random)
    query.sort = SampleQuery.Sort.allCases.randomElement(using: &random) ?? .ascending
    if Int.random(in: 0..<4, using: &random) == 0 { query.limit = Int.random(in: 0...5, using: &random) }
    if Int.random(in: 0..<4, using: &random) == 0 {
      query.after = PageToken(
        type: types.randomElement(using: &random) ?? "heartRate",
        time: Int.random(in: 0..<6, using: &random) == 0 ? nil : time(using: &random),
        id: ids.randomElement(using: &random) ?? uuid(1))
    }
    return query
  }

  /// A query with conditions only, few enough that some samples meet them.
  static func conditions(_ ids: [SampleID], using random: inout SeededGenerator) -> SampleQuery {
    var query = SampleQuery()
    func happens(_ chance: Int) -> Bool { Int.random(in: 0..<chance, using: &random) == 0 }
    if happens(2) { query.types = some(of: types, atLeast: 2, using: &random) }
    if happens(3) { query.ids = some(of: ids, atLeast: 0, using: &random) }
    if happens(3) { query.from = time(using: &random) }
    if happens(3) { query.to = time(using: &random) }
    query.isStrictStart = Bool.random(using: &random)
    query.isStrictEnd = Bool.random(using: &random)
    if happens(5) { query.source = ["Watch", "com.p", "com.q"].randomElement(using: &random) }
    if happens(6) { query.subject = "p-1" }
    if happens(6) { query.subjects = some(of: ["p-1", "p-2"], atLeast: 0, using: &random) }
    if happens(6) { query.excludedSubjects = [happens(2) ? "p-1" : "p-2"] }
    if happens(6) {
      query.device = DeviceCondition(
        happens(2) ? .model : .name, happens(4) ? [] : [happens(2) ? "D" : "M\"1\"", "other"])
    }
    if happens(4) { query.values = (0...Int.random(in: 0...1, using: &random)).map { _ in value(using: &random) } }
    if happens(4) { query.metadata = [metadata(using: &random)] }
    if happens(8) { query.members = [member(using: &random)] }
    return query
  }

  private static func some<Element>(of all: [Element], atLeast least: Int, using random: inout SeededGenerator)
    -> [Element]
  {
    let count = Int.random(in: min(least, all.count)...all.count, using: &random)
    return Array(all.shuffled(using: &random).prefix(count))
  }

  private static func time(using random: inout SeededGenerator) -> Int64 {
    Int64.random(in: -3...4, using: &random) * 1_000_000
  }

  private static func value(using random: inout SeededGenerator) -> ValueCondition {
    let comparison = Comparison.allCases.randomElement(using: &random) ?? .equal
    let words = ["inBed", "asleep", "dozing", "male", "1990-04-12", "none"]
    let word = words.randomElement(using: &random) ?? "none"
    let number = Double(Int.random(in: 0...3, using: &random)) - 0.5 * Double(Int.random(in: 0...1, using: &random))
    return ValueCondition(comparison, Int.random(in: 0..<3, using: &random) == 0 ? .text(word) : .number(number))
  }

  private static func metadata(using random: inout SeededGenerator) -> MetadataCondition {
    let key = ["k", "l", "\"\u{E9}\\", "K", "value"].randomElement(using: &random) ?? "k"
    let operands: [MetadataCondition.Operand?] = [
      nil, .number(1), .number(1.5), .number(12_345_678_901_234_567_168), .text("1"), .text("a\"\\b"), .text("\0"),
      .boolean(true), .boolean(false), .quantity(2, unit: "mg"), .quantity(3, unit: "mg"), .quantity(2, unit: "g"),
    ]
    let operand = operands.randomElement(using: &random) ?? nil
    return MetadataCondition(key: key, Comparison.allCases.randomElement(using: &random), operand)
  }

  private static func member(using random: inout SeededGenerator) -> MemberCondition {
    let roles = ["bloodPressureSystolic", "bloodPressureDiastolic", "standing", "heartRate", "nothing"]
    var condition = MemberCondition(role: roles.randomElement(using: &random) ?? "heartRate")
    if Bool.random(using: &random) { condition.values = [value(using: &random)] }
    return condition
  }
}
