package import HealthUnits

/// Why a unit cannot be that of a number.
package struct UnitRefusal: Error {
  /// What is wrong, in one clause.
  package var message: String
  /// What to write in its place.
  package var instead: String?
}

extension Registry {
  /// The unit that somebody writes for a number that is kept in another one.
  ///
  /// Every unit that the number converts to is taken; for counts and fractions, which convert to each other in number
  /// only, the number's own unit alone.
  ///
  /// - Returns: the unit, from which numbers convert to the canonical one.
  package func unit(
    _ text: String, of name: String, in canonical: UnitOfMeasure, _ allowed: AllowedUnits = AllowedUnits()
  ) throws(UnitRefusal) -> UnitOfMeasure {
    let shown = TextEscaping.escaped(text, limit: 64)
    let own = allowed.spellings.first { $0.text.utf8.elementsEqual(text.utf8) }
    if let percentage = UnitOfMeasure.percentage(text, of: canonical) { return percentage }
    let unit: UnitOfMeasure
    do throws(UnitParseError) {
      unit = try UnitOfMeasure(text, table: units)
    } catch {
      if let own { return own.unit }
      throw UnitRefusal(
        message: "\(name) is measured in \(canonical), and `\(shown)` is not a unit",
        instead: UnitAliases.suggestion(for: text).map { "did you mean `\($0)`?" } ?? advice(canonical, allowed))
    }
    let isOther = canonical.dimension.isDimensionless && unit != canonical && own == nil
    guard unit.isConvertible(to: canonical), !isOther || allowed.only?.contains(unit) == true else {
      throw UnitRefusal(
        message: "\(name) is measured in \(canonical), to which `\(shown)` does not convert",
        instead: advice(canonical, allowed))
    }
    return unit
  }

  /// Some of the units that can be requested, the canonical one first.
  private func advice(_ canonical: UnitOfMeasure, _ allowed: AllowedUnits) -> String {
    var texts = ([canonical] + (allowed.only ?? [])).map(\.unitString) + allowed.spellings.map(\.text)
    if !canonical.dimension.isDimensionless {
      for line in units.listing {
        let symbol = String(line.prefix { $0 != " " })
        guard let unit = try? UnitOfMeasure(symbol, table: units), unit.isConvertible(to: canonical) else { continue }
        texts.append(unit.unitString)
      }
    }
    var seen: Set<String> = []
    let distinct = texts.filter { seen.insert($0).inserted }
    return "ask in " + distinct.prefix(8).joined(separator: ", ") + (distinct.count > 8 ? ", …" : "")
  }
}
