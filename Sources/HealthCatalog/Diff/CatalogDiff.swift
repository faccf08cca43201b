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
