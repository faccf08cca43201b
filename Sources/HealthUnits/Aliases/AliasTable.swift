/// Spellings from other grammars, apps, devices and interfaces, and the HealthKit units they stand for.
///
/// Left out on purpose, since they mean different things in different places: `calorie`, `pt`, `dB`, `U`, and a bare
/// `mol`, which needs its molar mass. Sources: UCUM codes, Open mHealth schemas, Health Connect, HealthKitOnFHIR.
enum AliasTable {
  /// A HealthKit unit and what a value is multiplied by to be in it.
  struct Entry: Sendable {
    let unit: String
    let factor: Rational
  }

  /// Spellings of a whole unit.
  static let phrases: [String: Entry] = {
    var table = entries([
      ("count/min", ["bpm", "BPM", "brpm", "rpm", "spm"]),
      ("mi/hr", ["mph"]),
      ("km/hr", ["kph", "kmh", "kmph"]),
      ("fl_oz_us", ["fl oz", "fl. oz", "fl_oz", "floz", "fluid_ounce"]),
      ("fl_oz_imp", ["fl_oz_uk"]),
      ("mmHg", ["mm Hg"]),
      ("cmAq", ["cm H2O", "cmH2O"]),
      ("inHg", ["in Hg"]),
      ("dBASPL", ["dB(SPL)", "dB SPL", "dBA", "dB(A)"]),
      ("dBHL", ["dB(HL)", "dB HL"]),
    ])
    if let hundredth = Rational(1, over: 100) { table["percent 0-100"] = Entry(unit: "%", factor: hundredth) }
    return table
  }()

  /// Spellings of one factor.
  static let words: [String: Entry] = {
    var table = entries([
      ("count", ["beats", "beat", "breaths", "breath", "steps", "step", "reps", "floors", "counts", "revolutions"]),
      ("s", ["sec", "secs", "second", "seconds"]),
      ("ms", ["msec", "millisecond", "milliseconds"]),
      ("min", ["minute", "minutes", "mins"]),
      ("hr", ["h", "hour", "hours", "hrs"]),
      ("d", ["day", "days"]),
      ("g", ["gram", "grams"]),
      ("kg", ["kgs", "kilogram", "kilograms"]),
      ("mg", ["milligram", "milligrams"]),
      ("mcg", ["microgram", "micrograms"]),
      ("oz", ["ounce", "ounces", "oz_av", "[oz_av]"]),
      ("lb", ["lbs", "LB", "pound", "pounds", "lb_av", "[lb_av]"]),
      ("st", ["stone", "stones", "[stone_av]"]),
      ("m", ["meter", "meters", "metre", "metres"]),
      ("km", ["kilometer", "kilometers", "kilometre", "kilometres"]),
      ("cm", ["centimeter", "centimeters", "centimetre", "centimetres"]),
      ("mm", ["millimeter", "millimeters", "millimetre", "millimetres"]),
      ("in", ["inch", "inches", "[in_i]"]),
      ("ft", ["foot", "feet", "[ft_i]"]),
      ("yd", ["yard", "yards", "[yd_i]"]),
      ("mi", ["mile", "miles", "[mi_i]"]),
      ("L", ["liter", "liters", "litre", "litres"]),
      ("mL", ["cc", "milliliter", "milliliters", "millilitre", "millilitres"]),
      ("fl_oz_us", ["[foz_us]"]),
      ("fl_oz_imp", ["[foz_br]"]),
      ("pt_us", ["[pt_us]"]),
      ("pt_imp", ["[pt_br]"]),
      ("cup_us", ["Cup", "cup", "cups", "[cup_us]"]),
      ("Pa", ["pascal", "pascals"]),
      ("hPa", ["mbar"]),
      ("mmHg", ["mm[Hg]", "torr", "Torr"]),
      ("cmAq", ["cm[H2O]"]),
      ("inHg", ["[in_i'Hg]"]),
      ("atm", ["atmosphere", "atmospheres"]),
      ("J", ["joule", "joules"]),
      ("kJ", ["kilojoule", "kilojoules"]),
      ("kcal", ["kCal", "Kcal", "KCal", "kilocalorie", "kilocalories"]),
      ("Cal", ["[Cal]"]),
      ("W", ["watt", "watts"]),
      ("K", ["kelvin", "kelvins"]),
      ("degC", ["Cel", "C", "°C", "celsius", "Celsius"]),
      ("degF", ["[degF]", "F", "°F", "fahrenheit", "Fahrenheit"]),
      ("Hz", ["hertz", "Hertz"]),
      ("V", ["volt", "volts"]),
      ("S", ["siemens", "mho"]),
      ("rad", ["radian", "radians"]),
      ("deg", ["°", "degree"]),
      ("D", ["[diop]", "dpt", "diopter", "diopters"]),
      ("pD", ["[p'diop]"]),
      ("lx", ["lux"]),
      ("IU", ["[IU]", "[iU]"]),
      ("dBASPL", ["dB[SPL]"]),
    ])
    for week in ["wk", "week", "weeks"] { table[week] = Entry(unit: "d", factor: Rational(7)) }
    for centimeter in ["cmHg", "cm[Hg]"] { table[centimeter] = Entry(unit: "mmHg", factor: Rational(10)) }
    return table
  }()

  /// HealthKit units that a mistyped one is compared with, the frequent ones first.
  ///
  /// `cal` and `Cal` are not among them: case alone sets them apart, by a factor of 1000.
  static let commonUnits = [
    "count", "count/min", "%", "kg", "g", "mg", "mcg", "ng", "lb", "oz", "st", "m", "km", "cm", "mm", "in", "ft", "yd",
    "mi", "kcal", "kJ", "J", "min", "hr", "s", "ms", "d", "L", "mL", "dL", "mcL", "mmHg", "kPa", "hPa", "Pa", "cmAq",
    "inHg", "atm", "degC", "degF", "K", "mg/dL", "m/s", "km/hr", "mi/hr", "count/s", "count/hr", "count/d",
    "mL/min·kg", "kcal/hr·kg", "L/min", "kg/m^2", "W", "Hz", "IU", "mcV", "mV", "V", "mcS", "S", "dBASPL", "dBHL",
    "deg", "rad", "D", "pD", "lx", "fl_oz_us", "fl_oz_imp", "cup_us", "cup_imp", "pt_us", "pt_imp", "appleEffortScore",
  ]

  /// The same, prepared for comparing.
  static let nearUnits = NearWords(commonUnits)

  /// The spellings of single factors without regard to case, for suggestions only.
  static let wordsOfAnyCase: [String: Entry] = {
    var table: [String: Entry] = [:]
    for unit in commonUnits where !unit.utf8.contains(ASCII.solidus) {
      table[unit.lowercased()] = table[unit.lowercased()] ?? Entry(unit: unit, factor: .one)
    }
    for (word, entry) in words where table[word.lowercased()] == nil { table[word.lowercased()] = entry }
    return table
  }()

  /// The spellings of whole units without regard to case, for suggestions only.
  static let phrasesOfAnyCase: [String: Entry] = {
    var table: [String: Entry] = [:]
    for (phrase, entry) in phrases { table[phrase.lowercased()] = entry }
    return table
  }()

  private static func entries(_ rows: [(unit: String, spellings: [String])]) -> [String: Entry] {
    var table: [String: Entry] = [:]
    for row in rows {
      for spelling in row.spellings { table[spelling] = Entry(unit: row.unit, factor: .one) }
    }
    return table
  }
}
