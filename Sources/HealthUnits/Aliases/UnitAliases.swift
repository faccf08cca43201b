/// Spellings that are not HealthKit's, and the HealthKit units they stand for.
///
/// Nothing here is part of a grammar: a strict reading refuses `bpm`. These functions serve the hints of
/// `UnitError`, and callers who chose to be lenient or who cross between the grammars.
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
    let own = customSymbols.isEmpty ? nil : SimilarNames(customSymbols)
    if let same = AliasTable.nearUnits.same(as: word) ?? own?.same(as: word) { return same }
    if let entry = AliasTable.phrasesOfAnyCase[lowered] { return entry.factor == .one ? entry.unit : nil }
    if let form = ofAnyCase { return form.factor == .one ? form.unit : nil }
    guard word.count >= 3 else { return nil }
    // One letter off for words of three letters or more, two for six or more.
    let candidates = own == nil ? AliasTable.nearUnits : SimilarNames(AliasTable.commonUnits + customSymbols)
    return candidates.nearest(to: word, within: word.count < 6 ? 1 : 2)
  }

  private static func mentionsMole(_ bytes: [UInt8]) -> Bool {
    bytes.indices.dropLast(2).contains {
      bytes[$0] == UInt8(ascii: "m") && bytes[$0 + 1] == UInt8(ascii: "o") && bytes[$0 + 2] == UInt8(ascii: "l")
    }
  }

  /// The UCUM code of a HealthKit unit: `count/min` is `/min`, `mL/min·kg` is `mL/min/kg`, `degC` is `Cel`.
  ///
  /// A value keeps its number. The molar mass of `mol<M>` is dropped, and so is the A-weighting of `dBASPL`.
  ///
  /// - Returns: `nil` when UCUM has no code of the same size: `%` (UCUM's is 1/100), `cup_imp`, `dBHL`,
  ///   `appleEffortScore` and a team's own units. A UCUM unit is its own code.
  @usableFromInline package static func ucumForm(of unit: UnitOfMeasure) -> String? {
    guard unit.grammar == .healthKit else { return unit.unitString }
    var numerator: [String] = []
    var denominator = ""
    for term in unit.terms {
      guard let code = ucumCode(of: term.symbol) else { return nil }
      // A count is 1 and needs no mention.
      if code == "1" { continue }
      let power = abs(term.exponent)
      let factor = power == 1 ? code : "\(code)\(power)"
      if term.exponent > 0 { numerator.append(factor) } else { denominator += "/" + factor }
    }
    let code = numerator.joined(separator: ".") + denominator
    return code.isEmpty ? "1" : code
  }

  private static func ucumCode(of symbol: String) -> String? {
    guard case .found(let atom, let prefix) = UnitTable.standard.healthKitMatch(Array(symbol.utf8)),
      let code = atom.ucum
    else { return nil }
    guard let prefix else { return code }
    return (prefix.symbol == "mc" ? "u" : prefix.symbol) + code
  }
}

/// Spellings from other grammars, apps, devices and interfaces, and the HealthKit units they stand for.
///
/// Left out on purpose, since they mean different things in different places: `calorie`, `pt`, `dB`, `U`, and a bare
/// `mol`, which needs its molar mass. Sources: UCUM codes, Open mHealth schemas, Health Connect, HealthKitOnFHIR.
enum AliasTable {
  /// A HealthKit unit and what a value is multiplied by to be in it.
  struct Entry: Sendable {
    let unit: String
    let factor: Rational
  }

  static let phrases: [String: Entry] = {
    var table = entries([
      ("count/min", ["bpm", "BPM", "brpm", "rpm", "spm"]),
      ("mi/hr", ["mph"]),
      ("km/hr", ["kph", "kmh", "kmph"]),
      ("fl_oz_us", ["fl oz", "fl. oz", "fl_oz", "floz", "fluid_ounce"]),
      ("fl_oz_imp", ["fl_oz_uk"]),
      ("mmHg", ["mm Hg"]),
      ("cmAq", ["cm H2O", "cmH2O"]),
      ("inHg", ["in Hg"]),
      ("dBASPL", ["dB(SPL)", "dB SPL", "dBA", "dB(A)"]),
      ("dBHL", ["dB(HL)", "dB HL"]),
    ])
    if let hundredth = Rational(1, over: 100) { table["percent 0-100"] = Entry(unit: "%", factor: hundredth) }
    return table
  }()

  /// Spellings of one factor.
  static let words: [String: Entry] = {
    var table = entries([
      ("count", ["beats", "beat", "breaths", "breath", "steps", "step", "reps", "floors", "counts", "revolutions"]),
      ("s", ["sec", "secs", "second", "seconds"]),
      ("ms", ["msec", "millisecond", "milliseconds"]),
      ("min", ["minute", "minutes", "mins"]),
      ("hr", ["h", "hour", "hours", "hrs"]),
      ("d", ["day", "days"]),
      ("g", ["gram", "grams"]),
      ("kg", ["kgs", "kilogram", "kilograms"]),
      ("mg", ["milligram", "milligrams"]),
      ("mcg", ["microgram", "micrograms"]),
      ("oz", ["ounce", "ounces", "oz_av", "[oz_av]"]),
      ("lb", ["lbs", "LB", "pound", "pounds", "lb_av", "[lb_av]"]),
      ("st", ["stone", "stones", "[stone_av]"]),
      ("m", ["meter", "meters", "metre", "metres"]),
      ("km", ["kilometer", "kilometers", "kilometre", "kilometres"]),
      ("cm", ["centimeter", "centimeters", "centimetre", "centimetres"]),
      ("mm", ["millimeter", "millimeters", "millimetre", "millimetres"]),
      ("in", ["inch", "inches", "[in_i]"]),
      ("ft", ["foot", "feet", "[ft_i]"]),
      ("yd", ["yard", "yards", "[yd_i]"]),
      ("mi", ["mile", "miles", "[mi_i]"]),
      ("L", ["liter", "liters", "litre", "litres"]),
      ("mL", ["cc", "milliliter", "milliliters", "millilitre", "millilitres"]),
      ("fl_oz_us", ["[foz_us]"]),
      ("fl_oz_imp", ["[foz_br]"]),
      ("pt_us", ["[pt_us]"]),
      ("pt_imp", ["[pt_br]"]),
      ("cup_us", ["Cup", "cup", "cups", "[cup_us]"]),
      ("Pa", ["pascal", "pascals"]),
      ("hPa", ["mbar"]),
      ("mmHg", ["mm[Hg]", "torr", "Torr"]),
      ("cmAq", ["cm[H2O]"]),
      ("inHg", ["[in_i'Hg]"]),
      ("atm", ["atmosphere", "atmospheres"]),
      ("J", ["joule", "joules"]),
      ("kJ", ["kilojoule", "kilojoules"]),
      ("kcal", ["kCal", "Kcal", "KCal", "kilocalorie", "kilocalories"]),
      ("Cal", ["[Cal]"]),
      ("W", ["watt", "watts"]),
      ("K", ["kelvin", "kelvins"]),
      ("degC", ["Cel", "C", "°C", "celsius", "Celsius"]),
      ("degF", ["[degF]", "F", "°F", "fahrenheit", "Fahrenheit"]),
      ("Hz", ["hertz", "Hertz"]),
      ("V", ["volt", "volts"]),
      ("S", ["siemens", "mho"]),
      ("rad", ["radian", "radians"]),
      ("deg", ["°", "degree"]),
      ("D", ["[diop]", "dpt", "diopter", "diopters"]),
      ("pD", ["[p'diop]"]),
      ("lx", ["lux"]),
      ("IU", ["[IU]", "[iU]"]),
      ("dBASPL", ["dB[SPL]"]),
    ])
    for week in ["wk", "week", "weeks"] { table[week] = Entry(unit: "d", factor: Rational(7)) }
    for centimeter in ["cmHg", "cm[Hg]"] { table[centimeter] = Entry(unit: "mmHg", factor: Rational(10)) }
    return table
  }()

  /// HealthKit units that a mistyped one is compared with, the frequent ones first.
  ///
  /// `cal` and `Cal` are not among them: case alone sets them apart, by a factor of 1000.
  static let commonUnits = [
    "count", "count/min", "%", "kg", "g", "mg", "mcg", "ng", "lb", "oz", "st", "m", "km", "cm", "mm", "in", "ft", "yd",
    "mi", "kcal", "kJ", "J", "min", "hr", "s", "ms", "d", "L", "mL", "dL", "mcL", "mmHg", "kPa", "hPa", "Pa", "cmAq",
    "inHg", "atm", "degC", "degF", "K", "mg/dL", "m/s", "km/hr", "mi/hr", "count/s", "count/hr", "count/d",
    "mL/min·kg", "kcal/hr·kg", "L/min", "kg/m^2", "W", "Hz", "IU", "mcV", "mV", "V", "mcS", "S", "dBASPL", "dBHL",
    "deg", "rad", "D", "pD", "lx", "fl_oz_us", "fl_oz_imp", "cup_us", "cup_imp", "pt_us", "pt_imp", "appleEffortScore",
  ]

  static let nearUnits = SimilarNames(commonUnits)

  /// The spellings of single factors without regard to case, for suggestions only.
  static let wordsOfAnyCase: [String: Entry] = {
    var table: [String: Entry] = [:]
    for unit in commonUnits where !unit.utf8.contains(ASCII.solidus) {
      table[unit.lowercased()] = table[unit.lowercased()] ?? Entry(unit: unit, factor: .one)
    }
    for (word, entry) in words where table[word.lowercased()] == nil { table[word.lowercased()] = entry }
    return table
  }()

  /// The spellings of whole units without regard to case, for suggestions only.
  static let phrasesOfAnyCase: [String: Entry] = {
    var table: [String: Entry] = [:]
    for (phrase, entry) in phrases { table[phrase.lowercased()] = entry }
    return table
  }()

  private static func entries(_ rows: [(unit: String, spellings: [String])]) -> [String: Entry] {
    var table: [String: Entry] = [:]
    for row in rows {
      for spelling in row.spellings { table[spelling] = Entry(unit: row.unit, factor: .one) }
    }
    return table
  }
}

/// The edit distance of two words, with buffers that serve one comparison after the other.
struct EditDistance {
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var row: [Int] = []

  /// Counts insertions, deletions, substitutions and swaps of neighbors that turn one word into the other.
  ///
  /// Only cells within `limit` of the diagonal are computed: all others exceed the limit.
  ///
  /// - Returns: `nil` above the limit.
  mutating func between(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>, limit: Int) -> Int? {
    guard limit >= 0 else { return nil }
    var (one, other) = (first, second)
    while let left = one.first, left == other.first {
      one.removeFirst()
      other.removeFirst()
    }
    while let left = one.last, left == other.last {
      one.removeLast()
      other.removeLast()
    }
    guard abs(one.count - other.count) <= limit else { return nil }
    guard !one.isEmpty, !other.isEmpty else { return max(one.count, other.count) }
    let width = other.count
    let beyond = limit + 1
    grow(to: width + 1)
    for j in 0...width { last[j] = min(j, beyond) }
    for i in 1...one.count {
      let from = max(1, i - limit)
      let to = min(width, i + limit)
      row[from - 1] = from == 1 ? min(i, beyond) : beyond
      var smallest = row[from - 1]
      for j in from...to {
        let mine = one[one.startIndex + i - 1]
        let its = other[other.startIndex + j - 1]
        var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (mine == its ? 0 : 1))
        if i > 1, j > 1, mine == other[other.startIndex + j - 2], one[one.startIndex + i - 2] == its {
          cost = min(cost, beforeLast[j - 2] + 1)
        }
        row[j] = min(cost, beyond)
        smallest = min(smallest, row[j])
      }
      if smallest > limit { return nil }
      // The next row looks one cell further.
      if to < width { row[to + 1] = beyond }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[width] <= limit ? last[width] : nil
  }

  private mutating func grow(to count: Int) {
    guard row.count < count else { return }
    beforeLast = Array(repeating: 0, count: count)
    last = beforeLast
    row = beforeLast
  }
}

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

/// Characters that stand for ASCII ones in units people type and paste.
///
/// The strict grammars know bytes only, so `µg` fails there whichever of the two mu it holds. This folding runs before
/// aliases are looked up. It also undoes what Unicode normalization does to a text: the Kelvin sign is K in NFC and
/// NFD, and the Greek ano teleia is a middle dot.
enum LookAlikes {
  /// The text with look-alikes replaced, format characters dropped and spaces at both ends cut, as bytes.
  ///
  /// The only remaining characters beyond ASCII are `°`, `·` and those without a look-alike.
  static func folded(_ text: String) -> [UInt8] {
    // Nearly all texts: nothing in them looks like something else.
    if text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return Array(text.utf8) }
    var result: [UInt8] = []
    var isRaised = false
    for scalar in text.unicodeScalars {
      if let raised = superscript(scalar) {
        if !isRaised { result.append(ASCII.caret) }
        isRaised = true
        result.append(raised)
        continue
      }
      isRaised = false
      if let text = likeness(of: scalar) {
        result.append(contentsOf: text.utf8)
      } else {
        result.append(contentsOf: String(Character(scalar)).utf8)
      }
    }
    while result.last == ASCII.space { result.removeLast() }
    return Array(result.drop { $0 == ASCII.space })
  }

  private static func likeness(of scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0xB5, 0x3BC: "u"  // micro sign, Greek small mu
    case 0x212A: "K"  // Kelvin sign
    case 0x2103: "°C"
    case 0x2109: "°F"
    case 0xBA, 0x2DA: "°"  // masculine ordinal, ring above
    case 0x387, 0x2022, 0x2027, 0x2219, 0x22C5, 0x30FB: "·"  // ano teleia, bullets, dot operator
    case 0xD7, 0x2217: "*"  // multiplication sign, asterisk operator
    case 0x2044, 0x2215: "/"  // fraction slash, division slash
    case 0x2010...0x2012, 0x2212: "-"  // hyphens, figure dash, minus
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000, 0x09: " "
    case 0x200B...0x200F, 0x2060, 0xFEFF: ""
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0).map { String(Character($0)) }  // fullwidth ASCII
    default: nil
    }
  }

  private static func superscript(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.value {
    case 0xB9: ASCII.one
    case 0xB2: UInt8(ascii: "2")
    case 0xB3: UInt8(ascii: "3")
    case 0x2070: ASCII.zero
    case 0x2074...0x2079: UInt8(truncatingIfNeeded: scalar.value - 0x2074) + UInt8(ascii: "4")
    case 0x207B: ASCII.minus
    default: nil
    }
  }
}

/// Words prepared so that the nearest one to a mistyped word is found without comparing it with most of them.
///
/// A file may hold a wrong word in every line, each of them new: looking one up costs about a microsecond for hundreds
/// of words. Case is ignored.
package struct SimilarNames: Sendable {
  package let words: [String]
  /// The words in lower case, one after the other.
  private var text: [UInt8] = []
  private var entries: [Entry] = []

  private struct Entry: Sendable {
    let start: Int
    let count: Int
    let letters: LetterCounts
  }

  /// Prepares words; of equals the first counts.
  package init(_ words: some Sequence<String>) {
    self.words = Array(words)
    for word in self.words {
      let start = text.count
      text.append(contentsOf: word.lowercased().utf8)
      entries.append(Entry(start: start, count: text.count - start, letters: LetterCounts(text[start...])))
    }
  }

  /// The word that is equal to a text in lower case.
  package func same(as text: [UInt8]) -> String? {
    entries.indices.first { entries[$0].count == text.count && self.text[range(of: $0)] == text[...] }.map { words[$0] }
  }

  /// The word with the smallest edit distance to a text in lower case; of several the first.
  ///
  /// - Returns: `nil` when no word is that near.
  package func nearest(to text: [UInt8], within limit: Int) -> String? {
    let letters = LetterCounts(text[...])
    var distance = EditDistance()
    var best: Int?
    var limit = limit
    for (index, entry) in entries.enumerated() {
      guard isNear(entry, text, letters, limit),
        let found = distance.between(text[...], self.text[range(of: index)], limit: limit)
      else { continue }
      best = index
      if found == 0 { break }
      limit = found - 1
    }
    return best.map { words[$0] }
  }

  /// How many words a text is compared with letter by letter; what tests bound.
  package func comparisons(with text: [UInt8], within limit: Int) -> Int {
    let letters = LetterCounts(text[...])
    return entries.count { isNear($0, text, letters, limit) }
  }

  /// Whether a word may be within a distance, by its length and its letters alone.
  private func isNear(_ entry: Entry, _ text: [UInt8], _ letters: LetterCounts, _ limit: Int) -> Bool {
    abs(entry.count - text.count) <= limit && letters.fewestEdits(to: entry.letters) <= limit
  }

  private func range(of index: Int) -> Range<Int> {
    let entry = entries[index]
    return entry.start..<entry.start + entry.count
  }
}

/// How often a word has each of 32 classes of bytes, up to four times, as one bit for each occurrence.
private struct LetterCounts: Sendable {
  private var upToTwo: UInt64 = 0
  private var upToFour: UInt64 = 0

  init(_ word: ArraySlice<UInt8>) {
    for byte in word {
      let first = UInt64(1) << UInt64(byte & 31)
      let second = first << 32
      if upToTwo & first == 0 {
        upToTwo |= first
      } else if upToTwo & second == 0 {
        upToTwo |= second
      } else if upToFour & first == 0 {
        upToFour |= first
      } else {
        upToFour |= second
      }
    }
  }

  /// A number of edits that is never too high: an edit adds one occurrence at most, and removes one at most.
  func fewestEdits(to other: LetterCounts) -> Int {
    max(
      (upToTwo & ~other.upToTwo).nonzeroBitCount + (upToFour & ~other.upToFour).nonzeroBitCount,
      (other.upToTwo & ~upToTwo).nonzeroBitCount + (other.upToFour & ~upToFour).nonzeroBitCount)
  }
}
