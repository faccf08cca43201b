import HealthModel

/// Reads the points of a route, GPX 1.1: each `trkpt` becomes an entry of the tape as `Location` elements do.
///
/// Of the document only what points say is read: the attributes `lat` and `lon`, and each element within a point that
/// holds text. Nothing is copied; numbers and times are for the rules to judge.
struct RouteReader {
  private var position = 0
  private let end: Int
  private let texts: FileTexts

  /// The most entries of one route.
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
    while true {
      position = bytes.first(UInt8(ascii: "<"), from: position, to: end)
      guard position < end else { break }
      if isTag("<trkpt", bytes) {
        guard point(bytes, onto: &buffer) else { return }
        if buffer.tape.count > Self.maximumEntries {
          buffer.report(.objectTooLarge, .routeTooLong, at: 0..<1)
          return
        }
      } else if isTag("</gpx", bytes) {
        return
      } else if !passMarkup(bytes) {
        break
      }
    }
    buffer.report(.truncated, .unterminated, at: max(0, end - 1)..<end)
  }

  /// Moves to the root element; `false` when there is none at the beginning.
  private mutating func findRoot(_ bytes: RawSpan) -> Bool {
    let limit = min(end, Self.prologLength)
    while true {
      position = bytes.first(UInt8(ascii: "<"), from: position, to: limit)
      guard position < limit else { return false }
      if isTag("<gpx", bytes) { return true }
      guard passMarkup(bytes) else { return false }
    }
  }

  /// Whether a tag of a name is at the position.
  @inline(__always) private func isTag(_ text: StaticString, _ bytes: RawSpan) -> Bool {
    let count = text.utf8CodeUnitCount
    return bytes.hasPrefix(text, at: position, end: end) && position &+ count < end
      && !XMLMarkup.isNameByte(bytes.byte(at: position &+ count))
  }

  /// Moves over the markup at the position; `false` when it does not end.
  private mutating func passMarkup(_ bytes: RawSpan) -> Bool {
    guard let kind = XMLMarkup.kind(at: position, end: end, in: bytes) else { return false }
    guard kind == .comment || kind == .characterData || kind == .instruction else {
      position &+= 1
      return true
    }
    guard let close = XMLMarkup.end(of: kind, at: position, end: end, in: bytes) else { return false }
    position = close
    return true
  }

  /// Reads the `trkpt` at the position; `false` after a problem.
  private mutating func point(_ bytes: RawSpan, onto buffer: inout RawSampleBuffer) -> Bool {
    let start = position
    guard let close = XMLMarkup.tagEnd(at: start, end: end, in: bytes) else {
      return broken(.truncated, .unterminated, at: start, &buffer)
    }
    let place = buffer.tape.count
    buffer.tape.append(
      TapeEntry(.point, key: texts[.location], value: RawField(kind: .object, start: start, end: close)))
    position = start &+ 6
    while attribute(before: close, partOf: place, bytes, onto: &buffer.tape) {}
    position = close
    if bytes.byte(at: close &- 2) == UInt8(ascii: "/") { return true }
    while true {
      // Most tags follow the one before.
      if position >= end || bytes.byte(at: position) != UInt8(ascii: "<") {
        position = bytes.first(UInt8(ascii: "<"), from: position, to: end)
      }
      guard position &+ 1 < end else { return broken(.truncated, .unterminated, at: start, &buffer) }
      let next = bytes.byte(at: position &+ 1)
      if next == UInt8(ascii: "/") {
        let isEnd = isTag("</trkpt", bytes)
        position = bytes.first(UInt8(ascii: ">"), from: position, to: end)
        if isEnd { return position < end ? true : broken(.truncated, .unterminated, at: start, &buffer) }
      } else if XMLMarkup.isNameStart(next) {
        guard !isTag("<trkpt", bytes) else { return broken(.xmlSyntax, .mismatchedTag, at: position, &buffer) }
        guard leaf(partOf: place, bytes, onto: &buffer) else { return false }
      } else if !passMarkup(bytes) {
        return broken(.truncated, .unterminated, at: position, &buffer)
      }
    }
  }

  /// Reads the element at the position up to its first child or its end; one with text is a part of the point.
  ///
  /// - Returns: `false` after a problem.
  @inline(__always)
  private mutating func leaf(partOf place: Int, _ bytes: RawSpan, onto buffer: inout RawSampleBuffer) -> Bool {
    let start = position &+ 1
    var index = start
    while index < end, XMLMarkup.isNameByte(bytes.byte(at: index)) { index &+= 1 }
    let name = start..<index
    if index < end, bytes.byte(at: index) != UInt8(ascii: ">") {
      index = (XMLMarkup.tagEnd(at: position, end: end, in: bytes) ?? end) &- 1
    }
    index = min(index &+ 1, end)
    while index < end, XMLMarkup.isSpace(bytes.byte(at: index)) { index &+= 1 }
    let text = index
    var isEscaped = false
    while index < end {
      let byte = bytes.byte(at: index)
      if byte == UInt8(ascii: "<") { break }
      if byte == UInt8(ascii: "&") { isEscaped = true }
      index &+= 1
    }
    position = index
    if isEndTag(of: name, at: index, bytes) { position &+= name.count &+ 3 }
    while index > text, XMLMarkup.isSpace(bytes.byte(at: index &- 1)) { index &-= 1 }
    let field =
      index > text ? RawField(kind: .string, isEscaped: isEscaped, start: text, end: index) : RawField.absent
    let next = position &+ 1 < end ? bytes.byte(at: position &+ 1) : 0
    if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
      return mixedLeaf(name, field, partOf: place, bytes, onto: &buffer)
    }
    if field.isPresent { buffer.tape.append(field, for: key(of: name, bytes), partOf: place) }
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
        if field.isPresent { buffer.tape.append(field, for: key(of: name, bytes), partOf: place) }
        return true
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

  /// Reads the attribute after the position; `false` when there is none before the tag's end.
  private mutating func attribute(
    before close: Int, partOf place: Int, _ bytes: RawSpan, onto tape: inout RecordTape
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
      tape.append(
        RawField(kind: .string, isEscaped: isEscaped, start: text, end: position), for: key(of: name, bytes),
        partOf: place)
    }
    position &+= 1
    return true
  }

  /// The key of an element or attribute: that of the attribute of a `Location` with the same meaning, or its name.
  @inline(__always) private func key(of name: Range<Int>, _ bytes: RawSpan) -> RawField {
    switch name.count {
    case 3:
      if bytes.equals(name, "lat") { return texts[.latitude] }
      if bytes.equals(name, "lon") { return texts[.longitude] }
      if bytes.equals(name, "ele") { return texts[.altitude] }
    case 4:
      if bytes.equals(name, "time") { return texts[.date] }
      if bytes.equals(name, "hAcc") { return texts[.horizontalAccuracy] }
      if bytes.equals(name, "vAcc") { return texts[.verticalAccuracy] }
    default: break
    }
    return RawField(name: name)
  }

  private func broken(
    _ code: DiagnosticCode, _ detail: SyntaxDetail, at place: Int, _ buffer: inout RawSampleBuffer
  ) -> Bool {
    buffer.report(code, detail, at: place..<min(place + 1, end))
    return false
  }
}
