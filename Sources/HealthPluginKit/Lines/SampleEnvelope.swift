import HealthModel

/// Writes the beginning of a sample line, up to the value of `sample`.
enum SampleEnvelope {
  /// Appends the envelope; the sample and a closing brace are to follow.
  static func append(
    id: SampleID, digest: UInt64, type: String, start: Int64?, end: Int64?, correlation: Int?, role: String?,
    to output: inout [UInt8]
  ) {
    output.append(contentsOf: "{\"id\":\"".utf8)
    id.append(to: &output)
    output.append(contentsOf: "\",\"digest\":\"".utf8)
    HexadecimalText.append(digest, to: &output)
    output.append(contentsOf: "\",\"type\":".utf8)
    JSONText.appendQuoted(type.utf8, to: &output)
    if let start {
      output.append(contentsOf: ",\"start\":".utf8)
      DecimalWriter.append(start, to: &output)
    }
    if let end {
      output.append(contentsOf: ",\"end\":".utf8)
      DecimalWriter.append(end, to: &output)
    }
    if let correlation {
      output.append(contentsOf: ",\"correlation\":".utf8)
      DecimalWriter.append(Int64(correlation), to: &output)
    }
    if let role {
      output.append(contentsOf: ",\"role\":".utf8)
      JSONText.appendQuoted(role.utf8, to: &output)
    }
    output.append(contentsOf: ",\"sample\":".utf8)
  }
}

/// Numbers of 64 bits as 16 lower-case hexadecimal digits.
package enum HexadecimalText {
  /// The digit of a number below 16.
  @inline(__always) package static func digit(_ value: UInt64) -> UInt8 {
    let nibble = UInt8(truncatingIfNeeded: value & 0xF)
    return nibble < 10 ? 0x30 &+ nibble : 0x57 &+ nibble
  }

  /// Appends 16 digits.
  package static func append(_ value: UInt64, to output: inout [UInt8]) {
    var shift: UInt64 = 64
    while shift > 0 {
      shift -= 4
      output.append(digit(value >> shift))
    }
  }

  /// The text of bytes, two digits each.
  package static func string(_ bytes: some Sequence<UInt8>) -> String {
    var output: [UInt8] = []
    for byte in bytes {
      output.append(digit(UInt64(byte) >> 4))
      output.append(digit(UInt64(byte)))
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The bytes of a text, two digits each; `nil` when it is no such text.
  package static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }
}
