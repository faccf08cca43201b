import HealthUnits
import Testing

/// An alias with the HealthKit unit and the factor it stands for.
struct Alias: Sendable, CustomTestStringConvertible {
  let text: String
  let unit: String
  let factor: String

  init(_ text: String, _ unit: String, factor: String = "1") {
    self.text = text
    self.unit = unit
    self.factor = factor
  }

  var testDescription: String { text }
}

struct UnitAliasTests {
  /// The `wild` tier of facts/units.tsv, in its order.
  static let wild: [Alias] = [
    Alias("bpm", "count/min"), Alias("beats/min", "count/min"), Alias("breaths/min", "count/min"),
    Alias("count/minute", "count/min"), Alias("mL/kg/min", "mL/min·kg"), Alias("ml/(kg·min)", "mL/min·kg"),
    Alias("sec", "s"), Alias("h", "hr"), Alias("wk", "d", factor: "7"), Alias("C", "degC"), Alias("F", "degF"),
    Alias("lbs", "lb"), Alias("kCal", "kcal"), Alias("\u{B5}g", "mcg"), Alias("\u{3BC}g", "mcg"), Alias("ug", "mcg"),
    Alias("fl oz", "fl_oz_us"), Alias("Cup", "cup_us"), Alias("percent 0-100", "%", factor: "1/100"),
    Alias("beats/minute", "count/min"), Alias("IU", "IU"), Alias("dB(SPL)", "dBASPL"), Alias("dB(HL)", "dBHL"),
    Alias("hertz", "Hz"), Alias("kcal/hr/kg", "kcal/hr·kg"), Alias("mi/h", "mi/hr"), Alias("mph", "mi/hr"),
    Alias("kph", "km/hr"), Alias("km/h", "km/hr"), Alias("rpm", "count/min"), Alias("spm", "count/min"),
  ]

  static let ucum: [Alias] = [
    Alias("/min", "count/min"), Alias("{beats}/min", "count/min"), Alias("1/min", "1/min"), Alias("mm[Hg]", "mmHg"),
    Alias("cm[H2O]", "cmAq"), Alias("[in_i'Hg]", "inHg"), Alias("Cel", "degC"), Alias("[degF]", "degF"),
    Alias("[lb_av]", "lb"), Alias("[stone_av]", "st"), Alias("[foz_us]", "fl_oz_us"), Alias("ug/dL", "mcg/dL"),
    Alias("mL/min/kg", "mL/min·kg"), Alias("kcal/(kg.h)", "kcal/hr·kg"), Alias("kg/m2", "kg/m^2"),
    Alias("uV", "mcV"), Alias("[IU]", "IU"), Alias("[diop]", "D"), Alias("dB[SPL]", "dBASPL"),
    Alias("cm[Hg]", "mmHg", factor: "10"), Alias("cmHg", "mmHg", factor: "10"),
    Alias("10*3/uL", "count/mcL", factor: "1000"), Alias("{steps}", "count"), Alias("1", "count"),
  ]

  /// Characters that look right and are not, and what Unicode normalization makes of others.
  static let lookAlikes: [Alias] = [
    Alias("°C", "degC"), Alias("\u{2103}", "degC"), Alias("\u{BA}F", "degF"), Alias("\u{212A}", "K"),
    Alias("mL/min\u{387}kg", "mL/min·kg"), Alias("mL/min\u{22C5}kg", "mL/min·kg"), Alias("m/s²", "m/s^2"),
    Alias("kg·m⁻²", "kg/m^2"), Alias("mg∕dL", "mg/dL"), Alias("\u{FF4B}\u{FF47}", "kg"), Alias(" kg ", "kg"),
    Alias("mm\u{A0}Hg", "mmHg"), Alias("\u{3BC}S", "mcS"),
  ]

  @Test(arguments: UnitAliasTests.wild + UnitAliasTests.ucum + UnitAliasTests.lookAlikes)
  func standsForAHealthKitUnit(_ alias: Alias) throws {
    let form = try #require(UnitAliases.healthKitForm(of: alias.text))
    #expect(form.unit == alias.unit)
    #expect(form.factor.description == alias.factor)
  }

  @Test(arguments: [
    "", "kg", "%", "count/min", "mL/min·kg", "st", "mmol<180.1558800000541>/L",
  ])
  func aHealthKitUnitIsItself(text: String) throws {
    let form = try #require(UnitAliases.healthKitForm(of: text))
    let unit = try UnitOfMeasure(text)
    #expect(form.unit == unit.unitString)
    #expect(form.factor == .one)
  }

  @Test(arguments: [
    "mmol/L", "mol", "U", "ug/kg.min", "%{NGSP}", "mmol/mol{IFCC}", "%/h", "calorie", "pt", "dB", "2 pie", "[ppm]",
    "kcal/hr-kg", "\u{2030}",
  ])
  func whatIsAmbiguousOrUnknownHasNoForm(text: String) {
    let form = UnitAliases.healthKitForm(of: text)
    #expect(form?.unit == nil)
  }

  @Test(arguments: [
    ("Count/Min", "count/min"), ("KG", "kg"), ("Kg", "kg"), ("MMHG", "mmHg"), ("DegC", "degC"), ("KG/M2", "kg/m^2"),
    ("Bpm", "count/min"), ("cuont/min", "count/min"), ("mg/dl.", "mg/dL"), ("mgdL", "mg/dL"), ("kcals", "kcal"),
    ("lbs", "lb"),
  ])
  func suggests(text: String, unit: String) {
    #expect(UnitAliases.suggestion(for: text) == unit)
  }

  @Test(arguments: [
    "x", "zz", "notAUnit", "mol", "mmol/L", "percent 0-100", "wk", "cmHg", "CMHG", String(repeating: "k", count: 500),
  ])
  func suggestsNothing(text: String) {
    #expect(UnitAliases.suggestion(for: text) == nil)
  }

  @Test(arguments: [
    ("count/min", "/min"), ("mL/min·kg", "mL/min/kg"), ("kcal/hr·kg", "kcal/h/kg"), ("degC", "Cel"), ("count", "1"),
    ("mcg", "ug"), ("mmol<180.1558800000541>/L", "mmol/L"), ("kg·m/s^2", "m.kg/s2"), ("pD", "[p'diop]"), ("", "1"),
  ])
  func ucumForm(text: String, code: String) throws {
    let unit = try UnitOfMeasure(text)
    #expect(UnitAliases.ucumForm(of: unit) == code)
    let crossed = try UnitOfMeasure(code, grammar: .ucum)
    #expect(unit.isEquivalent(to: crossed))
  }

  @Test(arguments: ["%", "cup_imp", "dBHL", "appleEffortScore", "count/%"])
  func noUCUMForm(text: String) throws {
    let unit = try UnitOfMeasure(text)
    #expect(UnitAliases.ucumForm(of: unit) == nil)
  }
}
