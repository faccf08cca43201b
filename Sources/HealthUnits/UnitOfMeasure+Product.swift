extension UnitOfMeasure {
  /// Whether zero of the unit is not zero of its dimension, as of `degC`.
  package var hasOffset: Bool { scale.offset != .zero }

  /// The unit of a product with, or a quotient by, a number in another unit.
  ///
  /// - Returns: the unit, `()` when nothing is left of both; `nil` when one is not of HealthKit's grammar or has an
  ///   offset, and when the result would be too large.
  package func multiplied(by other: UnitOfMeasure, isInverse: Bool, table: UnitTable) -> UnitOfMeasure? {
    guard grammar == .healthKit, other.grammar == .healthKit, !hasOffset, !other.hasOffset else { return nil }
    var merged = terms
    for term in other.terms {
      let exponent = isInverse ? -term.exponent : term.exponent
      if let index = merged.firstIndex(where: { $0.symbol == term.symbol && $0.molarMass == term.molarMass }) {
        let old = merged.remove(at: index)
        guard old.exponent + exponent != 0 else { continue }
        merged.insert(
          UnitTerm(symbol: old.symbol, molarMass: old.molarMass, exponent: old.exponent + exponent), at: index)
      } else {
        merged.append(UnitTerm(symbol: term.symbol, molarMass: term.molarMass, exponent: exponent))
      }
    }
    return try? UnitOfMeasure(UnitTerm.healthKitString(of: merged), table: table)
  }
}
