import HealthPlugins

/// Writes the JSON text of metadata as a column of the type `jsonb` can keep it: with U+0000 as `StoredText` does.
///
/// The text has passed a reader of JSON; what is looked at here is what `jsonb` refuses beyond that.
struct MetadataText {
  private let text: [UInt8]
  private let end: Int
  private var position: Int
  private var output: [UInt8] = []

  private init(_ range: Range<Int>, in text: [UInt8]) {
    self.text = text
    position = range.lowerBound
    end = range.upperBound
    output.reserveCapacity(range.count)
  }

  /// The text to keep; `nil` when half of a surrogate pair is in it, or a number that no `double precision` holds.
  static func kept(_ range: Range<Int>, in text: [UInt8]) -> [UInt8]? {
    var writer = MetadataText(range, in: text)
    return writer.write() ? writer.output : nil
  }

  private mutating func write() -> Bool {
    while position < end {
      let byte = text[position]
      if byte == UInt8(ascii: "\"") {
        guard writeString() else { return false }
      } else if byte == UInt8(ascii: "-") || Self.isDigit(byte) {
        guard writeNumber() else { return false }
      } else {
        output.append(byte)
        position += 1
      }
    }
    return true
  }

  private mutating func writeNumber() -> Bool {
    let start = position
    while position < end, Self.isDigit(text[position]) || "+-.eE".utf8.contains(text[position]) { position += 1 }
    guard let reading = LineText.number(start..<position, in: text) else { return false }
    // A number that became zero is too small to be read again.
    guard reading.value != 0 || !reading.isInexact else { return false }
    output.append(contentsOf: text[start..<position])
    return true
  }

  private mutating func writeString() -> Bool {
    output.append(text[position])
    position += 1
    while position < end {
      let byte = text[position]
      if byte == UInt8(ascii: "\\") {
        guard writeEscape() else { return false }
        continue
      }
      output.append(byte)
      position += 1
      if byte == UInt8(ascii: "\"") { return true }
    }
    return false
  }

  private mutating func writeEscape() -> Bool {
    guard position + 1 < end else { return false }
    guard text[position + 1] == UInt8(ascii: "u") else {
      output.append(contentsOf: text[position..<position + 2])
      position += 2
      return true
    }
    guard let unit = self.unit(at: position) else { return false }
    switch unit {
    case 0, 1:
      output.append(contentsOf: #"\u0001"#.utf8)
      output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: unit))
      position += 6
    case 0xD800...0xDBFF:
      guard let low = self.unit(at: position + 6), (0xDC00...0xDFFF).contains(low) else { return false }
      output.append(contentsOf: text[position..<position + 12])
      position += 12
    case 0xDC00...0xDFFF: return false
    default:
      output.append(contentsOf: text[position..<position + 6])
      position += 6
    }
    return true
  }

  /// The UTF-16 unit of an escape; `nil` when there is none.
  private func unit(at place: Int) -> UInt16? {
    guard place + 6 <= end, text[place] == UInt8(ascii: "\\"), text[place + 1] == UInt8(ascii: "u") else { return nil }
    return LineText.unit(at: place + 2, end: end, in: text)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
