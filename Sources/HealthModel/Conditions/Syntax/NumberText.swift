/// A word that begins with a number by JSON's grammar, and the unit that follows it without a blank.
@usableFromInline package struct NumberText: Sendable, Hashable {
  package var value: Double
  /// What is after the number; `nil` when nothing is.
  package var unit: ConditionWord?

  /// Reads a word; `nil` when it begins with no number that is finite.
  package init?(_ word: ConditionWord) {
    let bytes = Array(word.text.utf8)
    let length = Self.length(of: bytes)
    guard let reading = DecimalParser.parse(0..<length, in: bytes.span.bytes) else { return nil }
    value = reading.value
    if length < bytes.count {
      let rest = String(decoding: bytes[length...], as: UTF8.self)
      unit = ConditionWord(text: rest, isQuoted: false, place: word.place + length)
    }
  }

  /// How many bytes can belong to the number: an `e` without digits is a unit's.
  private static func length(of bytes: [UInt8]) -> Int {
    func digits(from start: Int) -> Int {
      var end = start
      while end < bytes.count, bytes[end] &- UInt8(ascii: "0") <= 9 { end += 1 }
      return end
    }
    var end = digits(from: bytes.first == UInt8(ascii: "-") ? 1 : 0)
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      let fraction = digits(from: end + 1)
      if fraction > end + 1 { end = fraction }
    }
    guard end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") else { return end }
    var start = end + 1
    if start < bytes.count, bytes[start] == UInt8(ascii: "+") || bytes[start] == UInt8(ascii: "-") { start += 1 }
    let exponent = digits(from: start)
    return exponent > start ? exponent : end
  }
}
