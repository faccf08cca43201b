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
