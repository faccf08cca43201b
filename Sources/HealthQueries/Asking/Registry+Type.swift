package import HealthModel
package import HealthUnits

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

  /// The unit that a question names for values of a type: of HealthKit's grammar, a team's, the type's own spelling, or `percent 0-100`
  /// for a fraction.
  ///
  /// Every unit that values convert to is taken, also where samples may not be written in it; for counts and fractions,
  /// which convert to each other in number only, the type's own unit alone.
  ///
  /// - Returns: the unit; `conversion(to:)` and from the type's canonical unit do not throw.
  package func unit(_ text: String, for type: TypeDefinition) throws(QueryError) -> UnitOfMeasure {
    guard let shape = type.shape.quantity else {
      let shown = TextEscaping.escaped(text, limit: 64)
      throw QueryError(
        .wrongUnit, "\(type.id) is a \(type.kind.rawValue), whose value has no unit, got `\(shown)`",
        instead: "leave the unit out")
    }
    do throws(SyntaxError) {
      return try unit(text, of: type.id, in: shape.unit, shape.units)
    } catch {
      let isFraction = shape.unit.unitString == "%" && error.instead == "ask in %"
      throw QueryError(
        .wrongUnit, error.message,
        instead: isFraction ? "ask in % or \(UnitOfMeasure.percentOfHundred)" : error.instead)
    }
  }
}
