public import HealthModel
package import HealthStorage

/// A question for correlations by what their members say: HealthKit's `HKCorrelationQuery`.
///
/// ```swift
/// let high = CorrelationQuery(
///   "bloodPressure",
///   members: [.init("bloodPressureSystolic", .greater, try Quantity(140, "mmHg"))])
/// let samples = try await high.result(for: store)
/// ```
public struct CorrelationQuery: Sendable, Hashable {
  /// The correlation's type, by any of its names.
  package var type: String
  /// The conditions on the correlation itself, the order, the limit and the page; its types and members do not matter.
  package var predicate: SampleQuery
  /// The conditions on members; all must hold, each for at least one member.
  package var members: [MemberPredicate]

  /// Creates a query for the correlations of a type within a range of time, as `SampleQuery.samples` takes it.
  public init(
    _ type: String, from start: Int64? = nil, to end: Int64? = nil, options: QueryOptions = [],
    members: [MemberPredicate] = []
  ) {
    self.type = type
    self.members = members
    predicate = SampleQuery()
    predicate.setTime(from: start, to: end, options: options)
  }

  /// The correlations that match, in the predicate's order, with all their members.
  ///
  /// - Throws: `QueryError`, see `query(for:)`; `StorageError` when the store cannot be read.
  public func result(for store: HealthStore) async throws -> [Sample] {
    try await query(for: store).result(for: store)
  }

  /// The same question as a query for samples, which has pages and streams.
  ///
  /// - Throws: `QueryError`: `unknownType`; `wrongKind` when the type is not a correlation, or a member has no values
  ///   of this kind; `wrongCondition` when it lacks the member; `wrongUnit`.
  package func query(for store: HealthStore) throws(QueryError) -> SampleQuery {
    let definition = try store.type(named: type)
    guard definition.shape.members != nil else { throw .noCorrelation(definition.id, in: store.registry) }
    var query = predicate
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
  public enum Value: Sendable, Hashable {
    /// A quantity that is so to this one, in any unit of its dimension.
    case quantity(Comparison, Quantity)
    /// A case by its name, by `=` or `!=`.
    case category(Comparison, String)
  }

  /// The role, or the member's type when no role has that name.
  package var role: String
  /// The conditions on its value, all at once; empty if any value will do.
  package var values: [Value]

  /// Creates a predicate; without values the member only must be there.
  public init(_ role: String, _ values: [Value] = []) {
    self.role = role
    self.values = values
  }

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
