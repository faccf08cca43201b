import HealthModel

extension TypeDefinition {
  /// The types of a correlation's members that a role stands for, or the id or another name of a member's type when no
  /// role has that name.
  func memberTypes(as role: String, in registry: Registry) -> [TypeDefinition] {
    guard let members = shape.members else { return [] }
    let named = members.filter { $0.role == role }
    if !named.isEmpty { return named.compactMap { registry.type(named: $0.type) } }
    guard let type = registry.type(named: role), members.contains(where: { $0.type == type.id }) else { return [] }
    return [type]
  }

  fileprivate var roles: [String] { shape.members?.map(\.role) ?? [] }
}

extension QueryError {
  /// A question for the members of a type that has none.
  static func noCorrelation(_ type: String, in registry: Registry) -> QueryError {
    let correlations = registry.types.filter { $0.shape.members != nil }
    let holders = correlations.filter { !$0.memberTypes(as: type, in: registry).isEmpty }
    let names = (holders.isEmpty ? correlations : holders).prefix(5).map { "`\($0.id)`" }.joined(separator: ", ")
    let instead: String? =
      if !holders.isEmpty { "ask for \(names), whose member it is" } else {
        names.isEmpty ? nil : "ask for a correlation: \(names)"
      }
    return QueryError(
      .wrongKind, "\(type) is not a correlation, so it has no members", instead: instead)
  }

  /// A question for members that correlations do not have.
  static func noRole(_ role: String, in correlations: [TypeDefinition]) -> QueryError {
    let roles = correlations.flatMap(\.roles)
    let near = Suggestion.nearest(to: role, among: roles).map { "did you mean `\($0)`?" }
    let listed = "its members are " + roles.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
    let names = correlations.count == 1 ? "\(correlations[0].id) has no member" : "no correlation has a member"
    return QueryError(
      .wrongCondition, "\(names) `\(TextEscaping.escaped(role))`",
      instead: near ?? (correlations.count == 1 ? listed : nil))
  }
}
