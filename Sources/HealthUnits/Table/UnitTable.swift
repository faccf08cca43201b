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
  /// - Throws: `UnitError` when a symbol is malformed or taken, or a definition is not a unit of the table.
  public func adding(_ units: [CustomUnit]) throws(UnitError) -> UnitTable {
    var table = self
    for unit in units {
      let atom = try table.atom(for: unit)
      table.healthKit[unit.symbol] = atom
      table.customSymbols.append(unit.symbol)
    }
    return table
  }

  private func atom(for unit: CustomUnit) throws(UnitError) -> UnitAtom {
    let symbol = Array(unit.symbol.utf8)
    guard Self.isSymbol(symbol) else { throw UnitError(.symbolMalformed, of: unit.symbol) }
    guard case .unknown = healthKitMatch(symbol), !hasKind(unit.symbol) else {
      throw UnitError(.symbolTaken, of: unit.symbol)
    }
    switch unit.definition {
    case .isolated:
      let scale = UnitScale(dimension: Dimension(kind: unit.symbol), factor: .one)
      return UnitAtom(custom: unit.symbol, scale: scale, crosswalk: scale, kind: .ordinary)
    case .equals(let text):
      let meaning: UnitOfMeasure
      do {
        meaning = try UnitOfMeasure(text, table: self)
      } catch {
        throw UnitError(.definition(error), of: unit.symbol)
      }
      return UnitAtom(
        custom: unit.symbol, scale: meaning.scale, crosswalk: meaning.crosswalk,
        kind: isLevel(meaning) ? .level : .ordinary)
    }
  }

  func healthKitMatch(_ name: [UInt8]) -> AtomMatch {
    AtomMatch.find(name, in: healthKit, prefixes: MetricPrefix.healthKit)
  }

  /// Whether the built-in units have an isolated kind of this name: `effort` is that of `appleEffortScore`.
  private func hasKind(_ name: String) -> Bool { healthKit.values.contains { $0.scale.dimension.mentions(kind: name) } }

  private func isLevel(_ unit: UnitOfMeasure) -> Bool {
    guard unit.terms.count == 1, let atom = healthKit[unit.terms[0].symbol] else { return false }
    return atom.kind == .level
  }

  private static func isSymbol(_ symbol: [UInt8]) -> Bool {
    guard let first = symbol.first, symbol.count <= 64, !ASCII.isDigit(first) else { return false }
    return symbol.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == ASCII.underscore }
  }

  /// One line for each unit of HealthKit's grammar, ordered by name: symbol, dimension, whether it takes metric
  /// prefixes, and the UCUM code of the same size.
  package var listing: [String] {
    healthKit.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { symbol, atom in
      let name = atom.kind == .molar ? "mol<molar mass in g/mol>" : symbol
      var line = Self.padded(name, 26) + Self.padded(atom.scale.dimension.description, 16)
      line += Self.padded(atom.takesPrefix ? "prefixes" : "", 10)
      return line + (atom.ucum.map { "UCUM \($0)" } ?? "")
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.utf8.count))
  }
}

/// A team's own unit, for HealthKit's grammar: the points of a score, or a name for what HealthKit can already write.
///
/// ```swift
/// let points = CustomUnit(symbol: "points", definition: .isolated)
/// let table = try UnitTable.standard.adding([points])
/// let rate = try UnitOfMeasure("points/min", table: table)
/// ```
public struct CustomUnit: Sendable, Hashable {
  /// The definition of a team's unit.
  public enum Definition: Sendable, Hashable {
    /// A separate kind: it converts to nothing else, and may be in products such as `points/d`.
    case isolated
    /// Another name for a unit of the table, in HealthKit's grammar: `kg·m/s^2`.
    case equals(String)
  }

  /// How the unit is written: 1 to 64 ASCII letters, digits and underscores that begin with no digit.
  public var symbol: String
  /// The definition of the unit.
  public var definition: Definition

  /// A unit with its definition; `UnitTable.adding(_:)` checks both.
  public init(symbol: String, definition: Definition) {
    self.symbol = symbol
    self.definition = definition
  }
}
