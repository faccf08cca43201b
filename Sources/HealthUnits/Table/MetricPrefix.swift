struct MetricPrefix: Sendable {
  let symbol: String
  let factor: Rational
  /// The symbol's bytes, one or two; zero for the second of one.
  private let letters: (first: UInt8, second: UInt8)

  private init(_ symbol: String, powerOfTen: Int) {
    self.symbol = symbol
    letters = Self.letters(of: symbol)
    factor = Rational(10).raised(to: powerOfTen) ?? .one
  }

  private init(_ symbol: String, powerOfTwo: Int) {
    self.symbol = symbol
    letters = Self.letters(of: symbol)
    factor = Rational(2).raised(to: powerOfTwo) ?? .one
  }

  private static func letters(of symbol: String) -> (first: UInt8, second: UInt8) {
    let bytes = Array(symbol.utf8.prefix(2))
    return (bytes.first ?? 0, bytes.count > 1 ? bytes[1] : 0)
  }

  /// Whether a name begins with the prefix and goes on: without a look at the string, which most names have not.
  func begins(_ name: [UInt8]) -> Bool {
    guard name.count > 1, name[0] == letters.first else { return false }
    return letters.second == 0 || name[1] == letters.second
  }

  /// HealthKit's prefixes, the two-letter ones first.
  ///
  /// Micro is `mc`; there is none below femto or beyond tera. Source: `HKUnit.h`.
  static let healthKit: [MetricPrefix] = [
    MetricPrefix("da", powerOfTen: 1), MetricPrefix("mc", powerOfTen: -6), MetricPrefix("f", powerOfTen: -15),
    MetricPrefix("p", powerOfTen: -12), MetricPrefix("n", powerOfTen: -9), MetricPrefix("m", powerOfTen: -3),
    MetricPrefix("c", powerOfTen: -2), MetricPrefix("d", powerOfTen: -1), MetricPrefix("h", powerOfTen: 2),
    MetricPrefix("k", powerOfTen: 3), MetricPrefix("M", powerOfTen: 6), MetricPrefix("G", powerOfTen: 9),
    MetricPrefix("T", powerOfTen: 12),
  ]

  /// UCUM's prefixes, the two-letter ones first.
  ///
  /// Micro is `u`.
  static let ucum: [MetricPrefix] = [
    MetricPrefix("da", powerOfTen: 1), MetricPrefix("Ki", powerOfTwo: 10), MetricPrefix("Mi", powerOfTwo: 20),
    MetricPrefix("Gi", powerOfTwo: 30), MetricPrefix("Ti", powerOfTwo: 40),
    MetricPrefix("Y", powerOfTen: 24), MetricPrefix("Z", powerOfTen: 21), MetricPrefix("E", powerOfTen: 18),
    MetricPrefix("P", powerOfTen: 15), MetricPrefix("T", powerOfTen: 12), MetricPrefix("G", powerOfTen: 9),
    MetricPrefix("M", powerOfTen: 6), MetricPrefix("k", powerOfTen: 3), MetricPrefix("h", powerOfTen: 2),
    MetricPrefix("d", powerOfTen: -1), MetricPrefix("c", powerOfTen: -2), MetricPrefix("m", powerOfTen: -3),
    MetricPrefix("u", powerOfTen: -6), MetricPrefix("n", powerOfTen: -9), MetricPrefix("p", powerOfTen: -12),
    MetricPrefix("f", powerOfTen: -15), MetricPrefix("a", powerOfTen: -18), MetricPrefix("z", powerOfTen: -21),
    MetricPrefix("y", powerOfTen: -24),
  ]
}
