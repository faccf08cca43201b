import HealthUnits

/// The units to offer where one is written.
package enum UnitChoice {
  /// The units that a sample of a type may use: the canonical one, the type's own spellings, then the others.
  package static func texts(for type: TypeDefinition, in registry: Registry) -> [String] {
    type.shape.quantity.map { texts(for: $0, in: registry) } ?? []
  }

  /// The units that a quantity of this shape may use, in the same order.
  package static func texts(for shape: QuantityShape, in registry: Registry) -> [String] {
    var texts = [shape.shownUnit(shape.unit)] + shape.units.spellings.map(\.text)
    if let only = shape.units.only {
      texts += only.map(shape.shownUnit)
    } else if !shape.unit.dimension.isDimensionless {
      texts += all(in: registry).filter { text in
        (try? UnitOfMeasure(text, table: registry.units))?.isConvertible(to: shape.unit) ?? false
      }
    }
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  /// The units of a registry that have one word: HealthKit's with the prefixes that are in use, and those of its layers.
  package static func all(in registry: Registry) -> [String] {
    let own = registry.types.compactMap { $0.shape.quantity?.unit.unitString }
    let symbols = registry.units.listing.compactMap { $0.split(separator: " ").first.map(String.init) }
      .filter { !$0.contains("<") }
    var seen: Set<String> = []
    return (symbols + registry.units.customSymbols + own).filter { seen.insert($0).inserted }
  }
}
