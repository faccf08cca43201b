package import HealthModel

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

  /// Whether one impact is less grave than another.
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
  /// How much it matters.
  package var impact: CatalogImpact
  /// The change in a sentence, lower case, with the old and the new.
  package var message: String
  /// The ids, in the new catalog, of the types whose stored samples the change can refuse or reread.
  package var affectedTypes: [String]
  /// Where the old definition says it; `nil` when it is new or the place is not known.
  package var oldMark: CatalogMark?
  /// Where the new definition says it; `nil` when it is gone or the place is not known.
  package var newMark: CatalogMark?

  package init(
    subject: String, definition: CatalogEntry.Kind = .type, kind: CatalogChangeKind, impact: CatalogImpact,
    message: String, affectedTypes: [String] = [], oldMark: CatalogMark? = nil, newMark: CatalogMark? = nil
  ) {
    self.subject = subject
    self.definition = definition
    self.kind = kind
    self.impact = impact
    self.message = message
    self.affectedTypes = affectedTypes
    self.oldMark = oldMark
    self.newMark = newMark
  }
}
