import HealthModel

/// A condition on the members of correlations, made ready for the types of a registry.
struct MemberMatch: Sendable {
  /// Which members of a correlation are meant.
  private enum Part: Sendable {
    /// Those of the roles whose entries are `true`.
    case roles([Bool])
    case type(Int32)
    case nothing
  }

  /// One entry for each type of the registry.
  private let parts: [Part]
  private let values: [ValueMatch]

  init(_ condition: MemberCondition, registry: Registry) {
    values = condition.values.map { ValueMatch($0, registry: registry) }
    let type = registry.typeIndex(named: condition.role)
    parts = registry.types.map { definition -> Part in
      guard let members = definition.shape.members else { return .nothing }
      let isMeant = members.map { $0.role == condition.role }
      if isMeant.contains(true) { return .roles(isMeant) }
      guard let type else { return .nothing }
      return .type(Int32(truncatingIfNeeded: type))
    }
  }

  /// Whether one of a correlation's members meets the condition.
  func matches(_ row: Int, members: Range<Int>, of batch: SampleBatch) -> Bool {
    let part = parts[Int(batch.type[row])]
    return members.contains { member in
      isMeant(member, part, batch) && values.allSatisfy { $0.matches(member, of: batch) }
    }
  }

  private func isMeant(_ member: Int, _ part: Part, _ batch: SampleBatch) -> Bool {
    switch part {
    case .roles(let isMeant):
      let role = Int(batch.role[member])
      return role >= 0 && role < isMeant.count && isMeant[role]
    case .type(let type): return batch.type[member] == type
    case .nothing: return false
    }
  }
}
