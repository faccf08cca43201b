import SeededRandom

/// Random HealthKit units, small enough to stay within every limit.
struct RandomUnits {
  static let prefixes = ["", "f", "p", "n", "mc", "m", "c", "d", "da", "h", "k", "M", "G", "T"]
  static let prefixable = [
    "g", "m", "L", "l", "Pa", "s", "J", "K", "S", "Hz", "V", "W", "rad", "lx", "mol<18.015>", "mol<180.15588>",
  ]
  static let others = [
    "oz", "lb", "st", "in", "ft", "yd", "mi", "mmHg", "cmAq", "atm", "inHg", "fl_oz_us", "cup_imp", "min", "hr", "d",
    "cal", "kcal", "Cal", "degC", "degF", "IU", "count", "%", "deg", "D", "pD", "appleEffortScore",
  ]
  static let operators = [".", "*", "·"]

  var generator = SeededGenerator(seed: SeededGenerator.seed)

  mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &generator) ?? "m" }

  /// One to three factors with powers from -2 to 2.
  mutating func factors() -> [String] {
    var result: [String] = []
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      var name = pick(Self.others)
      if Bool.random(using: &generator) {
        let prefix = pick(Self.prefixes)
        name = prefix + pick(Self.prefixable)
      }
      let power = Int.random(in: -2...2, using: &generator)
      result.append(power == 1 ? name : "\(name)^\(power)")
    }
    return result
  }

  /// The factors with random product signs, in parentheses or not.
  mutating func product(_ factors: [String]) -> String {
    var text = ""
    for factor in factors {
      if !text.isEmpty { text += pick(Self.operators) }
      text += factor
    }
    return Bool.random(using: &generator) ? "(\(text))" : text
  }

  /// A quotient of two products.
  mutating func quotient(_ above: [String], _ below: [String]) -> String {
    let numerator = product(above)
    let denominator = product(below)
    return "\(numerator)/\(denominator)"
  }
}
