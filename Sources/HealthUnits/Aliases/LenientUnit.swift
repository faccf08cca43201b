/// Units written in a mixture of the grammars: `kcal/hr/kg`, `beats/min`, `µg/dL`, `kg/m2`, `{steps}`.
///
/// Each factor is looked up by itself; the form is read like UCUM, from left to right. What the two grammars read
/// differently is refused: a product after a solidus, and `%`, which is a fraction in one and 1/100 in the other.
enum LenientUnit {
  typealias Lookup = (_ word: [UInt8]) -> AliasTable.Entry?

  /// The HealthKit unit such a text stands for, and what a value is multiplied by; `nil` when a factor is unknown.
  static func healthKitForm(
    of bytes: [UInt8], lookup: Lookup = LenientUnit.entry(for:)
  ) -> (unit: String, factor: Rational)? {
    // Only whether it can be read matters here: the caller has reported the strict reading's reason.
    guard let written = try? UCUMSyntax.parse(bytes, dialect: .lenient), written.assays.isEmpty else { return nil }
    var factor = written.coefficient
    var numerator: [String] = []
    var denominator: [String] = []
    for part in written.factors {
      guard let entry = lookup(part.name), let scaled = entry.factor.raised(to: part.exponent),
        let product = factor.multiplied(by: scaled)
      else { return nil }
      factor = product
      let term = "\(entry.unit)^\(abs(part.exponent))"
      if part.exponent < 0 { denominator.append(term) } else { numerator.append(term) }
    }
    // A bare number, an annotation and a reciprocal count something.
    var text = numerator.isEmpty ? "count" : numerator.joined(separator: "*")
    if !denominator.isEmpty { text += "/" + denominator.joined(separator: "*") }
    guard let unit = try? UnitOfMeasure(parsing: Array(text.utf8), grammar: .healthKit, table: .standard) else {
      return nil
    }
    return (unit.unitString, factor)
  }

  /// A single factor: an alias, a HealthKit name, or one with UCUM's `u` for micro.
  static func entry(for word: [UInt8]) -> AliasTable.Entry? {
    guard word != [ASCII.percent] else { return nil }
    if let entry = AliasTable.words[String(decoding: word, as: UTF8.self)] { return entry }
    if let unit = healthKitName(word) { return AliasTable.Entry(unit: unit, factor: .one) }
    guard word.first == UInt8(ascii: "u"), let unit = healthKitName(Array("mc".utf8) + word.dropFirst()) else {
      return nil
    }
    return AliasTable.Entry(unit: unit, factor: .one)
  }

  /// A single factor without regard to case, for suggestions only.
  static func entryOfAnyCase(for word: [UInt8]) -> AliasTable.Entry? {
    entry(for: word) ?? AliasTable.wordsOfAnyCase[String(decoding: word, as: UTF8.self).lowercased()]
  }

  private static func healthKitName(_ word: [UInt8]) -> String? {
    guard case .found(let atom, _) = UnitTable.standard.healthKitMatch(word), atom.kind != .molar else { return nil }
    return String(decoding: word, as: UTF8.self)
  }
}
