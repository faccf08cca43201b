import HealthModel
import HealthStorage

/// A query as selections, type by type in the order of their ids.
struct QueryPlan {
  struct Part {
    /// The type, as index into the registry.
    var type: Int
    var selection: SelectStatement
  }

  /// The types that can have samples that match.
  let parts: [Part]

  /// Plans a query.
  ///
  /// - Throws: `StorageError.incompatible`, see `ReadScope.types(named:)`.
  init(_ query: SampleQuery, owner: String? = nil, in scope: ReadScope) throws {
    let keys = try query.ids.map { try KeyLookup.keys(of: $0, in: scope.db) }
    parts = try scope.types(named: query.types).compactMap { type -> Part? in
      let number = scope.stored.numbers[type]
      let selection = try SelectStatement(
        query, of: type, keys: keys.map { $0[number] ?? [] }, owner: owner, in: scope)
      return selection.map { Part(type: type, selection: $0) }
    }
  }
}
