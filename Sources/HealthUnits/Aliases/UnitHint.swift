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
