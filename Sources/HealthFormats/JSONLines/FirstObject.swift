import HealthModel

enum FirstObject {
  /// `several`: another object is after it; `oneLine`: it ends on its line; `lines`: it goes over several;
  /// `cutLine`: its line ends inside it and the next begins another one.
  private enum Shape { case several, oneLine, lines, cutLine }

  /// Whether a text that begins with an object has one object a line or one value over several lines.
  static func format(_ beginning: FormatBeginning) -> InputFormat {
    if beginning.hint == .jsonLines { return .jsonLines }
    switch shape(from: beginning.start, beginning.bytes) {
    case .several, .cutLine: return .jsonLines
    case .oneLine: return beginning.hint == .json ? .json : .jsonLines
    case .lines: return .json
    }
  }

  private static func shape(from start: Int, _ text: [UInt8]) -> Shape {
    var depth = 0
    var quotes = JSONQuotes()
    var isOnOneLine = true
    var last: UInt8 = 0
    for index in start..<text.count {
      let byte = text[index]
      let isEscaped = quotes.isEscaped
      if quotes.take(byte) {
        if byte == UInt8(ascii: "\n"), !isEscaped { return .cutLine }
        last = byte
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        // An object right after the line of one that did not end is the next sample.
        if depth == 1, !isOnOneLine, last != UInt8(ascii: ":"), byte == UInt8(ascii: "{") { return .cutLine }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 {
          let next = text[(index + 1)...].first { !XMLMarkup.isSpace($0) }
          if next == UInt8(ascii: "{") { return .several }
          return isOnOneLine ? .oneLine : .lines
        }
      case UInt8(ascii: "\n"): isOnOneLine = false
      default: break
      }
      if !XMLMarkup.isSpace(byte) { last = byte }
    }
    return isOnOneLine ? .oneLine : .lines
  }
}
