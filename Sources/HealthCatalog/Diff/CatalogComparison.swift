import HealthModel
import HealthUnits

/// Collects the differences of two catalogs; each kind of definition is compared in an extension.
struct CatalogComparison {
  let old: ComparedCatalog
  let new: ComparedCatalog
  private(set) var changes: [CatalogChange] = []

  mutating func add(
    _ kind: CatalogChangeKind, _ impact: CatalogImpact, _ message: String, in subject: ChangeSubject, at key: String
  ) {
    let impact = subject.isUsed ? impact : .safe
    let marks = subject.marks(of: key)
    let isReached = impact == .breaking && kind.reachesStoredSamples
    changes.append(
      CatalogChange(
        subject: subject.id, definition: subject.definition, kind: kind, impact: impact, message: message,
        affectedTypes: isReached ? subject.types : [], oldMark: marks.old, newMark: marks.new))
  }

  /// Notes a definition that only one side has.
  mutating func add(
    _ kind: CatalogChangeKind, _ impact: CatalogImpact, _ message: String, of id: String,
    _ definition: CatalogEntry.Kind, oldMark: CatalogMark? = nil, newMark: CatalogMark? = nil
  ) {
    changes.append(
      CatalogChange(
        subject: id, definition: definition, kind: kind, impact: impact, message: message, oldMark: oldMark,
        newMark: newMark))
  }

  /// What a name that only one side has means, by the name as it is and as it is shown.
  typealias OneSided = (
    kind: CatalogChangeKind, impact: CatalogImpact, words: (_ name: String, _ shown: String) -> String
  )

  /// Notes the names that only one side has, but for some.
  mutating func compareLists(
    _ old: [String], _ new: [String], in subject: ChangeSubject, at key: String, except: [String] = [], gone: OneSided,
    added: OneSided
  ) {
    for (names, others, side) in [(old, new, gone), (new, old, added)] {
      for name in names where !others.contains(name) && !except.contains(name) {
        add(side.kind, side.impact, side.words(name, CatalogText.shown(name)), in: subject, at: key)
      }
    }
  }

  /// Notes limits that moved: inward with an impact, outward without.
  mutating func addLimits(
    _ change: BoundsChange, _ narrowed: CatalogChangeKind, impact: CatalogImpact = .breaking,
    _ widened: CatalogChangeKind, _ message: String, in subject: ChangeSubject, at key: String
  ) {
    if change.isNarrowed { add(narrowed, impact, message, in: subject, at: key + change.key) }
    if change.isWidened { add(widened, .safe, message, in: subject, at: key + change.key) }
  }

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
          id: id, definition: .enumeration, types: users, isUsed: !users.isEmpty, oldMark: marks.old, newMark: marks.new
        )
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
    // The names that exports write before a case.
    compareLists(
      old.identifiers, new.identifiers, in: subject, at: "identifier",
      gone: (.identifierRemoved, .breaking, { "exports that write \($1) before a case are no longer read" }),
      added: (.identifierAdded, .safe, { "exports may write \($1) before a case" }))
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
  private func counterpart(of enumCase: EnumCase, in new: EnumDefinition, before old: EnumDefinition) -> EnumCase? {
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
    compareLists(
      old.aliases, new.aliases, in: subject, at: key, except: [old.name, new.name],
      gone: (.aliasRemoved, .breaking, { "\($1) no longer means the case \(name)" }),
      added: (.aliasAdded, .safe, { "\($1) means the case \(name) now" }))
    compareLists(
      old.exports, new.exports, in: subject, at: key,
      gone: (.identifierRemoved, .breaking, { "the exports' text \($1) no longer means the case \(name)" }),
      added: (.identifierAdded, .safe, { "the exports' text \($1) means the case \(name) now" }))
    compareLists(
      old.requires, new.requires, in: subject, at: key,
      gone: (.metadataRequiredRemoved, .safe, { "the case \(name) no longer needs the metadata key \($1)" }),
      added: (.metadataRequiredAdded, .breaking, { "the case \(name) needs the metadata key \($1) now" }))
  }

  // MARK: Rules of a type

  mutating func compareMetadataRules(_ old: MetadataRules, _ new: MetadataRules, in subject: ChangeSubject) {
    compareLists(
      old.required, new.required, in: subject, at: "metadata.required",
      gone: (.metadataRequiredRemoved, .safe, { "samples no longer need the metadata key \($1)" }),
      added: (.metadataRequiredAdded, .breaking, { "samples need the metadata key \($1) now" }))
    switch (old.isClosed, new.isClosed) {
    case (false, false): break
    case (false, true):
      let list = DiffText.list(new.required + new.known)
      add(.metadataClosed, .risky, "other metadata keys than \(list) are findings", in: subject, at: "metadata.closed")
    case (true, false): add(.metadataOpened, .safe, "any metadata key may be there", in: subject, at: "metadata.closed")
    case (true, true):
      compareLists(
        old.required + old.known, new.required + new.known, in: subject, at: "metadata.known",
        gone: (.metadataKnownRemoved, .risky, { "the metadata key \($1) is a finding now" }),
        added: (.metadataKnownAdded, .safe, { "the metadata key \($1) may be there now" }))
    }
  }

  // MARK: Keys

  mutating func compareMetadataKeys() {
    var renamed: Set<String> = []
    for key in old.registry.metadataKeys {
      if let same = new.key(key.key) {
        compare(key, same)
      } else if let other = new.key(alsoNamed: key.key) {
        renamed.insert(other.key)
        let name = CatalogText.shown(other.key)
        add(
          .metadataRenamed, .risky, "the key is called \(name) now, and its old name means that", of: key.key,
          .metadata, oldMark: key.mark, newMark: other.mark)
        compare(key, other)
      } else {
        add(
          .metadataRemoved, .risky, "the key has no definition any more, so its values are not checked", of: key.key,
          .metadata, oldMark: key.mark)
      }
    }
    for key in new.registry.metadataKeys where old.key(key.key) == nil && !renamed.contains(key.key) {
      add(
        .metadataAdded, .risky, "the key has a definition now, so its values are checked", of: key.key, .metadata,
        newMark: key.mark)
    }
  }

  private mutating func compare(_ old: MetadataKeyDefinition, _ new: MetadataKeyDefinition) {
    let subject = ChangeSubject(
      id: new.key, definition: .metadata, types: self.new.types(with: new.key), oldMark: old.mark, newMark: new.mark)
    compareLists(
      old.identifiers, new.identifiers, in: subject, at: "identifiers", except: [old.key, new.key],
      gone: (.identifierRemoved, .breaking, { "the identifier \($1) is gone" }),
      added: (.identifierAdded, .safe, { "the identifier \($1) is new" }))
    switch (old.value, new.value) {
    case (.string(let length, let pattern), .string(let newLength, let newPattern)):
      compareTexts((length, pattern), (newLength, newPattern), in: subject)
    case (.quantity(let before), .quantity(let after)): compareUnits(before, after, in: subject)
    case (.enum(let before), .enum(let after)): compareValues(before, after, in: subject, at: "value.values")
    case (.integer, .number): add(.metadataWidened, .safe, "any number, not only whole ones", in: subject, at: "value")
    default:
      guard old.value != new.value else { return }
      let words = [old, new].map { Self.words[$0.value.word] ?? "" }
      let message = "the value was \(words[0]), is \(words[1])"
      add(.metadataKindChanged, .breaking, message, in: subject, at: "value")
    }
  }

  private typealias TextLimits = (length: Int?, pattern: TextPattern?)

  private mutating func compareTexts(_ old: TextLimits, _ new: TextLimits, in subject: ChangeSubject) {
    let change = BoundsChange((0, old.length), to: (0, new.length))
    let lengths = [old.length, new.length].map { $0.map { "at most \($0) bytes" } ?? "of any length" }
    let message = "the text was \(lengths[0]), is \(lengths[1])"
    addLimits(change, .metadataNarrowed, .metadataWidened, message, in: subject, at: "value.max_length")
    guard old.pattern != new.pattern else { return }
    let patterns = [old.pattern, new.pattern].map { $0.map { CatalogText.shown($0.source) } ?? "none" }
    // Whether one pattern takes all that the other took is not worked out, so another pattern counts as narrower.
    add(
      new.pattern == nil ? .metadataWidened : .metadataNarrowed, new.pattern == nil ? .safe : .breaking,
      "the pattern was \(patterns[0]), is \(patterns[1])", in: subject, at: "value.pattern")
  }

  private mutating func compareUnits(_ old: UnitOfMeasure?, _ new: UnitOfMeasure?, in subject: ChangeSubject) {
    guard old != new else { return }
    let names = [old, new].map { $0.map { CatalogText.shown($0.unitString) } ?? "any" }
    let message = "the unit was \(names[0]), is \(names[1])"
    switch (old, new) {
    case (.some, nil): add(.metadataWidened, .safe, message, in: subject, at: "value.unit")
    case (nil, _): add(.metadataNarrowed, .breaking, message, in: subject, at: "value.unit")
    case (.some(let before), .some(let after)):
      // Any unit of the dimension may be written, so only another dimension refuses what passed.
      let converts = before.isConvertible(to: after)
      add(.unitChanged, converts ? .risky : .breaking, message, in: subject, at: "value.unit")
    }
  }

  private static let words = [
    "string": "text", "number": "a number", "integer": "a whole number", "boolean": "true or false", "date": "a time",
    "quantity": "a quantity", "enum": "a case of an enum",
  ]

  mutating func compareUnits() {
    let symbols = Set(old.registry.units.customSymbols).union(new.registry.units.customSymbols).sorted()
    guard !symbols.isEmpty else { return }
    let oldUse = UnitUse(old.registry)
    let newUse = UnitUse(new.registry)
    for symbol in symbols {
      let before = try? UnitOfMeasure(symbol, table: old.registry.units)
      let after = try? UnitOfMeasure(symbol, table: new.registry.units)
      let subject = ChangeSubject(
        id: symbol, definition: .unit, types: newUse.typesStored(in: symbol), isUsed: oldUse.isUsed(symbol),
        oldMark: old.mark(of: symbol, .unit), newMark: new.mark(of: symbol, .unit))
      switch (before, after) {
      case (nil, nil): break
      case (nil, .some): add(.unitAdded, .safe, "the unit is new", in: subject, at: "")
      case (.some, nil): add(.unitRemoved, .breaking, "the unit is gone", in: subject, at: "")
      case (.some(let before), .some(let after)):
        guard before.dimension != after.dimension || before.baseConversion != after.baseConversion else { continue }
        add(.unitChanged, .breaking, "the unit is of another size or kind than before", in: subject, at: "")
      }
    }
  }
}

extension CatalogComparison {
  mutating func compareTypeRules(_ old: TypeDefinition, _ new: TypeDefinition, in subject: ChangeSubject) {
    for rule in old.rules where !new.rules.contains(where: { $0.name == rule.name }) {
      add(.ruleRemoved, .safe, "the rule \(CatalogText.shown(rule.name)) is gone", in: subject, at: "rules")
    }
    for rule in new.rules {
      let name = CatalogText.shown(rule.name)
      guard let before = old.rules.first(where: { $0.name == rule.name }) else {
        let message = "the rule \(name) is new: \(CatalogText.shown(rule.requirement))"
        add(.ruleAdded, Self.impact(of: rule), message, in: subject, at: "rules")
        continue
      }
      if before.requirement != rule.requirement {
        let texts = "\(CatalogText.shown(before.requirement)), is \(CatalogText.shown(rule.requirement))"
        let severity =
          before.severity == rule.severity
          ? "" : "; it was \(Self.severity(before.severity)), is \(Self.severity(rule.severity))"
        add(.ruleChanged, Self.impact(of: rule), "the rule \(name) was \(texts)\(severity)", in: subject, at: "rules")
      } else if before.severity != rule.severity {
        let impact = rule.severity > before.severity ? Self.impact(of: rule) : .safe
        let message = "the rule \(name) was \(Self.severity(before.severity)), is \(Self.severity(rule.severity))"
        add(.ruleChanged, impact, message, in: subject, at: "rules")
      }
    }
    compareExpressions(old, new, in: subject)
  }

  private static func severity(_ severity: Severity) -> String {
    (severity == .error ? "an " : "a ") + severity.name
  }

  /// A rule of an error refuses samples that were taken; others report them.
  private static func impact(of rule: TypeRule) -> CatalogImpact {
    switch rule.severity {
    case .error: .breaking
    case .warning: .risky
    case .note: .safe
    }
  }

  private mutating func compareExpressions(_ old: TypeDefinition, _ new: TypeDefinition, in subject: ChangeSubject) {
    for item in old.expressions where !new.expressions.contains(where: { $0.name == item.name }) {
      let message = "the number \(CatalogText.shown(item.name)) is gone"
      add(.expressionRemoved, .breaking, message, in: subject, at: "computed.\(item.name)")
    }
    for item in new.expressions {
      let name = CatalogText.shown(item.name)
      guard let before = old.expressions.first(where: { $0.name == item.name }) else {
        add(.expressionAdded, .safe, "the number \(name) is new", in: subject, at: "computed.\(item.name)")
        continue
      }
      guard before != item else { continue }
      let message = "the number \(name) follows otherwise from what samples hold"
      add(.expressionChanged, .risky, message, in: subject, at: "computed.\(item.name)")
    }
  }

  mutating func compareCharacteristics(
    _ old: CharacteristicShape, _ new: CharacteristicShape, in subject: ChangeSubject
  ) {
    switch (old, new) {
    case (.values(let before), .values(let after)): compareValues(before, after, in: subject, at: "values")
    case (.text(.date), .text(.date)): break
    case (.text(.free(let before)), .text(.free(let after))): compareLengths(before, after, in: subject, at: "value")
    case (.values, .text), (.text, .values), (.text(.date), .text(.free)), (.text(.free), .text(.date)):
      add(.kindChanged, .breaking, "the value is of another kind", in: subject, at: "value")
    }
  }

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
    let change = BoundsChange((old.minimum, old.maximum), to: (new.minimum, new.maximum))
    let message = "the member \(name) was allowed \(DiffText.count(old)) times, now \(DiffText.count(new)) times"
    addLimits(change, .memberNarrowed, .memberWidened, message, in: subject, at: key)
  }

  /// A role that is its type's id changes with it.
  private func currentRole(of member: CorrelationMember) -> String {
    member.role == member.type ? currentID(of: member.type) : member.role
  }

  private func currentID(of type: String) -> String { new.registry.type(named: type)?.id ?? type }

  mutating func compareQuantities(_ old: QuantityShape, _ new: QuantityShape, in subject: ChangeSubject) {
    if old.aggregation != new.aggregation {
      let message = "values were combined as \(old.aggregation.rawValue), are as \(new.aggregation.rawValue)"
      add(.aggregationChanged, .breaking, message, in: subject, at: "aggregation")
    }
    compareUnits(old, new, in: subject)
    compare(
      FieldQuantity(unit: old.unit, allowed: old.allowed, plausible: old.plausible),
      FieldQuantity(unit: new.unit, allowed: new.allowed, plausible: new.plausible), in: subject, at: "value",
      unitKey: "unit")
    // Rates in units of different size cannot be compared as they are.
    guard old.unit.isEquivalent(to: new.unit) else { return }
    compareFields(old, new, unit: new.unit.unitString, in: subject, at: "rate.") { $0.describeRate(&$1) }
  }

  // MARK: Units of samples

  private mutating func compareUnits(_ old: QuantityShape, _ new: QuantityShape, in subject: ChangeSubject) {
    let before = old.units.only?.map(\.unitString)
    let after = new.units.only?.map(\.unitString)
    switch (before, after) {
    case (nil, nil): break
    case (nil, .some(let list)):
      add(.unitRemoved, .breaking, "only these units may be used: \(DiffText.list(list))", in: subject, at: "units")
    case (.some(let list), nil):
      let message = "any unit that converts may be used, not only \(DiffText.list(list))"
      add(.unitAdded, .safe, message, in: subject, at: "units")
    case (.some(let before), .some(let after)):
      let gone = before.filter { !after.contains($0) }
      let fresh = after.filter { !before.contains($0) }
      if !gone.isEmpty {
        add(.unitRemoved, .breaking, "may no longer be used: \(DiffText.list(gone))", in: subject, at: "units")
      }
      if !fresh.isEmpty { add(.unitAdded, .safe, "may be used: \(DiffText.list(fresh))", in: subject, at: "units") }
    }
    compareSpellings(old.units.spellings, new.units.spellings, in: subject)
  }

  private mutating func compareSpellings(_ old: [UnitSpelling], _ new: [UnitSpelling], in subject: ChangeSubject) {
    for spelling in old {
      let name = "the spelling \(CatalogText.shown(spelling.text))"
      guard let same = new.first(where: { $0.text == spelling.text }) else {
        add(.unitRemoved, .breaking, "\(name) of a unit is gone", in: subject, at: "units")
        continue
      }
      guard !same.unit.isEquivalent(to: spelling.unit) else { continue }
      let units = "\(CatalogText.shown(spelling.unit.unitString)), means \(CatalogText.shown(same.unit.unitString))"
      // Stored values are in the canonical unit; what changes is how samples are read from now on.
      changeReading(.unitChanged, "\(name) meant \(units)", in: subject)
    }
    for spelling in new where !old.contains(where: { $0.text == spelling.text }) {
      add(
        .unitAdded, .safe, "the spelling \(CatalogText.shown(spelling.text)) of a unit is new", in: subject, at: "units"
      )
    }
  }

  /// Notes a breaking change that reaches no stored sample.
  private mutating func changeReading(_ kind: CatalogChangeKind, _ message: String, in subject: ChangeSubject) {
    let marks = subject.marks(of: "units")
    add(kind, .breaking, message, of: subject.id, .type, oldMark: marks.old, newMark: marks.new)
  }

  mutating func compareFieldValues(_ old: FieldValue, _ new: FieldValue, in subject: ChangeSubject, at key: String) {
    switch (old, new) {
    case (.quantity(let before), .quantity(let after)):
      compare(before, after, in: subject, at: key, unitKey: key + ".unit")
    case (.number(let before), .number(let after)), (.integer(let before), .integer(let after)):
      compareAllowed(before, after, in: subject, at: key)
    case (.enumeration(let before), .enumeration(let after)):
      compareValues(before, after, in: subject, at: key + ".values")
    case (.text(let before), .text(let after)): compareLengths(before, after, in: subject, at: key)
    case (.document(let before, let length), .document(let after, let newLength)) where before == after:
      compareLengths(length, newLength, in: subject, at: key)
    default:
      guard old != new else { return }
      let words = "\(old.word), are \(new.word)"
      let message = old.word == new.word ? "values are of another kind" : "values were \(words)"
      add(.kindChanged, .breaking, message, in: subject, at: key)
    }
  }

  private mutating func compare(
    _ old: FieldQuantity, _ new: FieldQuantity, in subject: ChangeSubject, at key: String, unitKey: String
  ) {
    let isSameNumber = old.unit.isEquivalent(to: new.unit)
    if old.unit != new.unit {
      let names = "\(CatalogText.shown(old.unit.unitString)), is \(CatalogText.shown(new.unit.unitString))"
      add(
        .unitChanged, isSameNumber ? .risky : .breaking, "the canonical unit was \(names)", in: subject, at: unitKey)
    }
    // Limits in units of different size cannot be compared as they are.
    guard isSameNumber else { return }
    compareAllowed(old.allowed, new.allowed, old.unit, new.unit, in: subject, at: key)
    let message =
      "plausible values were \(DiffText.bounds(old.plausible, in: old.unit)), "
      + "are \(DiffText.bounds(new.plausible, in: new.unit))"
    addLimits(
      BoundsChange(from: old.plausible, to: new.plausible), .plausibleNarrowed, impact: .risky, .plausibleWidened,
      message,
      in: subject, at: key + ".plausible")
  }

  private mutating func compareAllowed(
    _ old: ValueBounds, _ new: ValueBounds, _ oldUnit: UnitOfMeasure? = nil, _ newUnit: UnitOfMeasure? = nil,
    in subject: ChangeSubject, at key: String
  ) {
    let message =
      "allowed values were \(DiffText.bounds(old, in: oldUnit)), are now \(DiffText.bounds(new, in: newUnit))"
    addLimits(
      BoundsChange(from: old, to: new), .allowedNarrowed, .allowedWidened, message, in: subject, at: key + ".allowed")
  }

  private mutating func compareLengths(_ old: Int, _ new: Int, in subject: ChangeSubject, at key: String) {
    let message = "texts were at most \(old) bytes long, are at most \(new)"
    addLimits(
      BoundsChange((0, old), to: (0, new)), .allowedNarrowed, .allowedWidened, message, in: subject,
      at: key + ".max_length")
  }
}

extension EnumDefinition {
  fileprivate var identifiers: [String] { (identifier.map { [$0] } ?? []) + otherIdentifiers }
}

/// One side of a comparison: a registry with what is looked up in it often.
struct ComparedCatalog {
  let registry: Registry
  private let marks: [CatalogEntry.Kind: [String: CatalogMark]]

  init(_ registry: Registry, entries: [CatalogEntry]) {
    self.registry = registry
    var marks: [CatalogEntry.Kind: [String: CatalogMark]] = [:]
    for entry in entries { marks[entry.kind, default: [:]][entry.id] = entry.mark }
    self.marks = marks
  }

  /// The type of this id, not by another name.
  func type(_ id: String) -> TypeDefinition? { registry.type(named: id).flatMap { $0.id == id ? $0 : nil } }

  /// The metadata key of this raw name, not by another.
  func key(_ name: String) -> MetadataKeyDefinition? { key(alsoNamed: name).flatMap { $0.key == name ? $0 : nil } }

  func key(alsoNamed name: String) -> MetadataKeyDefinition? {
    registry.metadataKeyIndex(named: name).map { registry.metadataKeys[$0] }
  }

  func mark(of id: String, _ kind: CatalogEntry.Kind) -> CatalogMark? { marks[kind]?[id] }

  /// Whether an enum is one of the catalog's files rather than cases inline; its changes are reported there.
  func isShared(_ values: EnumDefinition) -> Bool { registry.enums[values.id] == values }

  /// The types that name a metadata key; when none does, all, since any sample may have it.
  func types(with key: String) -> [String] {
    let naming = registry.types.filter { $0.metadata.required.contains(key) || $0.metadata.known.contains(key) }
    return (naming.isEmpty ? registry.types : naming).map(\.id)
  }

  /// The ids of the types whose values an enum lists, and of those with a metadata key whose values it lists.
  func users(of values: EnumDefinition) -> [String] {
    var users = registry.types.filter { $0.shape.enumerations.contains(values) }.map(\.id)
    for key in registry.metadataKeys where key.value == .enum(values) { users += types(with: key.key) }
    return users
  }
}

/// The subject of a change, and the places of its keys on both sides.
struct ChangeSubject {
  let id: String
  var definition = CatalogEntry.Kind.type
  /// Types whose stored samples a breaking change can reach.
  let types: [String]
  /// Whether any sample can have to do with it; what is not used breaks nothing.
  var isUsed = true
  /// The two versions of a type, whose keys have places of their own.
  var versions: (old: TypeDefinition, new: TypeDefinition)?
  var oldMark: CatalogMark?
  var newMark: CatalogMark?

  func marks(of key: String) -> (old: CatalogMark?, new: CatalogMark?) {
    (versions?.old.mark(of: key) ?? oldMark, versions?.new.mark(of: key) ?? newMark)
  }
}
