import HealthModel

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
