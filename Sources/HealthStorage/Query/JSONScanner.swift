import HealthModel

/// Moves over the tokens of JSON text by RFC 8259's grammar, without recursion: text of any make ends in `nil` or
/// `false`, never in a trap.
struct JSONScanner {
  /// The next byte to read.
  private(set) var position: Int
  private let end: Int

  /// How deep the arrays and objects of a value may nest: one bit of a word for each.
  static let maximumDepth = 64

  /// Places a scanner; both bounds must lie within the bytes it is given later.
  init(position: Int, end: Int) {
    self.position = position
    self.end = end
  }

  /// Takes an expected byte behind blanks; says whether it was there.
  @inline(__always) mutating func take(_ expected: UInt8, _ bytes: RawSpan) -> Bool {
    skipBlanks(bytes)
    guard position < end, byte(bytes) == expected else { return false }
    position &+= 1
    return true
  }

  /// Whether only blanks are left.
  mutating func isAtEnd(_ bytes: RawSpan) -> Bool {
    skipBlanks(bytes)
    return position == end
  }

  /// Takes a key and its colon; the result is the key's place without its quotes.
  mutating func key(_ bytes: RawSpan) -> Range<Int>? {
    skipBlanks(bytes)
    guard position < end, byte(bytes) == UInt8(ascii: "\"") else { return nil }
    let start = position &+ 1
    guard string(bytes) else { return nil }
    let stop = position &- 1
    return take(UInt8(ascii: ":"), bytes) ? start..<stop : nil
  }

  /// Takes a value; the result is its whole place.
  mutating func value(_ bytes: RawSpan) -> Range<Int>? {
    skipBlanks(bytes)
    let start = position
    // The innermost level is the lowest bit: 1 for an object, 0 for an array.
    var levels: UInt64 = 0
    var depth = 0
    while true {
      skipBlanks(bytes)
      guard position < end else { return nil }
      let first = byte(bytes)
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
        guard depth < Self.maximumDepth else { return nil }
        let isObject = first == UInt8(ascii: "{")
        position &+= 1
        if !take(Self.closing(isObject), bytes) {
          levels = levels << 1 | (isObject ? 1 : 0)
          depth &+= 1
          if isObject, key(bytes) == nil { return nil }
          continue
        }
      } else if !scalar(first, bytes) {
        return nil
      }
      // Behind a value: the next one of the same level, or the ends of levels.
      var goesOn = false
      while depth > 0, !goesOn {
        let isObject = levels & 1 == 1
        if take(UInt8(ascii: ","), bytes) {
          if isObject, key(bytes) == nil { return nil }
          goesOn = true
        } else {
          guard take(Self.closing(isObject), bytes) else { return nil }
          levels >>= 1
          depth &-= 1
        }
      }
      if !goesOn { return start..<position }
    }
  }

  private static func closing(_ isObject: Bool) -> UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

  @inline(__always) private func byte(_ bytes: RawSpan) -> UInt8 {
    bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
  }

  @inline(__always) private mutating func skipBlanks(_ bytes: RawSpan) {
    while position < end {
      let next = byte(bytes)
      guard next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 else { return }
      position &+= 1
    }
  }

  private mutating func scalar(_ first: UInt8, _ bytes: RawSpan) -> Bool {
    switch first {
    case UInt8(ascii: "\""): string(bytes)
    case UInt8(ascii: "t"): word("true", bytes)
    case UInt8(ascii: "f"): word("false", bytes)
    case UInt8(ascii: "n"): word("null", bytes)
    default: number(bytes)
    }
  }

  private mutating func word(_ text: StaticString, _ bytes: RawSpan) -> Bool {
    let count = text.utf8CodeUnitCount
    guard end &- position >= count else { return false }
    for index in 0..<count
    where bytes.unsafeLoad(fromByteOffset: position &+ index, as: UInt8.self) != text.utf8Start[index] { return false }
    position &+= count
    return true
  }

  /// Takes a string, whose opening quote is at the position.
  @inline(__always) private mutating func string(_ bytes: RawSpan) -> Bool {
    position &+= 1
    while position < end {
      let next = byte(bytes)
      position &+= 1
      if next == UInt8(ascii: "\"") { return true }
      if next < 0x20 { return false }
      if next == UInt8(ascii: "\\"), !escape(bytes) { return false }
    }
    return false
  }

  /// Takes what stands behind a backslash.
  private mutating func escape(_ bytes: RawSpan) -> Bool {
    guard position < end else { return false }
    let kind = byte(bytes)
    position &+= 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return true
    case UInt8(ascii: "u"):
      guard JSONText.hexUnit(at: position, end: end, in: bytes) != nil else { return false }
      position &+= 4
      return true
    default: return false
    }
  }

  private mutating func number(_ bytes: RawSpan) -> Bool {
    if position < end, byte(bytes) == UInt8(ascii: "-") { position &+= 1 }
    let first = position
    guard digits(bytes) else { return false }
    if position &- first > 1, bytes.unsafeLoad(fromByteOffset: first, as: UInt8.self) == UInt8(ascii: "0") {
      return false
    }
    if position < end, byte(bytes) == UInt8(ascii: ".") {
      position &+= 1
      guard digits(bytes) else { return false }
    }
    guard position < end, byte(bytes) | 0x20 == UInt8(ascii: "e") else { return true }
    position &+= 1
    if position < end, byte(bytes) == UInt8(ascii: "-") || byte(bytes) == UInt8(ascii: "+") { position &+= 1 }
    return digits(bytes)
  }

  /// Takes digits; says whether there was one.
  @inline(__always) private mutating func digits(_ bytes: RawSpan) -> Bool {
    let first = position
    while position < end, byte(bytes) &- UInt8(ascii: "0") <= 9 { position &+= 1 }
    return position > first
  }
}
