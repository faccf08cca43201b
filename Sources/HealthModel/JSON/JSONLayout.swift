/// JSON text on several lines, so that a change of the catalog is a change of few lines.
package enum JSONLayout {
  /// Breaks text without blanks: the outer levels have a line for each value, and what is deeper stays on it.
  package static func lines(_ json: [UInt8], levels: Int = 2) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(json.count + json.count / 16)
    var depth = 0
    var quotes = JSONQuotes()
    for (index, byte) in json.enumerated() {
      if quotes.take(byte) {
        output.append(byte)
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        output.append(byte)
        depth += 1
        if depth <= levels, index + 1 < json.count, !isClosing(json[index + 1]) { breakLine(depth, &output) }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth < levels, index > 0, !isOpening(json[index - 1]) { breakLine(depth, &output) }
        output.append(byte)
      case UInt8(ascii: ","):
        output.append(byte)
        if depth <= levels { breakLine(depth, &output) }
      case UInt8(ascii: ":"):
        output.append(byte)
        if depth <= levels { output.append(UInt8(ascii: " ")) }
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\n"))
    return output
  }

  private static func breakLine(_ depth: Int, _ output: inout [UInt8]) {
    output.append(UInt8(ascii: "\n"))
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  private static func isOpening(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }

  private static func isClosing(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") }
}

/// Follows JSON text byte by byte and distinguishes its strings from the text between them.
///
/// The text may arrive in pieces of any size. For code that cuts or lays out text and leaves the grammar to other types.
@usableFromInline package struct JSONQuotes {
  /// Whether the byte before belonged to a string that goes on.
  @usableFromInline package var isInString = false
  /// Whether the byte before was a backslash that escapes the next one.
  @usableFromInline package var isEscaped = false

  @inlinable package init() {}

  /// Takes the next byte; says whether it belongs to a string, whose quotes do.
  @inlinable @inline(__always) package mutating func take(_ byte: UInt8) -> Bool {
    guard isInString else {
      isInString = byte == UInt8(ascii: "\"")
      return isInString
    }
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
    }
    return true
  }
}
