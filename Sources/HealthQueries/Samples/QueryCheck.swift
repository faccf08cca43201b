import HealthModel
package import HealthStorage

extension SampleQuery {
  /// The query with its types by their ids, after the checks.
  ///
  /// A condition that none of the types can meet whatever its samples say is an error; one that no sample happens to
  /// meet is not.
  ///
  /// - Throws: `QueryError`: `unknownType`, `wrongKind` and `wrongCondition`.
  package func checked(for store: HealthStore) throws(QueryError) -> SampleQuery {
    var query = self
    query.types = try store.typeIDs(named: types)
    if let limit, limit < 0 {
      throw QueryError(.wrongCondition, "there are no \(limit) samples", instead: "set `limit` to 0 or more")
    }
    for condition in metadata { try condition.check() }
    guard !values.isEmpty || !members.isEmpty else { return query }
    var definitions: [TypeDefinition] = []
    if types.isEmpty { definitions = store.registry.types }
    for id in query.types { definitions.append(try store.type(named: id)) }
    for condition in values { try condition.check(for: definitions) }
    for condition in members { try condition.check(for: definitions, in: store.registry) }
    return query
  }
}

extension MetadataCondition {
  fileprivate func check() throws(QueryError) {
    guard let comparison, let operand else { return }
    switch operand {
    case .text, .boolean:
      guard comparison == .equal || comparison == .notEqual else {
        throw QueryError(
          .wrongCondition, "texts and truth values, here of `\(TextEscaping.escaped(key))`, have no order",
          instead: "compare them by `=` or `!=`")
      }
    case .number, .quantity: break
    }
  }
}

extension ValueCondition {
  /// Whether values of a type can meet the condition.
  fileprivate func fits(_ type: TypeDefinition) -> Bool {
    switch operand {
    case .number(let number): type.shape.quantity != nil && number.isFinite
    case .text(let name):
      type.shape.enumeration?.cases.contains { $0.name == name || $0.aliases.contains(name) }
        ?? (type.shape.text != nil)
    }
  }

  /// Refuses what samples of none of the types can meet.
  fileprivate func check(for types: [TypeDefinition]) throws(QueryError) {
    guard types.contains(where: { fits($0) }) else {
      let names = types.count == 1 ? types[0].id : "none of the \(types.count) types"
      switch operand {
      case .number(let number):
        let verb = types.count == 1 ? "has no value" : "has a value"
        throw QueryError(
          .wrongCondition, "\(names) \(verb) that can be compared with \(number)", instead: types.first?.waysToCompare)
      case .text(let text):
        let cases = types.flatMap { $0.shape.enumeration?.cases.map(\.name) ?? [] }
        let near = Suggestion.nearest(to: text, among: cases).map { "did you mean `\($0)`?" }
        let verb = types.count == 1 ? "has no case" : "has a case"
        throw QueryError(
          .wrongCondition, "\(names) \(verb) `\(TextEscaping.escaped(text))`",
          instead: near ?? types.first?.waysToCompare)
      }
    }
    guard case .text = operand, comparison != .equal, comparison != .notEqual else { return }
    throw QueryError(
      .wrongCondition, "cases and texts have no order for `\(comparison.rawValue)`",
      instead: "compare them by `=` or `!=`")
  }
}

extension MemberCondition {
  /// Refuses what correlations of none of the types can hold.
  fileprivate func check(for types: [TypeDefinition], in registry: Registry) throws(QueryError) {
    let correlations = types.filter { $0.shape.members != nil }
    guard !correlations.isEmpty else {
      throw QueryError.noCorrelation(types.first?.id ?? role, in: registry)
    }
    var found: [TypeDefinition] = []
    for type in correlations { found += type.memberTypes(as: role, in: registry) }
    guard !found.isEmpty else { throw QueryError.noRole(role, in: correlations) }
    for value in values { try value.check(for: found) }
  }
}
