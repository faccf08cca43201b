import HealthModel

/// The rules of a type made ready for judging; a class for the reason that `TypePlan` is one.
final class RulePlan: Sendable {
  /// The conditions that the rules require, in their order.
  let requirements: [BoundExpression?]
  /// The parts of structured samples that the rules read; `nil` when they read none.
  let reading: ContentReading?
  /// The members that functions of the rules look through, by the names in the rules, as indexes into the members.
  let memberLists: [String: [Int]]
  let requiresMetadata: Bool

  /// Binds the rules of a type, with the registry that has the types of its members.
  init(_ type: TypeDefinition, in registry: Registry) {
    // The catalog has refused what cannot be bound.
    requirements = type.rules.map { rule in
      try? ConditionBinder(types: [type], registry: registry, use: .rule).condition(rule.requirement)
    }
    let bound = requirements.compactMap { $0 }
    reading = type.shape.structure.flatMap { ContentReading($0, for: bound) }
    requiresMetadata = bound.contains { $0.contains(where: \.isOfMetadata) }
    let members = type.shape.members ?? []
    memberLists = bound.reduce(into: [:]) { lists, condition in
      for name in condition.memberLists {
        lists[name] = members.indices.filter { members[$0].role == name || members[$0].type == name }
      }
    }
  }
}
