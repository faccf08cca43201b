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
