extension UnitAliases {
  /// The UCUM code of a HealthKit unit: `count/min` is `/min`, `mL/min·kg` is `mL/min/kg`, `degC` is `Cel`.
  ///
  /// A value keeps its number. The molar mass of `mol<M>` is dropped, and so is the A-weighting of `dBASPL`.
  ///
  /// - Returns: `nil` when UCUM has no code of the same size: `%` (UCUM's is 1/100), `cup_imp`, `dBHL`,
  ///   `appleEffortScore` and a team's own units. A UCUM unit is its own code.
  @usableFromInline package static func ucumForm(of unit: UnitOfMeasure) -> String? {
    guard unit.grammar == .healthKit else { return unit.unitString }
    var numerator: [String] = []
    var denominator = ""
    for term in unit.terms {
      guard let code = ucumCode(of: term.symbol) else { return nil }
      // A count is 1 and needs no mention.
      if code == "1" { continue }
      let power = abs(term.exponent)
      let factor = power == 1 ? code : "\(code)\(power)"
      if term.exponent > 0 { numerator.append(factor) } else { denominator += "/" + factor }
    }
    let code = numerator.joined(separator: ".") + denominator
    return code.isEmpty ? "1" : code
  }

  private static func ucumCode(of symbol: String) -> String? {
    guard case .found(let atom, let prefix) = UnitTable.standard.healthKitMatch(Array(symbol.utf8)),
      let code = atom.ucum
    else { return nil }
    guard let prefix else { return code }
    return (prefix.symbol == "mc" ? "u" : prefix.symbol) + code
  }
}
