package import HealthModel

/// Compares two versions of a catalog by what they mean for samples.
///
/// Only what decides how samples are read, judged and stored is compared, and titles, codes and deprecations beside it;
/// summaries, sources and examples are not.
package enum CatalogDiff {
  /// The differences between two registries, ordered by subject, then by the word of the change.
  package static func changes(
    from old: Registry, to new: Registry, oldEntries: [CatalogEntry] = [], newEntries: [CatalogEntry] = []
  ) -> [CatalogChange] {
    var comparison = CatalogComparison(
      old: ComparedCatalog(old, entries: oldEntries), new: ComparedCatalog(new, entries: newEntries))
    comparison.compareTypes()
    comparison.compareEnums()
    comparison.compareMetadataKeys()
    comparison.compareUnits()
    return comparison.changes.sorted(by: precedes)
  }

  /// The differences between two loaded catalogs; `nil` when one of them has errors.
  package static func changes(from old: CatalogResult, to new: CatalogResult) -> [CatalogChange]? {
    guard let oldRegistry = old.registry, let newRegistry = new.registry else { return nil }
    return changes(from: oldRegistry, to: newRegistry, oldEntries: old.entries, newEntries: new.entries)
  }

  /// The ids, in the new catalog, of the types whose stored samples could fail now or mean something else, in order.
  ///
  /// A metadata key counts for the types that name it; when none does, any sample may have it, so it counts for all.
  package static func affectedTypes(_ changes: [CatalogChange]) -> [String] {
    Set(changes.flatMap(\.affectedTypes)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func precedes(_ left: CatalogChange, _ right: CatalogChange) -> Bool {
    let leftKeys = [left.subject, left.kind.rawValue, left.definition.rawValue, left.message]
    let rightKeys = [right.subject, right.kind.rawValue, right.definition.rawValue, right.message]
    return leftKeys.lexicographicallyPrecedes(rightKeys) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// How much a change of a catalog matters to those who have samples.
///
/// Ordered by gravity: `breaking` is the greatest.
package enum CatalogImpact: String, Sendable, Hashable, Comparable, CaseIterable {
  /// Samples that passed are refused now, or stored ones mean something else.
  case breaking
  /// New warnings, or samples that may be misread.
  case risky
  /// Nothing that passed changes.
  case safe

  package static func < (left: CatalogImpact, right: CatalogImpact) -> Bool { left.gravity < right.gravity }

  private var gravity: Int {
    switch self {
    case .safe: 0
    case .risky: 1
    case .breaking: 2
    }
  }
}

/// One difference between two versions of a catalog.
package struct CatalogChange: Sendable, Hashable {
  /// The id of what changed; a renamed type goes by its new id, except in `type-renamed` itself.
  package var subject: String
  /// The kind of the subject: a type, an enum, a metadata key or a unit.
  package var definition: CatalogEntry.Kind
  package var kind: CatalogChangeKind
  package var impact: CatalogImpact
  /// The change in a sentence, lower case, with the old and the new.
  package var message: String
  /// The ids, in the new catalog, of the types whose stored samples the change can refuse or reread.
  package var affectedTypes: [String] = []
  /// Where the old definition says it; `nil` when it is new or the place is not known.
  package var oldMark: CatalogMark?
  /// Where the new definition says it; `nil` when it is gone or the place is not known.
  package var newMark: CatalogMark?
}
