import HealthModel

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
