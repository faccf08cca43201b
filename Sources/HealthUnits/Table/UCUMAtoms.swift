/// The UCUM units this library knows, by code, case sensitive.
///
/// A selection for health data out of the some 300 of UCUM 2.2, with the factors those definitions yield. Two
/// deliberate differences: `mol` (with `eq` and `osm`) is an amount and not the number 6.02214076e23, so that
/// `mmol/L` never turns into `1/L`; `lm` and `lx` carry no `rad2`.
///
/// UCUM codes are by the Regenstrief Institute, Inc., http://unitsofmeasure.org; see Documentation/units.md.
enum UCUMAtoms {
  static let all: [String: UnitAtom] = {
    var table: [String: UnitAtom] = [:]
    for groups in [systematic, customary, clinical] {
      for atom in groups.joined() { table[atom.symbol] = atom }
    }
    table["l"] = table["L"]
    table["[iU]"] = table["[IU]"]
    return table
  }()

  /// A code and its size in the SI base.
  typealias Row = (code: String, numerator: Int128, denominator: Int128)

  static func rows(_ dimension: Dimension, metric: Bool = false, piPower: Int = 0, _ rows: [Row]) -> [UnitAtom] {
    rows.map { row in
      UnitAtom(row.code, dimension, row.numerator, row.denominator, piPower: piPower, takesPrefix: metric)
    }
  }

  /// Units that are 1 in the SI base and take prefixes.
  static func coherent(_ dimension: Dimension, _ codes: [String]) -> [UnitAtom] {
    codes.map { UnitAtom($0, dimension, takesPrefix: true) }
  }
}
