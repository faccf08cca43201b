package import HealthModel

extension Registry {
  /// The definition of a requested type, by its id or another of its names.
  package func type(asked name: String) throws(QueryError) -> TypeDefinition {
    if let type = type(named: name) { return type }
    if let pending = pendingName(for: name) {
      throw QueryError(
        .unknownType, "\(pending) has no type yet, so that stores have no samples of it",
        instead: "`assay explain \(pending)` says what becomes of them")
    }
    throw QueryError(
      .unknownType, "no type is called `\(TextEscaping.escaped(name))`",
      instead: suggestion(for: name, among: types.map(\.id)))
  }
}
