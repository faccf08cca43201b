import HealthUnits
import Testing

@Suite("Units named in code") struct UnitConstantTests {
  private static let constants: [(unit: UnitOfMeasure, text: String)] = [
    (.count, "count"), (.percent, "%"), (.appleEffortScore, "appleEffortScore"), (.internationalUnit, "IU"),
    (.gram, "g"), (.microgram, "mcg"), (.milligram, "mg"), (.kilogram, "kg"), (.ounce, "oz"), (.pound, "lb"),
    (.stone, "st"), (.meter, "m"), (.millimeter, "mm"), (.centimeter, "cm"), (.kilometer, "km"), (.inch, "in"),
    (.foot, "ft"), (.yard, "yd"), (.mile, "mi"), (.liter, "L"), (.milliliter, "mL"), (.deciliter, "dL"),
    (.fluidOunceUS, "fl_oz_us"), (.fluidOunceImperial, "fl_oz_imp"), (.pintUS, "pt_us"), (.pintImperial, "pt_imp"),
    (.cupUS, "cup_us"), (.cupImperial, "cup_imp"), (.second, "s"), (.millisecond, "ms"), (.minute, "min"),
    (.hour, "hr"), (.day, "d"), (.hertz, "Hz"), (.pascal, "Pa"), (.millimetersOfMercury, "mmHg"),
    (.inchesOfMercury, "inHg"), (.centimetersOfWater, "cmAq"), (.atmosphere, "atm"), (.joule, "J"),
    (.kilojoule, "kJ"), (.smallCalorie, "cal"), (.kilocalorie, "kcal"), (.largeCalorie, "Cal"), (.watt, "W"),
    (.kelvin, "K"), (.degreeCelsius, "degC"), (.degreeFahrenheit, "degF"), (.volt, "V"), (.siemens, "S"),
    (.lux, "lx"), (.radian, "rad"), (.degree, "deg"), (.diopter, "D"), (.prismDiopter, "pD"),
    (.decibelAWeightedSoundPressureLevel, "dBASPL"), (.decibelHearingLevel, "dBHL"),
  ]

  @Test("each is the unit of its text") func texts() throws {
    for (unit, text) in Self.constants {
      #expect(unit.unitString == text)
      #expect(try unit == UnitOfMeasure(text))
      #expect(!unit.isImpossible)
    }
    #expect(Set(Self.constants.map(\.unit)).count == Self.constants.count)
  }

  @Test("each prefix is one of the grammar", arguments: UnitPrefix.allCases) func prefixes(_ prefix: UnitPrefix) throws
  {
    let units: [(UnitOfMeasure, String)] = [
      (.gram(prefix), "g"), (.meter(prefix), "m"), (.liter(prefix), "L"), (.second(prefix), "s"),
      (.hertz(prefix), "Hz"), (.pascal(prefix), "Pa"), (.joule(prefix), "J"), (.watt(prefix), "W"),
      (.volt(prefix), "V"), (.siemens(prefix), "S"), (.lux(prefix), "lx"), (.radian(prefix), "rad"),
    ]
    for (unit, text) in units {
      #expect(try unit == UnitOfMeasure(prefix.rawValue + text), "\(prefix) \(text)")
      #expect(!unit.isImpossible)
    }
  }

  @Test("products are written as in files") func products() throws {
    #expect((.count / .minute as UnitOfMeasure).unitString == "count/min")
    #expect((.milliliter / (.kilogram * .minute) as UnitOfMeasure).unitString == "mL/min·kg")
    #expect((.kilogram / .meter.raised(to: 2) as UnitOfMeasure).unitString == "kg/m^2")
    #expect(UnitOfMeasure.second.reciprocal.unitString == "1/s")
    #expect((.meter / .meter as UnitOfMeasure).isNull)
    let glucose = UnitOfMeasure.mole(.milli, molarMass: UnitOfMeasure.glucoseMolarMass) / .liter
    #expect(try glucose == UnitOfMeasure("mmol<180.15588000005408>/L"))
    #expect(try abs((glucose.conversion(to: .milligram / .deciliter))(5.5) - 99.085734) < 1e-6)
  }

  @Test("what the grammar does not have is impossible, and stays so") func impossible() throws {
    let ucum = try UnitOfMeasure("mg", grammar: .ucum)
    let level = UnitOfMeasure.decibelHearingLevel
    let all: [UnitOfMeasure] = [
      .meter.raised(to: 21), .meter.raised(to: .min), .meter.raised(to: 20) * .meter, .gram * ucum, level / .minute,
      level * level, .mole(molarMass: .nan), .mole(molarMass: -1), .mole(molarMass: 0), .mole(molarMass: .infinity),
    ]
    for (place, unit) in all.enumerated() {
      #expect(unit.isImpossible, "\(place)")
      #expect(!unit.isConvertible(to: .count) && !unit.isConvertible(to: .meter), "\(place)")
      #expect((unit / unit).isImpossible && (unit * .count).isImpossible && unit.reciprocal.isImpossible, "\(place)")
      #expect(throws: UnitError.self) { try UnitOfMeasure(unit.unitString) }
      #expect(!unit.isNull && unit == unit)
    }
  }

  @Test("a team's own unit takes part") func custom() throws {
    let table = try UnitTable.standard.adding([
      CustomUnit(symbol: "scoop", definition: .equals("oz")), CustomUnit(symbol: "point", definition: .isolated),
    ])
    let scoop = try UnitOfMeasure("scoop", table: table)
    let perDay = try UnitOfMeasure("scoop/d", table: table)
    #expect(scoop / .day == perDay && (scoop / .day).unitString == "scoop/d")
    #expect(scoop * .count.raised(to: 0) == scoop)
    #expect(try (scoop / .day).conversion(to: .gram / .day)(2) == 56.69904625)
    let point = try UnitOfMeasure("point", table: table)
    #expect((point / point).isNull)
    #expect(!(point / .day).isConvertible(to: .count / .day))
  }
}
