import HealthModel

extension CatalogComparison {
  /// Compares the parts of a correlation by their roles.
  mutating func compareMembers(_ old: [CorrelationMember], _ new: [CorrelationMember], in subject: ChangeSubject) {
    var matched: Set<String> = []
    for member in old {
      let role = currentRole(of: member)
      guard let same = new.first(where: { $0.role == role }) else {
        let message = "samples may no longer have the member \(CatalogText.shown(member.role))"
        add(.memberRemoved, .breaking, message, in: subject, at: "members.\(member.role)")
        continue
      }
      matched.insert(role)
      compare(member, same, in: subject)
    }
    for member in new where !matched.contains(member.role) {
      let name = CatalogText.shown(member.role)
      let count = DiffText.count(member)
      let message = member.minimum == 0 ? "samples may have" : "samples must have"
      add(
        .memberAdded, member.minimum == 0 ? .safe : .breaking, "\(message) the member \(name), \(count) times",
        in: subject, at: "members.\(member.role)")
    }
  }

  private mutating func compare(_ old: CorrelationMember, _ new: CorrelationMember, in subject: ChangeSubject) {
    let key = "members.\(new.role)"
    let name = CatalogText.shown(new.role)
    if currentID(of: old.type) != new.type {
      let types = "\(CatalogText.shown(old.type)), is \(CatalogText.shown(new.type))"
      add(.memberTypeChanged, .breaking, "the type of the member \(name) was \(types)", in: subject, at: key)
    }
    let change = BoundsChange(from: old, to: new)
    let message = "the member \(name) was allowed \(DiffText.count(old)) times, now \(DiffText.count(new)) times"
    if change.isNarrowed { add(.memberNarrowed, .breaking, message, in: subject, at: key) }
    if change.isWidened { add(.memberWidened, .safe, message, in: subject, at: key) }
  }

  /// A role that is its type's id changes with it.
  private func currentRole(of member: CorrelationMember) -> String {
    member.role == member.type ? currentID(of: member.type) : member.role
  }

  private func currentID(of type: String) -> String { new.registry.type(named: type)?.id ?? type }
}
