import HealthModel

extension CatalogComparison {
  /// Compares the enums of files; cases inline are compared with their type or key.
  mutating func compareEnums() {
    let ids = Set(old.registry.enums.keys).union(new.registry.enums.keys).sorted()
    for id in ids {
      let marks = (old: old.mark(of: id, .enumeration), new: new.mark(of: id, .enumeration))
      switch (old.registry.enums[id], new.registry.enums[id]) {
      case (nil, nil): break
      case (.some, nil): add(.enumRemoved, .safe, "the enum is gone", of: id, .enumeration, oldMark: marks.old)
      case (nil, .some): add(.enumAdded, .safe, "the enum is new", of: id, .enumeration, newMark: marks.new)
      case (.some(let before), .some(let after)):
        let users = new.users(of: after)
        let subject = ChangeSubject(
          id, .enumeration, types: users, isUsed: !users.isEmpty, oldMark: marks.old, newMark: marks.new)
        compareCases(before, after, in: subject, at: "")
      }
    }
  }

  /// Compares what a type's or key's values are, unless both sides take them from the same file.
  mutating func compareValues(
    _ before: EnumDefinition, _ after: EnumDefinition, in subject: ChangeSubject, at key: String
  ) {
    if before.id == after.id, old.isShared(before), new.isShared(after) { return }
    compareCases(before, after, in: subject, at: key)
  }

  private mutating func compareCases(
    _ old: EnumDefinition, _ new: EnumDefinition, in subject: ChangeSubject, at key: String
  ) {
    guard old != new else { return }
    compareIdentifiers(old, new, in: subject)
    let start = key.isEmpty ? "" : key + "."
    var matched: Set<String> = []
    for enumCase in old.cases {
      let place = start + enumCase.name
      guard let same = counterpart(of: enumCase, in: new, before: old) else {
        let name = CatalogText.shown(enumCase.name) + (enumCase.raw.map { " (\($0))" } ?? "")
        add(.caseRemoved, .breaking, "the case \(name) is gone", in: subject, at: place)
        continue
      }
      matched.insert(same.name)
      compare(enumCase, same, in: subject, at: place)
    }
    for enumCase in new.cases where !matched.contains(enumCase.name) {
      // A sample may leave out the value where there is only one; from the second case on it must have it.
      let isNeeded = old.isValueOptional && !new.isValueOptional
      let message = "the case \(CatalogText.shown(enumCase.name)) is new"
      add(
        .caseAdded, isNeeded ? .breaking : .safe, message + (isNeeded ? ", so samples need a value" : ""), in: subject,
        at: start + enumCase.name)
    }
  }

  /// The case that stands for an old one: of its name, with its name as alias, or else of its raw value.
  private func counterpart(
    of enumCase: EnumCase, in new: EnumDefinition, before old: EnumDefinition
  ) -> EnumCase? {
    if let same = new.cases.first(where: { $0.name == enumCase.name }) { return same }
    if let same = new.cases.first(where: { $0.aliases.contains(enumCase.name) }) { return same }
    guard let raw = enumCase.raw, let same = new.cases.first(where: { $0.raw == raw }) else { return nil }
    return old.cases.contains { $0.name == same.name } ? nil : same
  }

  private mutating func compare(_ old: EnumCase, _ new: EnumCase, in subject: ChangeSubject, at key: String) {
    let name = CatalogText.shown(old.name)
    if old.name != new.name {
      let isRead = new.aliases.contains(old.name)
      let end = isRead ? "which the old name means" : "and the old name is no longer read"
      let message = "the case \(name) is called \(CatalogText.shown(new.name)) now, \(end)"
      add(.caseRenamed, isRead ? .risky : .breaking, message, in: subject, at: key)
    }
    if old.raw != new.raw {
      let message = "the raw value of the case \(name) was \(DiffText.raw(old.raw)), is \(DiffText.raw(new.raw))"
      add(.caseRawChanged, old.raw == nil ? .risky : .breaking, message, in: subject, at: key)
    }
    let names = [new.name] + new.aliases
    for alias in old.aliases where !names.contains(alias) {
      let message = "\(CatalogText.shown(alias)) no longer means the case \(name)"
      add(.aliasRemoved, .breaking, message, in: subject, at: key)
    }
    for alias in new.aliases where !([old.name] + old.aliases).contains(alias) {
      add(.aliasAdded, .safe, "\(CatalogText.shown(alias)) means the case \(name) now", in: subject, at: key)
    }
    compareExports(old, new, in: subject, at: key)
    compareRequirements(old, new, in: subject, at: key)
  }

  private mutating func compareExports(_ old: EnumCase, _ new: EnumCase, in subject: ChangeSubject, at key: String) {
    let name = CatalogText.shown(old.name)
    for text in old.exports where !new.exports.contains(text) {
      let message = "the exports' text \(CatalogText.shown(text)) no longer means the case \(name)"
      add(.identifierRemoved, .breaking, message, in: subject, at: key)
    }
    for text in new.exports where !old.exports.contains(text) {
      let message = "the exports' text \(CatalogText.shown(text)) means the case \(name) now"
      add(.identifierAdded, .safe, message, in: subject, at: key)
    }
  }

  private mutating func compareRequirements(
    _ old: EnumCase, _ new: EnumCase, in subject: ChangeSubject, at key: String
  ) {
    let name = CatalogText.shown(old.name)
    for required in new.requires where !old.requires.contains(required) {
      let message = "the case \(name) needs the metadata key \(CatalogText.shown(required)) now"
      add(.metadataRequiredAdded, .breaking, message, in: subject, at: key)
    }
    for required in old.requires where !new.requires.contains(required) {
      let message = "the case \(name) no longer needs the metadata key \(CatalogText.shown(required))"
      add(.metadataRequiredRemoved, .safe, message, in: subject, at: key)
    }
  }

  /// The names that exports write before a case.
  private mutating func compareIdentifiers(_ old: EnumDefinition, _ new: EnumDefinition, in subject: ChangeSubject) {
    let before = (old.identifier.map { [$0] } ?? []) + old.otherIdentifiers
    let after = (new.identifier.map { [$0] } ?? []) + new.otherIdentifiers
    for name in before where !after.contains(name) {
      let message = "exports that write \(CatalogText.shown(name)) before a case are no longer read"
      add(.identifierRemoved, .breaking, message, in: subject, at: "identifier")
    }
    for name in after where !before.contains(name) {
      let message = "exports may write \(CatalogText.shown(name)) before a case"
      add(.identifierAdded, .safe, message, in: subject, at: "identifier")
    }
  }
}
