import HealthModel

/// What a condition reads of samples beside their columns: parts of structured samples, and members of correlations.
struct ConditionReads: Sendable {
  /// What is read of structured samples, by type as index into the registry.
  private(set) var structures: [Int32: ContentReading] = [:]
  /// The members that functions look through.
  private(set) var memberLists: Set<String> = []
  private(set) var hasMembers = false

  /// Prepares a condition for the samples of the types that are wanted; `nil` reads nothing.
  init(_ condition: BoundExpression?, _ registry: Registry, isWanted: (Int32) -> Bool) {
    guard let condition else { return }
    memberLists = condition.memberLists
    hasMembers = condition.contains(where: \.isOfMembers)
    for (index, type) in registry.types.enumerated() {
      guard let shape = type.shape.structure, isWanted(Int32(truncatingIfNeeded: index)) else { continue }
      structures[Int32(truncatingIfNeeded: index)] = ContentReading(shape, for: [condition])
    }
  }
}
