import HealthModel

/// *correlation*: the members the definition asks for, no others, within the correlation's time.
extension SampleJudge {
  mutating func checkMembers(of record: RawSampleBuffer, _ place: ByteRange, _ bytes: RawSpan) {
    guard let head = judged.first, head.type >= 0 else { return }
    let plan = validator.plans[Int(head.type)]
    guard plan.kind == .correlation else { return }
    let scene = Scene(member: -1, record: place, syntax: record.syntax)
    var counts = InlineArray<64, Int>(repeating: 0)
    var isUnknown = false
    for index in record.samples.indices.dropFirst() {
      let sample = record.samples[index]
      let memberScene = Scene(
        member: Int32(truncatingIfNeeded: index - 1), record: place, syntax: record.syntax)
      guard judged[index].type >= 0 else {
        isUnknown = true
        continue
      }
      guard let role = role(of: index, sample, plan, bytes) else {
        let field: SampleField = sample[.role].isPresent ? .role : .type
        find(
          .memberNotAllowed, memberScene, field: field, span: sample[field].place, type: judged[index].type)
        continue
      }
      judged[index].role = Int32(truncatingIfNeeded: role)
      if role < 64 { counts[role] += 1 }
      checkTime(of: index, sample, memberScene)
    }
    for (role, member) in plan.members.enumerated() where role < 64 {
      let span = record.samples[0][.members].isPresent ? record.samples[0][.members].place : start(of: record.samples[0])
      if counts[role] < member.minimum, !isUnknown {
        find(
          .memberMissing, scene, field: .members, span: span, type: head.type, found: Double(counts[role]),
          limit: Double(member.minimum), index: Int32(truncatingIfNeeded: role))
      } else if let most = member.maximum, counts[role] > most {
        find(
          .memberTooMany, scene, field: .members, span: span, type: head.type, found: Double(counts[role]),
          limit: Double(most), index: Int32(truncatingIfNeeded: role))
      }
    }
    if record.samples.count == 1, plan.members.allSatisfy({ $0.minimum == 0 }) {
      // An empty correlation is no correlation (HealthKit refuses it), whatever its members' counts allow.
      find(.memberMissing, scene, field: .members, span: start(of: record.samples[0]), type: head.type)
    }
  }

  private func role(of index: Int, _ sample: RawSample, _ plan: TypePlan, _ bytes: RawSpan) -> Int? {
    let type = Int(judged[index].type)
    if sample[.role].kind == .string {
      return plan.members.indices.first {
        plan.memberTypes[$0] == type && bytes.equals(sample[.role].range, Array(plan.members[$0].role.utf8))
      }
    }
    return plan.members.indices.first {
      plan.memberTypes[$0] == type && plan.members[$0].role == plan.members[$0].type
    } ?? plan.memberTypes.firstIndex(of: type)
  }

  private mutating func checkTime(of index: Int, _ sample: RawSample, _ scene: Scene) {
    let (head, item) = (judged[0], judged[index])
    guard head.start != SampleBatch.noTime, item.start != SampleBatch.noTime else { return }
    if item.start < head.start || item.end > head.end {
      let field: SampleField = item.start < head.start || !sample[.end].isPresent ? .start : .end
      let span = sample[field].isPresent ? sample[field].place : start(of: sample)
      find(.memberOutside, scene, field: field, span: span, type: item.type)
    }
  }
}
