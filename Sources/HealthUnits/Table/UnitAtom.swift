/// One unit of a table, without prefix and power.
struct UnitAtom: Sendable {
  enum Kind: Sendable {
    case ordinary
    /// A logarithm: it is only alone.
    case level
    /// HealthKit's mole: its molar mass makes it a mass.
    case molar
  }

  /// The canonical name: `L` for `l` too.
  let symbol: String
  let scale: UnitScale
  /// The scale toward the other grammar, where it differs: see `UnitOfMeasure`.
  let crosswalk: UnitScale
  let takesPrefix: Bool
  let kind: Kind
  /// The UCUM code of a HealthKit unit, when it has one of the same size.
  let ucum: String?

  init(
    _ symbol: String, _ dimension: Dimension, _ numerator: Int128 = 1, _ denominator: Int128 = 1, piPower: Int = 0,
    offset: Rational = .zero, takesPrefix: Bool = false, kind: Kind = .ordinary, ucum: String? = nil,
    crosswalk: Rational? = nil
  ) {
    let size = Rational(numerator, over: denominator) ?? .one
    let own = UnitScale(dimension: dimension, factor: Factor(size, piPower: piPower), offset: offset)
    self.symbol = symbol
    scale = own
    self.crosswalk = crosswalk.map { UnitScale(dimension: dimension, factor: Factor($0)) } ?? own
    self.takesPrefix = takesPrefix
    self.kind = kind
    self.ucum = ucum
  }

  init(custom symbol: String, scale: UnitScale, crosswalk: UnitScale, kind: Kind) {
    self.symbol = symbol
    self.scale = scale
    self.crosswalk = crosswalk
    self.kind = kind
    takesPrefix = false
    ucum = nil
  }
}

/// A name found in a table.
enum AtomMatch {
  case found(UnitAtom, prefix: MetricPrefix?)
  case prefixNotAllowed(UnitAtom, prefix: MetricPrefix)
  case unknown

  /// Looks the whole name up first, then what follows a prefix, the longer prefixes first.
  ///
  /// With this rule no name of either table is ambiguous: `min` is a minute, `cd` a candela, `Pa` a pascal.
  static func find(_ name: [UInt8], in atoms: [String: UnitAtom], prefixes: [MetricPrefix]) -> AtomMatch {
    // Strings compare by canonical equivalence, so a Kelvin sign would pass for a K.
    guard name.allSatisfy({ $0 < 0x80 }) else { return .unknown }
    if let atom = atoms[String(decoding: name, as: UTF8.self)] { return .found(atom, prefix: nil) }
    var refused = AtomMatch.unknown
    for prefix in prefixes where prefix.begins(name) {
      let rest = name.dropFirst(prefix.symbol.utf8.count)
      guard let atom = atoms[String(decoding: rest, as: UTF8.self)] else { continue }
      if atom.takesPrefix { return .found(atom, prefix: prefix) }
      if case .unknown = refused { refused = .prefixNotAllowed(atom, prefix: prefix) }
    }
    return refused
  }
}

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
