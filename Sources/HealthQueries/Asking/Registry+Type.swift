public import HealthModel

extension Registry {
  /// The definition of a type that somebody asks for, by its id or another of its names.
  ///
  /// - Throws: `QueryError.Reason.unknownType`, with the nearest name there is.
  public func type(asked name: String) throws(QueryError) -> TypeDefinition {
    if let type = type(named: name) { return type }
    throw QueryError(
      .unknownType, "no type is called `\(TextEscaping.escaped(name))`",
      instead: suggestion(for: name, among: types.map(\.id)) ?? typeID(like: name).map { "did you mean `\($0)`?" })
  }

  /// The shortest id that begins with a word, or else holds it: `stepCount` for `steps`.
  private func typeID(like name: String) -> String? {
    var word = name.lowercased()
    if word.hasSuffix("s") { word.removeLast() }
    guard (4...40).contains(word.utf8.count) else { return nil }
    let ids = types.map(\.id).filter { $0.lowercased().contains(word) }
    let first = ids.filter { $0.lowercased().hasPrefix(word) }
    return (first.isEmpty ? ids : first).min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }
}
