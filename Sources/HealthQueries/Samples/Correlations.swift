public import HealthModel
public import HealthStorage

extension HealthStore {
  /// The correlations of a type whose members meet conditions: HealthKit's `HKCorrelationQuery`.
  ///
  /// ```swift
  /// let high = try await store.correlations(
  ///   matching: .samples(of: "bloodPressure"),
  ///   members: [MemberPredicate("bloodPressureSystolic", .greater, try Quantity(140, "mmHg"))])
  /// ```
  ///
  /// - Parameters:
  ///   - query: the correlation's type, conditions on the correlation itself, the order, the limit and the page.
  ///   - members: the conditions on members; all must hold, each for at least one member.
  /// - Returns: the correlations that match, in the query's order, with all their members.
  /// - Throws: `QueryError`: `unknownType`; `wrongKind` when the type is not a correlation, or a member has no values of
  ///   this kind; `wrongCondition` when it lacks the member; `wrongUnit`; `StorageError` when the store cannot be read.
  public func correlations(matching query: SampleQuery, members: [MemberPredicate] = []) async throws -> [Sample] {
    try await samples(matching: try query.withMembers(members, in: self))
  }
}

extension SampleQuery {
  func withMembers(_ members: [MemberPredicate], in store: HealthStore) throws(QueryError) -> SampleQuery {
    let definition = try onlyType(in: store, for: "correlations")
    guard definition.shape.members != nil else { throw .noCorrelation(definition.id, in: store.registry) }
    var query = self
    query.types = [definition.id]
    query.members = []
    for member in members {
      let types = definition.memberTypes(as: member.role, in: store.registry)
      // The members of one role are of one type.
      guard let type = types.first else { throw .noRole(member.role, in: [definition]) }
      var values: [ValueCondition] = []
      for value in member.values { values.append(try value.condition(for: type)) }
      query.members.append(MemberCondition(role: member.role, values: values))
    }
    return query
  }
}

/// A condition on one member of a correlation.
public struct MemberPredicate: Sendable, Hashable {
  /// The conditions on a member's value.
  package enum Value: Sendable, Hashable {
    /// A quantity that is so to this one, in any unit of its dimension.
    case quantity(Comparison, Quantity)
    case category(Comparison, String)
  }

  /// The role, or the member's type when no role has that name.
  package var role: String
  /// The conditions on its value, all at once; empty if any value will do.
  package var values: [Value]

  /// Creates a predicate: the member must be there, whatever its value.
  public init(_ role: String) { self.init(role, []) }

  package init(_ role: String, _ values: [Value]) { (self.role, self.values) = (role, values) }

  /// Creates a predicate for a member whose value is so to a quantity.
  public init(_ role: String, _ comparison: Comparison, _ quantity: Quantity) {
    self.init(role, [.quantity(comparison, quantity)])
  }

  /// Creates a predicate for a member of a category's case.
  public init(_ role: String, _ comparison: Comparison, category name: String) {
    self.init(role, [.category(comparison, name)])
  }
}

extension MemberPredicate.Value {
  fileprivate func condition(for type: TypeDefinition) throws(QueryError) -> ValueCondition {
    switch self {
    case .quantity(let comparison, let quantity): try .quantity(comparison, quantity, of: type)
    case .category(let comparison, let name): ValueCondition(comparison, .text(name))
    }
  }
}

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
  static func noCorrelation(_ type: String, in registry: Registry) -> QueryError {
    let correlations = registry.types.filter { $0.shape.members != nil }
    let holders = correlations.filter { !$0.memberTypes(as: type, in: registry).isEmpty }
    let names = (holders.isEmpty ? correlations : holders).prefix(5).map { "`\($0.id)`" }.joined(separator: ", ")
    let instead: String? =
      if !holders.isEmpty { "ask for \(names), whose member it is" } else {
        names.isEmpty ? nil : "ask for a correlation: \(names)"
      }
    return QueryError(.wrongKind, "\(type) is not a correlation, so it has no members", instead: instead)
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
