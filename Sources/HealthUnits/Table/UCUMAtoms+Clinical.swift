/// Units of the clinic and the laboratory, and the kinds that convert to nothing else.
extension UCUMAtoms {
  static let clinical: [[UnitAtom]] = Array([[columns, internationalUnits, special, levels], measures].joined())

  /// Pressures of liquid columns.
  ///
  /// UCUM's mercury is 133.322 Pa a millimeter, HealthKit's 101325/760; both stand for the same column, so a conversion
  /// between the grammars uses HealthKit's size on both sides and is exact.
  private static let columns = [
    UnitAtom("m[Hg]", .pressure, 133_322, takesPrefix: true, crosswalk: Rational(2_533_125, over: 19)),
    UnitAtom("m[H2O]", .pressure, 196_133, 20, takesPrefix: true, crosswalk: Rational(2_490_889, over: 254)),
    UnitAtom("[in_i'Hg]", .pressure, 8_465_947, 2500, crosswalk: Rational(514_731, over: 152)),
    UnitAtom("[in_i'H2O]", .pressure, 24_908_891, 100_000, crosswalk: Rational(2_490_889, over: 10_000)),
  ]

  private static let measures: [[UnitAtom]] = [
    rows(.opticalPower, [("[diop]", 1, 1), ("[mesh_i]", 5000, 127)]),
    rows(.length, [("[Ch]", 1, 3000)]),
    rows(.volume, [("[drp]", 1, 20_000_000)]),
    rows(.time, [("[S]", 1, 10_000_000_000_000)]),
    rows(Dimension(length: 3, mass: -1, time: -1), [("[MET]", 7, 120_000_000)]),
    rows(Dimension(length: -4, mass: 1, time: -1), [("[PRU]", 133_322_000, 1), ("[wood'U]", 7_999_320, 1)]),
    rows(.massConcentration, metric: true, [("g%", 10, 1)]),
    rows(.catalyticActivity, metric: true, [("kat", 1, 1), ("U", 1, 60_000_000)]),
    rows(.dimensionless, [("[hnsf'U]", 1, 1), ("[NTU]", 1, 1), ("[FNU]", 1, 1), ("[HPF]", 1, 1), ("[LPF]", 100, 1)]),
    coherent(.amount, ["eq", "osm"]),
    arbitrary,
    logarithms,
  ]

  /// `[IU]`, also written `[iU]`, is HealthKit's `IU`.
  private static let internationalUnits = [UnitAtom("[IU]", Dimension(kind: "IU"), takesPrefix: true)]

  /// Units that a procedure or a function defines: each is a separate kind.
  private static let arbitrary = kinds([
    "[arb'U]", "[USP'U]", "[GPL'U]", "[MPL'U]", "[APL'U]", "[beth'U]", "[anti'Xa'U]", "[todd'U]", "[dye'U]",
    "[smgy'U]", "[bdsk'U]", "[ka'U]", "[knk'U]", "[mclg'U]", "[tb'U]", "[CCID_50]", "[TCID_50]", "[EID_50]",
    "[PFU]", "[FFU]", "[CFU]", "[IR]", "[BAU]", "[AU]", "[Amb'a'1'U]", "[PNU]", "[Lf]", "[D'ag'U]", "[FEU]",
    "[ELU]", "[EU]", "[pH]", "%[slope]",
  ])

  private static let special = [UnitAtom("[p'diop]", Dimension(kind: "pD"))]

  /// A bel is ten decibels, and `dB[SPL]` is HealthKit's `dBASPL` but for the A-weighting.
  private static let levels = [UnitAtom("B[SPL]", Dimension(kind: "dBASPL"), 10, takesPrefix: true, kind: .level)]

  private static let logarithms = kinds(
    ["Np", "B", "B[V]", "B[mV]", "B[uV]", "B[10.nV]", "B[W]", "B[kW]"], metric: true, kind: .level)

  private static func kinds(
    _ codes: [String], metric: Bool = false, kind: UnitAtom.Kind = .ordinary
  ) -> [UnitAtom] {
    codes.map { code in
      let name = code.filter { $0 != "[" && $0 != "]" }
      return UnitAtom(code, Dimension(kind: name), takesPrefix: metric, kind: kind)
    }
  }
}
