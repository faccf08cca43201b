import HealthModel

/// An enum of a team that no type and no metadata key uses is most likely misspelled where it was meant.
///
/// The built-in catalog also holds the enums of objects that have no type yet.
enum UnusedEnumRule {
  static func check(_ subject: LintSubject) -> [Diagnostic] {
    var used: Set<EnumDefinition> = []
    for type in subject.registry.types {
      used.formUnion(type.shape.enumerations)
    }
    for key in subject.registry.metadataKeys {
      if case .enum(let values) = key.value { used.insert(values) }
    }
    return subject.entries.compactMap { entry in
      guard !entry.isBuiltIn, entry.kind == .enumeration else { return nil }
      guard let values = subject.registry.enums[entry.id], !used.contains(values) else { return nil }
      return Diagnostic(
        .catalogUnused, "no type and no metadata key uses the enum \(CatalogText.shown(entry.id))",
        at: entry.mark)
    }
  }
}
