import HealthModel

/// Where a cursor is in YAML: in which word, under which keys.
///
/// It is for text that is being typed: keys are found by indentation and brackets, and nothing is refused.
struct DefinitionCursor {
  /// The word that the cursor is in, without quotes; an empty range where there is none.
  let text: Range<Int>
  /// The key whose value the place is, or a part of whose list; `nil` for a key.
  private(set) var key: String?
  /// The keys above that, the innermost first.
  private(set) var parents: [String] = []

  var isKey: Bool { key == nil }

  /// How many lines above are read.
  private static let reach = 5000

  init(at cursor: Int, in document: EditorDocument) {
    let bytes = document.bytes
    let line = document.line(at: cursor)
    var start = cursor
    while start > line.lowerBound, Self.isWord(bytes[start - 1]) { start -= 1 }
    var end = cursor
    while end < line.upperBound, Self.isWord(bytes[end]) { end += 1 }
    text = start..<end
    var before = bytes[line.lowerBound..<start]
    while let last = before.last, Self.quotes.contains(last) { before.removeLast() }
    readFlow(before)
    readBlock(line, document)
  }

  /// The keys of the line, from the word back to its beginning.
  private mutating func readFlow(_ before: ArraySlice<UInt8>) {
    var rest = before
    var keys: [String] = []
    var depth = 0
    var isValue = false
    // Whether a comma or bracket was passed, after which a colon belongs to another item.
    var isPassed = false
    while let byte = rest.popLast() {
      switch byte {
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth > 0 { depth -= 1; continue }
        if byte == UInt8(ascii: "{"), !isValue, keys.isEmpty { isMapKey = true }
        isPassed = false
      case UInt8(ascii: ","): if depth == 0 { isPassed = true }
      case UInt8(ascii: ":"):
        guard depth == 0, !isPassed else { continue }
        let key = Self.word(endingAt: &rest)
        guard !key.isEmpty else { continue }
        if !isMapKey, keys.isEmpty { isValue = true }
        keys.append(key)
        // What is before a key belongs to its map.
        isPassed = true
      default: continue
      }
    }
    if isValue {
      key = keys.first
      parents = Array(keys.dropFirst())
    } else {
      parents = keys
    }
  }

  /// Whether the word is a key within braces.
  private var isMapKey = false

  /// The keys of the lines above, by their indentation.
  private mutating func readBlock(_ line: Range<Int>, _ document: EditorDocument) {
    let bytes = document.bytes
    var limit = Self.indentation(of: bytes[line])
    var isItem = Self.isItem(bytes[line])
    let isListed = key == nil && parents.isEmpty && !isMapKey && Self.isBareItem(bytes[line])
    for above in document.linesAbove(line.lowerBound).prefix(Self.reach) {
      let text = bytes[above]
      guard limit > 0 || isItem else { break }
      let content = text.dropFirst(Self.indentation(of: text))
      guard let first = content.first, first != UInt8(ascii: "#") else { continue }
      let indentation = Self.indentation(of: text)
      let isAboveItem = Self.isItem(text)
      guard indentation < limit || (indentation == limit && isItem && !isAboveItem) else { continue }
      let inside = indentation + Self.dashes(content)
      if inside < limit || (inside == limit && isItem && !isAboveItem), let key = Self.leadingKey(content) {
        parents.append(key)
      }
      limit = indentation
      isItem = isAboveItem
    }
    if isListed, !parents.isEmpty { key = parents.removeFirst() }
  }

  private static let quotes = Array("\"'".utf8)
  private static let delimiters = Array(" \t,:{}[]\"'#".utf8)

  private static func isWord(_ byte: UInt8) -> Bool { byte > 0x20 && !delimiters.contains(byte) }

  private static func indentation(of line: ArraySlice<UInt8>) -> Int { line.prefix { $0 == 0x20 }.count }

  /// Whether a line begins an item of a list.
  private static func isItem(_ line: ArraySlice<UInt8>) -> Bool { dashes(line.dropFirst(indentation(of: line))) > 0 }

  /// Whether it begins an item that is a word, not a map.
  private static func isBareItem(_ line: ArraySlice<UInt8>) -> Bool {
    isItem(line) && leadingKey(line.dropFirst(indentation(of: line))) == nil
  }

  /// How many columns the dashes of items take, with the blanks after them.
  private static func dashes(_ content: ArraySlice<UInt8>) -> Int {
    var rest = content
    while rest.first == UInt8(ascii: "-") {
      rest = rest.dropFirst()
      guard !rest.isEmpty else { return content.count + 1 }
      let blanks = rest.prefix { $0 == 0x20 }.count
      if blanks == 0 { return rest.startIndex - 1 - content.startIndex }
      rest = rest.dropFirst(blanks)
    }
    return rest.startIndex - content.startIndex
  }

  /// The key that a line begins with.
  private static func leadingKey(_ content: ArraySlice<UInt8>) -> String? {
    let rest = content.dropFirst(dashes(content)).drop { quotes.contains($0) }
    let word = rest.prefix { isWord($0) }
    let after = rest.dropFirst(word.count).drop { quotes.contains($0) }
    guard !word.isEmpty, after.first == UInt8(ascii: ":") else { return nil }
    return String(decoding: word, as: UTF8.self)
  }

  private static func word(endingAt text: inout ArraySlice<UInt8>) -> String {
    while let last = text.last, last == 0x20 || quotes.contains(last) { text.removeLast() }
    let word = text.reversed().prefix { isWord($0) }
    text.removeLast(word.count)
    return String(decoding: word.reversed(), as: UTF8.self)
  }

  /// The value of a key at the beginning of a line, such as the id that a definition is of.
  static func topLevel(_ key: String, in document: EditorDocument) -> String? {
    let head = Array("\(key):".utf8)
    for line in document.linesAbove(document.bytes.count) where document.bytes[line].starts(with: head) {
      let value = document.bytes[line].dropFirst(head.count).drop { !isWord($0) }.prefix { isWord($0) }
      return value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
    }
    return nil
  }
}
