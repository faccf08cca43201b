/// Why a text is not a unit, two units do not convert, or a team's unit cannot join a table.
public struct UnitError: Error, Hashable, Sendable {
  /// The unit: a text as given, its first 128 bytes when it is longer, and with U+FFFD where it is not UTF-8; the unit
  /// to convert from, in its canonical form; or a team's symbol.
  public internal(set) var unit: String
  /// Where a text went wrong, in UTF-8 bytes from its start.
  public let offset: Int
  /// The problem there.
  public let reason: Reason
  var grammar = UnitGrammar.healthKit
  /// The symbols of a team's units, for the hint.
  var customSymbols: [String] = []

  /// A problem; whoever knows the text and its grammar adds them.
  init(_ reason: Reason, at offset: Int = 0, of unit: String = "") {
    self.unit = unit
    self.offset = offset
    self.reason = reason
  }

  init(from source: UnitOfMeasure, to target: UnitOfMeasure) {
    let reason: Reason =
      source.assays == target.assays
      ? .dimensionsDiffer(to: target.unitString, source.dimension, target.dimension)
      : .assayScalesDiffer(to: target.unitString)
    self.init(reason, of: source.unitString)
  }

  /// A sentence that names the spelling to use, when one is known.
  ///
  /// It is looked up here and not when reading fails: most callers only ask whether a text is a unit.
  public var hint: String? { UnitHint.hint(for: unit, reason: reason, grammar: grammar, customSymbols: customSymbols) }

  /// The problem with a unit, or with two.
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
    /// The other unit measures something else: its canonical form, and both dimensions.
    indirect case dimensionsDiffer(to: String, Dimension, Dimension)
    /// The other unit names the result of a different assay, as `%{NGSP}` and `mmol/mol{IFCC}` do, which a regression
    /// ties and no factor.
    case assayScalesDiffer(to: String)
    /// The symbol is not 1 to 64 ASCII letters, digits and underscores that begin with no digit.
    case symbolMalformed
    /// The symbol is a unit already, or reads as one with a prefix.
    case symbolTaken
    indirect case definition(UnitError)
  }
}

extension UnitError: CustomStringConvertible {
  /// One line: the unit, what is wrong at which byte, and the hint.
  public var description: String {
    let shown = DisplayText.quoted(unit)
    switch reason {
    case .dimensionsDiffer, .assayScalesDiffer: return "\(shown) \(reason)"
    case .symbolMalformed, .symbolTaken, .definition: return "custom unit \(shown): \(reason)"
    default: return "unit \(shown): \(reason) at byte \(offset)" + (hint.map { "; \($0)" } ?? "")
    }
  }
}

extension UnitError.Reason: CustomStringConvertible {
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
    case .dimensionsDiffer(let other, let from, let to):
      "does not convert to \(DisplayText.quoted(other)): dimensions \(from) and \(to)"
    case .assayScalesDiffer(let other):
      "does not convert to \(DisplayText.quoted(other)): results of different assays, which no factor ties"
    case .symbolMalformed: "a symbol is 1 to 64 letters, digits and underscores and begins with no digit"
    case .symbolTaken: "the symbol is taken"
    case .definition(let error): "its definition, \(error)"
    }
  }
}

/// The spelling that a refused unit's error suggests.
enum UnitHint {
  static func hint(
    for text: String, reason: UnitError.Reason, grammar: UnitGrammar, customSymbols: [String]
  ) -> String? {
    switch (reason, grammar) {
    case (.tooLong, _), (.molarMassMalformed, _), (.molarMassNotClosed, _), (.dimensionsDiffer, _),
      (.assayScalesDiffer, _), (.symbolMalformed, _), (.symbolTaken, _), (.definition, _):
      return nil
    case (.molarMassMissing(let name), _):
      return "give the molar mass in g/mol, as in `\(DisplayText.escaped(name))<180.1558800000541>` for glucose"
    case (_, .healthKit): return healthKitHint(for: text, customSymbols)
    case (_, .ucum): return ucumHint(for: text)
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

/// Foreign text in a message of one line.
enum DisplayText {
  /// The text with control and format characters escaped, cut after 64 scalars.
  static func escaped(_ text: String) -> String {
    var result = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if index == 64 { return result + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  static func quoted(_ text: String) -> String { "`\(escaped(text))`" }
}
