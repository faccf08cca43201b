/// Units of pressure, energy, temperature, electricity, light and sound.
extension UnitOfMeasure {
  // MARK: Pressure

  /// `Pa`.
  public static let pascal = known("Pa")
  /// `mmHg`.
  public static let millimetersOfMercury = known("mmHg")
  /// `inHg`.
  public static let inchesOfMercury = known("inHg")
  /// `cmAq`.
  public static let centimetersOfWater = known("cmAq")
  /// `atm`.
  public static let atmosphere = known("atm")
  /// Pascals with a prefix.
  public static func pascal(_ prefix: UnitPrefix) -> UnitOfMeasure { known(prefix.rawValue + "Pa") }

  // MARK: Energy and power

  /// `J`.
  public static let joule = known("J")
  /// `kJ`.
  public static let kilojoule = joule(.kilo)
  /// `cal`.
  public static let smallCalorie = known("cal")
  /// `kcal`.
  public static let kilocalorie = known("kcal")
  /// `Cal`, the same number as `kcal`.
  public static let largeCalorie = known("Cal")
  /// Joules with a prefix.
  public static func joule(_ prefix: UnitPrefix) -> UnitOfMeasure { known(prefix.rawValue + "J") }

  /// `W`.
  public static let watt = known("W")
  /// Watts with a prefix.
  public static func watt(_ prefix: UnitPrefix) -> UnitOfMeasure { known(prefix.rawValue + "W") }

  // MARK: Temperature

  /// `K`.
  public static let kelvin = known("K")
  /// `degC`.
  public static let degreeCelsius = known("degC")
  /// `degF`.
  public static let degreeFahrenheit = known("degF")

  // MARK: Electricity, light, angles

  /// `V`.
  public static let volt = known("V")
  /// Volts with a prefix.
  public static func volt(_ prefix: UnitPrefix) -> UnitOfMeasure { known(prefix.rawValue + "V") }

  /// `S`.
  public static let siemens = known("S")
  /// Siemens with a prefix.
  public static func siemens(_ prefix: UnitPrefix) -> UnitOfMeasure { known(prefix.rawValue + "S") }

  /// `lx`.
  public static let lux = known("lx")
  /// Lux with a prefix.
  public static func lux(_ prefix: UnitPrefix) -> UnitOfMeasure { known(prefix.rawValue + "lx") }

  /// `rad`.
  public static let radian = known("rad")
  /// Radians with a prefix.
  public static func radian(_ prefix: UnitPrefix) -> UnitOfMeasure { known(prefix.rawValue + "rad") }

  /// `deg`.
  public static let degree = known("deg")
  /// `D`.
  public static let diopter = known("D")
  /// `pD`.
  public static let prismDiopter = known("pD")

  // MARK: Sound

  /// `dBASPL`, a level: it has no product with other units.
  public static let decibelAWeightedSoundPressureLevel = known("dBASPL")
  /// `dBHL`, a level: it has no product with other units.
  public static let decibelHearingLevel = known("dBHL")
}
