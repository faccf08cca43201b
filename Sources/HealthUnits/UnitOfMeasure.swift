/// A unit of measure: parsed, checked and ready to convert.
///
/// Equality is structural: two units are equal when they are of one grammar and have the same factors with the same
/// powers, in whatever order they were written; `ml` is `mL`, and molar masses agree to about 1e-12. `kcal` and `Cal`
/// are not equal but `isEquivalent(to:)`.
public struct UnitOfMeasure: Sendable {
  /// All of it: a sample that is copied copies a reference, and not the ten words of two sizes.
  private let parts: UnitParts

  /// Whether it is this very value, and not only an equal one.
  func isSame(as other: UnitOfMeasure) -> Bool { parts === other.parts }

  /// The grammar the unit was written in.
  ///
  /// It is part of the unit: `%` is 1 in HealthKit and 1/100 in UCUM.
  public var grammar: UnitGrammar { parts.grammar }
  /// The canonical form, which reads back as an equal unit.
  ///
  /// For HealthKit the string that `HKUnit.unitString` prints, such as `mL/min·kg`, and `()` for the null unit; for
  /// UCUM the code as given.
  public var unitString: String { parts.unitString }

  /// The factors in canonical order.
  var terms: [UnitTerm] { parts.terms }
  /// The product of the whole numbers in a UCUM code.
  var coefficient: Rational { parts.coefficient }
  /// The assay scales that annotations of a UCUM code name.
  var assays: AssayScales { parts.assays }
  /// The unit's size, for conversions within its grammar.
  var scale: UnitScale { parts.scale }
  /// The unit's size toward the other grammar.
  ///
  /// It differs for HealthKit's `mol<M>`, which is a mass there and an amount for UCUM, and for UCUM's columns of
  /// mercury and water, which take HealthKit's size.
  var crosswalk: UnitScale { parts.crosswalk }

  /// Reads a unit.
  ///
  /// - Parameters:
  ///   - text: the unit, at most 128 bytes of UTF-8. The empty text is the null unit.
  ///   - grammar: the language it is written in; nothing is guessed.
  ///   - table: the units to read it with.
  /// - Throws: `UnitError` with the place, the reason and, when the spelling is known, what to write instead.
  public init(_ text: String, grammar: UnitGrammar = .healthKit, table: UnitTable = .standard) throws(UnitError) {
    try self.init(utf8: text.utf8, grammar: grammar, table: table)
  }

  /// Reads a unit from bytes, which need not be UTF-8; see `init(_:grammar:table:)`.
  package init(
    utf8 bytes: some Collection<UInt8>, grammar: UnitGrammar = .healthKit, table: UnitTable = .standard
  ) throws(UnitError) {
    let start = Array(bytes.prefix(UnitLimits.bytes + 1))
    do {
      self = try UnitOfMeasure(parsing: start, grammar: grammar, table: table)
    } catch {
      var error = error
      error.unit = String(decoding: start.prefix(UnitLimits.bytes), as: UTF8.self)
      error.grammar = grammar
      error.customSymbols = table.customSymbols
      throw error
    }
  }

  /// Reads a unit of HealthKit's grammar, when only whether it is one matters; `nil` for any other text.
  ///
  /// A file may have a new wrong unit in every record: one with a name that no table holds is known to be none by a look
  /// at the names' bits, without an error that says what is wrong where.
  package init?(known bytes: [UInt8], table: UnitTable = .standard) {
    // The few tables with a team's own units are asked whole.
    guard
      !table.customSymbols.isEmpty
        || bytes.withUnsafeBufferPointer({ UnitNames.healthKit.mayHold(0..<$0.count, in: $0.span.bytes) }),
      let unit = try? UnitOfMeasure(parsing: bytes, grammar: .healthKit, table: table)
    else { return nil }
    self = unit
  }

  /// Reads a unit without looking for a hint if the text is not a unit.
  init(parsing bytes: [UInt8], grammar: UnitGrammar, table: UnitTable) throws(UnitError) {
    guard bytes.count <= UnitLimits.bytes else { throw Self.tooLong }
    let written: WrittenUnit
    switch grammar {
    case .healthKit: written = try HealthKitSyntax.parse(bytes)
    case .ucum: written = try UCUMSyntax.parse(bytes)
    }
    let resolved = try UnitResolution(written, grammar: grammar, table: table)
    let unitString =
      switch grammar {
      case .healthKit: UnitTerm.healthKitString(of: resolved.terms)
      case .ucum: String(decoding: bytes, as: UTF8.self)
      }
    guard unitString.utf8.count <= UnitLimits.bytes else { throw Self.tooLong }
    parts = UnitParts(
      grammar: grammar, unitString: unitString, terms: resolved.terms, coefficient: written.coefficient,
      assays: written.assays, scale: resolved.scale, crosswalk: resolved.crosswalk)
  }

  /// Creates a unit that is put together of others, not read.
  ///
  /// The size toward the other grammar is `crosswalk`, if it is not `scale`.
  init(grammar: UnitGrammar, unitString: String, terms: [UnitTerm], scale: UnitScale, crosswalk: UnitScale? = nil) {
    parts = UnitParts(
      grammar: grammar, unitString: unitString, terms: terms, coefficient: .one, assays: AssayScales(), scale: scale,
      crosswalk: crosswalk ?? scale)
  }

  private static let tooLong = UnitError(.tooLong(limit: UnitLimits.bytes), at: UnitLimits.bytes)

  /// Whether no factor is left: an empty text, `()` or `m/m` in HealthKit; an empty text, `1` or `{score}` in UCUM.
  ///
  /// `count` is a factor.
  public var isNull: Bool { terms.isEmpty && coefficient == .one }

  /// The dimension of the unit.
  ///
  /// HealthKit's `mol<M>` is a mass.
  public var dimension: Dimension { scale.dimension }
}

extension UnitOfMeasure: Hashable {
  /// Whether two units are written in one grammar with the same factors; see `UnitOfMeasure`.
  public static func == (left: UnitOfMeasure, right: UnitOfMeasure) -> Bool {
    left.parts === right.parts
      || left.grammar == right.grammar && left.terms == right.terms && left.coefficient == right.coefficient
        && left.assays == right.assays
  }

  /// Feeds what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(grammar)
    hasher.combine(terms)
    hasher.combine(coefficient)
    hasher.combine(assays)
  }
}

extension UnitOfMeasure: CustomStringConvertible {
  /// The canonical form: `unitString`.
  public var description: String { unitString }
}

/// What a unit is made of; it never changes.
private final class UnitParts: Sendable {
  let grammar: UnitGrammar
  let unitString: String
  let terms: [UnitTerm]
  let coefficient: Rational
  let assays: AssayScales
  let scale: UnitScale
  let crosswalk: UnitScale

  init(
    grammar: UnitGrammar, unitString: String, terms: [UnitTerm], coefficient: Rational, assays: AssayScales,
    scale: UnitScale, crosswalk: UnitScale
  ) {
    self.grammar = grammar
    self.unitString = unitString
    self.terms = terms
    self.coefficient = coefficient
    self.assays = assays
    self.scale = scale
    self.crosswalk = crosswalk
  }
}

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

/// Products, quotients and powers of units.
///
/// ```swift
/// let rate = UnitOfMeasure.count / .minute  // count/min
/// let uptake: UnitOfMeasure = .milliliter / (.kilogram * .minute)  // mL/min·kg
/// ```
///
/// Each has a result, and none ends the program. What the grammar does not have, such as a power above 20, a sound level
/// per minute, or a product of units of two grammars, is an impossible unit: see `isImpossible`.
extension UnitOfMeasure {
  /// The product of two units.
  public static func * (left: UnitOfMeasure, right: UnitOfMeasure) -> UnitOfMeasure {
    left.combined(with: right, exponent: 1)
  }

  /// The quotient of two units.
  public static func / (left: UnitOfMeasure, right: UnitOfMeasure) -> UnitOfMeasure {
    left.combined(with: right, exponent: -1)
  }

  /// The unit times itself as often as an exponent says; the null unit for 0, the reciprocal for -1.
  public func raised(to exponent: Int) -> UnitOfMeasure {
    if exponent == 1 { return self }
    if isImpossible { return .impossible }
    return UnitOfMeasure.null(grammar).combined(with: self, exponent: exponent)
  }

  /// One divided by the unit: `1/s` for `s`.
  public var reciprocal: UnitOfMeasure { raised(to: -1) }

  /// Whether the unit is the result of an operation that has none.
  ///
  /// It converts to no unit but itself, and its text is not a unit, so a sample in it is refused.
  package var isImpossible: Bool { dimension.mentions(kind: Self.impossibleSymbol) }

  // MARK: Parts

  private static let impossibleSymbol = "impossible unit"

  static let impossible = UnitOfMeasure(
    grammar: .healthKit, unitString: impossibleSymbol,
    terms: [UnitTerm(symbol: impossibleSymbol, molarMass: nil, exponent: 1)],
    scale: UnitScale(dimension: Dimension(kind: impossibleSymbol), factor: .one))

  static func null(_ grammar: UnitGrammar) -> UnitOfMeasure {
    UnitOfMeasure(
      grammar: grammar, unitString: grammar == .healthKit ? "()" : "1", terms: [],
      scale: UnitScale(dimension: .dimensionless, factor: .one))
  }

  /// Quotients of constants, each made once: a program writes `.count / .minute` with each value that it makes.
  private static let rates: [(own: UnitOfMeasure, other: UnitOfMeasure, rate: UnitOfMeasure)] = [
    (count, minute), (count, second), (milligram, deciliter), (gram, deciliter), (gram, liter), (milliliter, minute),
    (liter, minute), (meter, second), (kilometer, hour), (mile, hour), (kilocalorie, hour), (internationalUnit, liter),
  ].map { ($0, $1, $0.multiplied(by: $1, exponent: -1)) }

  private func combined(with other: UnitOfMeasure, exponent: Int) -> UnitOfMeasure {
    if exponent == -1,
      let index = Self.rates.firstIndex(where: { $0.own.isSame(as: self) && $0.other.isSame(as: other) })
    {
      return Self.rates[index].rate
    }
    return multiplied(by: other, exponent: exponent)
  }

  private func multiplied(by other: UnitOfMeasure, exponent: Int) -> UnitOfMeasure {
    guard grammar == other.grammar, !isImpossible, !other.isImpossible else { return .impossible }
    if exponent == 0 || other.isNull { return self }
    if exponent == 1, isNull { return other }
    guard exponent.magnitude <= UInt(UnitLimits.exponent) else { return .impossible }
    guard grammar == .healthKit else { return combinedCode(with: other, exponent: exponent) }
    if let pair = pair(with: other, exponent: exponent) { return pair }
    let merged = merged(with: other, exponent: exponent)
    guard merged.allSatisfy({ abs($0.exponent) <= UnitLimits.exponent }) else { return .impossible }
    let text = UnitTerm.healthKitString(of: merged)
    do {
      return try UnitOfMeasure(text)
    } catch {
      // A team's own unit is not in the table, so the sizes of both are multiplied.
      guard case .unknownUnit = error.reason, text.utf8.count <= UnitLimits.bytes, !isLevel, !other.isLevel else {
        return .impossible
      }
    }
    let product = UnitOfMeasure(
      grammar: grammar, unitString: text, terms: merged, scale: scale.multiplied(by: other.scale, raisedTo: exponent),
      crosswalk: crosswalk.multiplied(by: other.crosswalk, raisedTo: exponent))
    return product.scale.isUsable && product.crosswalk.isUsable ? product : .impossible
  }

  /// The product of two units of one factor each, without a text that is read again.
  private func pair(with other: UnitOfMeasure, exponent: Int) -> UnitOfMeasure? {
    guard exponent.magnitude == 1, terms.count == 1, other.terms.count == 1, !isLevel, !other.isLevel else {
      return nil
    }
    let (own, theirs) = (terms[0], other.terms[0])
    guard own.exponent == 1, theirs.exponent == 1, own.symbol != theirs.symbol else { return nil }
    let term = UnitTerm(symbol: theirs.symbol, molarMass: theirs.molarMass, exponent: exponent)
    let isFirst = UnitTerm.precedes(own, term)
    let merged = isFirst ? [own, term] : [term, own]
    let text = UnitTerm.healthKitString(of: merged)
    let (first, second) = isFirst ? ((self, 1), (other, exponent)) : ((other, exponent), (self, 1))
    let none = UnitScale(dimension: .dimensionless, factor: .one)
    let scale = none.multiplied(by: first.0.scale, raisedTo: first.1).multiplied(by: second.0.scale, raisedTo: second.1)
    // Nearly all units have one size, which is multiplied once.
    let hasOneSize = self.scale == crosswalk && other.scale == other.crosswalk
    let product = UnitOfMeasure(
      grammar: grammar, unitString: text, terms: merged, scale: scale,
      crosswalk: hasOneSize
        ? scale
        : none.multiplied(by: first.0.crosswalk, raisedTo: first.1)
          .multiplied(by: second.0.crosswalk, raisedTo: second.1))
    guard text.utf8.count <= UnitLimits.bytes, product.scale.isUsable, product.crosswalk.isUsable else { return nil }
    return product
  }

  private func merged(with other: UnitOfMeasure, exponent: Int) -> [UnitTerm] {
    var merged = terms
    for term in other.terms {
      var sum = term.exponent * exponent
      if let index = merged.firstIndex(where: { $0.symbol == term.symbol && $0.molarMass == term.molarMass }) {
        sum += merged.remove(at: index).exponent
      }
      if sum != 0 { merged.append(UnitTerm(symbol: term.symbol, molarMass: term.molarMass, exponent: sum)) }
    }
    return merged.sorted(by: UnitTerm.precedes)
  }

  /// UCUM's codes are put together as they are written.
  private func combinedCode(with other: UnitOfMeasure, exponent: Int) -> UnitOfMeasure {
    let sign = exponent < 0 ? "/" : "."
    var text = isNull ? "1" : "(\(unitString))"
    for _ in 0..<abs(exponent) { text += "\(sign)(\(other.unitString))" }
    return (try? UnitOfMeasure(text, grammar: .ucum)) ?? .impossible
  }

  private var isLevel: Bool { dimension.mentions(kind: "dBASPL") || dimension.mentions(kind: "dBHL") }
}

/// Which units convert, and how.
///
/// Within a grammar two units convert when their dimensions are equal. Between the grammars the same holds, with two
/// rules so that equal things stay equal: columns of mercury and water have HealthKit's size on both sides, so
/// `mmHg` to `mm[Hg]` changes nothing; and where dimensions differ only since HealthKit's `mol<M>` is a mass, it is
/// taken as an amount, so `mmol<180.1558800000541>/L` to `mmol/L` changes nothing and the molar mass is dropped.
/// Logarithmic levels have no factor (see `SoundPressureLevel`), and results of different assays have none either.
extension UnitOfMeasure {
  /// Whether a value in this unit can be expressed in the other.
  public func isConvertible(to other: UnitOfMeasure) -> Bool { self == other || scales(toward: other) != nil }

  /// Whether a value is the same number in both units: equal dimensions, factor 1 and no shift.
  ///
  /// `kcal` and `Cal` are.
  public func isEquivalent(to other: UnitOfMeasure) -> Bool {
    if self == other { return true }
    guard let (source, target) = scales(toward: other) else { return false }
    return UnitConversion(from: source, to: target).isIdentity
  }

  /// The conversion from this unit to another.
  ///
  /// Equal units convert by the identity.
  ///
  /// - Throws: `UnitError` when the two measure different things.
  public func conversion(to other: UnitOfMeasure) throws(UnitError) -> UnitConversion {
    if self == other { return .identity }
    guard let (source, target) = scales(toward: other) else { throw UnitError(from: self, to: other) }
    return UnitConversion(from: source, to: target)
  }

  /// The conversion to the SI base unit of the dimension: kg, m, s, K, A, mol, cd, rad and their products.
  ///
  /// Values that mean the same come out the same whatever unit they were given in, within rounding, so this is what
  /// content identity compares. UCUM's columns of mercury and water have HealthKit's size here too.
  package var baseConversion: UnitConversion {
    let own = grammar == .ucum ? crosswalk : scale
    return UnitConversion(from: own, to: UnitScale(dimension: own.dimension, factor: .one))
  }

  /// The sizes of this unit and of the other that a conversion ties, or `nil` when none exists.
  private func scales(toward other: UnitOfMeasure) -> (UnitScale, UnitScale)? {
    guard assays == other.assays else { return nil }
    if grammar == other.grammar { return scale.dimension == other.scale.dimension ? (scale, other.scale) : nil }
    let source = grammar == .ucum ? crosswalk : scale
    let target = other.grammar == .ucum ? other.crosswalk : other.scale
    if source.dimension == target.dimension { return (source, target) }
    return crosswalk.dimension == other.crosswalk.dimension ? (crosswalk, other.crosswalk) : nil
  }

  package var hasOffset: Bool { scale.offset != .zero }

  /// The unit of a product with, or a quotient by, a number in another unit.
  ///
  /// - Returns: the unit, `()` when nothing is left of both; `nil` when one is not of HealthKit's grammar or has an
  ///   offset, and when the result would be too large.
  package func multiplied(by other: UnitOfMeasure, isInverse: Bool, table: UnitTable) -> UnitOfMeasure? {
    guard grammar == .healthKit, other.grammar == .healthKit, !hasOffset, !other.hasOffset else { return nil }
    var merged = terms
    for term in other.terms {
      let exponent = isInverse ? -term.exponent : term.exponent
      if let index = merged.firstIndex(where: { $0.symbol == term.symbol && $0.molarMass == term.molarMass }) {
        let old = merged.remove(at: index)
        guard old.exponent + exponent != 0 else { continue }
        merged.insert(
          UnitTerm(symbol: old.symbol, molarMass: old.molarMass, exponent: old.exponent + exponent), at: index)
      } else {
        merged.append(UnitTerm(symbol: term.symbol, molarMass: term.molarMass, exponent: exponent))
      }
    }
    return try? UnitOfMeasure(UnitTerm.healthKitString(of: merged), table: table)
  }
}

/// A metric prefix of HealthKit's grammar: `HKMetricPrefix`.
public enum UnitPrefix: String, Sendable, Hashable, CaseIterable {
  /// 10⁻¹⁵.
  case femto = "f"
  /// 10⁻¹².
  case pico = "p"
  /// 10⁻⁹.
  case nano = "n"
  /// 10⁻⁶, which HealthKit writes `mc`.
  case micro = "mc"
  /// 10⁻³.
  case milli = "m"
  /// 10⁻².
  case centi = "c"
  /// 10⁻¹.
  case deci = "d"
  /// 10.
  case deca = "da"
  /// 10².
  case hecto = "h"
  /// 10³.
  case kilo = "k"
  /// 10⁶.
  case mega = "M"
  /// 10⁹.
  case giga = "G"
  /// 10¹².
  case tera = "T"
}
