/// Why a text is not a unit, where, and what to write instead.
public struct UnitParseError: Error, Hashable, Sendable {
  /// The text as given; its first 128 bytes when it is longer, and with U+FFFD where it is not UTF-8.
  public let unit: String
  /// The grammar the text was read in.
  public let grammar: UnitGrammar
  /// Where it went wrong, in UTF-8 bytes from the start of the text.
  public let offset: Int
  /// The problem there.
  public let reason: Reason
  /// The symbols of a team's units, for the hint.
  private let customSymbols: [String]

  init(unit: String, grammar: UnitGrammar, fault: UnitFault, table: UnitTable) {
    self.unit = unit
    self.grammar = grammar
    offset = fault.offset
    reason = fault.reason
    customSymbols = table.customSymbols
  }

  /// A sentence that names the spelling to use, when one is known.
  ///
  /// It is looked up here and not when reading fails: most callers only ask whether a text is a unit.
  public var hint: String? { UnitHint.hint(for: unit, reason: reason, grammar: grammar, customSymbols: customSymbols) }

  /// The problem with a unit.
  public enum Reason: Hashable, Sendable {
    /// More bytes than the limit, as given or in the canonical form.
    case tooLong(limit: Int)
    /// More factors than the limit.
    case tooManyFactors(limit: Int)
    /// Parentheses nest deeper than the limit.
    case tooDeep(limit: Int)
    /// A space, a tab or a line break.
    case whitespace
    /// A byte beyond ASCII outside of a name.
    case notASCII
    /// A character that has no place here.
    case unexpected(String)
    /// An operator or a parenthesis without a unit beside it.
    case unitMissing
    /// A name that no table holds.
    case unknownUnit(String)
    /// A known unit with a prefix it does not take.
    case prefixNotAllowed(prefix: String, unit: String)
    /// Two units with no operator between them.
    case operatorMissing
    /// A second `/` in a HealthKit unit.
    case secondSolidus
    /// A `/` inside the parentheses of a HealthKit unit.
    case solidusInParentheses
    /// Parentheses in a HealthKit unit that do not enclose a whole numerator or denominator.
    case nestedParentheses
    /// `(` without `)`.
    case parenthesisNotClosed
    /// `)` without `(`.
    case parenthesisNotOpened
    /// `[` without `]`.
    case bracketNotClosed
    /// `{` without `}`.
    case annotationNotClosed
    /// `^` or a sign without digits.
    case exponentMissing
    /// A power beyond the limit, either sign, written or after merging equal factors.
    case exponentOutOfRange(limit: Int)
    /// A number where HealthKit has none.
    case numberNotAllowed(String)
    /// A number that is 0 or too large.
    case numberOutOfRange
    /// HealthKit's mole without its molar mass.
    case molarMassMissing(String)
    /// A molar mass that is not a positive decimal from 1e-6 to 1e13 g/mol.
    case molarMassMalformed(String)
    /// `<` without `>`.
    case molarMassNotClosed
    /// A molar mass after a unit that is not a mole.
    case molarMassNotAllowed(String)
    /// A level in decibels inside a product or with a power.
    case levelInProduct(String)
    /// A unit so large or small that conversions would leave the range of `Double`.
    case magnitudeOutOfRange
  }
}

extension UnitParseError: CustomStringConvertible {
  /// One line: the unit, what is wrong at which byte, and the hint.
  public var description: String {
    let place = "unit \(DisplayText.quoted(unit)): \(reason) at byte \(offset)"
    guard let hint else { return place }
    return "\(place); \(hint)"
  }
}

extension UnitParseError.Reason: CustomStringConvertible {
  /// The reason in words, lower case, without the place.
  public var description: String {
    switch self {
    case .tooLong(let limit): "longer than \(limit) bytes"
    case .tooManyFactors(let limit): "more than \(limit) factors"
    case .tooDeep(let limit): "parentheses nest deeper than \(limit)"
    case .whitespace: "white space"
    case .notASCII: "a character beyond ASCII"
    case .unexpected(let text): "unexpected \(DisplayText.quoted(text))"
    case .unitMissing: "a unit is missing"
    case .unknownUnit(let name): "unknown unit \(DisplayText.quoted(name))"
    case .prefixNotAllowed(let prefix, let unit): "\(DisplayText.quoted(unit)) takes no prefix `\(prefix)`"
    case .operatorMissing: "an operator is missing"
    case .secondSolidus: "a second `/`"
    case .solidusInParentheses: "`/` in parentheses"
    case .nestedParentheses: "parentheses inside a product"
    case .parenthesisNotClosed: "`(` is not closed"
    case .parenthesisNotOpened: "`)` was not opened"
    case .bracketNotClosed: "`[` is not closed"
    case .annotationNotClosed: "`{` is not closed"
    case .exponentMissing: "the digits of a power are missing"
    case .exponentOutOfRange(let limit): "a power beyond ±\(limit)"
    case .numberNotAllowed(let digits): "the number \(DisplayText.quoted(digits)) is not a unit"
    case .numberOutOfRange: "a number that is 0 or too large"
    case .molarMassMissing(let name): "\(DisplayText.quoted(name)) has no molar mass"
    case .molarMassMalformed(let text): "the molar mass \(DisplayText.quoted(text)) is not a positive decimal in range"
    case .molarMassNotClosed: "`<` is not closed"
    case .molarMassNotAllowed(let name): "\(DisplayText.quoted(name)) takes no molar mass"
    case .levelInProduct(let name): "the level \(DisplayText.quoted(name)) cannot be part of a product"
    case .magnitudeOutOfRange: "a magnitude out of range"
    }
  }
}

/// The spelling that a refused unit's error suggests.
enum UnitHint {
  static func hint(
    for text: String, reason: UnitParseError.Reason, grammar: UnitGrammar, customSymbols: [String]
  ) -> String? {
    switch (reason, grammar) {
    case (.tooLong, _), (.molarMassMalformed, _), (.molarMassNotClosed, _):
      return nil
    case (.molarMassMissing(let name), _):
      return "give the molar mass in g/mol, as in `\(DisplayText.escaped(name))<180.1558800000541>` for glucose"
    case (_, .healthKit):
      return healthKitHint(for: text, customSymbols)
    case (_, .ucum):
      return ucumHint(for: text)
    }
  }

  private static func healthKitHint(for text: String, _ customSymbols: [String]) -> String? {
    if let form = UnitAliases.healthKitForm(of: text) {
      let spelling = "HealthKit writes it `\(form.unit)`"
      return form.factor == .one ? spelling : "\(spelling), and the value is multiplied by \(form.factor)"
    }
    guard let suggestion = UnitAliases.suggestion(for: text, and: customSymbols) else { return nil }
    return "did you mean `\(suggestion)`?"
  }

  private static func ucumHint(for text: String) -> String? {
    guard let form = UnitAliases.healthKitForm(of: text), form.factor == .one,
      let unit = try? UnitOfMeasure(parsing: Array(form.unit.utf8), grammar: .healthKit, table: .standard),
      let code = UnitAliases.ucumForm(of: unit)
    else { return nil }
    return "UCUM writes it `\(code)`"
  }
}
