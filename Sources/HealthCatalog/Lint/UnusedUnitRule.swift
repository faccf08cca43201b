import HealthModel

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
