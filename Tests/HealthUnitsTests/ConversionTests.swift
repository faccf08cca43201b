import HealthUnits
import Testing

struct ConversionTests {
  @Test func theIdentityKeepsEveryBit() throws {
    let pairs = [("mmHg", "mm[Hg]"), ("cmAq", "cm[H2O]"), ("inHg", "[in_i'Hg]"), ("degC", "Cel"), ("kcal", "[Cal]")]
    for (healthKit, ucum) in pairs {
      let there = try UnitOfMeasure(healthKit).conversion(to: UnitOfMeasure(ucum, grammar: .ucum))
      let back = try UnitOfMeasure(ucum, grammar: .ucum).conversion(to: UnitOfMeasure(healthKit))
      #expect(there.isIdentity && back.isIdentity)
      let values: [Double] = [0.1, -0.0, 1e308, .infinity, .leastNonzeroMagnitude]
      for value in values {
        #expect(there(value).bitPattern == value.bitPattern)
      }
      #expect(there(.nan).isNaN)
    }
  }

  @Test func theSignOfZeroSurvives() throws {
    let conversion = try UnitOfMeasure("lb").conversion(to: UnitOfMeasure("kg"))
    #expect(conversion(-0.0).sign == .minus)
    #expect(conversion(0.0).sign == .plus)
  }

  @Test func largeValuesDoNotOverflowOnTheWay() throws {
    let conversion = try UnitOfMeasure("mi").conversion(to: UnitOfMeasure("Tm"))
    #expect(conversion(1e306).isFinite)
    #expect(conversion(.infinity) == .infinity)
  }

  @Test func powersBeyond128BitsStayAccurate() throws {
    let conversion = try UnitOfMeasure("lb^8").conversion(to: UnitOfMeasure("kg^8"))
    let expected = (1...8).reduce(1.0) { product, _ in product * 0.45359237 }
    #expect(abs(conversion(1) / expected - 1) < 1e-14)
  }

  @Test func theBaseIsTheSameWhateverTheUnit() throws {
    let values: [(Double, String, UnitGrammar)] = [
      (120, "mmHg", .healthKit), (120, "mm[Hg]", .ucum), (120_000, "um[Hg]", .ucum),
    ]
    for (value, text, grammar) in values {
      let base = try UnitOfMeasure(text, grammar: grammar).baseConversion(value)
      #expect(abs(base - 15_998.684210526315) < 1e-11)
    }
    #expect(try UnitOfMeasure("degC").baseConversion(0) == 273.15)
    #expect(try UnitOfMeasure("%").baseConversion(0.97) == 0.97)
    #expect(try UnitOfMeasure("%", grammar: .ucum).baseConversion(97) == 0.97)
  }

  @Test func moleculesCrossAsMassAndAsAmount() throws {
    let glucose = try UnitOfMeasure("mmol<180.1558800000541>/L")
    let amount = try UnitOfMeasure("mmol/L", grammar: .ucum)
    let mass = try UnitOfMeasure("mg/dL", grammar: .ucum)
    #expect(try glucose.conversion(to: amount).isIdentity)
    #expect(try amount.conversion(to: glucose).isIdentity)
    let result = try glucose.conversion(to: mass)(5.5)
    #expect(abs(result - 99.085734) < 1e-6)
    #expect(!amount.isConvertible(to: mass))
  }

  @Test func assayScalesDoNotMix() throws {
    let ngsp = try UnitOfMeasure("%{NGSP}", grammar: .ucum)
    let percent = try UnitOfMeasure("%", grammar: .ucum)
    let error = try #require(throws: UnitError.self) { try ngsp.conversion(to: percent) }
    #expect(error.reason == .assayScalesDiffer(to: "%"))
    #expect(ngsp != percent)
    #expect(ngsp.isConvertible(to: ngsp))
  }

  @Test func theErrorNamesBothUnitsAndDimensions() throws {
    let error = try #require(throws: UnitError.self) {
      try UnitOfMeasure("km/hr").conversion(to: UnitOfMeasure("min/km"))
    }
    #expect(error.description == "`km/hr` does not convert to `min/km`: dimensions L1 T-1 and L-1 T1")
    guard case .dimensionsDiffer("min/km", let from, _) = error.reason else {
      Issue.record("\(error.reason)")
      return
    }
    #expect(from.description == "L1 T-1")
  }

  @Test func rationalsAreExactOrNil() throws {
    let third = try #require(Rational(2, over: -6))
    #expect(third.description == "-1/3")
    #expect(Rational(1, over: 0) == nil)
    #expect(Rational(.min, over: 3) == nil)
    let large = try #require(Rational(.max, over: 2))
    #expect(large.multiplied(by: large) == nil)
    let small = try #require(Rational(2, over: .max))
    #expect(large.multiplied(by: small) == .one)
    #expect(Rational(10).raised(to: 39) == nil)
    #expect(Rational(10).raised(to: -2) == Rational(1, over: 100))
    #expect(Rational.zero.reciprocal == nil)
    #expect(third.subtracting(third) == .zero)
    #expect(Rational(decimal: "-12.50".utf8) == Rational(-25, over: 2))
    for text in ["", "-", ".5", "5.", "1e3", "+1", "1.2.3", String(repeating: "9", count: 60)] {
      #expect(Rational(decimal: text.utf8) == nil, "\(text)")
    }
  }
}
