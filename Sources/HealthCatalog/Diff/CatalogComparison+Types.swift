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
    let subject = ChangeSubject(id: new.id, types: [new.id], versions: (old, new))
    compareNames(old, new, in: subject)
    compareLength(old, new, in: subject)
    compareMetadataRules(old.metadata, new.metadata, in: subject)
    compareFields(old, new, in: subject) {
      $0.describeNames(&$1)
      $0.describeUse(&$1)
      $0.describeOverlap(&$1)
      $0.describeSession(&$1)
    }
    compareTypeRules(old, new, in: subject)
    compareLife(old, new, in: subject)
    guard old.kind == new.kind else {
      let message = "samples were \(old.kind.rawValue) samples, are \(new.kind.rawValue) samples"
      return add(.kindChanged, .breaking, message, in: subject, at: "kind")
    }
    compareShapes(old.shape, new.shape, in: subject)
  }

  private mutating func compareNames(_ old: TypeDefinition, _ new: TypeDefinition, in subject: ChangeSubject) {
    let registry = self.new.registry
    compareLists(
      old.aliases, new.aliases, in: subject, at: "aliases", except: [old.id, new.id],
      gone: (.aliasRemoved, .breaking, { name, _ in Self.consequence(of: name, as: "alias", in: registry) }),
      added: (.aliasAdded, .safe, { "the alias \($1) is new" }))
    compareLists(
      old.identifiers, new.identifiers, in: subject, at: "identifiers",
      gone: (.identifierRemoved, .breaking, { name, _ in Self.consequence(of: name, as: "identifier", in: registry) }),
      added: (.identifierAdded, .safe, { "the identifier \($1) is new" }))
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

  private static func consequence(of name: String, as word: String, in registry: Registry) -> String {
    let start = "the \(word) \(CatalogText.shown(name))"
    guard let other = registry.type(named: name) else { return start + " is gone" }
    return start + " means \(CatalogText.shown(other.id)) now"
  }

  private mutating func compareLength(_ old: TypeDefinition, _ new: TypeDefinition, in subject: ChangeSubject) {
    let change = BoundsChange(from: old.duration, to: new.duration)
    let message = "the duration was \(DiffText.duration(old.duration)), is now \(DiffText.duration(new.duration))"
    addLimits(change, .durationNarrowed, .durationWidened, message, in: subject, at: "duration")
    let (before, after) = (old.duration.usuallyBelow, new.duration.usuallyBelow)
    guard before != after else { return }
    let names = [before, after].map { $0.map { "less than \(ISODuration.text(of: $0))" } ?? "any time" }
    let isNarrowed = (after ?? .max) < (before ?? .max)
    add(
      isNarrowed ? .durationNarrowed : .durationWidened, isNarrowed ? .risky : .safe,
      "the usual duration was \(names[0]), is now \(names[1])", in: subject, at: "duration.usually_below")
  }

  private mutating func compareLife(_ old: TypeDefinition, _ new: TypeDefinition, in subject: ChangeSubject) {
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

enum DiffText {
  /// Names in backticks, with commas; `nothing` when there are none.
  static func list(_ names: [String]) -> String {
    names.isEmpty ? "nothing" : names.map { CatalogText.shown($0) }.joined(separator: ", ")
  }

  /// Limits of a number: `0 to 300 count/min, whole numbers`; `nil` is a number without a unit.
  static func bounds(_ bounds: ValueBounds, in unit: UnitOfMeasure?) -> String {
    CatalogText.bounds(bounds, unit: unit.map { " " + $0.unitString } ?? "", CatalogText.number) ?? "any number"
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

/// The fields of a part whose descriptions say what a change of them means.
struct FieldValues: FieldVisitor {
  /// The words of a value, and a number that is lower the fewer samples it lets pass.
  private(set) var fields: [(key: FieldKey, words: String?, limit: Double)] = []

  private mutating func add(_ key: FieldKey, _ words: String?, _ limit: Double) {
    if key.change != nil { fields.append((key, words, limit)) }
  }

  mutating func text(_ key: FieldKey, _ value: inout String, _ kind: TextKind) { add(key, CatalogText.shown(value), 0) }

  mutating func text(_ key: FieldKey, _ value: inout String?, _ kind: TextKind) {
    add(key, value.map { CatalogText.shown($0) }, value == nil ? .infinity : 0)
  }

  mutating func flag(_ key: FieldKey, _ value: inout Bool) {
    add(key, value ? key.change?.words : nil, value ? 0 : .infinity)
  }

  mutating func number(_ key: FieldKey, _ value: inout Double?) {
    add(key, value.map { CatalogText.number($0) }, value ?? .infinity)
  }

  mutating func texts(_ key: FieldKey, _ values: inout [String], _ kind: TextKind) {}
  mutating func texts(_ key: FieldKey, _ values: inout [String: String]) {}
  mutating func integer(_ key: FieldKey, _ value: inout Int?) {}
  mutating func duration(_ key: FieldKey, _ value: inout Int64?) {}
}

extension CatalogComparison {
  /// Compares the fields that a description says the meaning of; `path` is before their keys.
  mutating func compareFields<Part>(
    _ old: Part, _ new: Part, unit: String = "", in subject: ChangeSubject, at path: String = "",
    _ describe: (inout Part, inout FieldValues) -> Void
  ) {
    let sides = [old, new].map { part in
      var (part, values) = (part, FieldValues())
      describe(&part, &values)
      return values.fields
    }
    for (before, after) in zip(sides[0], sides[1]) where before.words != after.words {
      guard let change = after.key.change else { continue }
      let isFlag = [before.words, after.words].contains(change.words)
      let names = [before, after].map { $0.words ?? change.unset }
      let words = change.words.replacing("UNIT", with: unit)
      add(
        change.kind, after.limit < .infinity && after.limit <= before.limit ? change.impact : change.otherwise,
        isFlag ? names[1] : "\(words) was \(names[0]), is \(names[1])", in: subject, at: path + after.key.word)
    }
  }
}
