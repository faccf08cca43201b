import HealthModel

/// Collects the differences of two catalogs; each kind of definition is compared in an extension.
struct CatalogComparison {
  let old: ComparedCatalog
  let new: ComparedCatalog
  private(set) var changes: [CatalogChange] = []

  init(old: ComparedCatalog, new: ComparedCatalog) {
    self.old = old
    self.new = new
  }

  /// Notes a change.
  mutating func add(
    _ kind: CatalogChangeKind, _ impact: CatalogImpact, _ message: String, in subject: ChangeSubject, at key: String
  ) {
    let impact = subject.isUsed ? impact : .safe
    let marks = subject.marks(of: key)
    let isReached = impact == .breaking && kind.reachesStoredSamples
    changes.append(
      CatalogChange(
        subject: subject.id, definition: subject.definition, kind: kind, impact: impact, message: message,
        affectedTypes: isReached ? subject.types : [], oldMark: marks.old, newMark: marks.new))
  }

  /// Notes a definition that only one side has.
  mutating func add(
    _ kind: CatalogChangeKind, _ impact: CatalogImpact, _ message: String, of id: String,
    _ definition: CatalogEntry.Kind, oldMark: CatalogMark? = nil, newMark: CatalogMark? = nil
  ) {
    changes.append(
      CatalogChange(
        subject: id, definition: definition, kind: kind, impact: impact, message: message, oldMark: oldMark,
        newMark: newMark))
  }
}
