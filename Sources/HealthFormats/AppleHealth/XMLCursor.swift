import HealthModel

/// An attribute of the tag read last.
struct XMLAttribute {
  var nameStart: Int32
  var nameEnd: Int32
  var value: RawField
  var field: SampleField?

  @inline(__always) var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
}

struct XMLTag {
  var name: Range<Int>
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
  private(set) var attributes: [XMLAttribute] = []
  private var repeated = RepeatedAttributes()
  /// The names of the elements that `skipElement` is in.
  var names: [Range<Int>] = []

  /// The longest tag in bytes.
  static let maximumTag = 1 << 20
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

  @inline(__always) func elementName(_ bytes: RawSpan) -> ElementName? { ElementName.of(name(bytes), in: bytes) }

  @inline(__always) mutating func tagName(_ bytes: RawSpan) throws(SyntaxError) -> Range<Int> {
    let start = position &+ 1
    guard start < end else { throw .unterminated(from: position) }
    guard XMLMarkup.isNameStart(bytes.byte(at: start)) else {
      throw SyntaxError(.xmlSyntax, .expectedTag, at: position..<start)
    }
    position = nameEnd(from: start, bytes)
    return start..<position
  }

  mutating func startTag(_ bytes: RawSpan, into buffer: inout RawSampleBuffer) throws(SyntaxError) -> XMLTag {
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
  mutating func skipTag(from start: Int, _ bytes: RawSpan) throws(SyntaxError) -> Bool {
    guard let stop = XMLMarkup.tagEnd(at: start, end: end, in: bytes) else { throw .unterminated(from: start) }
    position = stop
    return bytes.byte(at: stop &- 2) == UInt8(ascii: "/")
  }

  /// Reads one attribute; `false` when it has not the form `name="value"`.
  @inline(__always) private mutating func attribute(
    _ count: Int, of tag: Int, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(SyntaxError) -> Bool {
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

  @inline(__always) private mutating func append(_ name: Range<Int>, _ value: RawField, _ field: SampleField?) {
    attributes.append(
      XMLAttribute(
        nameStart: Int32(truncatingIfNeeded: name.lowerBound), nameEnd: Int32(truncatingIfNeeded: name.upperBound),
        value: value, field: field))
  }

  /// Reads a value up to its closing quote, checking its characters and references.
  @inline(__always) private mutating func value(
    _ quote: UInt8, of tag: Int, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(SyntaxError) -> RawField {
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

/// Moving from tag to tag.
extension XMLCursor {
  /// Moves to the next tag inside an element, past blanks and comments; returns whether it is an end tag.
  ///
  /// `element` is where the element begins, for the finding when it does not end. Text is a problem of the record, but
  /// allowed in elements that are kept as they are.
  mutating func nextTag(
    in element: Int, allowsText: Bool = false, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(SyntaxError) -> Bool {
    while true {
      skipSpace(bytes)
      guard position < end else { throw .unterminated(from: element) }
      guard bytes.byte(at: position) == UInt8(ascii: "<") else {
        let stop = bytes.first(UInt8(ascii: "<"), from: position, to: end)
        if !allowsText { buffer.report(.xmlSyntax, .textNotAllowed, at: position..<stop) }
        position = stop
        continue
      }
      guard let kind = XMLMarkup.kind(at: position, end: end, in: bytes) else { throw .unterminated(from: element) }
      switch kind {
      case .startTag: return false
      case .endTag: return true
      case .declaration: throw SyntaxError(.xmlSyntax, .declarationInside, at: position..<position + 2)
      case .comment, .characterData, .instruction:
        guard let stop = XMLMarkup.end(of: kind, at: position, end: end, in: bytes) else {
          throw .unterminated(from: element)
        }
        position = stop
      }
    }
  }

  /// Reads the end tag at the position; its name.
  mutating func endTag(in element: Int, _ bytes: RawSpan) throws(SyntaxError) -> Range<Int> {
    let start = position
    let nameStart = min(position &+ 2, end)
    position = nameEnd(from: nameStart, bytes)
    let name = nameStart..<position
    skipSpace(bytes)
    guard position < end else { throw .unterminated(from: element) }
    guard bytes.byte(at: position) == UInt8(ascii: ">"), !name.isEmpty else {
      throw SyntaxError(.xmlSyntax, .expectedTag, at: start..<start + 2)
    }
    position &+= 1
    return name
  }

  /// Reads the end tag at the position, which must be that of a start tag.
  @inline(__always) mutating func endTag(of name: Range<Int>, in element: Int, _ bytes: RawSpan) throws(SyntaxError) {
    let found = try endTag(in: element, bytes)
    guard bytes.isSame(found, name) else { throw SyntaxError(.xmlSyntax, .mismatchedTag, at: found) }
  }

  /// Moves over the element at the position with all it holds, checking only how tags nest; returns its name's place.
  ///
  /// `depth` is how deep the element is; the root is at 1.
  mutating func skipElement(
    depth: Int, counting counts: inout ElementCounts, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(SyntaxError) -> Range<Int> {
    let start = position
    let first = try bareTag(depth: depth, counting: &counts, bytes, into: &buffer)
    if first.isEmpty { return first.name }
    names.removeAll(keepingCapacity: true)
    names.append(first.name)
    // Elements below the limit of depth are only counted; the record is refused anyway.
    var deeper = 0
    while !names.isEmpty {
      if try nextTag(in: start, allowsText: true, bytes, into: &buffer) {
        let name = try endTag(in: start, bytes)
        if deeper > 0 {
          deeper &-= 1
        } else if let last = names.popLast(), !bytes.isSame(last, name) {
          throw SyntaxError(.xmlSyntax, .mismatchedTag, at: name)
        }
        continue
      }
      let level = depth &+ names.count &+ deeper
      let tag = try bareTag(depth: level, counting: &counts, bytes, into: &buffer)
      if tag.isEmpty { continue }
      if level > Self.maximumDepth { deeper &+= 1 } else { names.append(tag.name) }
    }
    return first.name
  }

  /// Moves over a start tag without looking at its attributes.
  private mutating func bareTag(
    depth: Int, counting counts: inout ElementCounts, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(SyntaxError) -> XMLTag {
    let start = position
    let name = try tagName(bytes)
    let isEmpty = try skipTag(from: start, bytes)
    counts.add(name, in: bytes)
    if depth > Self.maximumDepth { buffer.report(.nesting, .elementTooDeep, at: name) }
    if position &- start > Self.maximumTag { buffer.report(.lineTooLong, .tagTooLong, at: start..<start + 1) }
    return XMLTag(name: name, isEmpty: isEmpty)
  }
}

extension RawSampleBuffer {
  /// Adds a problem of the record; the first few are enough.
  mutating func report(_ code: DiagnosticCode, _ detail: SyntaxDetail, at span: Range<Int>) {
    if problems.count < 16 { problems.append(RawProblem(code, detail, at: span)) }
  }

  /// Adds a metadata pair of the sample whose entries begin at `first`.
  ///
  /// A pair that is there already is one pair; another value for its key is a problem.
  mutating func addMetadata(_ entry: TapeEntry, first: Int, in bytes: RawSpan) {
    var count = 0
    for place in tape.places(from: first) where tape[place].kind == .metadata {
      let other = tape[place]
      if XMLText.isSame(other.key, entry.key, in: bytes) {
        if !XMLText.isSame(other.value, entry.value, in: bytes) {
          report(.jsonDuplicateKey, .duplicateMetadata, at: entry.key.range)
        }
        return
      }
      count += 1
    }
    if count >= 256 {
      report(.objectTooLarge, .tooManyKeys, at: entry.key.range)
    } else {
      tape.append(entry)
    }
  }
}

/// The names of attributes that the last few kinds of tags had, in their order, and values that most tags repeat.
///
/// Programs write the attributes of an element in one order. A name that is expected, with the `="` after it, is
/// compared instead of read, and names that come in the order of an earlier tag are not there twice. The type, source
/// and device of a record are mostly those of the record before; such a value is compared as well.
struct RepeatedAttributes {
  private struct Name {
    var start: Int
    /// How many bytes the name has.
    var count: Int
    /// The first eight bytes or fewer.
    var word: UInt64
    var field: SampleField?
    /// The value that was read last, if it was sound and records repeat it.
    var value = RawField.absent

    var isRepeated: Bool {
      switch field {
      case .type, .sourceName, .sourceVersion, .device: true
      default: false
      }
    }
  }

  struct Expected {
    /// How many bytes it has.
    let count: Int
    let field: SampleField?
    /// Its place among the tag's attributes; -1 where its values are not kept.
    let place: Int
  }

  private struct Tag {
    var name: Range<Int>
    var attributes: [Name] = []
  }

  private var tags: [Tag] = []
  /// The tag that the next new one takes the place of.
  private var oldest = 0
  private var current = 0
  private var next = 0
  private var isExpected = true

  private static let limit = 4

  @inline(__always) mutating func begin(_ name: Range<Int>, in bytes: RawSpan) {
    next = 0
    isExpected = true
    if current < tags.count, bytes.isSame(tags[current].name, name) { return }
    for index in tags.indices where bytes.isSame(tags[index].name, name) {
      current = index
      return
    }
    if tags.count < Self.limit {
      current = tags.count
      tags.append(Tag(name: name))
    } else {
      current = oldest
      tags[current] = Tag(name: name)
      oldest = (oldest + 1) % Self.limit
    }
  }

  /// The name at a place, when it is expected and `="` follows; those expected before it are left out.
  @inline(__always) mutating func take(at place: Int, end: Int, in bytes: RawSpan) -> Expected? {
    guard isExpected else { return nil }
    var index = next
    while index < tags[current].attributes.count {
      let name = tags[current].attributes[index]
      let count = name.count &+ 2
      if count <= end &- place, bytes.word(from: place, count: min(count, 8)) == name.word,
        count <= 8 || bytes.isSame(name.start, as: place, count: count)
      {
        next = index &+ 1
        return Expected(count: name.count, field: name.field, place: name.isRepeated ? index : -1)
      }
      index &+= 1
    }
    isExpected = false
    return nil
  }

  /// The value at a place, when it is the one that the attribute had before, with the quote after it.
  @inline(__always) mutating func value(of name: Expected, at place: Int, end: Int, in bytes: RawSpan) -> RawField? {
    guard name.place >= 0 else { return nil }
    let known = tags[current].attributes[name.place].value
    let count = known.range.count
    guard count > 0, count < end &- place, bytes.isSame(Int(known.start), as: place, count: count &+ 1) else {
      return nil
    }
    return known.moved(by: Int32(truncatingIfNeeded: place) &- known.start)
  }

  @inline(__always) mutating func keep(_ value: RawField, of name: Expected) {
    if name.place >= 0 { tags[current].attributes[name.place].value = value }
  }

  /// Ends a tag: attributes that were not expected are, from now on, where all of them are as they are compared.
  @inline(__always) mutating func end(_ attributes: [XMLAttribute], in bytes: RawSpan) {
    if !isExpected { keep(attributes, in: bytes) }
  }

  private mutating func keep(_ attributes: [XMLAttribute], in bytes: RawSpan) {
    var names: [Name] = []
    for attribute in attributes {
      let range = attribute.name
      // A name whose text is not UTF-8 was reported, and will be again.
      guard bytes.byte(at: range.upperBound) == UInt8(ascii: "="),
        bytes.byte(at: range.upperBound &+ 1) == UInt8(ascii: "\""), UTF8Check.firstFault(in: range, of: bytes) == nil
      else { return }
      let word = bytes.word(from: range.lowerBound, count: min(range.count + 2, 8))
      names.append(Name(start: range.lowerBound, count: range.count, word: word, field: attribute.field))
    }
    tags[current].attributes = names
  }
}

extension SyntaxError {
  static func unterminated(from start: Int) -> SyntaxError { SyntaxError(.truncated, .unterminated, at: start) }
}
