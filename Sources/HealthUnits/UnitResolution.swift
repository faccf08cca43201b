/// A written unit looked up in a table: equal factors merged, sorted, and multiplied out.
struct UnitResolution {
  let terms: [UnitTerm]
  let scale: UnitScale
  let crosswalk: UnitScale

  init(_ written: WrittenUnit, grammar: UnitGrammar, table: UnitTable) throws(UnitError) {
    var merged: [MergedFactor] = []
    for factor in written.factors {
      let found = try MergedFactor(factor, grammar: grammar, table: table)
      if found.isLevel, grammar == .healthKit, written.factors.count > 1 || factor.exponent != 1 {
        throw UnitError(.levelInProduct(found.symbol), at: factor.offset)
      }
      if let index = merged.firstIndex(where: { $0.isSameUnit(as: found) }) {
        merged[index].exponent += found.exponent
      } else {
        merged.append(found)
      }
    }
    merged.removeAll { $0.exponent == 0 }
    for factor in merged where abs(factor.exponent) > UnitLimits.exponent {
      throw UnitError(.exponentOutOfRange(limit: UnitLimits.exponent), at: factor.offset)
    }
    // Sizes beyond 128 bits are rounded at each step: in one order, equal units have equal sizes.
    merged.sort { UnitTerm.precedes($0.term, $1.term) }
    terms = merged.map(\.term)

    var scale = UnitScale(dimension: .dimensionless, factor: Factor(written.coefficient))
    var crosswalk = scale
    for factor in merged {
      scale = scale.multiplied(by: factor.scale, raisedTo: factor.exponent)
      crosswalk = crosswalk.multiplied(by: factor.crosswalk, raisedTo: factor.exponent)
    }
    // A temperature scale is shifted only as the whole unit; in a product or a power a degree is an interval.
    if merged.count == 1, merged[0].exponent == 1, written.coefficient == .one {
      scale.offset = merged[0].scale.offset
      crosswalk.offset = merged[0].crosswalk.offset
    }
    guard scale.isUsable, crosswalk.isUsable else { throw UnitError(.magnitudeOutOfRange) }
    self.scale = scale
    self.crosswalk = crosswalk
  }
}

/// A factor with what the table says of it.
private struct MergedFactor {
  let symbol: String
  let molarMass: MolarMass?
  let scale: UnitScale
  let crosswalk: UnitScale
  let isLevel: Bool
  let offset: Int
  var exponent: Int

  init(_ factor: WrittenFactor, grammar: UnitGrammar, table: UnitTable) throws(UnitError) {
    let match: AtomMatch
    switch grammar {
    case .healthKit: match = table.healthKitMatch(factor.name)
    case .ucum: match = AtomMatch.find(factor.name, in: UCUMAtoms.all, prefixes: MetricPrefix.ucum)
    }
    let name = String(decoding: factor.name, as: UTF8.self)
    switch match {
    case .unknown: throw UnitError(.unknownUnit(name), at: factor.offset)
    case .prefixNotAllowed(let atom, let prefix):
      let reason = UnitError.Reason.prefixNotAllowed(prefix: prefix.symbol, unit: atom.symbol)
      throw UnitError(reason, at: factor.offset)
    case .found(let atom, let prefix):
      var own = atom.scale
      var toward = atom.crosswalk
      switch (atom.kind, factor.molarMass) {
      case (.molar, nil): throw UnitError(.molarMassMissing(name), at: factor.offset)
      case (.molar, let mass?):
        // A mass within HealthKit; toward UCUM, whose mole has no mass, an amount.
        own = UnitScale(dimension: .mass, factor: Factor(mass.kilograms))
        toward = UnitScale(dimension: .amount, factor: .one)
      case (_, .some): throw UnitError(.molarMassNotAllowed(name), at: factor.offset)
      case (_, nil): break
      }
      if let prefix {
        own = own.prefixed(by: prefix.factor)
        toward = toward.prefixed(by: prefix.factor)
      }
      symbol = (prefix?.symbol ?? "") + atom.symbol
      scale = own
      crosswalk = toward
      isLevel = atom.kind == .level
    }
    molarMass = factor.molarMass
    offset = factor.offset
    exponent = factor.exponent
  }

  func isSameUnit(as other: MergedFactor) -> Bool { symbol == other.symbol && molarMass == other.molarMass }

  var term: UnitTerm { UnitTerm(symbol: symbol, molarMass: molarMass, exponent: exponent) }
}

/// The language a unit is written in.
///
/// The two look alike and disagree: `%` is a fraction from 0 to 1 in HealthKit and 1/100 in UCUM, `st` is a stone in
/// the one and a stere in the other, `mL/kg.min` divides by the minute in the one and multiplies by it in the other.
/// A unit therefore remembers its grammar, and nothing ever guesses it.
public enum UnitGrammar: String, Sendable, Hashable, CaseIterable {
  /// HealthKit's unit strings, as `HKUnit(from:)` reads them: `count/min`, `mL/min·kg`, `mmol<180.1558800000541>/L`.
  case healthKit = "healthkit"
  /// The Unified Code for Units of Measure, version 2.2, case sensitive: `/min`, `mL/min/kg`, `mm[Hg]`.
  case ucum
}

/// One factor of a resolved unit: its canonical name, the molar mass of a mole, and its power, never 0.
struct UnitTerm: Hashable, Sendable {
  let symbol: String
  let molarMass: MolarMass?
  let exponent: Int

  /// The name as it is printed, without the power: `mL`, `mmol<180.1558800000541>`.
  var name: String {
    guard let molarMass else { return symbol }
    return "\(symbol)<\(molarMass.text)>"
  }

  /// The place of a factor in HealthKit's canonical order.
  ///
  /// The framework's own order is undocumented; this rank reproduces every string observed (`mL/min·kg`, `J/m·s·kg`,
  /// `mg/dL·IU`), and the rest follow by name.
  private static let rank: [String: Int] = [
    "hr": 0, "min": 1, "d": 2, "degC": 3, "m": 4, "dL": 5, "L": 6, "s": 7, "IU": 8, "kg": 9,
  ]

  /// Whether a factor is printed before another.
  static func precedes(_ left: UnitTerm, _ right: UnitTerm) -> Bool {
    let leftRank = rank[left.symbol] ?? rank.count
    let rightRank = rank[right.symbol] ?? rank.count
    if leftRank != rightRank { return leftRank < rightRank }
    if left.symbol != right.symbol { return left.symbol < right.symbol }
    return left.name < right.name
  }

  /// HealthKit's canonical form of sorted factors: the numerator, `/`, the denominator, joined by `·`, no
  /// parentheses; `1/` before a lone denominator and `()` for no factors at all.
  static func healthKitString(of terms: [UnitTerm]) -> String {
    let above = product(of: terms.filter { $0.exponent > 0 })
    let below = product(of: terms.filter { $0.exponent < 0 })
    if below.isEmpty { return above.isEmpty ? "()" : above }
    return (above.isEmpty ? "1" : above) + "/" + below
  }

  private static func product(of terms: [UnitTerm]) -> String {
    var result = ""
    for term in terms {
      if !result.isEmpty { result += "·" }
      result += term.name
      let power = abs(term.exponent)
      if power > 1 { result += "^\(power)" }
    }
    return result
  }
}
