/// The names of HealthKit's grammar with their prefixes, as one table over bytes.
struct UnitNames: Sendable {
  /// The names of HealthKit's own units.
  static let healthKit = UnitNames(HealthKitAtoms.all)

  /// The names by their first seven bytes and their lengths: longer names that begin alike are taken for each other.
  private var words: Set<UInt64> = []

  private init(_ atoms: [String: UnitAtom]) {
    for (symbol, atom) in atoms {
      let name = Array(symbol.utf8)
      words.insert(Self.word(name[...]))
      guard atom.takesPrefix else { continue }
      for prefix in MetricPrefix.healthKit { words.insert(Self.word((Array(prefix.symbol.utf8) + name)[...])) }
    }
  }

  /// Whether there may be such a name; one that is longer than seven bytes may be another.
  func mayHold(_ name: ArraySlice<UInt8>) -> Bool { words.contains(Self.word(name)) }

  /// The first seven bytes of a name, and its length, at most 8.
  private static func word(_ name: ArraySlice<UInt8>) -> UInt64 {
    name.prefix(7).reduce(UInt64(min(name.count, 8))) { $0 << 8 | UInt64($1) }
  }
}

extension UnitTable {
  /// Whether a text may be a unit of HealthKit's grammar: `false` only when its first factor has a name of no unit.
  func mayHold(_ text: [UInt8]) -> Bool {
    let end =
      text.firstIndex {
        switch $0 {
        case ASCII.period, ASCII.asterisk, ASCII.solidus, ASCII.caret, ASCII.less, ASCII.leftParenthesis,
          ASCII.rightParenthesis, 0x80...:
          true
        default: false
        }
      } ?? text.count
    // A group, a reciprocal and the empty text begin with no name; what is beyond ASCII is read properly.
    guard end > 0, end == text.count || text[end] < 0x80, text[0] != ASCII.one else { return true }
    return UnitNames.healthKit.mayHold(text[..<end])
      || customSymbols.contains { $0.utf8.elementsEqual(text[..<end]) }
  }
}
