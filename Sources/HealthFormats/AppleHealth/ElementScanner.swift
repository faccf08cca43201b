import HealthModel

/// Follows tags, quotes and comments to find the places between two top-level elements, and checks nothing else.
///
/// It can stop at any byte and go on when more are there. Offsets are those of the buffer it is shown; `rebase` moves
/// them when the buffer's beginning was handed on.
struct ElementScanner {
  /// The context of the next byte.
  private enum Mode {
    case text, startTag, doubleQuotes, singleQuotes, endTag, comment, characterData, instruction, declaration
  }

  private var mode = Mode.text
  /// The next byte to look at.
  private(set) var position = 0
  private var markupStart = 0
  private var depth: Int
  /// The last place between two top-level elements, 0 when there is none in the buffer after its beginning.
  private(set) var boundary = 0
  /// Whether the root element has ended; `position` is after it.
  private(set) var isRootClosed = false
  private var isSkipping = false

  /// The longest top-level element in bytes.
  static let maximumElement = 1 << 24

  init(isInside: Bool) { depth = isInside ? 1 : 0 }

  /// Begins at the root element.
  mutating func begin(at place: Int) { position = place }

  /// Whether the element after the last boundary is over the limit.
  func isOverlong(count: Int) -> Bool { !isRootClosed && count - boundary > Self.maximumElement }

  /// Goes on after the limit until the element ends, then stops at the boundary after it.
  mutating func beginSkipping() {
    isSkipping = true
    boundary = -1
  }

  /// Goes back to normal; the boundary that was found stays.
  mutating func endSkipping() {
    isSkipping = false
    boundary = max(0, boundary)
  }

  /// Adjusts positions after the buffer's first bytes were removed.
  mutating func rebase(by count: Int) {
    position -= count
    markupStart -= count
    if boundary >= 0 { boundary = max(0, boundary - count) }
  }

  /// Follows the bytes up to an end, to the root's end, or, when skipping, to the next boundary.
  mutating func scan(_ bytes: RawSpan, to end: Int) {
    var stop = limit(end)
    while position < stop, !isRootClosed, !(isSkipping && boundary >= 0) {
      switch mode {
      case .text:
        // The boundary may have moved, and with it the limit.
        if !text(bytes, stop), limit(end) == stop { return }
      case .startTag: startTag(bytes, stop)
      case .doubleQuotes: quoted(UInt8(ascii: "\""), bytes, stop)
      case .singleQuotes: quoted(UInt8(ascii: "'"), bytes, stop)
      case .endTag: if find(bytes, stop) { closed() }
      case .comment: other(.comment, bytes, stop)
      case .characterData: other(.characterData, bytes, stop)
      case .instruction: other(.instruction, bytes, stop)
      case .declaration: other(.declaration, bytes, stop)
      }
      stop = limit(end)
    }
  }

  /// The scanner reads nothing beyond the limit of the current element, so that reading in larger pieces changes nothing.
  @inline(__always) private func limit(_ end: Int) -> Int {
    isSkipping ? end : min(end, boundary &+ Self.maximumElement)
  }

  /// Moves to the next `<` and returns the kind of markup it begins; `false` if that takes more bytes.
  @inline(__always) private mutating func text(_ bytes: RawSpan, _ stop: Int) -> Bool {
    if depth == 1, boundary == position {
      while position < stop, XMLMarkup.isSpace(bytes.byte(at: position)) { position &+= 1 }
      boundary = position
      if position == stop { return true }
    }
    position = bytes.first(UInt8(ascii: "<"), from: position, to: stop)
    guard position < stop else { return true }
    if depth == 1 { boundary = position }
    guard let kind = XMLMarkup.kind(at: position, end: stop, in: bytes) else { return false }
    markupStart = position
    position &+= kind == .startTag ? 1 : 2
    mode =
      switch kind {
      case .startTag: .startTag
      case .endTag: .endTag
      case .comment: .comment
      case .characterData: .characterData
      case .instruction: .instruction
      case .declaration: .declaration
      }
    return true
  }

  @inline(__always) private mutating func startTag(_ bytes: RawSpan, _ stop: Int) {
    var index = position
    while true {
      index = XMLWord.firstTagMark(from: index, to: stop, in: bytes)
      guard index < stop else { break }
      let mark = bytes.byte(at: index)
      index &+= 1
      if mark == UInt8(ascii: ">") {
        position = index
        mode = .text
        opened(isEmpty: bytes.byte(at: index &- 2) == UInt8(ascii: "/"))
        return
      }
      let close = XMLWord.first(mark, from: index, to: stop, in: bytes)
      guard close < stop else {
        mode = mark == UInt8(ascii: "\"") ? .doubleQuotes : .singleQuotes
        break
      }
      index = close &+ 1
    }
    position = stop
  }

  private mutating func quoted(_ quote: UInt8, _ bytes: RawSpan, _ stop: Int) {
    let close = bytes.first(quote, from: position, to: stop)
    position = close
    guard close < stop else { return }
    position = close &+ 1
    mode = .startTag
  }

  /// Moves past the next `>`.
  private mutating func find(_ bytes: RawSpan, _ stop: Int) -> Bool {
    position = bytes.first(UInt8(ascii: ">"), from: position, to: stop)
    guard position < stop else { return false }
    position &+= 1
    return true
  }

  private mutating func other(_ kind: XMLMarkup, _ bytes: RawSpan, _ stop: Int) {
    while find(bytes, stop) {
      guard kind.closes(at: position &- 1, of: markupStart, in: bytes) else { continue }
      mode = .text
      if depth == 1 { boundary = position }
      return
    }
  }

  @inline(__always) private mutating func opened(isEmpty: Bool) {
    if !isEmpty { depth &+= 1 }
    if depth == 1 { boundary = position }
    if depth == 0 { isRootClosed = true }
  }

  @inline(__always) private mutating func closed() {
    mode = .text
    depth &-= 1
    if depth == 1 { boundary = position }
    if depth == 0 { isRootClosed = true }
  }
}
