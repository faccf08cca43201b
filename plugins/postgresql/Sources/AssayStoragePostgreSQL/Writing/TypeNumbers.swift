import HealthModel
import HealthPlugins

/// The store's numbers of types, and what it knows of a type's samples so that questions need not ask.
struct TypeNumbers {
  private struct Facts: Hashable {
    var hasMembers = false
    var isMember = false
    /// The length of the longest sample, in microseconds: what ends after a moment began at most so long before it.
    var longest: Int64 = 0
    var samples: Int64 = 0
  }

  private var numbers: [[UInt8]: Int32] = [:]
  private var facts: [Int32: Facts] = [:]
  private var changed: Set<Int32> = []
  private var last: (name: [UInt8], number: Int32)?

  /// Reads what the store has, under its lock.
  init(_ connection: ServerConnection) throws(PluginError) {
    let found = try connection.run("SELECT id, name, has_members, is_member, longest_us, samples FROM assay_types")
    for row in 0..<found.count {
      let number = found.integer(row, 0)
      numbers[found.bytes(row, 1)] = number
      facts[number] = Facts(
        hasMembers: found.flag(row, 2), isMember: found.flag(row, 3), longest: found.long(row, 4),
        samples: found.long(row, 5))
    }
  }

  /// The number of a type, given now when it has none.
  mutating func number(
    of name: Range<Int>, in text: [UInt8], _ connection: ServerConnection
  ) throws(PluginError) -> Int32 {
    if let last, last.name.elementsEqual(text[name]) { return last.number }
    let key = Array(text[name])
    if let number = numbers[key] {
      last = (key, number)
      return number
    }
    let number = (facts.keys.max() ?? 0) + 1
    try connection.run(
      "INSERT INTO assay_types (id, name) VALUES ($1, $2)",
      [.integer(number), .text(String(decoding: key, as: UTF8.self))])
    numbers[key] = number
    facts[number] = Facts()
    last = (key, number)
    return number
  }

  /// The number of a type; `nil` when the store has none of it.
  func known(_ name: Range<Int>, in text: [UInt8]) -> Int32? {
    if let last, last.name.elementsEqual(text[name]) { return last.number }
    return numbers[Array(text[name])]
  }

  /// Notes that a sample of a type has members.
  mutating func noteMembers(of type: Int32) { change(type) { $0.hasMembers = true } }

  /// Notes that a sample of a type is a member.
  mutating func noteMember(_ type: Int32) { change(type) { $0.isMember = true } }

  /// Notes how long a sample of a type is.
  mutating func noteLength(of type: Int32, _ start: Int64, _ end: Int64) {
    let (length, isTooLong) = end.subtractingReportingOverflow(start)
    let most = isTooLong ? Int64.max : length
    if most > facts[type]?.longest ?? 0 { change(type) { $0.longest = most } }
  }

  /// Notes that a sample of a type was added.
  mutating func noteSample(of type: Int32) { change(type) { $0.samples += 1 } }

  private mutating func change(_ type: Int32, _ body: (inout Facts) -> Void) {
    var changedFacts = facts[type] ?? Facts()
    body(&changedFacts)
    guard changedFacts != facts[type] else { return }
    facts[type] = changedFacts
    changed.insert(type)
  }

  mutating func write(_ connection: ServerConnection) throws(PluginError) {
    for type in changed.sorted() {
      let facts = self.facts[type] ?? Facts()
      try connection.run(
        "UPDATE assay_types SET has_members = $2, is_member = $3, longest_us = $4, samples = $5 WHERE id = $1",
        [.integer(type), .flag(facts.hasMembers), .flag(facts.isMember), .long(facts.longest), .long(facts.samples)])
    }
    changed = []
  }
}
