import HealthModel

/// *correlation*: the members the definition asks for, no others, within the correlation's time.
extension SampleJudge {
  mutating func checkMembers(of record: borrowing RawSampleBuffer, _ place: ByteRange, _ bytes: RawSpan) {
    guard let head = judged.first, head.type >= 0 else { return }
    let plan = validator.plans[Int(head.type)]
    let headSample = record.samples.span.extracting(first: 1)
    let list = headSample[.members]
    guard plan.hasMembers, !list.isPresent || list.kind == .array else { return }
    let context = RuleContext(member: -1, record: place, syntax: record.syntax)
    // The storage stays from correlation to correlation, so that counting allocates nothing.
    memberCounts.removeAll(keepingCapacity: true)
    memberCounts.append(contentsOf: repeatElement(0, count: plan.members.count))
    var isUnknown = false
    for index in record.samples.indices.dropFirst() {
      let sample = record.samples.span.extracting(index..<index + 1)
      let memberScene = RuleContext(member: Int32(truncatingIfNeeded: index - 1), record: place, syntax: record.syntax)
      guard judged[index].type >= 0 else {
        isUnknown = true
        continue
      }
      guard let role = role(of: index, sample, plan, bytes) else {
        let place = sample[.role].isPresent ? sample[.role].place : sample[.type].place
        find(.memberNotAllowed, memberScene, field: nil, span: place, type: judged[index].type)
        continue
      }
      judged[index].role = Int32(truncatingIfNeeded: role)
      memberCounts[role] += 1
      if let most = plan.members[role].maximum, memberCounts[role] > most {
        find(
          .memberTooMany, memberScene, field: nil, span: sample[.type].place, type: head.type,
          .role(Int32(truncatingIfNeeded: role), count: Int32(clamping: most)))
      }
      checkTime(of: index, sample, memberScene)
    }
    for (role, member) in plan.members.enumerated() {
      let span = list.isPresent ? list.place : start(of: headSample)
      if memberCounts[role] < member.minimum, !isUnknown {
        find(
          .memberMissing, context, field: .members, span: span, type: head.type,
          .role(Int32(truncatingIfNeeded: role), count: Int32(clamping: member.minimum)))
      }
    }
    checkIDs(of: record, place)
    if record.samples.count == 1, plan.members.allSatisfy({ $0.minimum == 0 }) {
      // An empty correlation is not a correlation (HealthKit refuses it), whatever its members' counts allow.
      find(.memberMissing, context, field: .members, span: start(of: headSample), type: head.type)
    }
  }

  /// The given ids of a correlation and its members are those of different samples; ids derived from content (version
  /// 8) may repeat, since two equal members are one sample.
  private mutating func checkIDs(of record: borrowing RawSampleBuffer, _ place: ByteRange) {
    guard judged.contains(where: { $0.id != .none }) else { return }
    var seen: Set<SampleID> = []
    for index in judged.indices
    where judged[index].id != .none && judged[index].id.version != 8 && !seen.insert(judged[index].id).inserted {
      let context = RuleContext(member: Int32(truncatingIfNeeded: index - 1), record: place, syntax: record.syntax)
      find(
        .uuidConflict, context, field: .uuid, span: record.samples[index][.uuid].place, type: judged[index].type,
        .sameCorrelation)
    }
  }

  private func role(of index: Int, _ sample: SampleSpan, _ plan: TypePlan, _ bytes: RawSpan) -> Int? {
    let type = Int(judged[index].type)
    guard sample[.role].kind == .string else { return plan.roles.member(ofType: type) }
    return plan.roles.member(at: sample[.role].range, in: bytes, type: type)
  }

  private mutating func checkTime(of index: Int, _ sample: SampleSpan, _ context: RuleContext) {
    let (head, item) = (judged[0], judged[index])
    guard head.start != SampleBatch.noTime, item.start != SampleBatch.noTime else { return }
    let isBefore = head.start &- item.start >= Instant.resolution
    if isBefore || item.end &- head.end >= Instant.resolution {
      let field: SampleField = isBefore || !sample[.end].isPresent ? .start : .end
      let span = sample[field].isPresent ? sample[field].place : start(of: sample)
      find(.memberOutside, context, field: nil, span: span, type: item.type)
    }
  }
}

extension FindingMessage {
  static func correlation(_ context: MessageContext) -> FindingMessage {
    let finding = context.finding
    var role: MessageText = "a member"
    var count = 0
    if case .role(let index, let wanted) = finding.detail {
      count = Int(wanted)
      if let plan = context.plan, plan.members.indices.contains(Int(index)) {
        role = "`\(plan.members[Int(index)].role)`"
      }
    }
    switch finding.code {
    case .memberMissing:
      return FindingMessage("\(context.subject) needs \(role)\(count > 1 ? " \(count) times" : "")", rule: "members")
    case .memberTooMany:
      return FindingMessage(
        "\(context.subject) takes \(role) at most \(count == 1 ? "once" : "\(count) times")",
        hint: "make a correlation for each measurement", rule: "members")
    case .memberOutside: return FindingMessage("\(context.subject) is outside its correlation's time")
    default: return FindingMessage("\(context.subject) is not a member of this correlation")
    }
  }
}
