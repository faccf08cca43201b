import HealthModel
import HealthUnits

/// Where a registry's definitions use the units that teams bring.
struct UnitUse {
  private let registry: Registry
  private let named: [UnitOfMeasure]
  /// Units whose whole dimension may be used.
  private let open: [UnitOfMeasure]
  private let words: Set<Substring>

  init(_ registry: Registry) {
    self.registry = registry
    var named: [UnitOfMeasure] = []
    var open: [UnitOfMeasure] = []
    for type in registry.types {
      for part in type.shape.structure?.parts ?? [] {
        guard let quantity = part.value.quantity else { continue }
        named.append(quantity.unit)
        open.append(quantity.unit)
      }
      guard let shape = type.shape.quantity else { continue }
      named += [shape.unit] + (shape.units.only ?? []) + shape.units.spellings.map(\.unit)
      if Self.isOpen(shape) { open.append(shape.unit) }
    }
    for key in registry.metadataKeys {
      guard case .quantity(let unit?) = key.value else { continue }
      named.append(unit)
      open.append(unit)
    }
    self.named = named
    self.open = open
    words = Set(named.flatMap { Self.symbols(in: $0) })
  }

  /// Whether a definition names a unit or is built on it, or samples may use it since it converts.
  func isUsed(_ symbol: String) -> Bool {
    if words.contains(Substring(symbol)) { return true }
    guard let unit = try? UnitOfMeasure(symbol, table: registry.units) else { return false }
    return open.contains { unit.isConvertible(to: $0) } || named.contains { Self.mentions(symbol, $0) }
  }

  /// The types whose stored values are in a unit that names a symbol.
  func typesStored(in symbol: String) -> [String] {
    registry.types.compactMap { type in
      let parts = type.shape.structure?.parts.compactMap(\.value.quantity?.unit) ?? []
      let units = parts + (type.shape.quantity.map { [$0.unit] } ?? [])
      return units.contains { Self.symbols(in: $0).contains(Substring(symbol)) } ? type.id : nil
    }
  }

  /// Whether samples may use any unit of the canonical unit's dimension.
  private static func isOpen(_ shape: QuantityShape) -> Bool {
    shape.units.only == nil && !shape.unit.dimension.isDimensionless
  }

  /// The names in a unit, such as `mL`, `min` and `kg` in `mL/min·kg`.
  private static func symbols(in unit: UnitOfMeasure) -> [Substring] {
    unit.unitString.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
  }

  /// Whether an isolated kind takes part in a unit's dimension, whose text ends in `X.points1`.
  private static func mentions(_ symbol: String, _ unit: UnitOfMeasure) -> Bool {
    unit.dimension.description.split(separator: " ").contains { part in
      let start = "X." + symbol
      guard part.hasPrefix(start) else { return false }
      let exponent = part.dropFirst(start.count)
      return Int(exponent).map { "\($0)" == exponent } ?? false
    }
  }
}
