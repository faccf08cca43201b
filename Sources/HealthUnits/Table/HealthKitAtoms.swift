/// HealthKit's units, by name.
///
/// Names and meanings: `HKUnit.h` and the documentation of `HKUnit`. The header prints rounded sizes (a stone as
/// 6350 g); the exact ones below agree with what the running framework answers, mmHg = 101325/760 Pa among them.
enum HealthKitAtoms {
  static let all: [String: UnitAtom] = {
    var table: [String: UnitAtom] = [:]
    let groups = [mass, length, volume, pressure, time, energy, temperature, electric, scalar, kinds]
    for atom in groups.joined() { table[atom.symbol] = atom }
    table["l"] = table["L"]
    return table
  }()

  private static let mass: [UnitAtom] = [
    UnitAtom("g", .mass, 1, 1000, takesPrefix: true, ucum: "g"),
    UnitAtom("oz", .mass, 45_359_237, 1_600_000_000, ucum: "[oz_av]"),
    UnitAtom("lb", .mass, 45_359_237, 100_000_000, ucum: "[lb_av]"),
    UnitAtom("st", .mass, 317_514_659, 50_000_000, ucum: "[stone_av]"),
    UnitAtom("mol", .mass, takesPrefix: true, kind: .molar, ucum: "mol"),
  ]

  private static let length: [UnitAtom] = [
    UnitAtom("m", .length, takesPrefix: true, ucum: "m"),
    UnitAtom("in", .length, 127, 5000, ucum: "[in_i]"),
    UnitAtom("ft", .length, 381, 1250, ucum: "[ft_i]"),
    UnitAtom("yd", .length, 1143, 1250, ucum: "[yd_i]"),
    UnitAtom("mi", .length, 201_168, 125, ucum: "[mi_i]"),
  ]

  private static let volume: [UnitAtom] = [
    UnitAtom("L", .volume, 1, 1000, takesPrefix: true, ucum: "L"),
    UnitAtom("fl_oz_us", .volume, 473_176_473, 16_000_000_000_000, ucum: "[foz_us]"),
    UnitAtom("fl_oz_imp", .volume, 454_609, 16_000_000_000, ucum: "[foz_br]"),
    UnitAtom("pt_us", .volume, 473_176_473, 1_000_000_000_000, ucum: "[pt_us]"),
    UnitAtom("pt_imp", .volume, 454_609, 800_000_000, ucum: "[pt_br]"),
    UnitAtom("cup_us", .volume, 473_176_473, 2_000_000_000_000, ucum: "[cup_us]"),
    UnitAtom("cup_imp", .volume, 454_609, 1_600_000_000),
  ]

  private static let pressure: [UnitAtom] = [
    UnitAtom("Pa", .pressure, takesPrefix: true, ucum: "Pa"),
    UnitAtom("mmHg", .pressure, 20_265, 152, ucum: "mm[Hg]"),
    UnitAtom("cmAq", .pressure, 2_490_889, 25_400, ucum: "cm[H2O]"),
    UnitAtom("atm", .pressure, 101_325, ucum: "atm"),
    UnitAtom("inHg", .pressure, 514_731, 152, ucum: "[in_i'Hg]"),
  ]

  private static let time: [UnitAtom] = [
    UnitAtom("s", .time, takesPrefix: true, ucum: "s"),
    UnitAtom("min", .time, 60, ucum: "min"),
    UnitAtom("hr", .time, 3600, ucum: "h"),
    UnitAtom("d", .time, 86_400, ucum: "d"),
    UnitAtom("Hz", .frequency, takesPrefix: true, ucum: "Hz"),
  ]

  private static let energy: [UnitAtom] = [
    UnitAtom("J", .energy, takesPrefix: true, ucum: "J"),
    UnitAtom("cal", .energy, 523, 125, ucum: "cal"),
    UnitAtom("kcal", .energy, 4184, ucum: "kcal"),
    UnitAtom("Cal", .energy, 4184, ucum: "[Cal]"),
    UnitAtom("W", .power, takesPrefix: true, ucum: "W"),
  ]

  private static let temperature: [UnitAtom] = [
    UnitAtom("K", .temperature, takesPrefix: true, ucum: "K"),
    UnitAtom("degC", .temperature, offset: TemperatureOffset.celsius, ucum: "Cel"),
    UnitAtom("degF", .temperature, 5, 9, offset: TemperatureOffset.fahrenheit, ucum: "[degF]"),
  ]

  private static let electric: [UnitAtom] = [
    UnitAtom("S", .conductance, takesPrefix: true, ucum: "S"), UnitAtom("V", .voltage, takesPrefix: true, ucum: "V"),
    UnitAtom("lx", .illuminance, takesPrefix: true, ucum: "lx"),
    UnitAtom("rad", .angle, takesPrefix: true, ucum: "rad"), UnitAtom("deg", .angle, 1, 180, piPower: 1, ucum: "deg"),
    UnitAtom("D", .opticalPower, ucum: "[diop]"),
  ]

  /// `%` is a fraction here: 1 % is 1 count.
  ///
  /// UCUM's `%` is 1/100, so it is not this unit's code.
  private static let scalar: [UnitAtom] = [
    UnitAtom("count", .dimensionless, ucum: "1"),
    UnitAtom("%", .dimensionless),
  ]

  private static let kinds: [UnitAtom] = [
    UnitAtom("IU", Dimension(kind: "IU"), ucum: "[IU]"), UnitAtom("pD", Dimension(kind: "pD"), ucum: "[p'diop]"),
    UnitAtom("dBASPL", Dimension(kind: "dBASPL"), kind: .level, ucum: "dB[SPL]"),
    UnitAtom("dBHL", Dimension(kind: "dBHL"), kind: .level), UnitAtom("appleEffortScore", Dimension(kind: "effort")),
  ]
}

/// The offset added to a temperature before it is scaled to kelvins.
enum TemperatureOffset {
  /// 273.15 kelvins.
  static let celsius = Rational(27_315, over: 100) ?? .zero
  /// 459.67 degrees Fahrenheit.
  static let fahrenheit = Rational(45_967, over: 100) ?? .zero
  /// 218.52, from 273.15 K and 5/4 K a degree.
  static let reaumur = Rational(21_852, over: 100) ?? .zero
}
