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

  /// The unit times a power of another.
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
    do throws(UnitParseError) {
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

  /// Whether it is a level, which has no size and so no product.
  private var isLevel: Bool { dimension.mentions(kind: "dBASPL") || dimension.mentions(kind: "dBHL") }
}
