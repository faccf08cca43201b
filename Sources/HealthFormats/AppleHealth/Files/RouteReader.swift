import HealthModel

/// Reads the points of a route, GPX 1.1: each `trkpt` becomes an entry of the tape as `Location` elements do.
///
/// Of the document only what points say is read: the attributes `lat` and `lon`, and each element within a point that
/// holds text. Nothing is copied; numbers and times are for the rules to judge.
struct RouteReader {
  var position = 0
  let end: Int
  let texts: FileTexts
  var elements = RouteElements()
  var pattern = PointPattern()
  private(set) var isBroken = false

  static let maximumEntries = 2_000_000
  /// How many bytes of a document there are to an entry at least, as its writer makes them: an attribute of a point.
  private static let leastForEntry = 16
  /// How far into the document its root element is.
  private static let prologLength = 16 * 1024

  /// A reader of the first bytes of a chunk.
  init(count: Int, _ texts: FileTexts) {
    end = count
    self.texts = texts
  }

  /// Puts all points onto the tape; what is wrong with the document is a problem of the record.
  mutating func read(_ bytes: RawSpan, into buffer: inout RawSampleBuffer) {
    guard findRoot(bytes) else {
      buffer.report(.xmlSyntax, .routeSyntax, at: 0..<min(1, end))
      return
    }
    buffer.tape.reserveCapacity(buffer.tape.count + min(end / Self.leastForEntry, Self.maximumEntries))
    repeat {
      position = bytes.first(UInt8(ascii: "<"), from: position, to: end)
      guard position &+ 1 < end else {
        _ = broken(.truncated, .unterminated, at: max(0, end - 1), &buffer)
        return
      }
      let next = bytes.byte(at: position &+ 1)
      if isTag("<trkpt", bytes) {
        guard point(bytes, onto: &buffer) else { return }
        if buffer.tape.count > Self.maximumEntries {
          buffer.report(.objectTooLarge, .routeTooLong, at: 0..<1)
          return
        }
      } else if next == UInt8(ascii: "/") {
        guard endTag(bytes, &buffer) else { return }
      } else if XMLMarkup.isNameStart(next) {
        guard startTag(bytes, &buffer) else { return }
      } else if !passMarkup(bytes) {
        _ = broken(.truncated, .unterminated, at: max(0, end - 1), &buffer)
        return
      }
    } while elements.depth > 0
    checkEnd(bytes, &buffer)
  }

  /// Reports what is after the root element: only comments and instructions may be.
  private mutating func checkEnd(_ bytes: RawSpan, _ buffer: inout RawSampleBuffer) {
    while position < end {
      let start = position
      if XMLMarkup.isSpace(bytes.byte(at: start)) {
        position &+= 1
        continue
      }
      let kind = bytes.byte(at: start) == UInt8(ascii: "<") ? XMLMarkup.kind(at: start, end: end, in: bytes) : nil
      guard kind == .comment || kind == .instruction, passMarkup(bytes) else {
        _ = broken(.xmlSyntax, .trailingContent, at: start, &buffer)
        return
      }
    }
  }

  /// Opens the element at the position; `false` after a problem.
  private mutating func startTag(_ bytes: RawSpan, _ buffer: inout RawSampleBuffer) -> Bool {
    let start = position
    guard let close = XMLMarkup.tagEnd(at: start, end: end, in: bytes) else {
      return broken(.truncated, .unterminated, at: start, &buffer)
    }
    position = close
    if bytes.byte(at: close &- 2) == UInt8(ascii: "/") { return true }
    guard elements.open(name(from: start &+ 1, bytes)) else {
      return broken(.nesting, .elementTooDeep, at: start, &buffer)
    }
    return true
  }

  /// Closes the innermost element by the end tag at the position; `false` after a problem.
  @inline(__always) mutating func endTag(_ bytes: RawSpan, _ buffer: inout RawSampleBuffer) -> Bool {
    let start = position
    let name = name(from: start &+ 2, bytes)
    position = bytes.first(UInt8(ascii: ">"), from: name.upperBound, to: end)
    guard position < end else { return broken(.truncated, .unterminated, at: start, &buffer) }
    position &+= 1
    return elements.close(name, bytes) ? true : broken(.xmlSyntax, .mismatchedTag, at: start, &buffer)
  }

  @inline(__always) func name(from start: Int, _ bytes: RawSpan) -> Range<Int> {
    var index = start
    while index < end, XMLMarkup.isNameByte(bytes.byte(at: index)) { index &+= 1 }
    return min(start, index)..<index
  }

  /// Moves to the root element; `false` when there is none at the beginning.
  private mutating func findRoot(_ bytes: RawSpan) -> Bool {
    let limit = min(end, Self.prologLength)
    while true {
      position = bytes.first(UInt8(ascii: "<"), from: position, to: limit)
      guard position < limit else { return false }
      if isTag("<gpx", bytes) { return true }
      guard position &+ 1 < limit, !XMLMarkup.isNameStart(bytes.byte(at: position &+ 1)), passMarkup(bytes) else {
        return false
      }
    }
  }

  @inline(__always) func isTag(_ text: StaticString, _ bytes: RawSpan) -> Bool {
    let count = text.utf8CodeUnitCount
    return bytes.hasPrefix(text, at: position, end: end) && position &+ count < end
      && !XMLMarkup.isNameByte(bytes.byte(at: position &+ count))
  }

  /// Moves over the markup at the position; `false` when it does not end.
  mutating func passMarkup(_ bytes: RawSpan) -> Bool {
    guard let kind = XMLMarkup.kind(at: position, end: end, in: bytes) else { return false }
    guard kind == .comment || kind == .characterData || kind == .instruction else {
      position &+= 1
      return true
    }
    guard let close = XMLMarkup.end(of: kind, at: position, end: end, in: bytes) else { return false }
    position = close
    return true
  }

  /// Reports a problem, after which nothing is read; always `false`.
  mutating func broken(
    _ code: DiagnosticCode, _ detail: SyntaxDetail, at place: Int, _ buffer: inout RawSampleBuffer
  ) -> Bool {
    isBroken = true
    buffer.report(code, detail, at: place..<min(place + 1, end))
    return false
  }
}

// MARK: Points

extension RouteReader {
  /// Reads the `trkpt` at the position; `false` after a problem.
  mutating func point(_ bytes: RawSpan, onto buffer: inout RawSampleBuffer) -> Bool {
    let start = position
    guard let close = XMLMarkup.tagEnd(at: start, end: end, in: bytes) else {
      return broken(.truncated, .unterminated, at: start, &buffer)
    }
    let place = buffer.tape.count
    buffer.tape.append(
      TapeEntry(.point, key: texts[.location], value: RawField(kind: .object, start: start, end: close)))
    position = start &+ 6
    elements.beginPoint()
    pattern.beginPoint()
    while attribute(before: close, partOf: place, bytes, onto: &buffer) {}
    if isBroken { return false }
    position = close
    let depth = elements.depth
    if bytes.byte(at: close &- 2) == UInt8(ascii: "/") { return true }
    while true {
      // Most tags follow the one before.
      if position >= end || bytes.byte(at: position) != UInt8(ascii: "<") {
        position = bytes.first(UInt8(ascii: "<"), from: position, to: end)
      }
      guard position &+ 1 < end else { return broken(.truncated, .unterminated, at: start, &buffer) }
      let next = bytes.byte(at: position &+ 1)
      if next == UInt8(ascii: "/") {
        guard elements.depth == depth else {
          guard endTag(bytes, &buffer) else { return false }
          continue
        }
        guard position &+ 7 < end else { return broken(.truncated, .unterminated, at: start, &buffer) }
        guard isTag("</trkpt", bytes) else { return broken(.xmlSyntax, .mismatchedTag, at: position, &buffer) }
        position = bytes.first(UInt8(ascii: ">"), from: position, to: end)
        return position < end ? true : broken(.truncated, .unterminated, at: start, &buffer)
      } else if XMLMarkup.isNameStart(next) {
        guard !isTag("<trkpt", bytes) else { return broken(.xmlSyntax, .mismatchedTag, at: position, &buffer) }
        guard leaf(partOf: place, bytes, onto: &buffer) else { return false }
      } else if !passMarkup(bytes) {
        return broken(.truncated, .unterminated, at: position, &buffer)
      }
    }
  }

  /// Reads the element at the position up to its first child or its end; one with text is a part of the point.
  @inline(__always)
  private mutating func leaf(partOf place: Int, _ bytes: RawSpan, onto buffer: inout RawSampleBuffer) -> Bool {
    let known = pattern.element(at: position &+ 1, end: end, bytes)
    let name = known.map { position &+ 1..<position &+ 1 &+ $0.count } ?? name(from: position &+ 1, bytes)
    var index = name.upperBound
    if known == nil, index < end, bytes.byte(at: index) != UInt8(ascii: ">") {
      guard let close = XMLMarkup.tagEnd(at: position, end: end, in: bytes) else {
        return broken(.truncated, .unterminated, at: position, &buffer)
      }
      index = close &- 1
      if bytes.byte(at: index &- 1) == UInt8(ascii: "/") {
        position = close
        return true
      }
    }
    index = min(index &+ 1, end)
    while index < end, XMLMarkup.isSpace(bytes.byte(at: index)) { index &+= 1 }
    let text = index
    let isEscaped = passText(&index, bytes)
    position = index
    if let known, index < end, bytes.byte(at: index &+ 1) == UInt8(ascii: "/"), known.isAt(index &+ 2, end: end, bytes)
    {
      position &+= known.count &+ 3
    } else if isEndTag(of: name, at: index, bytes) {
      position &+= name.count &+ 3
    } else if !elements.open(name) {
      return broken(.nesting, .elementTooDeep, at: name.lowerBound, &buffer)
    }
    while index > text, XMLMarkup.isSpace(bytes.byte(at: index &- 1)) { index &-= 1 }
    let field = index > text ? RawField(kind: .string, isEscaped: isEscaped, start: text, end: index) : RawField.absent
    let next = position &+ 1 < end ? bytes.byte(at: position &+ 1) : 0
    if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
      return mixedLeaf(name, field, partOf: place, bytes, onto: &buffer)
    }
    guard field.isPresent else { return true }
    if let known {
      let key = known.key.isPresent ? known.key : RawField(name: name)
      return append(field, known.part, key, of: name, partOf: place, onto: &buffer)
    }
    let (part, key) = key(of: name, bytes)
    pattern.keep(name, part, key, end: end, bytes)
    return append(field, part, key, of: name, partOf: place, onto: &buffer)
  }

  /// Moves to the next tag; says whether the text before it has escapes.
  @inline(__always) private func passText(_ index: inout Int, _ bytes: RawSpan) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var isEscaped = false
    while index < end {
      if index &+ 8 <= end {
        let word = bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
        let tags = word ^ (ones &* 0x3C)
        let escapes = word ^ (ones &* 0x26)
        // The lowest bit that is set is exact.
        let found = ((tags &- ones) & ~tags | (escapes &- ones) & ~escapes) & (ones &* 0x80)
        guard found != 0 else {
          index &+= 8
          continue
        }
        index &+= found.trailingZeroBitCount >> 3
      }
      let byte = bytes.byte(at: index)
      if byte == UInt8(ascii: "<") { break }
      if byte == UInt8(ascii: "&") { isEscaped = true }
      index &+= 1
    }
    return isEscaped
  }

  /// Appends the text of an element or attribute; `false` if the point has it already.
  private mutating func append(
    _ field: RawField, of name: Range<Int>, partOf place: Int, _ bytes: RawSpan, onto buffer: inout RawSampleBuffer
  ) -> Bool {
    let (part, key) = key(of: name, bytes)
    return append(field, part, key, of: name, partOf: place, onto: &buffer)
  }

  /// Appends the text of a part of a point; `false` if the point has it already.
  @inline(__always) private mutating func append(
    _ field: RawField, _ part: RouteElements.Parts?, _ key: RawField, of name: Range<Int>, partOf place: Int,
    onto buffer: inout RawSampleBuffer
  ) -> Bool {
    if let part, !elements.take(part) { return broken(.xmlSyntax, .duplicateElement, at: name.lowerBound, &buffer) }
    buffer.tape.append(field, for: key, partOf: place)
    return true
  }

  /// Reads on in an element whose text has comments, instructions or character data around it.
  ///
  /// The text must be in one piece, since nothing is copied: a number of two pieces must not be read as the first.
  private mutating func mixedLeaf(
    _ name: Range<Int>, _ first: RawField, partOf place: Int, _ bytes: RawSpan, onto buffer: inout RawSampleBuffer
  ) -> Bool {
    var field = first
    while true {
      let start = position
      guard let kind = XMLMarkup.kind(at: start, end: end, in: bytes) else {
        return broken(.truncated, .unterminated, at: start, &buffer)
      }
      guard kind == .comment || kind == .instruction || kind == .characterData else {
        return !field.isPresent || append(field, of: name, partOf: place, bytes, onto: &buffer)
      }
      guard let close = XMLMarkup.end(of: kind, at: start, end: end, in: bytes) else {
        return broken(.truncated, .unterminated, at: start, &buffer)
      }
      position = bytes.first(UInt8(ascii: "<"), from: close, to: end)
      var pieces = [text(in: close..<position, isPlain: false, bytes)]
      // The text between `<![CDATA[` and `]]>` has no escapes.
      if kind == .characterData { pieces.insert(text(in: start &+ 9..<close &- 3, isPlain: true, bytes), at: 0) }
      for piece in pieces where piece.isPresent {
        if field.isPresent { return broken(.xmlSyntax, .splitText, at: Int(piece.start), &buffer) }
        field = piece
      }
    }
  }

  /// The text in a range without the blanks around it.
  private func text(in range: Range<Int>, isPlain: Bool, _ bytes: RawSpan) -> RawField {
    var (start, last) = (range.lowerBound, range.upperBound)
    while start < last, XMLMarkup.isSpace(bytes.byte(at: start)) { start &+= 1 }
    while last > start, XMLMarkup.isSpace(bytes.byte(at: last &- 1)) { last &-= 1 }
    guard start < last else { return .absent }
    let isEscaped = !isPlain && bytes.first(UInt8(ascii: "&"), from: start, to: last) < last
    return RawField(kind: .string, isEscaped: isEscaped, start: start, end: last)
  }

  /// Whether the end tag of a name is at a place, without blanks.
  @inline(__always) private func isEndTag(of name: Range<Int>, at place: Int, _ bytes: RawSpan) -> Bool {
    let last = place &+ 2 &+ name.count
    guard last < end, bytes.byte(at: place &+ 1) == UInt8(ascii: "/"), bytes.byte(at: last) == UInt8(ascii: ">") else {
      return false
    }
    var offset = 0
    while offset < name.count {
      if bytes.byte(at: place &+ 2 &+ offset) != bytes.byte(at: name.lowerBound &+ offset) { return false }
      offset &+= 1
    }
    return true
  }

  /// Reads the attribute after the position; `false` when there is none before the tag's end, and after a problem.
  private mutating func attribute(
    before close: Int, partOf place: Int, _ bytes: RawSpan, onto buffer: inout RawSampleBuffer
  ) -> Bool {
    while position < close, !XMLMarkup.isNameStart(bytes.byte(at: position)) { position &+= 1 }
    let start = position
    while position < close, XMLMarkup.isNameByte(bytes.byte(at: position)) { position &+= 1 }
    let name = start..<position
    while position < close, XMLMarkup.isSpace(bytes.byte(at: position)) { position &+= 1 }
    guard position < close, bytes.byte(at: position) == UInt8(ascii: "=") else { return false }
    position &+= 1
    while position < close, XMLMarkup.isSpace(bytes.byte(at: position)) { position &+= 1 }
    guard position < close else { return false }
    let quote = bytes.byte(at: position)
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return false }
    let text = position &+ 1
    position = bytes.first(quote, from: text, to: close)
    guard position < close else { return false }
    let isEscaped = bytes.first(UInt8(ascii: "&"), from: text, to: position) < position
    if position > text {
      let field = RawField(kind: .string, isEscaped: isEscaped, start: text, end: position)
      guard append(field, of: name, partOf: place, bytes, onto: &buffer) else { return false }
    }
    position &+= 1
    return true
  }

  /// The key of an element or attribute: that of the attribute of a `Location` with the same meaning, or its name; and
  /// which part of a point it is.
  @inline(__always)
  private func key(of name: Range<Int>, _ bytes: RawSpan) -> (part: RouteElements.Parts?, key: RawField) {
    switch name.count {
    case 3:
      if bytes.equals(name, "lat") { return (.latitude, texts[.latitude]) }
      if bytes.equals(name, "lon") { return (.longitude, texts[.longitude]) }
      if bytes.equals(name, "ele") { return (.altitude, texts[.altitude]) }
    case 4:
      if bytes.equals(name, "time") { return (.time, texts[.date]) }
      if bytes.equals(name, "hAcc") { return (.horizontalAccuracy, texts[.horizontalAccuracy]) }
      if bytes.equals(name, "vAcc") { return (.verticalAccuracy, texts[.verticalAccuracy]) }
    case 5: if bytes.equals(name, "speed") { return (.speed, RawField(name: name)) }
    case 6: if bytes.equals(name, "course") { return (.course, RawField(name: name)) }
    default: break
    }
    return (nil, RawField(name: name))
  }
}

/// The elements that the points of a route had so far, in their order.
///
/// Nearly all points of a document have the same, so that a name is compared with the one in its place, eight bytes at
/// once, instead of being read.
struct PointPattern {
  /// A name, with the part of a point that it stands for.
  struct Element {
    /// The name and `>` after it, as the bytes of a number.
    fileprivate let word: UInt64
    fileprivate let mask: UInt64
    /// How many bytes the name has.
    let count: Int
    /// Which part it is; `nil` if it may be there again.
    let part: RouteElements.Parts?
    /// Its key; absent if that is the name itself.
    let key: RawField
    fileprivate static let none = Element(word: 1, mask: 0, count: 0, part: nil, key: .absent)

    @inline(__always) func isAt(_ place: Int, end: Int, _ bytes: RawSpan) -> Bool {
      place &+ 8 <= end && bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian & mask == word
    }
  }

  private static let size = 16
  /// The most bytes of a name that is kept.
  private static let limit = 7
  private var elements = Fixed16<Element>(repeating: .none)
  private var next = 0

  @inline(__always) mutating func beginPoint() { next = 0 }

  @inline(__always) mutating func element(at place: Int, end: Int, _ bytes: RawSpan) -> Element? {
    let number = next
    next = number &+ 1
    guard number < Self.size, elements[number].isAt(place, end: end, bytes) else { return nil }
    return elements[number]
  }

  /// Keeps the name of the element that came last, which has no attributes.
  mutating func keep(_ name: Range<Int>, _ part: RouteElements.Parts?, _ key: RawField, end: Int, _ bytes: RawSpan) {
    let count = name.count
    guard next <= Self.size, count <= Self.limit, name.upperBound < end,
      bytes.byte(at: name.upperBound) == UInt8(ascii: ">")
    else { return }
    elements[next - 1] = Element(
      word: bytes.word(from: name.lowerBound, count: count + 1), mask: UInt64.max >> UInt64(56 - 8 * count),
      count: count, part: part, key: key.range == name ? .absent : key)
  }
}

/// The elements of a route's document that are open, and the parts that the current point has.
struct RouteElements {
  /// The parts of a point that are there once, by their bits.
  struct Parts: OptionSet {
    let rawValue: UInt8

    static let latitude = Parts(rawValue: 1)
    static let longitude = Parts(rawValue: 2)
    static let altitude = Parts(rawValue: 4)
    static let time = Parts(rawValue: 8)
    static let horizontalAccuracy = Parts(rawValue: 16)
    static let verticalAccuracy = Parts(rawValue: 32)
    static let speed = Parts(rawValue: 64)
    static let course = Parts(rawValue: 128)
  }

  /// The names of the elements that are open, the root first.
  private var names: [Range<Int>] = []
  /// What the current point has.
  private var parts: Parts = []

  var depth: Int { names.count }

  @inline(__always) mutating func open(_ name: Range<Int>) -> Bool {
    names.append(name)
    return names.count <= XMLCursor.maximumDepth
  }

  @inline(__always) mutating func close(_ name: Range<Int>, _ bytes: RawSpan) -> Bool {
    guard let last = names.popLast(), last.count == name.count else { return false }
    var offset = 0
    while offset < name.count {
      if bytes.byte(at: last.lowerBound &+ offset) != bytes.byte(at: name.lowerBound &+ offset) { return false }
      offset &+= 1
    }
    return true
  }

  @inline(__always) mutating func beginPoint() { parts = [] }

  @inline(__always) mutating func take(_ part: Parts) -> Bool { parts.insert(part).inserted }
}
