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

/// Why a team's unit cannot join a table.
public struct UnitTableError: Error, Hashable, Sendable {
  /// The symbol of the unit, as given.
  public let symbol: String
  /// The problem with it.
  public let reason: Reason

  /// The problem with a team's unit.
  public enum Reason: Hashable, Sendable {
    /// The symbol is not 1 to 64 ASCII letters, digits and underscores that begin with no digit.
    case symbolMalformed
    /// The symbol is a unit already, or reads as one with a prefix.
    case symbolTaken
    /// The definition is not a unit of the table.
    case definition(UnitParseError)
  }
}

extension UnitTableError: CustomStringConvertible {
  /// One line with the symbol and the reason.
  public var description: String {
    let unit = "custom unit \(DisplayText.quoted(symbol))"
    switch reason {
    case .symbolMalformed:
      return "\(unit): a symbol is 1 to 64 letters, digits and underscores and begins with no digit"
    case .symbolTaken: return "\(unit): the symbol is taken"
    case .definition(let error): return "\(unit): its definition, \(error)"
    }
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
