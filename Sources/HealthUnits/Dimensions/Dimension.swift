/// The kind of quantity that a unit measures: powers of the base dimensions, and of kinds that convert to nothing else.
///
/// The bases are length, mass, time, temperature, electric current, amount of substance, luminous intensity and plane
/// angle. An amount is a separate base, so `mmol/L` never becomes `1/L`; HealthKit's `mol<M>` is a mass. Isolated
/// kinds, such as international units, sound levels and a team's scores, are equal only to themselves.
public struct Dimension: Hashable, Sendable {
  private var exponents: SIMD8<Int32>
  private var kinds: [IsolatedKind] = []

  private struct IsolatedKind: Hashable, Sendable {
    let name: String
    var exponent: Int32
  }

  /// No dimension at all: counts, fractions and the null unit.
  package static let dimensionless = Dimension()

  init(
    length: Int32 = 0, mass: Int32 = 0, time: Int32 = 0, temperature: Int32 = 0, current: Int32 = 0,
    amount: Int32 = 0, luminousIntensity: Int32 = 0, angle: Int32 = 0
  ) {
    exponents = SIMD8(length, mass, time, temperature, current, amount, luminousIntensity, angle)
  }

  /// A kind that converts to nothing but itself.
  init(kind name: String) {
    self.init()
    kinds = [IsolatedKind(name: name, exponent: 1)]
  }

  /// Whether nothing is left: a plain number.
  package var isDimensionless: Bool { self == .dimensionless }

  /// Whether it is of physical quantities alone: of no counts, scores, levels or units of effect.
  package var isPhysical: Bool { !isDimensionless && kinds.isEmpty }

  func mentions(kind name: String) -> Bool { kinds.contains { $0.name == name } }

  func multiplied(by other: Dimension) -> Dimension {
    var product = self
    product.exponents = exponents &+ other.exponents
    for kind in other.kinds { product.add(kind) }
    return product
  }

  /// A whole power.
  ///
  /// Exponents come from parsed units, so they are small.
  func raised(to exponent: Int) -> Dimension {
    guard exponent != 0 else { return .dimensionless }
    let power = Int32(truncatingIfNeeded: exponent)
    var result = self
    result.exponents = exponents &* SIMD8(repeating: power)
    for index in result.kinds.indices { result.kinds[index].exponent &*= power }
    return result
  }

  /// Whether all powers are within the limit that keeps later products from wrapping.
  var isInRange: Bool {
    let limit = UnitLimits.dimension
    for index in 0..<8 where exponents[index] > limit || exponents[index] < -limit { return false }
    return kinds.allSatisfy { $0.exponent <= limit && $0.exponent >= -limit }
  }

  /// Adds a power of an isolated kind; the list stays sorted by name and free of zeros, so that `==` is exact.
  private mutating func add(_ kind: IsolatedKind) {
    if let index = kinds.firstIndex(where: { $0.name == kind.name }) {
      kinds[index].exponent &+= kind.exponent
      if kinds[index].exponent == 0 { kinds.remove(at: index) }
    } else {
      let index = kinds.firstIndex { kind.name < $0.name } ?? kinds.endIndex
      kinds.insert(kind, at: index)
    }
  }
}

extension Dimension: CustomStringConvertible {
  private static let letters = ["L", "M", "T", "K", "I", "N", "J", "A"]

  /// The powers in a fixed order, `L3 M-1 T-1`, isolated kinds last, `L-3 X.IU1`; `1` when there are none.
  public var description: String {
    var parts: [String] = []
    for (index, letter) in Self.letters.enumerated() where exponents[index] != 0 {
      parts.append("\(letter)\(exponents[index])")
    }
    for kind in kinds { parts.append("X.\(kind.name)\(kind.exponent)") }
    return parts.isEmpty ? "1" : parts.joined(separator: " ")
  }
}

/// The dimensions that the unit tables name.
extension Dimension {
  static let length = Dimension(length: 1)
  static let area = Dimension(length: 2)
  static let volume = Dimension(length: 3)
  static let mass = Dimension(mass: 1)
  static let time = Dimension(time: 1)
  static let temperature = Dimension(temperature: 1)
  static let current = Dimension(current: 1)
  static let amount = Dimension(amount: 1)
  static let luminousIntensity = Dimension(luminousIntensity: 1)
  static let illuminance = Dimension(length: -2, luminousIntensity: 1)
  static let angle = Dimension(angle: 1)
  static let solidAngle = Dimension(angle: 2)

  static let frequency = Dimension(time: -1)
  static let velocity = Dimension(length: 1, time: -1)
  static let acceleration = Dimension(length: 1, time: -2)
  static let force = Dimension(length: 1, mass: 1, time: -2)
  static let pressure = Dimension(length: -1, mass: 1, time: -2)
  static let energy = Dimension(length: 2, mass: 1, time: -2)
  static let power = Dimension(length: 2, mass: 1, time: -3)
  static let dynamicViscosity = Dimension(length: -1, mass: 1, time: -1)
  static let kinematicViscosity = Dimension(length: 2, time: -1)
  static let opticalPower = Dimension(length: -1)
  static let catalyticActivity = Dimension(time: -1, amount: 1)
  static let massConcentration = Dimension(length: -3, mass: 1)
  static let radiationDose = Dimension(length: 2, time: -2)
  static let radiationExposure = Dimension(mass: -1, time: 1, current: 1)

  static let charge = Dimension(time: 1, current: 1)
  static let voltage = Dimension(length: 2, mass: 1, time: -3, current: -1)
  static let resistance = Dimension(length: 2, mass: 1, time: -3, current: -2)
  static let conductance = Dimension(length: -2, mass: -1, time: 3, current: 2)
  static let capacitance = Dimension(length: -2, mass: -1, time: 4, current: 2)
  static let inductance = Dimension(length: 2, mass: 1, time: -2, current: -2)
  static let magneticFlux = Dimension(length: 2, mass: 1, time: -2, current: -1)
  static let magneticField = Dimension(mass: 1, time: -2, current: -1)
  static let permeability = Dimension(length: 1, mass: 1, time: -2, current: -2)
  static let heatCapacity = Dimension(length: 2, mass: 1, time: -2, temperature: -1)
}
