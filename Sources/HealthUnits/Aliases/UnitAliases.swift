/// Spellings that are not HealthKit's, and the HealthKit units they stand for.
///
/// Nothing here is part of a grammar: a strict reading refuses `bpm`. These functions serve the hints of
/// `UnitParseError`, and callers who chose to be lenient or who cross between the grammars.
///
/// ```swift
/// print(UnitAliases.suggestion(for: "bpm") ?? "")  // count/min
/// print(UnitAliases.suggestion(for: "cuont/min") ?? "")
/// ```
public enum UnitAliases {
  /// The HealthKit unit that a spelling stands for, and what a value is multiplied by.
  ///
  /// The spelling is from UCUM, from another system or with look-alike characters: `bpm` is `count/min`, `µg` (either
  /// mu) `mcg`, `mL/kg/min` `mL/min·kg`, `percent 0-100` `%` times 1/100. A HealthKit unit string is itself.
  ///
  /// - Returns: `nil` if the text is not a unit, if HealthKit lacks the unit, if the grammars read it differently
  ///   (`ug/kg.min`), or if it needs an analyte (`mmol/L`, whose molar mass is missing).
  package static func healthKitForm(of text: String) -> (unit: String, factor: Rational)? {
    guard text.utf8.count <= UnitLimits.bytes else { return nil }
    let folded = LookAlikes.folded(text)
    return wholeForm(of: folded) ?? LenientUnit.healthKitForm(of: folded)
  }

  /// A HealthKit unit, or a spelling of a whole unit.
  private static func wholeForm(of folded: [UInt8]) -> (unit: String, factor: Rational)? {
    if let unit = try? UnitOfMeasure(parsing: folded, grammar: .healthKit, table: .standard) {
      return (unit.unitString, .one)
    }
    return AliasTable.phrases[String(decoding: folded, as: UTF8.self)].map { ($0.unit, $0.factor) }
  }

  /// A HealthKit unit that was probably meant.
  ///
  /// It comes from the aliases, by case (`Count/Min`), or by a letter or two (`cuont/min`). It is for people to read;
  /// nothing is ever converted by it.
  ///
  /// - Returns: `nil` when nothing is near, or when the alias carries a factor.
  public static func suggestion(for text: String) -> String? { suggestion(for: text, and: []) }

  /// A suggestion among HealthKit's units and a team's own.
  static func suggestion(for text: String, and customSymbols: [String]) -> String? {
    guard text.utf8.count <= UnitLimits.bytes else { return nil }
    let folded = LookAlikes.folded(text)
    if let form = wholeForm(of: folded) { return form.factor == .one ? form.unit : nil }
    // Names that match case-sensitively also match without regard to case.
    let ofAnyCase = LenientUnit.healthKitForm(of: folded, lookup: LenientUnit.entryOfAnyCase(for:))
    if ofAnyCase != nil, let form = LenientUnit.healthKitForm(of: folded) {
      return form.factor == .one ? form.unit : nil
    }
    // A mole without its mass is near to nothing that it means.
    if folded.isEmpty || mentionsMole(folded) { return nil }
    let lowered = String(decoding: folded, as: UTF8.self).lowercased()
    let word = Array(lowered.utf8)
    let own = customSymbols.isEmpty ? nil : NearWords(customSymbols)
    if let same = AliasTable.nearUnits.same(as: word) ?? own?.same(as: word) { return same }
    if let entry = AliasTable.phrasesOfAnyCase[lowered] { return entry.factor == .one ? entry.unit : nil }
    if let form = ofAnyCase { return form.factor == .one ? form.unit : nil }
    guard word.count >= 3 else { return nil }
    // One letter off for words of three letters or more, two for six or more.
    let candidates = own == nil ? AliasTable.nearUnits : NearWords(AliasTable.commonUnits + customSymbols)
    return candidates.nearest(to: word, within: word.count < 6 ? 1 : 2)
  }

  private static func mentionsMole(_ bytes: [UInt8]) -> Bool {
    bytes.indices.dropLast(2).contains {
      bytes[$0] == UInt8(ascii: "m") && bytes[$0 + 1] == UInt8(ascii: "o") && bytes[$0 + 2] == UInt8(ascii: "l")
    }
  }
}
