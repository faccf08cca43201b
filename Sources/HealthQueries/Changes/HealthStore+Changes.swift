import HealthModel
public import HealthStorage

extension HealthStore {
  /// After the last commit: the beginning of a feed that reports only later changes.
  ///
  /// - Throws: `StorageError`: `unsupported` when the store keeps no record of changes.
  public func currentAnchor() async throws -> ChangeAnchor {
    guard backend.capabilities.contains(.changes) else {
      throw StorageError(.unsupported, "this store keeps no record of changes")
    }
    let known = ChangeAnchor(commit: try await backend.information().lastCommit)
    // A store in another program need not report its last commit, but must report where its changes end.
    return try await backend.changes(ChangeQuery(since: known)) { _ in true }
  }

  /// Whether changes report members of correlations inside their correlation only: unless types are requested and none
  /// of them is a correlation's.
  func tellsMembersWithin(_ types: [String]) -> Bool {
    types.isEmpty || types.contains { registry.type(named: $0)?.shape.members != nil }
  }

  /// The ids of types by any of their names, each once.
  func typeIDs(named names: [String]) throws(QueryError) -> [String] {
    var ids: [String] = []
    for name in names {
      let id = try type(named: name).id
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }
}
