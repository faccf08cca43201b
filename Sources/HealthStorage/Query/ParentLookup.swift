package import HealthModel

/// What a query's condition says of the sample that its samples belong to, for stores that look it up.
///
/// All samples that match are among those that the lookup names; the condition decides which of these do.
package struct ParentLookup: Sendable, Hashable {
  package let parent: SampleID
  /// Where samples start that can match although they name no parent; `nil` when those cannot.
  package let orphanStarts: ClosedRange<Int64>?

  /// Reads a part of a condition that must hold; `nil` for one that says nothing of a parent.
  init?(_ part: BoundExpression) {
    if let parent = Self.parent(part) {
      self.parent = parent
      orphanStarts = nil
      return
    }
    guard case .any(let parts) = part, parts.count == 2, let parent = Self.parent(parts[0]),
      let starts = Self.orphanStarts(parts[1])
    else { return nil }
    self.parent = parent
    orphanStarts = starts
  }

  private static func parent(_ part: BoundExpression) -> SampleID? {
    switch part {
    case .comparison(.sample(.parent), .equal, .constant(.text(let text))),
      .comparison(.constant(.text(let text)), .equal, .sample(.parent)):
      SampleID(text)
    default: nil
    }
  }

  /// The starts of samples that name no parent; `nil` when others can match as well, or at any time.
  private static func orphanStarts(_ condition: BoundExpression) -> ClosedRange<Int64>? {
    var isOrphan = false
    var first: Int64?
    var last: Int64?
    for part in condition.conjuncts {
      switch part {
      case .isMissing(.sample(.parent)): isOrphan = true
      case .comparison(.sample(.start), .greaterOrEqual, .constant(.time(let moment))): first = moment
      case .comparison(.sample(.start), .lessOrEqual, .constant(.time(let moment))): last = moment
      default: continue
      }
    }
    guard isOrphan, let first, let last, first <= last else { return nil }
    return first...last
  }
}

extension SampleQuery {
  /// What the condition says of a parent; `nil` when samples of any can match.
  package var parentLookup: ParentLookup? { condition.flatMap(Self.parentLookup) }

  private static func parentLookup(_ condition: BoundExpression) -> ParentLookup? {
    if let lookup = ParentLookup(condition) { return lookup }
    guard case .all(let parts) = condition else { return nil }
    for part in parts {
      if let lookup = parentLookup(part) { return lookup }
    }
    return nil
  }
}
