/// The names of HealthKit's grammar with their prefixes, as bits: whether a text has a word that is not a name is known by
/// a look at one bit for each of its words.
///
/// A file may have a new wrong unit in every record, which no cache of spellings holds.
package struct UnitNames: Sendable {
  static let healthKit = UnitNames(HealthKitAtoms.all)

  /// A bit for each name, by the hash of its first seven bytes and its length: a few other words share one.
  private var bits = [UInt64](repeating: 0, count: 256)

  private init(_ atoms: [String: UnitAtom]) {
    for (symbol, atom) in atoms {
      insert(Array(symbol.utf8))
      guard atom.takesPrefix else { continue }
      for prefix in MetricPrefix.healthKit { insert(Array((prefix.symbol + symbol).utf8)) }
    }
  }

  package init(_ table: UnitTable) {
    self = .healthKit
    for symbol in table.customSymbols { insert(Array(symbol.utf8)) }
  }

  /// Adds the words of a text: all names that it takes for `mayHold` to let it pass.
  package mutating func insert(_ text: [UInt8]) {
    text.withUnsafeBufferPointer { text in
      _ = Self.forEachWord(of: 0..<text.count, in: text.span.bytes) { place in
        bits[place >> 6] |= 1 << UInt64(place & 63)
        return true
      }
    }
  }

  /// Whether a text may be a unit of HealthKit's grammar, or one of the texts that were added: `false` only when one of
  /// its words is a name of no unit.
  package func mayHold(_ range: Range<Int>, in bytes: RawSpan) -> Bool {
    Self.forEachWord(of: range, in: bytes) { bits[$0 >> 6] >> UInt64($0 & 63) & 1 != 0 }
  }

  /// Hands on the place of each word's bit, until one is answered with `false`.
  ///
  /// Bytes beyond ASCII end the lookup: such a text is parsed.
  @inline(__always) private static func forEachWord(
    of range: Range<Int>, in bytes: RawSpan, _ isGood: (Int) -> Bool
  ) -> Bool {
    var place = range.lowerBound
    while place < range.upperBound {
      let start = place
      var word: UInt64 = 0
      while place < range.upperBound {
        let byte = bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)
        if byte >= 0x80 { return true }
        if isMark(byte) { break }
        if place &- start < 7 { word = word << 8 | UInt64(byte) }
        place &+= 1
      }
      let count = place &- start
      // The 1 of a reciprocal is not a name.
      let isOne = count == 1 && start == range.lowerBound && word == UInt64(ASCII.one)
      if count > 0, !isOne, !isGood(bit(of: word, count)) { return false }
      place = end(ofMarkAt: place, before: range.upperBound, in: bytes)
    }
    return true
  }

  /// The bit of a word: its first seven bytes, and its length, at most 8.
  @inline(__always) private static func bit(of word: UInt64, _ count: Int) -> Int {
    let key = UInt64(truncatingIfNeeded: min(count, 8)) &<< 56 | word
    return Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> 50)
  }

  /// Whether a name ends before a byte.
  @inline(__always) private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.period, ASCII.asterisk, ASCII.solidus, ASCII.caret, ASCII.less, ASCII.leftParenthesis,
      ASCII.rightParenthesis:
      true
    default: false
    }
  }

  /// Where an operator ends, a molar mass or a power.
  @inline(__always) private static func end(ofMarkAt place: Int, before end: Int, in bytes: RawSpan) -> Int {
    guard place < end else { return end }
    let mark = bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)
    var place = place &+ 1
    guard mark == ASCII.less || mark == ASCII.caret else { return place }
    while place < end {
      let byte = bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)
      if mark == ASCII.caret, byte != ASCII.minus, !ASCII.isDigit(byte) { break }
      place &+= 1
      if mark == ASCII.less, byte == ASCII.greater { break }
    }
    return place
  }
}
