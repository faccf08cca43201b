import HealthModel
import HealthUnits

extension CatalogComparison {
  /// Compares the types, those with a new id by the old one, which lives on as their alias.
  mutating func compareTypes() {
    var renamed: Set<String> = []
    for type in old.registry.types {
      if let same = new.type(type.id) {
        compare(type, same)
      } else if let other = new.registry.type(named: type.id) {
        renamed.insert(other.id)
        add(
          .typeRenamed, .risky, "the type is called \(CatalogText.shown(other.id)) now, and its old id means that",
          of: type.id, .type, oldMark: type.mark(of: "type"), newMark: other.mark(of: "aliases"))
        compare(type, other)
      } else {
        add(
          .typeRemoved, .breaking, "the \(type.kind.rawValue) type is gone", of: type.id, .type,
          oldMark: type.mark(of: "type"))
      }
    }
    for type in new.registry.types where old.type(type.id) == nil && !renamed.contains(type.id) {
      add(
        .typeAdded, .safe, "the \(type.kind.rawValue) type is new", of: type.id, .type, newMark: type.mark(of: "type"))
    }
  }

  private mutating func compare(_ old: TypeDefinition, _ new: TypeDefinition) {
    let subject = ChangeSubject(old, new)
    compareNames(old, new, in: subject)
    compareLength(old, new, in: subject)
    compareMetadataRules(old.metadata, new.metadata, in: subject)
    compareRelations(old, new, in: subject)
    compareTypeRules(old, new, in: subject)
    compareLife(old, new, in: subject)
    guard old.kind == new.kind else {
      let message = "samples were \(old.kind.rawValue) samples, are \(new.kind.rawValue) samples"
      return add(.kindChanged, .breaking, message, in: subject, at: "kind")
    }
    compareShapes(old.shape, new.shape, in: subject)
  }

  private mutating func compareNames(_ old: TypeDefinition, _ new: TypeDefinition, in subject: ChangeSubject) {
    if old.title != new.title {
      let message = "the title was \(CatalogText.shown(old.title)), is \(CatalogText.shown(new.title))"
      add(.titleChanged, .safe, message, in: subject, at: "title")
    }
    let ids = [old.id, new.id]
    for name in old.aliases where !new.aliases.contains(name) && !ids.contains(name) {
      add(.aliasRemoved, .breaking, consequence(of: name, as: "alias"), in: subject, at: "aliases")
    }
    for name in new.aliases where !old.aliases.contains(name) && !ids.contains(name) {
      add(.aliasAdded, .safe, "the alias \(CatalogText.shown(name)) is new", in: subject, at: "aliases")
    }
    for name in old.identifiers where !new.identifiers.contains(name) {
      add(.identifierRemoved, .breaking, consequence(of: name, as: "identifier"), in: subject, at: "identifiers")
    }
    for name in new.identifiers where !old.identifiers.contains(name) {
      add(.identifierAdded, .safe, "the identifier \(CatalogText.shown(name)) is new", in: subject, at: "identifiers")
    }
    if old.identityName != new.identityName {
      let names = "\(CatalogText.shown(old.identityName)), are made of \(CatalogText.shown(new.identityName))"
      let message = "content ids were made of \(names): the same file imported again is stored twice"
      add(.identityChanged, .risky, message, in: subject, at: "identifiers")
    }
    if old.codes != new.codes {
      let systems = Set(old.codes.keys).union(new.codes.keys).filter { old.codes[$0] != new.codes[$0] }.sorted()
      add(.codesChanged, .safe, "other codes in \(DiffText.list(systems))", in: subject, at: "codes")
    }
  }

  private func consequence(of name: String, as word: String) -> String {
    let start = "the \(word) \(CatalogText.shown(name))"
    guard let other = new.registry.type(named: name) else { return start + " is gone" }
    return start + " means \(CatalogText.shown(other.id)) now"
  }

  private mutating func compareLength(_ old: TypeDefinition, _ new: TypeDefinition, in subject: ChangeSubject) {
    let change = BoundsChange(from: old.duration, to: new.duration)
    let message = "samples lasted \(DiffText.duration(old.duration)), last \(DiffText.duration(new.duration))"
    if change.isNarrowed { add(.durationNarrowed, .breaking, message, in: subject, at: "duration" + change.key) }
    if change.isWidened { add(.durationWidened, .safe, message, in: subject, at: "duration" + change.key) }
    let (before, after) = (old.duration.usuallyBelow, new.duration.usuallyBelow)
    guard before != after else { return }
    let names = [before, after].map { $0.map { "less than \(ISODuration.text(of: $0))" } ?? "any time" }
    let isNarrowed = (after ?? .max) < (before ?? .max)
    add(
      isNarrowed ? .durationNarrowed : .durationWidened, isNarrowed ? .risky : .safe,
      "samples usually lasted \(names[0]), last \(names[1])", in: subject, at: "duration.usually_below")
  }

  private mutating func compareRelations(_ old: TypeDefinition, _ new: TypeDefinition, in subject: ChangeSubject) {
    if old.isExclusive != new.isExclusive {
      let message = new.isExclusive ? "samples may no longer share time" : "samples may share time now"
      add(.exclusiveChanged, new.isExclusive ? .risky : .safe, message, in: subject, at: "exclusive")
    }
    if old.sessionCase != new.sessionCase {
      let before = old.sessionCase.map { CatalogText.shown($0) } ?? "none"
      let after = new.sessionCase.map { CatalogText.shown($0) } ?? "none"
      add(
        .sessionChanged, new.sessionCase == nil ? .safe : .risky,
        "the case that frames the others was \(before), is \(after)", in: subject, at: "session")
    }
  }

  private mutating func compareLife(_ old: TypeDefinition, _ new: TypeDefinition, in subject: ChangeSubject) {
    if old.isWritable != new.isWritable {
      let message = new.isWritable ? "apps may save samples now" : "apps may no longer save samples"
      add(.writableChanged, new.isWritable ? .safe : .risky, message, in: subject, at: "writable")
    }
    switch (old.deprecation, new.deprecation) {
    case (nil, nil): break
    case (nil, .some(let after)):
      let advice = after.replacement.map { ", use \(CatalogText.shown($0))" } ?? ""
      let message = "deprecated since \(CatalogText.shown(after.since))" + advice
      add(.deprecated, .risky, message, in: subject, at: "deprecated")
    case (.some, nil): add(.deprecationRemoved, .safe, "no longer deprecated", in: subject, at: "deprecated")
    case (.some(let before), .some(let after)):
      guard before != after else { break }
      let uses = [before, after].map { $0.replacement.map { CatalogText.shown($0) } ?? "no other type" }
      let message = "deprecated before and now: the type to use was \(uses[0]), is \(uses[1])"
      add(.deprecationChanged, .safe, message, in: subject, at: "deprecated")
    }
  }
}

/// Words for what is compared.
enum DiffText {
  /// Names in backticks, with commas; `nothing` when there are none.
  static func list(_ names: [String]) -> String {
    names.isEmpty ? "nothing" : names.map { CatalogText.shown($0) }.joined(separator: ", ")
  }

  /// Limits of a number: `0 to 300 count/min, whole numbers`; `nil` is a number without a unit.
  static func bounds(_ bounds: ValueBounds, in unit: UnitOfMeasure?) -> String {
    var parts: [String] = []
    let symbol = unit.map { " " + $0.unitString } ?? ""
    if let low = bounds.minimum, let high = bounds.maximum {
      parts.append("\(CatalogText.number(low)) to \(CatalogText.number(high))" + symbol)
    } else {
      if let low = bounds.minimum { parts.append("at least \(CatalogText.number(low))" + symbol) }
      if let high = bounds.maximum { parts.append("at most \(CatalogText.number(high))" + symbol) }
    }
    if let above = bounds.above { parts.append("above \(CatalogText.number(above))" + symbol) }
    if let below = bounds.below { parts.append("below \(CatalogText.number(below))" + symbol) }
    if bounds.isInteger { parts.append("whole numbers") }
    if let step = bounds.step { parts.append("in steps of \(CatalogText.number(step))") }
    return parts.isEmpty ? "any number" : parts.joined(separator: ", ")
  }

  /// Limits of a length: `P4D at most`.
  static func duration(_ limits: DurationLimits) -> String {
    switch (limits.minimum.map(ISODuration.text), limits.maximum.map(ISODuration.text)) {
    case (nil, nil): "any length"
    case (.some(let least), nil): "\(least) at least"
    case (nil, .some(let most)): "\(most) at most"
    case (.some(let least), .some(let most)): "\(least) to \(most)"
    }
  }

  static func count(_ member: CorrelationMember) -> String {
    if member.maximum == member.minimum { return "\(member.minimum)" }
    let most = member.maximum.map { "\($0)" } ?? "*"
    return "\(member.minimum)..\(most)"
  }

  static func raw(_ value: Int?) -> String { value.map { "\($0)" } ?? "none" }
}
