/// SI, the units used beside it, natural constants and what is left of CGS.
extension UCUMAtoms {
  static let systematic: [[UnitAtom]] = Array(
    [coherentUnits, multiples, dividedUnits, angles, scalars, constants, [temperatures]].joined())

  /// The units that are 1 in the SI base, with prefixes.
  private static let coherentUnits: [[UnitAtom]] = [
    coherent(.length, ["m"]),
    coherent(.time, ["s"]),
    coherent(.current, ["A"]),
    coherent(.amount, ["mol"]),
    coherent(.luminousIntensity, ["cd", "lm"]),
    coherent(.angle, ["rad"]),
    coherent(.solidAngle, ["sr"]),
    coherent(.frequency, ["Hz", "Bq", "Bd"]),
    coherent(.force, ["N"]),
    coherent(.pressure, ["Pa"]),
    coherent(.energy, ["J"]),
    coherent(.power, ["W"]),
    coherent(.charge, ["C"]),
    coherent(.voltage, ["V"]),
    coherent(.capacitance, ["F"]),
    coherent(.resistance, ["Ohm"]),
    coherent(.conductance, ["S", "mho"]),
    coherent(.magneticFlux, ["Wb"]),
    coherent(.magneticField, ["T"]),
    coherent(.inductance, ["H"]),
    coherent(.illuminance, ["lx"]),
    coherent(.radiationDose, ["Gy", "Sv"]),
  ]

  /// The other units with prefixes.
  private static let multiples: [[UnitAtom]] = [
    rows(.mass, metric: true, [("g", 1, 1000), ("t", 1000, 1)]),
    rows(.volume, metric: true, [("L", 1, 1000), ("st", 1, 1)]),
    rows(.area, metric: true, [("ar", 100, 1)]),
    rows(.pressure, metric: true, [("bar", 100_000, 1)]),
    rows(.force, metric: true, [("dyn", 1, 100_000), ("gf", 196_133, 20_000_000)]),
    rows(.energy, metric: true, [("erg", 1, 10_000_000)]),
    rows(.dynamicViscosity, metric: true, [("P", 1, 10)]),
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
      ]),
    rows(.length, [("Ao", 1, 10_000_000_000)]),
    rows(.pressure, [("atm", 101_325, 1), ("att", 196_133, 2)]),
  ]

  /// Angles: all are parts of π.
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
    rows(.dimensionless, [("[pptr]", 1, 1_000_000_000_000)]),
    rows(.dimensionless, piPower: 1, [("[pi]", 1, 1)]),
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
    UnitAtom("[degRe]", .temperature, 5, 4, offset: TemperatureOffset.reaumur),
    UnitAtom("[degR]", .temperature, 5, 9),
  ]
}
