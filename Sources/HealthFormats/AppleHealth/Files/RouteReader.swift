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
  /// Whether a problem was reported.
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

  /// The name that begins at a place.
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
