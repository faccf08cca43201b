import HealthModel

/// A fault after which a document's elements can no longer be distinguished, or the document's end.
struct XMLFault: Error {
  var code: DiagnosticCode
  var detail: SyntaxDetail
  var span: Range<Int>

  init(_ code: DiagnosticCode, _ detail: SyntaxDetail, at span: Range<Int>) {
    self.code = code
    self.detail = detail
    self.span = span
  }

  /// The input ends inside something that begins at a place.
  static func unterminated(from start: Int) -> XMLFault {
    XMLFault(.truncated, .unterminated, at: start..<start + 1)
  }
}

/// An attribute of the tag read last.
struct XMLAttribute {
  var nameStart: Int32
  var nameEnd: Int32
  var value: RawField
  /// The field of a sample that records have by this name.
  var field: SampleField?

  @inline(__always) var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
}

struct XMLTag {
  var name: Range<Int>
  /// Whether it is an element by itself, `<Name/>`.
  var isEmpty: Bool
}

/// A strict reader of the XML that exports use: tags with attributes, comments, references to characters.
///
/// It moves over one tag at a time and copies nothing.
///
/// A fault inside a tag is a problem of the record it belongs to: the tag's end is found by its quotes, and reading
/// goes on after it. A fault in how tags nest is thrown.
struct XMLCursor {
  /// The next byte to read.
  var position: Int
  let end: Int
  /// The attributes of the start tag read last.
  private(set) var attributes: [XMLAttribute] = []
  private var repeated = RepeatedAttributes()
  /// The names of the elements that `skipElement` is in.
  var names: [Range<Int>] = []

  /// The longest tag in bytes.
  static let maximumTag = 1 << 20
  /// The most attributes of one tag.
  static let maximumAttributes = 64
  /// How deep elements may nest, the root included.
  static let maximumDepth = 32
  /// The longest value, in bytes.
  static let maximumText = 64 * 1024

  init(position: Int, end: Int) {
    self.position = position
    self.end = end
  }

  /// Moves over blanks; says whether there were any.
  @inline(__always) @discardableResult mutating func skipSpace(_ bytes: RawSpan) -> Bool {
    let start = position
    while position < end, XMLMarkup.isSpace(bytes.byte(at: position)) { position &+= 1 }
    return position > start
  }

  /// Where the name ends that begins at a place.
  @inline(__always) func nameEnd(from start: Int, _ bytes: RawSpan) -> Int {
    var index = start
    while index < end, XMLMarkup.isNameByte(bytes.byte(at: index)) { index &+= 1 }
    return index
  }

  /// Where the name of the tag at the position is; the position stays.
  @inline(__always) func name(_ bytes: RawSpan) -> Range<Int> {
    let start = min(position &+ 1, end)
    return start..<nameEnd(from: start, bytes)
  }

  /// The name of the tag at the position, which stays.
  @inline(__always) func elementName(_ bytes: RawSpan) -> ElementName? { ElementName.of(name(bytes), in: bytes) }

  /// Moves past the name of the start tag at the position.
  @inline(__always) mutating func tagName(_ bytes: RawSpan) throws(XMLFault) -> Range<Int> {
    let start = position &+ 1
    guard start < end else { throw .unterminated(from: position) }
    guard XMLMarkup.isNameStart(bytes.byte(at: start)) else {
      throw XMLFault(.xmlSyntax, .expectedTag, at: position..<start)
    }
    position = nameEnd(from: start, bytes)
    return start..<position
  }

  /// Reads the start tag at the position with its attributes.
  mutating func startTag(_ bytes: RawSpan, into buffer: inout RawSampleBuffer) throws(XMLFault) -> XMLTag {
    let start = position
    attributes.removeAll(keepingCapacity: true)
    let name = try tagName(bytes)
    repeated.begin(name, in: bytes)
    var tag = XMLTag(name: name, isEmpty: false)
    var count = 0
    while true {
      let isSpaced = skipSpace(bytes)
      guard position < end else { throw .unterminated(from: start) }
      let byte = bytes.byte(at: position)
      if byte == UInt8(ascii: ">") {
        position &+= 1
        break
      }
      if byte == UInt8(ascii: "/"), position &+ 1 < end, bytes.byte(at: position &+ 1) == UInt8(ascii: ">") {
        position &+= 2
        tag.isEmpty = true
        break
      }
      count &+= 1
      let place = position
      if isSpaced, try attribute(count, of: start, bytes, into: &buffer) { continue }
      buffer.report(.xmlSyntax, .badAttribute, at: place..<place + 1)
      tag.isEmpty = try skipTag(from: start, bytes)
      break
    }
    repeated.end(attributes, in: bytes)
    if position &- start > Self.maximumTag { buffer.report(.lineTooLong, .tagTooLong, at: start..<start + 1) }
    return tag
  }

  /// Moves past the start tag that begins at a place, by its quotes alone; says whether it is an element by itself.
  mutating func skipTag(from start: Int, _ bytes: RawSpan) throws(XMLFault) -> Bool {
    guard let stop = XMLMarkup.tagEnd(at: start, end: end, in: bytes) else { throw .unterminated(from: start) }
    position = stop
    return bytes.byte(at: stop &- 2) == UInt8(ascii: "/")
  }

  /// Reads one attribute; `false` when it has not the form `name="value"`.
  @inline(__always)
  private mutating func attribute(
    _ count: Int, of tag: Int, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(XMLFault) -> Bool {
    let start = position
    if let name = repeated.take(at: start, end: end, in: bytes) {
      position = start &+ name.count &+ 2
      if let known = repeated.value(of: name, at: position, end: end, in: bytes) {
        position = Int(known.end) &+ 1
        append(start..<start &+ name.count, known, name.field)
        return true
      }
      let text = try value(UInt8(ascii: "\""), of: tag, bytes, into: &buffer)
      append(start..<start &+ name.count, text, name.field)
      // The list of problems has an end, so only an empty one says that there are none.
      if buffer.problems.isEmpty { repeated.keep(text, of: name) }
      return true
    }
    guard XMLMarkup.isNameStart(bytes.byte(at: start)) else { return false }
    var union: UInt8 = 0
    while position < end {
      let byte = bytes.byte(at: position)
      guard XMLMarkup.isNameByte(byte) else { break }
      union |= byte
      position &+= 1
    }
    let name = start..<position
    skipSpace(bytes)
    guard position < end, bytes.byte(at: position) == UInt8(ascii: "=") else { return false }
    position &+= 1
    skipSpace(bytes)
    guard position < end else { return false }
    let quote = bytes.byte(at: position)
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return false }
    position &+= 1
    let text = try value(quote, of: tag, bytes, into: &buffer)
    if union >= 0x80, let fault = UTF8Check.firstFault(in: name, of: bytes) {
      buffer.report(.encoding, .badUTF8, at: fault..<fault + 1)
    }
    if count > Self.maximumAttributes {
      if count == Self.maximumAttributes + 1 { buffer.report(.objectTooLarge, .tooManyAttributes, at: name) }
      return true
    }
    for index in attributes.indices where bytes.isSame(attributes[index].name, name) {
      buffer.report(.xmlSyntax, .duplicateAttribute, at: name)
      return true
    }
    append(name, text, RecordAttribute.field(of: name, in: bytes))
    return true
  }

  @inline(__always) private mutating func append(
    _ name: Range<Int>, _ value: RawField, _ field: SampleField?
  ) {
    attributes.append(
      XMLAttribute(
        nameStart: Int32(truncatingIfNeeded: name.lowerBound), nameEnd: Int32(truncatingIfNeeded: name.upperBound),
        value: value, field: field))
  }

  /// Reads a value up to its closing quote, checking its characters and references.
  @inline(__always)
  private mutating func value(
    _ quote: UInt8, of tag: Int, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(XMLFault) -> RawField {
    let start = position
    let quotes = XMLWord.ones &* UInt64(quote)
    var isEscaped = false
    while true {
      // Eight bytes at a time while none is the quote, `&`, `<`, a control character or beyond ASCII.
      while position &+ 8 <= end {
        let word = bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
        let stop = XMLWord.specials(in: word, quotes: quotes)
        guard stop == 0 else {
          position &+= stop.trailingZeroBitCount >> 3
          break
        }
        position &+= 8
      }
      guard position < end else { throw .unterminated(from: tag) }
      let byte = bytes.byte(at: position)
      if byte == quote { break }
      if special(byte, bytes, into: &buffer) { isEscaped = true }
    }
    let field = RawField(kind: .string, isEscaped: isEscaped, start: start, end: position)
    if position &- start > Self.maximumText { buffer.report(.stringTooLong, .stringTooLong, at: start..<position) }
    position &+= 1
    return field
  }

  /// Moves over a character that is not plain text; says whether the value must be decoded for it.
  private mutating func special(_ byte: UInt8, _ bytes: RawSpan, into buffer: inout RawSampleBuffer) -> Bool {
    let start = position
    position &+= 1
    switch byte {
    case UInt8(ascii: "&"):
      guard let found = XMLText.reference(at: start, end: end, in: bytes) else {
        buffer.report(.xmlSyntax, .badReference, at: start..<position)
        return true
      }
      position = start &+ found.length
      if !XMLText.isAllowed(found.scalar) { buffer.report(.xmlCharacter, .illegalCharacter, at: start..<position) }
      return true
    case UInt8(ascii: "<"): buffer.report(.xmlSyntax, .illegalCharacter, at: start..<position)
    case 0x09, 0x0A, 0x0D: return true
    case 0..<0x20: buffer.report(.xmlCharacter, .illegalCharacter, at: start..<position)
    case 0x20..<0x80: break
    default:
      let length = UTF8Check.sequenceLength(at: start, end: end, in: bytes)
      if length == 0 {
        buffer.report(.encoding, .badUTF8, at: start..<position)
      } else {
        position = start &+ length
      }
      if length == 3, byte == 0xEF, bytes.byte(at: start &+ 1) == 0xBF, bytes.byte(at: start &+ 2) >= 0xBE {
        buffer.report(.xmlCharacter, .illegalCharacter, at: start..<position)
      }
    }
    return false
  }
}
