/// The units of HealthKit, named as `HKUnit` names them.
///
/// A unit that takes prefixes has a function for them: `.gram(.milli)`, which is `.milligram`.
extension UnitOfMeasure {
  // MARK: Counts

  /// A number of things: `count`.
  public static let count = known("count")
  /// A fraction from 0 to 1, which HealthKit writes `%`.
  public static let percent = known("%")
  /// A score of effort: `appleEffortScore`.
  public static let appleEffortScore = known("appleEffortScore")
  /// International units: `IU`.
  public static let internationalUnit = known("IU")

  // MARK: Mass

  /// `g`.
  public static let gram = known("g")
  /// `mcg`.
  public static let microgram = gram(.micro)
  /// `mg`.
  public static let milligram = gram(.milli)
  /// `kg`.
  public static let kilogram = gram(.kilo)
  /// `oz`.
  public static let ounce = known("oz")
  /// `lb`.
  public static let pound = known("lb")
  /// `st`.
  public static let stone = known("st")
  /// Grams with a prefix.
  public static func gram(_ prefix: UnitPrefix) -> UnitOfMeasure { known(prefix.rawValue + "g") }

  /// The mass of a mole of a substance: `mol<180.15588000005408>`.
  ///
  /// - Parameters:
  ///   - prefix: a prefix, such as `.milli`.
  ///   - molarMass: grams per mole, 1e-4 to 1e13; another number gives an impossible unit.
  /// - Returns: the unit, of the dimension mass.
  public static func mole(_ prefix: UnitPrefix? = nil, molarMass: Double) -> UnitOfMeasure {
    known("\(prefix?.rawValue ?? "")mol<\(molarMass)>")
  }

  /// Grams per mole of glucose in blood: `HKUnitMolarMassBloodGlucose`.
  public static let glucoseMolarMass = 180.15588000005408

  // MARK: Length and volume

  /// `m`.
  public static let meter = known("m")
  /// `mm`.
  public static let millimeter = meter(.milli)
  /// `cm`.
  public static let centimeter = meter(.centi)
  /// `km`.
  public static let kilometer = meter(.kilo)
  /// `in`.
  public static let inch = known("in")
  /// `ft`.
  public static let foot = known("ft")
  /// `yd`.
  public static let yard = known("yd")
  /// `mi`.
  public static let mile = known("mi")
  /// Meters with a prefix.
  public static func meter(_ prefix: UnitPrefix) -> UnitOfMeasure { known(prefix.rawValue + "m") }

  /// `L`.
  public static let liter = known("L")
  /// `mL`.
  public static let milliliter = liter(.milli)
  /// `dL`.
  public static let deciliter = liter(.deci)
  /// `fl_oz_us`.
  public static let fluidOunceUS = known("fl_oz_us")
  /// `fl_oz_imp`.
  public static let fluidOunceImperial = known("fl_oz_imp")
  /// `pt_us`.
  public static let pintUS = known("pt_us")
  /// `pt_imp`.
  public static let pintImperial = known("pt_imp")
  /// `cup_us`.
  public static let cupUS = known("cup_us")
  /// `cup_imp`.
  public static let cupImperial = known("cup_imp")
  /// Liters with a prefix.
  public static func liter(_ prefix: UnitPrefix) -> UnitOfMeasure { known(prefix.rawValue + "L") }

  // MARK: Time

  /// `s`.
  public static let second = known("s")
  /// `ms`.
  public static let millisecond = second(.milli)
  /// `min`.
  public static let minute = known("min")
  /// `hr`.
  public static let hour = known("hr")
  /// `d`.
  public static let day = known("d")
  /// Seconds with a prefix.
  public static func second(_ prefix: UnitPrefix) -> UnitOfMeasure { known(prefix.rawValue + "s") }

  /// `Hz`.
  public static let hertz = known("Hz")
  /// Hertz with a prefix.
  public static func hertz(_ prefix: UnitPrefix) -> UnitOfMeasure { known(prefix.rawValue + "Hz") }

  /// A unit of the standard table; a text that is none gives an impossible unit.
  static func known(_ text: String) -> UnitOfMeasure { (try? UnitOfMeasure(text)) ?? .impossible }
}
