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
}

extension UnitTerm {
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
