import HealthModel
import HealthUnits

extension CatalogComparison {
  /// Compares the units that teams bring.
  mutating func compareUnits() {
    let symbols = Set(old.registry.units.customSymbols).union(new.registry.units.customSymbols).sorted()
    guard !symbols.isEmpty else { return }
    let oldUse = UnitUse(old.registry)
    let newUse = UnitUse(new.registry)
    for symbol in symbols {
      let before = try? UnitOfMeasure(symbol, table: old.registry.units)
      let after = try? UnitOfMeasure(symbol, table: new.registry.units)
      let subject = ChangeSubject(
        symbol, .unit, types: newUse.typesStored(in: symbol), isUsed: oldUse.isUsed(symbol),
        oldMark: old.mark(of: symbol, .unit), newMark: new.mark(of: symbol, .unit))
      switch (before, after) {
      case (nil, nil): break
      case (nil, .some): add(.unitAdded, .safe, "the unit is new", in: subject, at: "")
      case (.some, nil): add(.unitRemoved, .breaking, "the unit is gone", in: subject, at: "")
      case (.some(let before), .some(let after)):
        guard before.dimension != after.dimension || before.baseConversion != after.baseConversion else { continue }
        add(.unitChanged, .breaking, "the unit is of another size or kind than before", in: subject, at: "")
      }
    }
  }
}
