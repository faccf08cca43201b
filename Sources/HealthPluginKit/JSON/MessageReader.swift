import HealthModel

/// Reads a message's JSON: RFC 8259, without duplicate keys, lone surrogates or nesting beyond 64.
struct MessageReader {
  private let bytes: [UInt8]
  private var position = 0

  private static let maximumDepth = 64

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The one value that the bytes are.
  mutating func document() -> MessageJSON? {
    guard let value = value(depth: 0) else { return nil }
    skipBlanks()
    return position == bytes.count ? value : nil
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) -> MessageJSON? {
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): return depth < Self.maximumDepth ? object(depth: depth) : nil
    case UInt8(ascii: "["): return depth < Self.maximumDepth ? array(depth: depth) : nil
    case UInt8(ascii: "\""): return text().map { .string($0) }
    case UInt8(ascii: "t"): return word("true") ? .boolean(true) : nil
    case UInt8(ascii: "f"): return word("false") ? .boolean(false) : nil
    case UInt8(ascii: "n"): return word("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func object(depth: Int) -> MessageJSON? {
    position += 1
    var members: [MessageJSON.Member] = []
    var keys: Set<String> = []
    if take(UInt8(ascii: "}")) { return .object([]) }
    repeat {
      skipBlanks()
      guard next == UInt8(ascii: "\""), let key = text(), keys.insert(key).inserted, take(UInt8(ascii: ":")),
        let value = value(depth: depth + 1)
      else { return nil }
      members.append(MessageJSON.Member(key, value))
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "}")) ? .object(members) : nil
  }

  private mutating func array(depth: Int) -> MessageJSON? {
    position += 1
    var elements: [MessageJSON] = []
    if take(UInt8(ascii: "]")) { return .array([]) }
    repeat {
      guard let value = value(depth: depth + 1) else { return nil }
      elements.append(value)
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]")) ? .array(elements) : nil
  }

  private mutating func word(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  /// Reads a string whose opening quote is at the position.
  private mutating func text() -> String? {
    position += 1
    let start = position
    var isEscaped = false
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        let range = start..<position
        position += 1
        return decoded(range, isEscaped: isEscaped)
      case UInt8(ascii: "\\"):
        isEscaped = true
        guard escape() else { return nil }
      case 0..<0x20: return nil
      default: position += 1
      }
    }
    return nil
  }

  private func decoded(_ range: Range<Int>, isEscaped: Bool) -> String? {
    guard UTF8Check.firstFault(in: range, of: bytes.span.bytes) == nil else { return nil }
    guard isEscaped else { return String(decoding: bytes[range], as: UTF8.self) }
    var text: [UInt8] = []
    JSONText.appendDecoded(range, in: bytes.span.bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Takes a backslash and what belongs to it.
  private mutating func escape() -> Bool {
    position += 1
    guard let kind = next else { return false }
    position += 1
    guard kind == UInt8(ascii: "u") else { return Array("\"\\/bfnrt".utf8).contains(kind) }
    guard let unit = JSONText.hexUnit(at: position, end: bytes.count, in: bytes.span.bytes) else { return false }
    position += 4
    if unit & 0xFC00 == 0xDC00 { return false }
    guard unit & 0xFC00 == 0xD800 else { return true }
    guard bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]),
      let low = JSONText.hexUnit(at: position + 2, end: bytes.count, in: bytes.span.bytes), low & 0xFC00 == 0xDC00
    else { return false }
    position += 6
    return true
  }

  private mutating func number() -> MessageJSON? {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    let first = position
    guard digits() else { return nil }
    if position - first > 1, bytes[first] == UInt8(ascii: "0") { return nil }
    var isWhole = true
    if next == UInt8(ascii: ".") {
      isWhole = false
      position += 1
      guard digits() else { return nil }
    }
    if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      guard digits() else { return nil }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let value = Int64(text) { return .int64(value) }
    guard let value = Double(text), value.isFinite else { return nil }
    return .double(value)
  }

  private mutating func digits() -> Bool {
    let first = position
    while let byte = next, byte >= 0x30, byte <= 0x39 { position += 1 }
    return position > first
  }
}
