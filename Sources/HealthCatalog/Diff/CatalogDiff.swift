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

  package static func < (left: CatalogImpact, right: CatalogImpact) -> Bool {
    allCases.firstIndex(of: left) ?? 0 > allCases.firstIndex(of: right) ?? 0
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

/// A kind of change between two versions of a catalog, as a word for reports.
///
/// A word is never reused for another meaning.
package enum CatalogChangeKind: String, Sendable, Hashable, CaseIterable {
  // definitions
  case typeAdded = "type-added"
  case typeRemoved = "type-removed"
  case typeRenamed = "type-renamed"
  case enumAdded = "enum-added"
  case enumRemoved = "enum-removed"
  case metadataAdded = "metadata-added"
  case metadataRemoved = "metadata-removed"
  case metadataRenamed = "metadata-renamed"

  // names
  case titleChanged = "title-changed"
  case aliasAdded = "alias-added"
  case aliasRemoved = "alias-removed"
  case identifierAdded = "identifier-added"
  case identifierRemoved = "identifier-removed"
  case identityChanged = "identity-changed"
  case codesChanged = "codes-changed"

  // what is measured
  case kindChanged = "kind-changed"
  case aggregationChanged = "aggregation-changed"
  case unitAdded = "unit-added"
  case unitRemoved = "unit-removed"
  case unitChanged = "unit-changed"

  // limits
  case allowedNarrowed = "allowed-narrowed"
  case allowedWidened = "allowed-widened"
  case plausibleNarrowed = "plausible-narrowed"
  case plausibleWidened = "plausible-widened"
  case durationNarrowed = "duration-narrowed"
  case durationWidened = "duration-widened"
  case rateChanged = "rate-changed"
  case exclusiveChanged = "exclusive-changed"
  case sessionChanged = "session-changed"

  // cases
  case caseAdded = "case-added"
  case caseRemoved = "case-removed"
  case caseRenamed = "case-renamed"
  case caseRawChanged = "case-raw-changed"

  // members
  case memberAdded = "member-added"
  case memberRemoved = "member-removed"
  case memberNarrowed = "member-narrowed"
  case memberWidened = "member-widened"
  case memberTypeChanged = "member-type-changed"

  // fields, lists, points and parents of structured types
  case partAdded = "part-added"
  case partRemoved = "part-removed"
  case partNarrowed = "part-narrowed"
  case partWidened = "part-widened"

  // rules, and numbers that are computed
  case ruleAdded = "rule-added"
  case ruleRemoved = "rule-removed"
  case ruleChanged = "rule-changed"
  case expressionAdded = "computed-added"
  case expressionRemoved = "computed-removed"
  case expressionChanged = "computed-changed"

  // metadata
  case metadataRequiredAdded = "metadata-required-added"
  case metadataRequiredRemoved = "metadata-required-removed"
  case metadataKnownAdded = "metadata-known-added"
  case metadataKnownRemoved = "metadata-known-removed"
  case metadataClosed = "metadata-closed"
  case metadataOpened = "metadata-opened"
  case metadataKindChanged = "metadata-kind-changed"
  case metadataNarrowed = "metadata-narrowed"
  case metadataWidened = "metadata-widened"

  // life
  case writableChanged = "writable-changed"
  case deprecated = "deprecated"
  case deprecationChanged = "deprecation-changed"
  case deprecationRemoved = "deprecation-removed"

  /// Whether a breaking change of this kind can refuse or reread what is stored, in its normal form.
  ///
  /// Names and units by which samples only arrive are not among these: what is stored has the type's id and the
  /// canonical unit.
  var reachesStoredSamples: Bool {
    switch self {
    case .kindChanged, .aggregationChanged, .unitChanged, .allowedNarrowed, .durationNarrowed, .caseRemoved,
      .caseRenamed, .caseRawChanged, .caseAdded, .memberAdded, .memberRemoved, .memberNarrowed, .memberTypeChanged,
      .partAdded, .partRemoved, .partNarrowed, .ruleAdded, .ruleChanged, .metadataRequiredAdded, .metadataKindChanged,
      .metadataNarrowed:
      true
    default: false
    }
  }
}
