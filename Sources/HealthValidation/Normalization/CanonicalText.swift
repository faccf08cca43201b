import HealthModel

/// Texts in the one form that normalized samples have, whatever the input's syntax.
enum CanonicalText {
  static func appendDecoded(_ field: RawField, _ syntax: RawSyntax, _ bytes: RawSpan, to output: inout [UInt8]) {
    guard field.isEscaped else {
      append(field.range, bytes, to: &output)
      return
    }
    switch syntax {
    case .json, .foreignJSON: JSONText.appendDecoded(field.range, in: bytes, to: &output)
    case .appleHealth: XMLText.appendDecoded(field.range, in: bytes, to: &output)
    case .csv: CSVText.appendDecoded(field.range, in: bytes, to: &output)
    }
  }

  /// Passes a field's text to a reader of bytes: in place, or decoded first when it has escapes.
  @inline(__always) static func reading<Result>(
    _ field: RawField, _ syntax: RawSyntax, _ bytes: RawSpan, _ read: (Range<Int>, RawSpan) -> Result
  ) -> Result {
    guard field.isEscaped else { return read(field.range, bytes) }
    let text = decoded(field, syntax, bytes)
    return read(0..<text.count, text.span.bytes)
  }

  static func decoded(_ field: RawField, _ syntax: RawSyntax, _ bytes: RawSpan) -> [UInt8] {
    var text: [UInt8] = []
    appendDecoded(field, syntax, bytes, to: &text)
    return text
  }

  /// How long a field's text is in bytes, escapes decoded: what limits count, so that the normal form meets them too.
  @inline(__always) static func count(_ field: RawField, _ syntax: RawSyntax, _ bytes: RawSpan) -> Int {
    field.isEscaped ? decoded(field, syntax, bytes).count : field.range.count
  }

  static func isSame(_ field: RawField, _ text: [UInt8], _ syntax: RawSyntax, _ bytes: RawSpan) -> Bool {
    reading(field, syntax, bytes) { $1.equals($0, text) }
  }

  @inline(__always) static func append(_ range: Range<Int>, _ bytes: RawSpan, to output: inout [UInt8]) {
    bytes.extracting(range).withUnsafeBytes { output.append(contentsOf: $0) }
  }

  /// Appends a field's text as a JSON string.
  static func appendQuoted(_ field: RawField, _ syntax: RawSyntax, _ bytes: RawSpan, to output: inout [UInt8]) {
    if syntax == .json, !field.isEscaped {
      output.append(UInt8(ascii: "\""))
      append(field.range, bytes, to: &output)
      output.append(UInt8(ascii: "\""))
    } else if !field.isEscaped {
      bytes.extracting(field.range).withUnsafeBytes { JSONText.appendQuoted($0, to: &output) }
    } else {
      JSONText.appendQuoted(decoded(field, syntax, bytes), to: &output)
    }
  }

  /// Appends any value as canonical JSON: strings with the shortest escapes, numbers by value, the rest as it is.
  static func appendValue(_ field: RawField, _ syntax: RawSyntax, _ bytes: RawSpan, to output: inout [UInt8]) {
    switch field.kind {
    case .string: appendQuoted(field, syntax, bytes, to: &output)
    case .number:
      if let number = DecimalParser.parse(field.range, in: bytes), !number.isInexact {
        DecimalWriter.append(number.value, to: &output)
      } else {
        append(field.range, bytes, to: &output)
      }
    case .object, .array: appendOnOneLine(field.range, bytes, to: &output)
    default: append(field.range, bytes, to: &output)
    }
  }

  /// Appends an object or array as it is, but for line breaks between its tokens, which would end the sample's line.
  private static func appendOnOneLine(_ range: Range<Int>, _ bytes: RawSpan, to output: inout [UInt8]) {
    let start = output.count
    append(range, bytes, to: &output)
    for offset in start..<output.count where output[offset] == 0x0A || output[offset] == 0x0D { output[offset] = 0x20 }
  }

  private static let trueWord = Array("true".utf8)
  private static let falseWord = Array("false".utf8)

  /// `true`, `false`, and `1` and `0` in either form, as exports write booleans.
  static func boolean(_ field: RawField, _ syntax: RawSyntax, _ bytes: RawSpan) -> Bool? {
    if syntax.isTextual, field.kind == .string {
      if bytes.equals(field.range, trueWord) { return true }
      if bytes.equals(field.range, falseWord) { return false }
    }
    let isScalar = field.kind == .number || field.kind == .string
    if isScalar, field.range.count == 1 {
      switch bytes.unsafeLoad(fromByteOffset: Int(field.start), as: UInt8.self) {
      case UInt8(ascii: "0"): return false
      case UInt8(ascii: "1"): return true
      default: return nil
      }
    }
    guard field.kind == .boolean else { return nil }
    return field.range.count == 4
  }
}
