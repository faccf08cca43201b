/// Spellings that are not HealthKit's, and the HealthKit units they stand for.
///
/// Nothing here is part of a grammar: a strict reading refuses `bpm`. These functions serve the hints of
/// `UnitParseError`, and callers who chose to be lenient or who cross between the grammars.
public enum UnitAliases {
  /// The HealthKit unit that a spelling stands for, and what a value is multiplied by.
  ///
  /// The spelling is from UCUM, from another system or with look-alike characters: `bpm` is `count/min`, `µg` (either
  /// mu) `mcg`, `mL/kg/min` `mL/min·kg`, `percent 0-100` `%` times 1/100. A HealthKit unit string is itself.
  ///
  /// - Returns: `nil` when the text is no unit, when HealthKit has no such unit, when the grammars read it differently
  ///   (`ug/kg.min`), or when it needs an analyte (`mmol/L`, whose molar mass is missing).
  public static func healthKitForm(of text: String) -> (unit: String, factor: Rational)? {
    guard text.utf8.count <= UnitLimits.bytes else { return nil }
    let folded = LookAlikes.folded(text)
    if let unit = try? UnitOfMeasure(parsing: folded, grammar: .healthKit, table: .standard) {
      return (unit.unitString, .one)
    }
    if let entry = AliasTable.phrases[String(decoding: folded, as: UTF8.self)] { return (entry.unit, entry.factor) }
    return LenientUnit.healthKitForm(of: folded)
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
    if let form = healthKitForm(of: text) { return form.factor == .one ? form.unit : nil }
    let folded = LookAlikes.folded(text)
    // A mole without its mass is near to nothing that it means.
    if folded.isEmpty || mentionsMole(folded) { return nil }
    let lowered = String(decoding: folded, as: UTF8.self).lowercased()
    let candidates = AliasTable.commonUnits + customSymbols
    for candidate in candidates where candidate.lowercased() == lowered { return candidate }
    if let entry = AliasTable.phrasesOfAnyCase[lowered] { return entry.factor == .one ? entry.unit : nil }
    if let form = LenientUnit.healthKitForm(of: folded, lookup: LenientUnit.entryOfAnyCase(for:)) {
      return form.factor == .one ? form.unit : nil
    }
    return nearest(to: Array(lowered.utf8), among: candidates)
  }

  /// The first of the nearest candidates: one letter off for words of three letters or more, two for six or more.
  private static func nearest(to word: [UInt8], among candidates: [String]) -> String? {
    guard word.count >= 3 else { return nil }
    var best: String?
    var bestDistance = word.count < 6 ? 2 : 3
    for candidate in candidates {
      let other = Array(candidate.lowercased().utf8)
      guard other.count >= 2, abs(other.count - word.count) < bestDistance else { continue }
      let distance = EditDistance.between(word, other)
      if distance < bestDistance {
        best = candidate
        bestDistance = distance
      }
    }
    return best
  }

  private static func mentionsMole(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: "mol".utf8) }
  }
}
