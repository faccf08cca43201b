public import HealthModel
public import HealthUnits

extension Registry {
  /// The unit that a question names for values of a type: of HealthKit's grammar, a team's, or the type's own spelling.
  ///
  /// Every unit that values convert to is taken, also where samples may not be written in it; for counts and fractions,
  /// which convert to each other in number only, the type's own unit alone.
  ///
  /// - Parameters:
  ///   - text: the unit as it was written.
  ///   - type: the type.
  /// - Returns: the unit; `conversion(to:)` and from the type's canonical unit do not throw.
  /// - Throws: `QueryError.Reason.wrongUnit` with the units there are.
  public func unit(_ text: String, for type: TypeDefinition) throws(QueryError) -> UnitOfMeasure {
    let shown = TextEscaping.escaped(text, limit: 64)
    guard let shape = type.shape.quantity else {
      throw QueryError(
        .wrongUnit, "\(type.id) is a \(type.kind.rawValue), whose value has no unit, got `\(shown)`",
        instead: "leave the unit out")
    }
    let own = shape.units.spellings.first { $0.text.utf8.elementsEqual(text.utf8) }
    let unit: UnitOfMeasure
    do throws(UnitParseError) {
      unit = try UnitOfMeasure(text, table: units)
    } catch {
      if let own { return own.unit }
      throw QueryError(
        .wrongUnit, "\(type.id) is measured in \(shape.unit), and `\(shown)` is not a unit",
        instead: UnitAliases.suggestion(for: text).map { "did you mean `\($0)`?" } ?? advice(shape))
    }
    let isOther = shape.unit.dimension.isDimensionless && unit != shape.unit && own == nil
    guard unit.isConvertible(to: shape.unit), !isOther || shape.units.only?.contains(unit) == true else {
      throw QueryError(
        .wrongUnit, "\(type.id) is measured in \(shape.unit), to which `\(shown)` does not convert",
        instead: advice(shape))
    }
    return unit
  }

  /// Some of the units that can be requested, the canonical one first.
  private func advice(_ shape: QuantityShape) -> String {
    var texts = ([shape.unit] + (shape.units.only ?? [])).map(\.unitString) + shape.units.spellings.map(\.text)
    if !shape.unit.dimension.isDimensionless {
      for line in units.listing {
        let symbol = String(line.prefix { $0 != " " })
        guard let unit = try? UnitOfMeasure(symbol, table: units), unit.isConvertible(to: shape.unit) else { continue }
        texts.append(unit.unitString)
      }
    }
    var seen: Set<String> = []
    let distinct = texts.filter { seen.insert($0).inserted }
    return "ask in " + distinct.prefix(8).joined(separator: ", ") + (distinct.count > 8 ? ", …" : "")
  }
}
