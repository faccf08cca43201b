/// One unit of a table, without prefix and power.
struct UnitAtom: Sendable {
  /// The properties that distinguish a unit.
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

  /// A team's own unit.
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
