/// JSON text on several lines, so that a change of the catalog is a change of few lines.
enum JSONLayout {
  /// Breaks text without blanks: the outer levels have a line for each value, and what is deeper stays on it.
  static func lines(_ json: [UInt8], levels: Int = 2) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(json.count + json.count / 16)
    var depth = 0
    var isInString = false
    var isEscaped = false
    for (index, byte) in json.enumerated() {
      if isInString {
        output.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
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
      case UInt8(ascii: "\""):
        output.append(byte)
        isInString = true
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
