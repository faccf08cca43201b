/// The units that texts are read with: HealthKit's and UCUM's, and a team's own.
///
/// An immutable value.
public struct UnitTable: Sendable {
  /// The built-in units alone.
  public static let standard = UnitTable(healthKit: HealthKitAtoms.all, customSymbols: [])

  /// The units of HealthKit's grammar by name.
  ///
  /// UCUM's are fixed.
  private(set) var healthKit: [String: UnitAtom]
  /// The symbols of the team's units, in the order they were added.
  package private(set) var customSymbols: [String]

  /// This table with a team's units, which a later one of the list may build on.
  ///
  /// - Throws: `UnitTableError` when a symbol is malformed or taken, or a definition is not a unit of the table.
  public func adding(_ units: [CustomUnit]) throws(UnitTableError) -> UnitTable {
    var table = self
    for unit in units {
      let atom = try table.atom(for: unit)
      table.healthKit[unit.symbol] = atom
      table.customSymbols.append(unit.symbol)
    }
    return table
  }

  private func atom(for unit: CustomUnit) throws(UnitTableError) -> UnitAtom {
    let symbol = Array(unit.symbol.utf8)
    guard Self.isSymbol(symbol) else { throw UnitTableError(symbol: unit.symbol, reason: .symbolMalformed) }
    guard case .unknown = healthKitMatch(symbol), !hasKind(unit.symbol) else {
      throw UnitTableError(symbol: unit.symbol, reason: .symbolTaken)
    }
    switch unit.definition {
    case .isolated:
      let scale = UnitScale(dimension: Dimension(kind: unit.symbol), factor: .one)
      return UnitAtom(custom: unit.symbol, scale: scale, crosswalk: scale, kind: .ordinary)
    case .equals(let text):
      let meaning: UnitOfMeasure
      do throws(UnitParseError) {
        meaning = try UnitOfMeasure(text, table: self)
      } catch {
        throw UnitTableError(symbol: unit.symbol, reason: .definition(error))
      }
      return UnitAtom(
        custom: unit.symbol, scale: meaning.scale, crosswalk: meaning.crosswalk,
        kind: isLevel(meaning) ? .level : .ordinary)
    }
  }

  /// Finds a name of HealthKit's grammar.
  func healthKitMatch(_ name: [UInt8]) -> AtomMatch {
    AtomMatch.find(name, in: healthKit, prefixes: MetricPrefix.healthKit)
  }

  /// Whether the built-in units have an isolated kind of this name: `effort` is that of `appleEffortScore`.
  private func hasKind(_ name: String) -> Bool {
    healthKit.values.contains { $0.scale.dimension.mentions(kind: name) }
  }

  private func isLevel(_ unit: UnitOfMeasure) -> Bool {
    guard unit.terms.count == 1, let atom = healthKit[unit.terms[0].symbol] else { return false }
    return atom.kind == .level
  }

  private static func isSymbol(_ symbol: [UInt8]) -> Bool {
    guard let first = symbol.first, symbol.count <= 64, !ASCII.isDigit(first) else { return false }
    return symbol.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == ASCII.underscore }
  }
}
