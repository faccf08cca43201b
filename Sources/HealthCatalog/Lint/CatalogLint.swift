package import HealthModel
import HealthUnits

/// Checks for properties that the loader does not require but a good catalog has: sources, examples, descriptive names,
/// nothing unused.
///
/// Each rule is a separate file in this folder and a line in `rules`.
package enum CatalogLint {
  private static let rules: [@Sendable (LintSubject) -> [Diagnostic]] = [
    SourceRule.check, ExampleRule.check, NamespaceRule.check, IDCaseRule.check, TitleRule.check,
    ConfusableRule.check, PercentRule.check, ReplacementRule.check, UnusedEnumRule.check, UnusedKeyRule.check,
    UnusedUnitRule.check, PendingRule.check, CodeRule.check,
  ]

  package static func run(registry: Registry, entries: [CatalogEntry]) -> [Diagnostic] {
    let subject = LintSubject(registry: registry, entries: entries)
    var order: [String: Int] = [:]
    for entry in entries where order[entry.mark.path] == nil { order[entry.mark.path] = order.count }
    var findings: [(key: [Int], diagnostic: Diagnostic)] = []
    for rule in rules {
      for diagnostic in rule(subject) {
        let location = diagnostic.location
        let key = [order[location.path] ?? 0, location.line, location.column, findings.count]
        findings.append((key, diagnostic))
      }
    }
    findings.sort { $0.key.lexicographicallyPrecedes($1.key) }
    return findings.map(\.diagnostic)
  }
}

/// The catalog that the rules check.
struct LintSubject: Sendable {
  let registry: Registry
  let entries: [CatalogEntry]
}

/// Every type shows at least one sample that passes and one that is refused.
enum ExampleRule {
  static func check(_ subject: LintSubject) -> [Diagnostic] {
    subject.registry.types.compactMap { type in
      let hasValid = type.examples.contains { $0.expectedCode == nil }
      let hasInvalid = type.examples.contains { $0.expectedCode != nil }
      let missing: String
      switch (hasValid, hasInvalid) {
      case (true, true): return nil
      case (false, true): missing = "a valid example"
      case (true, false): missing = "an invalid example"
      case (false, false): missing = "a valid and an invalid example"
      }
      return Diagnostic(
        .catalogExample, "\(CatalogText.shown(type.id)) lacks \(missing)", at: type.mark(of: "examples"), type: type.id)
    }
  }
}

/// A team's own ids carry a dot, so that a type added to Assay later never collides with them.
enum NamespaceRule {
  static func check(_ subject: LintSubject) -> [Diagnostic] {
    subject.entries.compactMap { entry in
      guard !entry.isBuiltIn, entry.kind == .type || entry.kind == .enumeration else { return nil }
      guard !entry.id.utf8.contains(UInt8(ascii: ".")) else { return nil }
      return Diagnostic(
        .catalogName, "the id \(CatalogText.shown(entry.id)) has no dot and may collide with a later version of assay",
        at: entry.mark, type: entry.kind == .type ? entry.id : nil, hint: "call it `org.example.\(entry.id)`")
    }
  }
}

/// A name that a list of pending names holds though a type has it: the list has no effect there.
///
/// A team may define a type that an earlier layer only names, so a type of a later layer is not a finding.
enum PendingRule {
  static func check(_ subject: LintSubject) -> [Diagnostic] {
    var places: [String: Int] = [:]
    for (place, entry) in subject.entries.enumerated() where entry.kind == .type { places[entry.id] = place }
    return subject.entries.enumerated().compactMap { place, entry in
      guard entry.kind == .pending, let type = subject.registry.type(named: entry.id), let other = places[type.id],
        other < place || subject.entries[other].layer == entry.layer
      else { return nil }
      return Diagnostic(
        .catalogUnused,
        "the name \(CatalogText.shown(entry.id)) is listed as pending, but the type \(CatalogText.shown(type.id)) at "
          + "\(DefinitionIndex.shown(subject.entries[other].mark)) has it",
        at: entry.mark, hint: "take it off the list")
    }
  }
}

/// HealthKit's `%` is a fraction: a limit such as 100 lets through what is a hundred times too large.
enum PercentRule {
  /// A share of something is at most 1; some ratios, such as a change since last week, are a few times that.
  private static let suspect = 10.0

  static func check(_ subject: LintSubject) -> [Diagnostic] {
    subject.registry.types.flatMap { type in
      fractions(of: type.shape).compactMap { path, bounds in
        guard let limit = bounds.maximum ?? bounds.below, limit > suspect else { return nil }
        let key = "\(path)." + (bounds.maximum == nil ? "below" : "max")
        return Diagnostic(
          .catalogRange, "`%` is a fraction, and the limit \(CatalogText.number(limit)) is far above 1",
          at: type.mark(of: key), severity: .warning, type: type.id, hint: "write 1 for 100 %")
      }
    }
  }

  private static func fractions(of shape: TypeShape) -> [(path: String, bounds: ValueBounds)] {
    if let shape = shape.quantity {
      guard shape.unit.unitString == "%" else { return [] }
      return [("value.allowed", shape.allowed), ("value.plausible", shape.plausible)]
    }
    return (shape.structure?.parts ?? []).flatMap { part -> [(path: String, bounds: ValueBounds)] in
      guard let quantity = part.value.quantity, quantity.unit.unitString == "%" else { return [] }
      return [(part.path + ".allowed", quantity.allowed), (part.path + ".plausible", quantity.plausible)]
    }
  }
}

/// The replacement of a deprecated type is not deprecated itself.
enum ReplacementRule {
  static func check(_ subject: LintSubject) -> [Diagnostic] {
    subject.registry.types.compactMap { type in
      guard let id = type.deprecation?.replacement, isDeprecated(id, in: subject.registry) else { return nil }
      let last = end(of: id, in: subject.registry)
      return Diagnostic(
        .catalogReference, "the type to use, \(CatalogText.shown(id)), is deprecated too",
        at: type.mark(of: "deprecated.use"), severity: .warning, type: type.id,
        hint: last.map { "use \(CatalogText.shown($0))" })
    }
  }

  private static func isDeprecated(_ id: String, in registry: Registry) -> Bool {
    registry.type(named: id)?.deprecation != nil
  }

  private static func end(of id: String, in registry: Registry) -> String? {
    var seen: Set<String> = []
    var id = id
    while seen.insert(id).inserted, let type = registry.type(named: id) {
      guard let deprecation = type.deprecation else { return type.id }
      guard let next = deprecation.replacement else { return nil }
      id = next
    }
    return nil
  }
}

/// Every number says where it comes from: limits of values, rates, counts and durations have an entry in `sources`.
enum SourceRule {
  static func check(_ subject: LintSubject) -> [Diagnostic] {
    subject.registry.types.flatMap { type in
      limits(of: type).compactMap { limit -> Diagnostic? in
        guard !hasSource(for: limit.name, in: type) else { return nil }
        return Diagnostic(
          .catalogSource, "nothing says where the limits in `\(limit.key)` come from", at: type.mark(of: limit.key),
          type: type.id, hint: "add `\(limit.name): …` to `sources`")
      }
    }
  }

  /// Whether a name, or for `fields.duration.allowed` one of the keys around it, has an entry.
  private static func hasSource(for name: String, in type: TypeDefinition) -> Bool {
    var path = name[...]
    while type.sources[String(path)] == nil {
      guard let dot = path.lastIndex(of: ".") else { return false }
      path = path[..<dot]
    }
    return true
  }

  private static func limits(of type: TypeDefinition) -> [(key: String, name: String)] {
    var limits: [(key: String, name: String)] = []
    if let shape = type.shape.quantity {
      if !shape.allowed.isUnbounded { limits.append(("value.allowed", "allowed")) }
      if !shape.plausible.isUnbounded { limits.append(("value.plausible", "plausible")) }
      if shape.maximumRate != nil { limits.append(("rate", "rate")) }
    }
    if let structure = type.shape.structure {
      for part in structure.parts {
        let path = part.path
        if !part.value.limits.allowed.isUnbounded { limits.append((path + ".allowed", path + ".allowed")) }
        if !part.value.limits.plausible.isUnbounded { limits.append((path + ".plausible", path + ".plausible")) }
      }
      let counts = structure.lists.map { "lists.\($0.name).count" } + ["points.limit"]
      // A count that nobody wrote is the same for all types.
      for path in counts where type.origins[path] != nil { limits.append((path, path)) }
    }
    if type.duration.minimum != nil || type.duration.maximum != nil { limits.append(("duration", "duration")) }
    let usual = "duration.usually_below"
    if type.duration.usuallyBelow != nil { limits.append((usual, usual)) }
    return limits
  }
}

/// An enum of a team that no type and no metadata key uses is most likely misspelled where it was meant.
///
/// The built-in catalog also holds the enums of objects that have no type yet.
enum UnusedEnumRule {
  static func check(_ subject: LintSubject) -> [Diagnostic] {
    var used: Set<EnumDefinition> = []
    for type in subject.registry.types { used.formUnion(type.shape.enumerations) }
    for key in subject.registry.metadataKeys {
      if case .enum(let values) = key.value { used.insert(values) }
    }
    return subject.entries.compactMap { entry in
      guard !entry.isBuiltIn, entry.kind == .enumeration else { return nil }
      guard let values = subject.registry.enums[entry.id], !used.contains(values) else { return nil }
      return Diagnostic(
        .catalogUnused, "no type and no metadata key uses the enum \(CatalogText.shown(entry.id))", at: entry.mark)
    }
  }
}

/// A metadata key of a team that no type and no case names is most likely misspelled where it was meant.
///
/// It still rules what samples may write under it, so this is a warning and no more.
enum UnusedKeyRule {
  static func check(_ subject: LintSubject) -> [Diagnostic] {
    var used: Set<String> = []
    for type in subject.registry.types {
      used.formUnion(type.metadata.required)
      used.formUnion(type.metadata.known)
      for enumCase in type.shape.enumeration?.cases ?? [] { used.formUnion(enumCase.requires) }
    }
    for values in subject.registry.enums.values {
      for enumCase in values.cases { used.formUnion(enumCase.requires) }
    }
    return subject.entries.compactMap { entry in
      guard !entry.isBuiltIn, entry.kind == .metadata, !used.contains(entry.id) else { return nil }
      return Diagnostic(
        .catalogUnused, "no type names the metadata key \(CatalogText.shown(entry.id))", at: entry.mark,
        hint: "list it under `metadata: {known: …}` of a type that has it")
    }
  }
}

/// A unit of a team that no definition names and no sample can use is left over or misspelled where it was meant.
enum UnusedUnitRule {
  static func check(_ subject: LintSubject) -> [Diagnostic] {
    let use = UnitUse(subject.registry)
    return subject.entries.compactMap { entry in
      guard !entry.isBuiltIn, entry.kind == .unit, !use.isUsed(entry.id) else { return nil }
      return Diagnostic(
        .catalogUnused, "no type and no metadata key takes the unit \(CatalogText.shown(entry.id))", at: entry.mark)
    }
  }
}
