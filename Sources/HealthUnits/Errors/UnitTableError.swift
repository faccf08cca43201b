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
