import HealthConditions
import HealthJSON
import HealthModel

/// *rules*: what the definition requires of each sample beside its shape, of samples without an error.
extension SampleJudge {
  mutating func checkRequirements(
    of index: Int, in record: borrowing RawSampleBuffer, _ place: ByteRange, since firstFinding: Int
  ) {
    guard !findings[firstFinding...].contains(where: { $0.severity == .error }) else { return }
    let type = judged[index].type
    let plan = validator.plans[Int(type)]
    let context = RuleContext(
      member: Int32(truncatingIfNeeded: index - 1), record: place, syntax: record.syntax)
    let subject = judgedSubject(at: index, plan)
    for (number, requirement) in plan.requirements.enumerated() {
      guard let requirement, requirement.holds(for: subject) == false else { continue }
      let span = start(of: record.samples.span.extracting(index..<index + 1))
      find(
        .ruleBroken, context, field: nil, span: span, type: type, .rule(Int32(truncatingIfNeeded: number)),
        severity: plan.rules[number].severity)
    }
  }

  private func judgedSubject(at index: Int, _ plan: TypePlan) -> JudgedSubject {
    var subject = JudgedSubject(
      sample: judged[index], plan: plan, members: index == 0 && plan.hasMembers ? Array(judged.dropFirst()) : [],
      plans: validator.plans)
    if let form = judged[index].structure, let shape = validator.registry.types[Int(judged[index].type)].shape.structure
    {
      let readsPoints = plan.requirements.contains { $0?.contains(where: \.isOfPoints) ?? false }
      subject.content = try? StructureContent(
        shape, at: form.start.bytes..<form.end.bytes, in: structure.text.bytes.span.bytes,
        units: validator.registry.units, readsPoints: readsPoints)
    }
    return subject
  }
}

/// A sample that was judged, of which the rules of its type are asked.
private struct JudgedSubject: ConditionSubject {
  let sample: JudgedSample
  let plan: TypePlan
  /// The members of a correlation.
  let members: [JudgedSample]
  let plans: [TypePlan]
  /// The content of a structured sample.
  var content: StructureContent?

  func value(of name: SampleName) -> ConditionValue {
    switch name {
    case .value: Self.value(of: sample, plan)
    case .start: Self.time(sample.start)
    case .end: Self.time(sample.end)
    case .member(let role):
      members.first { $0.role == Int32(truncatingIfNeeded: role) }.map(value) ?? .missing
    case .field, .parent, .rate: content?.value(of: name) ?? .missing
    case .metadata, .isSource, .subject, .device: .missing
    }
  }

  func count(of list: ListName) -> Int {
    guard case .members(let role) = list else { return content?.count(of: list) ?? 0 }
    return members(of: role).count
  }

  func value(of name: ListElementName, at element: Int, of list: ListName) -> ConditionValue {
    guard case .members(let role) = list else { return content?.value(of: name, at: element, of: list) ?? .missing }
    let found = members(of: role)
    guard element < found.count else { return .missing }
    switch name {
    case .value: return value(of: found[element])
    case .start: return Self.time(found[element].start)
    case .end: return Self.time(found[element].end)
    case .field, .column, .time: return .missing
    }
  }

  private func members(of role: String) -> [JudgedSample] {
    let roles = plan.members.indices.filter { plan.members[$0].role == role || plan.members[$0].type == role }
    return members.filter { roles.contains(Int($0.role)) }
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

// MARK: Words

extension FindingWords {
  /// The words of the rule that a sample breaks.
  static func requirement(_ context: MessageContext) -> FindingWords {
    guard case .rule(let index) = context.finding.detail, let rules = context.plan?.rules,
      rules.indices.contains(Int(index))
    else { return FindingWords("the sample breaks a rule of its type") }
    let rule = rules[Int(index)]
    return FindingWords(MessageText(TextEscaping.escaped(rule.message, limit: 300)), rule: "rules.\(rule.name)")
  }
}
