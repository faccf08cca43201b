import HealthModel
import HealthStorage
import SeededRandom

/// Random samples from pools so small that ids meet often.
enum Drafts {
  static func random(using random: inout SeededGenerator) -> Draft {
    if Int.random(in: 0..<3, using: &random) == 0 { return group(using: &random) }
    var draft = Int.random(in: 0..<8, using: &random) == 0 ? characteristic(using: &random) : single(using: &random)
    draft.role = -1
    return draft
  }

  private static func single(using random: inout SeededGenerator) -> Draft {
    let types = ["heartRate", "stepCount", "bloodPressureSystolic", "bloodPressureDiastolic", "sleepAnalysis"]
    let type = types.randomElement(using: &random) ?? "heartRate"
    var draft = Draft(
      type, at: Int64.random(in: -2...2, using: &random) * 1_000_000,
      lasting: [0, 3_000_000].randomElement(using: &random) ?? 0,
      value: Double(Int.random(in: 0...2, using: &random)))
    if type == "sleepAnalysis" {
      draft.value = 0
      draft.caseName = ["inBed", "asleep", "dozing"].randomElement(using: &random)
    }
    draft.source = sources.randomElement(using: &random) ?? nil
    draft.device = devices.randomElement(using: &random) ?? nil
    draft.subject = [nil, "p-1"].randomElement(using: &random) ?? nil
    draft.metadata = metadata.randomElement(using: &random) ?? nil
    if Bool.random(using: &random) { draft.given = uuid(UInt64.random(in: 1...12, using: &random)) }
    return draft
  }

  /// A sample without a time, whose id is always given.
  private static func characteristic(using random: inout SeededGenerator) -> Draft {
    var draft = Draft("biologicalSex", at: nil)
    draft.caseName = ["female", "male"].randomElement(using: &random)
    if Bool.random(using: &random) {
      draft = Draft("dateOfBirth", at: nil)
      draft.text = ["1990-04-12", "1991-01-01"].randomElement(using: &random)
    }
    draft.given = uuid(UInt64.random(in: 30...32, using: &random))
    return draft
  }

  private static func group(using random: inout SeededGenerator) -> Draft {
    let start = Int64.random(in: 0...1, using: &random) * 1_000_000
    var head = Draft.pressure(
      Double(Int.random(in: 0...1, using: &random)), Double(Int.random(in: 0...1, using: &random)), at: start)
    // Each id once in a group: what a store makes of the same id twice in one is its own affair.
    let first = UInt64.random(in: 1...6, using: &random)
    if Int.random(in: 0..<3, using: &random) == 0 { head.members[0].given = uuid(first) }
    if Int.random(in: 0..<3, using: &random) == 0 { head.members[1].given = uuid(first + 6) }
    if Int.random(in: 0..<3, using: &random) == 0 { head.given = uuid(UInt64.random(in: 20...23, using: &random)) }
    let source = sources.randomElement(using: &random) ?? nil
    head.source = source
    for index in head.members.indices where Int.random(in: 0..<4, using: &random) > 0 {
      head.members[index].source = source
    }
    return head
  }

  static let sources: [String?] = [
    nil, #"{"name":"Watch"}"#, #"{"name":"P","bundle":"com.p"}"#, #"{"name":"com.p","bundle":"com.q"}"#,
  ]
  static let devices: [String?] = [nil, #"{"name":"D","model":"M\"1\""}"#, #"{"model":"D"}"#]
  /// The keys `k` and `"é\` with every kind of value, canonical and written otherwise.
  static let metadata: [String?] = [
    nil, #"{"k":1}"#, #"{"k":1.5,"l":true}"#, #"{"k":"1"}"#, #"{"k":"a\"\\b"}"#, #"{"k":false}"#, #"{"k":null}"#,
    #"{"k":{"value":2,"unit":"mg"}}"#, #"{ "k" : {"unit":"mg", "value":3} }"#, #"{"\u006b":1e0}"#, #"{"l":{"k":1}}"#,
    "{\"\\\"\u{E9}\\\\\":12345678901234567890}", #"{"k":"\u0000"}"#, #"{"K":[1,"k"]}"#,
  ]
}
