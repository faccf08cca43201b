/// A unit as it was written: names with powers, not yet looked up in any table.
struct WrittenUnit {
  /// The factors in the order of the text; a factor of the denominator has a negative power.
  private(set) var factors: [WrittenFactor] = []
  /// The product of the whole numbers in a UCUM code.
  private(set) var coefficient = Rational.one
  /// The assay scales that UCUM annotations name.
  var assays: AssayScales = []

  mutating func append(_ factor: WrittenFactor) throws(UnitFault) {
    guard factors.count < UnitLimits.factors else {
      throw UnitFault(offset: factor.offset, reason: .tooManyFactors(limit: UnitLimits.factors))
    }
    factors.append(factor)
  }

  /// Multiplies by a number that is at an offset; `nil` is a number too large to be exact.
  mutating func multiply(by number: Rational?, at offset: Int) throws(UnitFault) {
    guard let number, let product = coefficient.multiplied(by: number) else {
      throw UnitFault(offset: offset, reason: .numberOutOfRange)
    }
    coefficient = product
  }
}

/// One name with its power.
struct WrittenFactor {
  /// The name as written, without molar mass and power.
  let name: [UInt8]
  /// The text in `<…>` after HealthKit's mole.
  var molarMass: MolarMass?
  /// The power; negative in a denominator.
  let exponent: Int
  /// Where the name begins, in bytes.
  let offset: Int
}

/// A refusal with its place; becomes a `UnitParseError` when the text and a hint are put to it.
struct UnitFault: Error {
  let offset: Int
  let reason: UnitParseError.Reason
}

/// Assay scales that an annotation names.
///
/// HbA1c in `%{NGSP}` and in `mmol/mol{IFCC}` are results of two reference methods, tied by a regression, not by a
/// factor: 48 mmol/mol is 6.5 %, where dimensions alone would say 4.8 %. Units convert only within the same scale.
struct AssayScales: OptionSet, Hashable, Sendable {
  let rawValue: UInt8
  static let ngsp = AssayScales(rawValue: 1)
  static let ifcc = AssayScales(rawValue: 2)
}
