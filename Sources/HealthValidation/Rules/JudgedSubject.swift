import HealthModel

/// A sample that was judged, of which the rules of its type are asked.
struct JudgedSubject: ConditionSubject {
  private let sample: JudgedSample
  private let plan: TypePlan
  /// The samples of the record; those after a correlation are its members.
  private let judged: [JudgedSample]
  private let hasMembers: Bool
  private let plans: [TypePlan]
  /// The members that functions look through, as indexes into the samples of the record.
  private let memberLists: [String: [Int]]
  /// The content of a structured sample, as far as the rules use it.
  var content: IndexedContent?
  /// The metadata in their normal form: where keys and values are, and their text.
  var metadata: (entries: [MetadataEntry], text: [UInt8]) = ([], [])

  init(_ index: Int, of judged: [JudgedSample], _ plan: TypePlan, _ rules: RulePlan, _ plans: [TypePlan]) {
    sample = judged[index]
    self.judged = judged
    self.plan = plan
    self.plans = plans
    let hasMembers = index == 0 && plan.hasMembers
    self.hasMembers = hasMembers
    // An empty dictionary has no storage, so that nothing is allocated where no function looks through members.
    memberLists = rules.memberLists.mapValues { roles in
      judged.indices.dropFirst().filter { hasMembers && roles.contains(Int(judged[$0].role)) }
    }
  }

  func value(of name: SampleName) -> ConditionValue {
    switch name {
    case .value: return Self.value(of: sample, plan)
    case .start: return Self.time(sample.start)
    case .end: return Self.time(sample.end)
    case .member(let role):
      guard hasMembers else { return .missing }
      return judged.dropFirst().first { $0.role == Int32(truncatingIfNeeded: role) }.map(value) ?? .missing
    case .metadata(let key):
      let text = metadata.text
      guard let entry = metadata.entries.first(where: { text[$0.key].elementsEqual(key.utf8) }) else {
        return .missing
      }
      return ConditionValue(metadata: entry.value, in: text.span.bytes)
    case .field, .parent, .rate: return content?.value(of: name) ?? .missing
    case .isSource, .subject, .device, .original: return .missing
    }
  }

  func count(of list: ListName) -> Int {
    guard case .members(let name) = list else { return content?.count(of: list) ?? 0 }
    return memberLists[name]?.count ?? 0
  }

  func value(of name: ListElementName, at element: Int, of list: ListName) -> ConditionValue {
    guard case .members = list else { return content?.value(of: name, at: element, of: list) ?? .missing }
    guard let index = sample(at: element, of: list) else { return .missing }
    switch name {
    case .value: return value(of: judged[index])
    case .start: return Self.time(judged[index].start)
    case .end: return Self.time(judged[index].end)
    case .field, .column, .time: return .missing
    }
  }

  /// The sample of the record that is an element of a list of members.
  func sample(at element: Int, of list: ListName) -> Int? {
    guard case .members(let name) = list, let samples = memberLists[name], samples.indices.contains(element) else {
      return nil
    }
    return samples[element]
  }

  private func value(of member: JudgedSample) -> ConditionValue {
    member.type < 0 ? .missing : Self.value(of: member, plans[Int(member.type)])
  }

  private static func value(of sample: JudgedSample, _ plan: TypePlan) -> ConditionValue {
    switch plan.column {
    case .number: return .number(sample.value)
    case .enumCase:
      let index = Int(sample.enumCase)
      return plan.cases.indices.contains(index) ? .text(plan.cases[index].name) : .missing
    case .text, .parts, .absent: return .missing
    }
  }

  private static func time(_ moment: Int64) -> ConditionValue {
    moment == SampleBatch.noTime ? .missing : .time(moment)
  }
}
