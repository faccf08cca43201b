import HealthUnits
import Testing

/// A text that is no unit, with where and why.
struct Refusal: Sendable, CustomTestStringConvertible {
  let text: String
  let offset: Int
  let reason: UnitError.Reason

  init(_ text: String, _ offset: Int, _ reason: UnitError.Reason) {
    self.text = text
    self.offset = offset
    self.reason = reason
  }

  var testDescription: String { text }
}

struct UnitParsingTests {
  static let healthKitRefusals: [Refusal] = [
    Refusal("count/hour", 6, .unknownUnit("hour")),
    Refusal("mL/kg/min", 5, .secondSolidus),
    Refusal("m//s", 2, .unitMissing),
    Refusal("kg/", 3, .unitMissing),
    Refusal("(m", 0, .parenthesisNotClosed),
    Refusal("m)", 1, .parenthesisNotOpened),
    Refusal("((m))", 1, .nestedParentheses),
    Refusal("(m/s)*kg", 2, .solidusInParentheses),
    Refusal("m m", 1, .whitespace),
    Refusal("count^", 6, .exponentMissing),
    Refusal("m^21", 2, .exponentOutOfRange(limit: 20)),
    Refusal("m^20*m", 0, .exponentOutOfRange(limit: 20)),
    Refusal("1", 0, .numberNotAllowed("1")),
    Refusal("klb", 0, .prefixNotAllowed(prefix: "k", unit: "lb")),
    Refusal("mmol/L", 0, .molarMassMissing("mmol")),
    Refusal("mol<0>", 4, .molarMassMalformed("0")),
    Refusal("mol<1e3>", 4, .molarMassMalformed("1e3")),
    Refusal("mmol<180.1558", 4, .molarMassNotClosed),
    Refusal("kg<18>", 0, .molarMassNotAllowed("kg")),
    Refusal("dBASPL/s", 0, .levelInProduct("dBASPL")),
    Refusal("\u{212A}", 0, .unknownUnit("\u{212A}")),
  ]

  static let ucumRefusals: [Refusal] = [
    Refusal("m/", 2, .unitMissing),
    Refusal("{a}rad2{b}", 3, .operatorMissing),
    Refusal("g/12h", 4, .operatorMissing),
    Refusal("10+3/ul", 2, .unexpected("+")),
    Refusal("{beats/min", 0, .annotationNotClosed),
    Refusal("[lb_av", 0, .bracketNotClosed),
    Refusal("k[lb_av]", 0, .prefixNotAllowed(prefix: "k", unit: "[lb_av]")),
    Refusal("kg m", 2, .whitespace),
    Refusal("\u{B5}g", 0, .notASCII),
    Refusal("0.m", 0, .numberOutOfRange),
    Refusal("10*37", 3, .exponentOutOfRange(limit: 36)),
    Refusal("((((((((((m))))))))))", 8, .tooDeep(limit: 8)),
  ]

  @Test(
    "a unit with a new word is known to be none by that word, wherever it is",
    arguments: ["cuont§/min", "count/mim§", "1/§", "mL/(kg*mni§)", "mmol<180.1558>/l§", "m^-2*§", "§"])
  func newWords(form: String) {
    let texts = (0..<2_000).map { Array(form.replacing("§", with: "q" + String($0, radix: 36)).utf8) }
    let held = texts.count { UnitNames(.standard).mayHold(0..<$0.count, in: $0.span.bytes) }
    // A few words that are no names share the bit of one.
    #expect(held < texts.count / 10)
  }

  @Test(arguments: UnitParsingTests.healthKitRefusals)
  func healthKitReasons(_ refusal: Refusal) throws {
    let error = try #require(throws: UnitError.self) { try UnitOfMeasure(refusal.text) }
    #expect(error.offset == refusal.offset)
    #expect(error.reason == refusal.reason)
    #expect(error.unit == refusal.text)
  }

  @Test(arguments: UnitParsingTests.ucumRefusals)
  func ucumReasons(_ refusal: Refusal) throws {
    let error = try #require(throws: UnitError.self) { try UnitOfMeasure(refusal.text, grammar: .ucum) }
    #expect(error.offset == refusal.offset)
    #expect(error.reason == refusal.reason)
  }

  @Test(arguments: [
    ("bpm", "HealthKit writes it `count/min`"),
    ("ug", "HealthKit writes it `mcg`"),
    ("mL/kg/min", "HealthKit writes it `mL/min·kg`"),
    ("mm[Hg]", "HealthKit writes it `mmHg`"),
    ("wk", "HealthKit writes it `d`, and the value is multiplied by 7"),
    ("cuont/min", "did you mean `count/min`?"),
    ("mmol/L", "give the molar mass in g/mol, as in `mmol<180.1558800000541>` for glucose"),
  ])
  func healthKitHints(text: String, hint: String) throws {
    let error = try #require(throws: UnitError.self) { try UnitOfMeasure(text) }
    #expect(error.hint == hint)
    #expect(error.description.hasSuffix("; " + hint))
  }

  @Test(arguments: [("degC", "Cel"), ("mL/min·kg", "mL/min/kg"), ("bpm", "/min"), ("lbs", "[lb_av]")])
  func ucumHints(text: String, code: String) throws {
    let error = try #require(throws: UnitError.self) { try UnitOfMeasure(text, grammar: .ucum) }
    #expect(error.hint == "UCUM writes it `\(code)`")
  }

  @Test func bytesThatAreNotUTF8AreRefused() throws {
    for bytes: [UInt8] in [[0xFF], [0x6D, 0xC2], [0xC2, 0xB7], [0x6D, 0xC2, 0xB7, 0x80], [0xED, 0xA0, 0x80]] {
      for grammar in UnitGrammar.allCases {
        #expect(throws: UnitError.self) { try UnitOfMeasure(utf8: bytes, grammar: grammar) }
      }
    }
  }

  @Test func aUnitIsAtMost128BytesAnd32Factors() throws {
    let many = Array(repeating: "m", count: 20) + Array(repeating: "s", count: 12)
    #expect(try UnitOfMeasure(many.joined(separator: ".")).unitString == "m^20·s^12")
    let error = try #require(throws: UnitError.self) {
      try UnitOfMeasure((many + ["g"]).joined(separator: "."))
    }
    #expect(error.reason == .tooManyFactors(limit: 32))
    let long = try #require(throws: UnitError.self) { try UnitOfMeasure(String(repeating: "a", count: 129)) }
    #expect(long.reason == .tooLong(limit: 128))
    #expect(long.unit.utf8.count == 128)
  }

  @Test func theNullUnit() throws {
    for text in ["", "()", "m^0", "m/m", "count*s/s*count"] {
      let unit = try UnitOfMeasure(text)
      #expect(unit.isNull)
      #expect(unit.unitString == "()")
    }
    for text in ["", "1", "{score}"] { #expect(try UnitOfMeasure(text, grammar: .ucum).isNull) }
    #expect(try !UnitOfMeasure("count").isNull)
    #expect(try !UnitOfMeasure("10", grammar: .ucum).isNull)
  }

  @Test func theGrammarIsPartOfTheUnit() throws {
    #expect(try UnitOfMeasure("kg") != UnitOfMeasure("kg", grammar: .ucum))
    #expect(try UnitOfMeasure("kg").isEquivalent(to: UnitOfMeasure("kg", grammar: .ucum)))
    #expect(try !UnitOfMeasure("%").isEquivalent(to: UnitOfMeasure("%", grammar: .ucum)))
    #expect(try !UnitOfMeasure("st").isConvertible(to: UnitOfMeasure("st", grammar: .ucum)))
  }

  @Test func equivalentIsWeakerThanEqual() throws {
    #expect(try UnitOfMeasure("kcal") != UnitOfMeasure("Cal"))
    #expect(try UnitOfMeasure("kcal").isEquivalent(to: UnitOfMeasure("Cal")))
    #expect(try UnitOfMeasure("%").isEquivalent(to: UnitOfMeasure("count")))
    #expect(try !UnitOfMeasure("degC").isEquivalent(to: UnitOfMeasure("K")))
    #expect(try UnitOfMeasure("J/degC").isEquivalent(to: UnitOfMeasure("J/K")))
  }

  @Test(arguments: ["180.15588", "180.15588000005408", "180.1558800000541"])
  func molarMassesOfGlucoseAreEqual(mass: String) throws {
    let apple = try UnitOfMeasure("mmol<180.1558800000541>/L")
    let other = try UnitOfMeasure("mmol<\(mass)>/L")
    #expect(apple == other)
    #expect(apple.hashValue == other.hashValue)
    #expect(try apple.conversion(to: other).isIdentity)
    #expect(try UnitOfMeasure("mmol<180.1558>/L") != apple)
  }

  @Test(arguments: [
    ("18", "18"), ("0018.0150", "18.015"), ("0.00012", "0.00012"), ("123456789012.5", "123456789012.5"),
    ("180.15588000005408", "180.1558800000541"), ("99.99999999999999999", "100"),
  ])
  func molarMassesPrintWithSixteenDigits(text: String, printed: String) throws {
    #expect(try UnitOfMeasure("mol<\(text)>").unitString == "mol<\(printed)>")
  }
}
