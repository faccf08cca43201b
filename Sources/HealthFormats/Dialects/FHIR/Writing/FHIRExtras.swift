import HealthModel

/// What a sample has that an Observation has no place for: gathered while the Observation is written, then written as
/// one extension or as the text of one component.
struct FHIRExtras {
  /// The longest text that is written as one string: FHIR bounds strings at 1 MiB.
  static let longestText = 1_000_000

  /// Whether the parts become members of an extension; otherwise they become members of one JSON object.
  let isExtension: Bool
  /// The children of the extension, with commas between.
  private(set) var children: [UInt8] = []
  /// The members of the JSON object, with commas between.
  private(set) var members: [UInt8] = []

  init(isExtension: Bool) { self.isExtension = isExtension }

  var isEmpty: Bool { children.isEmpty && members.isEmpty }

  mutating func add(_ name: StaticString, text: some Collection<UInt8>) {
    guard isExtension, Self.isText(text) else {
      key(name)
      JSONText.appendQuoted(text, to: &members)
      return
    }
    beginChild(name)
    children += #","valueString":"#.utf8
    JSONText.appendQuoted(text, to: &children)
    children.append(UInt8(ascii: "}"))
  }

  /// Adds an object of the sample, such as its metadata: each member becomes a child with its key and its value.
  mutating func add(_ name: StaticString, object range: Range<Int>, of arena: [UInt8]) {
    if isExtension {
      let start = children.count
      if appendMembers(name, range, of: arena.span.bytes) { return }
      children.removeSubrange(start...)
    }
    key(name)
    members += arena[range]
  }

  /// Adds a member as it is in the sample.
  mutating func add(_ name: StaticString, json: some Sequence<UInt8>) {
    key(name)
    members += json
  }

  /// Adds members as they are in the sample, with their keys.
  mutating func add(pairs: some Sequence<UInt8>) {
    if !members.isEmpty { members.append(UInt8(ascii: ",")) }
    members += pairs
  }

  /// The members as one object, which is written as text.
  mutating func finishedChildren() -> [UInt8] {
    if isExtension, !members.isEmpty { appendText("rest", [UInt8(ascii: "{")] + members + [UInt8(ascii: "}")]) }
    return children
  }

  /// Adds a long text of JSON, in pieces.
  mutating func appendText(_ name: StaticString, _ text: some RandomAccessCollection<UInt8>) {
    for piece in Self.pieces(of: text) {
      beginChild(name)
      children += #","valueString":"#.utf8
      JSONText.appendQuoted(piece, to: &children)
      children.append(UInt8(ascii: "}"))
    }
  }

  /// The pieces of a text, none of which is longer than a string of FHIR may be or ends within a character.
  static func pieces<Text: RandomAccessCollection<UInt8>>(of text: Text) -> [Text.SubSequence] {
    var pieces: [Text.SubSequence] = []
    var rest = text[...]
    while rest.count > longestText {
      var end = rest.index(rest.startIndex, offsetBy: longestText)
      while rest[end] & 0xC0 == 0x80, end > rest.startIndex { end = rest.index(before: end) }
      pieces.append(rest[..<end])
      rest = rest[end...]
    }
    pieces.append(rest)
    return pieces
  }

  private mutating func key(_ name: StaticString) {
    if !members.isEmpty { members.append(UInt8(ascii: ",")) }
    members.append(UInt8(ascii: "\""))
    Self.append(name, to: &members)
    members += "\":".utf8
  }

  private mutating func beginChild(_ name: StaticString) {
    if !children.isEmpty { children.append(UInt8(ascii: ",")) }
    children += #"{"url":""#.utf8
    Self.append(name, to: &children)
    children.append(UInt8(ascii: "\""))
  }

  private static func append(_ text: StaticString, to output: inout [UInt8]) {
    output.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  // MARK: Members

  /// Appends a child for each member of an object.
  ///
  /// - Returns: whether each of them has a form in FHIR, and there is one.
  private mutating func appendMembers(_ name: StaticString, _ range: Range<Int>, of bytes: RawSpan) -> Bool {
    var cursor = JSONCursor(position: range.lowerBound, end: range.upperBound, longestString: Int.max)
    var isFirst = true
    do throws(JSONFault) {
      try cursor.members(bytes, depth: 0) { (cursor, key) throws(JSONFault) in
        guard Self.isText(JSONText.decoded(key.range, in: bytes)) else { throw JSONFault(.badLiteral, at: 0) }
        isFirst = false
        beginChild(name)
        children += #","extension":[{"url":"key","valueString":""#.utf8
        for place in key.range { children.append(bytes.byte(at: place)) }
        children += #""},{"url":""#.utf8
        cursor.skipSpace(bytes)
        let start = cursor.position
        let value = try cursor.value(bytes, depth: 1)
        appendValue(value, start..<cursor.position, bytes)
        children += "}]}".utf8
      }
    } catch {
      return false
    }
    return !isFirst
  }

  /// Appends the URL of a child, without its first quote, and its value.
  private mutating func appendValue(_ value: RawField, _ whole: Range<Int>, _ bytes: RawSpan) {
    switch value.kind {
    case .string where Self.isText(JSONText.decoded(value.range, in: bytes)):
      children += #"value","valueString":"#.utf8
    case .boolean: children += #"value","valueBoolean":"#.utf8
    case .number: children += #"value","valueDecimal":"#.utf8
    case .object where Self.isQuantity(whole, bytes): children += #"value","valueQuantity":"#.utf8
    default:
      children += #"json","valueString":"#.utf8
      JSONText.appendQuoted(whole.map { bytes.byte(at: $0) }, to: &children)
      return
    }
    for place in whole { children.append(bytes.byte(at: place)) }
  }

  /// Whether an object is a number and a unit in words, in this order.
  private static func isQuantity(_ range: Range<Int>, _ bytes: RawSpan) -> Bool {
    var cursor = JSONCursor(position: range.lowerBound, end: range.upperBound)
    var count = 0
    var isQuantity = true
    do throws(JSONFault) {
      try cursor.members(bytes, depth: 0) { (cursor, key) throws(JSONFault) in
        let value = try cursor.value(bytes, depth: 1)
        switch count {
        case 0: isQuantity = isQuantity && bytes.equals(key.range, "value") && value.kind == .number
        case 1:
          isQuantity = isQuantity && bytes.equals(key.range, "unit") && value.kind == .string && !value.range.isEmpty
        default: isQuantity = false
        }
        count += 1
      }
    } catch {
      return false
    }
    return isQuantity && count == 2
  }

  /// Whether a text is one in FHIR: not empty, not too long, and without control characters.
  static func isText(_ text: some Collection<UInt8>) -> Bool {
    guard !text.isEmpty, text.count <= longestText else { return false }
    return text.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
      && text.contains { $0 > 0x20 }
  }
}
