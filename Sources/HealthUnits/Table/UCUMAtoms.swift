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
    rows(.opticalPower, [("[diop]", 1, 1), ("[mesh_i]", 5000, 127)]), rows(.length, [("[Ch]", 1, 3000)]),
    rows(.volume, [("[drp]", 1, 20_000_000)]), rows(.time, [("[S]", 1, 10_000_000_000_000)]),
    rows(Dimension(length: 3, mass: -1, time: -1), [("[MET]", 7, 120_000_000)]),
    rows(Dimension(length: -4, mass: 1, time: -1), [("[PRU]", 133_322_000, 1), ("[wood'U]", 7_999_320, 1)]),
    rows(.massConcentration, metric: true, [("g%", 10, 1)]),
    rows(.catalyticActivity, metric: true, [("kat", 1, 1), ("U", 1, 60_000_000)]),
    rows(.dimensionless, [("[hnsf'U]", 1, 1), ("[NTU]", 1, 1), ("[FNU]", 1, 1), ("[HPF]", 1, 1), ("[LPF]", 100, 1)]),
    coherent(.amount, ["eq", "osm"]), arbitrary, logarithms,
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

  private static func kinds(_ codes: [String], metric: Bool = false, kind: UnitAtom.Kind = .ordinary) -> [UnitAtom] {
    codes.map { code in
      let name = code.filter { $0 != "[" && $0 != "]" }
      return UnitAtom(code, Dimension(kind: name), takesPrefix: metric, kind: kind)
    }
  }
}

/// Units of the United States and of Britain.
extension UCUMAtoms {
  static let customary: [[UnitAtom]] = [
    customaryLengths, customaryAreas, volumesOfLengths, volumesUS, volumesBritish, volumesMetric, weights,
    apothecaries, calories, heat, knots, forces, pressures, powers,
  ]

  private static let customaryLengths = rows(
    .length,
    [
      ("[in_i]", 127, 5000), ("[ft_i]", 381, 1250), ("[yd_i]", 1143, 1250), ("[mi_i]", 201_168, 125),
      ("[fth_i]", 1143, 625), ("[nmi_i]", 1852, 1), ("[hd_i]", 127, 1250),
      ("[in_us]", 100, 3937), ("[ft_us]", 1200, 3937), ("[yd_us]", 3600, 3937), ("[mi_us]", 6_336_000, 3937),
    ])

  private static let customaryAreas = rows(
    .area, [("[sin_i]", 16_129, 25_000_000), ("[sft_i]", 145_161, 1_562_500), ("[syd_i]", 1_306_449, 1_562_500)])

  private static let volumesOfLengths = rows(
    .volume,
    [
      ("[cin_i]", 2_048_383, 125_000_000_000), ("[cft_i]", 55_306_341, 1_953_125_000),
      ("[cyd_i]", 1_493_271_207, 1_953_125_000),
    ])

  private static let volumesUS = rows(
    .volume,
    [
      ("[gal_us]", 473_176_473, 125_000_000_000), ("[qt_us]", 473_176_473, 500_000_000_000),
      ("[pt_us]", 473_176_473, 1_000_000_000_000), ("[gil_us]", 473_176_473, 4_000_000_000_000),
      ("[foz_us]", 473_176_473, 16_000_000_000_000), ("[fdr_us]", 473_176_473, 128_000_000_000_000),
      ("[min_us]", 157_725_491, 2_560_000_000_000_000), ("[cup_us]", 473_176_473, 2_000_000_000_000),
      ("[tbs_us]", 473_176_473, 32_000_000_000_000), ("[tsp_us]", 157_725_491, 32_000_000_000_000),
    ])

  private static let volumesBritish = rows(
    .volume,
    [
      ("[gal_br]", 454_609, 100_000_000), ("[qt_br]", 454_609, 400_000_000), ("[pt_br]", 454_609, 800_000_000),
      ("[gil_br]", 454_609, 3_200_000_000), ("[foz_br]", 454_609, 16_000_000_000),
      ("[fdr_br]", 454_609, 128_000_000_000), ("[min_br]", 454_609, 7_680_000_000_000),
    ])

  /// The kitchen measures of nutrition labels, in whole milliliters.
  private static let volumesMetric = rows(
    .volume, [("[foz_m]", 3, 100_000), ("[cup_m]", 3, 12_500), ("[tbs_m]", 3, 200_000), ("[tsp_m]", 1, 200_000)])

  private static let weights = rows(
    .mass,
    [
      ("[gr]", 6_479_891, 100_000_000_000), ("[lb_av]", 45_359_237, 100_000_000),
      ("[oz_av]", 45_359_237, 1_600_000_000), ("[dr_av]", 45_359_237, 25_600_000_000),
      ("[stone_av]", 317_514_659, 50_000_000), ("[ston_av]", 45_359_237, 50_000), ("[lton_av]", 317_514_659, 312_500),
      ("[oz_m]", 7, 250), ("[car_m]", 1, 5000),
    ])

  private static let apothecaries = rows(
    .mass,
    [
      ("[pwt_tr]", 19_439_673, 12_500_000_000), ("[oz_tr]", 19_439_673, 625_000_000),
      ("[lb_tr]", 58_319_019, 156_250_000), ("[sc_ap]", 6_479_891, 5_000_000_000),
      ("[dr_ap]", 19_439_673, 5_000_000_000), ("[oz_ap]", 19_439_673, 625_000_000),
      ("[lb_ap]", 58_319_019, 156_250_000),
    ])

  private static let calories = rows(
    .energy, metric: true,
    [
      ("cal", 523, 125), ("cal_th", 523, 125), ("cal_IT", 10_467, 2500), ("cal_m", 209_501, 50_000),
      ("cal_[15]", 20_929, 5000), ("cal_[20]", 41_819, 10_000),
    ])

  private static let heat = rows(
    .energy,
    [("[Cal]", 4184, 1), ("[Btu]", 21_087, 20), ("[Btu_th]", 21_087, 20), ("[Btu_IT]", 52_752_792_631, 50_000_000)])

  private static let knots = rows(.velocity, [("[kn_i]", 463, 900)])
  private static let forces = rows(.force, [("[lbf_av]", 8_896_443_230_521, 2_000_000_000_000)])
  private static let pressures = rows(.pressure, [("[psi]", 8_896_443_230_521, 1_290_320_000)])
  private static let powers = rows(.power, [("[HP]", 37_284_993_579_113_511, 50_000_000_000_000)])
}

/// SI, the units used beside it, natural constants and what is left of CGS.
extension UCUMAtoms {
  static let systematic: [[UnitAtom]] = Array(
    [coherentUnits, multiples, dividedUnits, angles, scalars, constants, [temperatures]].joined())

  /// The units that are 1 in the SI base, with prefixes.
  private static let coherentUnits: [[UnitAtom]] = [
    coherent(.length, ["m"]), coherent(.time, ["s"]), coherent(.current, ["A"]), coherent(.amount, ["mol"]),
    coherent(.luminousIntensity, ["cd", "lm"]), coherent(.angle, ["rad"]), coherent(.solidAngle, ["sr"]),
    coherent(.frequency, ["Hz", "Bq", "Bd"]), coherent(.force, ["N"]), coherent(.pressure, ["Pa"]),
    coherent(.energy, ["J"]), coherent(.power, ["W"]), coherent(.charge, ["C"]), coherent(.voltage, ["V"]),
    coherent(.capacitance, ["F"]), coherent(.resistance, ["Ohm"]), coherent(.conductance, ["S", "mho"]),
    coherent(.magneticFlux, ["Wb"]), coherent(.magneticField, ["T"]), coherent(.inductance, ["H"]),
    coherent(.illuminance, ["lx"]), coherent(.radiationDose, ["Gy", "Sv"]),
  ]

  private static let multiples: [[UnitAtom]] = [
    rows(.mass, metric: true, [("g", 1, 1000), ("t", 1000, 1)]),
    rows(.volume, metric: true, [("L", 1, 1000), ("st", 1, 1)]), rows(.area, metric: true, [("ar", 100, 1)]),
    rows(.pressure, metric: true, [("bar", 100_000, 1)]),
    rows(.force, metric: true, [("dyn", 1, 100_000), ("gf", 196_133, 20_000_000)]),
    rows(.energy, metric: true, [("erg", 1, 10_000_000)]), rows(.dynamicViscosity, metric: true, [("P", 1, 10)]),
    rows(.kinematicViscosity, metric: true, [("St", 1, 10_000)]),
    rows(.magneticField, metric: true, [("G", 1, 10_000)]),
    rows(.radiationDose, metric: true, [("RAD", 1, 100), ("REM", 1, 100)]),
    rows(.radiationExposure, metric: true, [("R", 129, 500_000)]),
    rows(.frequency, metric: true, [("Ci", 37_000_000_000, 1)]),
  ]

  /// The units without prefixes.
  private static let dividedUnits: [[UnitAtom]] = [
    rows(
      .time,
      [
        ("min", 60, 1), ("h", 3600, 1), ("d", 86_400, 1), ("wk", 604_800, 1), ("mo", 2_629_800, 1),
        ("mo_j", 2_629_800, 1), ("a", 31_557_600, 1), ("a_j", 31_557_600, 1),
      ]), rows(.length, [("Ao", 1, 10_000_000_000)]), rows(.pressure, [("atm", 101_325, 1), ("att", 196_133, 2)]),
  ]

  private static let angles: [[UnitAtom]] = [
    rows(
      .angle, piPower: 1,
      [("deg", 1, 180), ("gon", 1, 200), ("'", 1, 10_800), ("''", 1, 648_000), ("circ", 2, 1)]),
    rows(.solidAngle, piPower: 1, [("sph", 4, 1)]),
  ]

  /// Pure numbers.
  ///
  /// `%` is 1/100 here; HealthKit's `%` is a fraction.
  private static let scalars: [[UnitAtom]] = [
    rows(.dimensionless, [("%", 1, 100), ("[ppth]", 1, 1000), ("[ppm]", 1, 1_000_000), ("[ppb]", 1, 1_000_000_000)]),
    rows(.dimensionless, [("[pptr]", 1, 1_000_000_000_000)]), rows(.dimensionless, piPower: 1, [("[pi]", 1, 1)]),
    rows(.dimensionless, metric: true, [("bit", 1, 1), ("By", 8, 1)]),
  ]

  private static let constants: [[UnitAtom]] = [
    rows(.velocity, metric: true, [("[c]", 299_792_458, 1)]),
    rows(.acceleration, metric: true, [("[g]", 196_133, 20_000)]),
    rows(.length, metric: true, [("[ly]", 9_460_730_472_580_800, 1)]),
    rows(.charge, metric: true, [("[e]", 801_088_317, 5_000_000_000_000_000_000_000_000_000)]),
    rows(.energy, metric: true, [("eV", 801_088_317, 5_000_000_000_000_000_000_000_000_000)]),
    rows(.heatCapacity, metric: true, [("[k]", 1_380_649, 100_000_000_000_000_000_000_000_000_000)]),
    rows(.mass, metric: true, [("u", 8_302_695_333, 5_000_000_000_000_000_000_000_000_000_000_000_000)]),
    rows(.permeability, metric: true, piPower: 1, [("[mu_0]", 1, 2_500_000)]),
  ]

  private static let temperatures: [UnitAtom] = [
    UnitAtom("K", .temperature, takesPrefix: true),
    UnitAtom("Cel", .temperature, offset: TemperatureOffset.celsius, takesPrefix: true),
    UnitAtom("[degF]", .temperature, 5, 9, offset: TemperatureOffset.fahrenheit),
    UnitAtom("[degRe]", .temperature, 5, 4, offset: TemperatureOffset.reaumur), UnitAtom("[degR]", .temperature, 5, 9),
  ]
}
