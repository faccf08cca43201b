import HealthModel

/// Where a cursor is in the JSON of a sample: in which text, under which keys, of which type.
///
/// It is for text that is being typed, which is seldom valid JSON: strings are told apart from what is between them, and
/// nothing is refused.
struct SampleCursor {
  /// The text within quotes that the cursor is in, or an empty range at the cursor.
  private(set) var text: Range<Int>
  private(set) var isQuoted = false
  /// The key whose value the place is; `nil` for a key, and for an element of an array.
  private(set) var key: String?
  private(set) var isKey = false
  /// The keys of the objects and arrays around it, the innermost first.
  private(set) var parents: [String] = []
  /// The type of the innermost sample, as it is written, before or after the cursor.
  private(set) var type: String?

  private struct Container {
    var isObject: Bool
    var parent: Int
    var key: String?
    var type: String?
    var current: String?
    var awaitsValue = false

    /// Takes a string: a key, or the value of one.
    mutating func read(_ text: String) {
      guard isObject else { return }
      if awaitsValue {
        if current == "type" { type = text }
      } else {
        current = text
      }
    }
  }

  init(at cursor: Int, in range: Range<Int>, of bytes: [UInt8]) {
    text = cursor..<cursor
    var containers = [Container(isObject: false, parent: -1)]
    var open = 0
    var found: Int?
    var quotes = JSONQuotes()
    var begin = 0
    var place = range.lowerBound
    while place <= range.upperBound {
      if place == cursor, !quotes.isInString, found == nil {
        take(cursor..<cursor, containers[open])
        found = open
      }
      guard place < range.upperBound else { break }
      let byte = bytes[place]
      let wasInString = quotes.isInString
      if quotes.take(byte) {
        if !wasInString { begin = place + 1 }
        let isLast = place + 1 == range.upperBound && quotes.isInString
        if !quotes.isInString || isLast {
          let span = begin..<max(begin, isLast ? place + 1 : place)
          if span.lowerBound <= cursor, cursor <= span.upperBound {
            isQuoted = true
            take(span, containers[open])
            found = open
          }
          containers[open].read(JSONText.string(span, in: bytes.span.bytes))
        }
      } else {
        Self.step(byte, &containers, &open)
      }
      place += 1
    }
    var container = found ?? open
    while container >= 0 {
      if type == nil { type = containers[container].type }
      if let key = containers[container].key { parents.append(key) }
      container = containers[container].parent
    }
  }

  private mutating func take(_ span: Range<Int>, _ container: Container) {
    text = span
    isKey = container.isObject && !container.awaitsValue
    key = isKey ? nil : container.isObject ? container.current : container.key
  }

  /// Goes over a byte between strings.
  private static func step(_ byte: UInt8, _ containers: inout [Container], _ open: inout Int) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let key = containers[open].isObject ? containers[open].current : nil
      containers.append(Container(isObject: byte == UInt8(ascii: "{"), parent: open, key: key))
      open = containers.count - 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): open = max(0, containers[open].parent)
    case UInt8(ascii: ":"): containers[open].awaitsValue = true
    case UInt8(ascii: ","): containers[open].awaitsValue = false
    default: break
    }
  }
}
