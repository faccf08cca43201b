import HealthFormats
import HealthModel

enum FHIRExtensionValue {
  /// Appends an object whose members are extensions: the key is the end of the URL.
  static func appendObject(_ extensions: RawField, _ bytes: RawSpan, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "{"))
    var isFirst = true
    CheckedJSON.elements(of: extensions, bytes) { item in
      let url = CheckedJSON.member("url", of: item, bytes)
      guard url.kind == .string, !url.range.isEmpty else { return }
      let start = output.count
      if !isFirst { output.append(UInt8(ascii: ",")) }
      JSONText.appendQuoted(name(url, bytes), to: &output)
      output.append(UInt8(ascii: ":"))
      guard append(item, bytes, to: &output) else {
        output.removeSubrange(start...)
        return
      }
      isFirst = false
    }
    output.append(UInt8(ascii: "}"))
  }

  /// What follows the last slash of a URL that is absolute.
  private static func name(_ url: RawField, _ bytes: RawSpan) -> [UInt8] {
    let text = JSONText.decoded(url.range, in: bytes)
    guard text.starts(with: "http".utf8), let slash = text.lastIndex(of: UInt8(ascii: "/")) else { return text }
    return Array(text[(slash + 1)...])
  }

  /// Appends the value of an extension; says whether it has one that a sample can have.
  static func append(_ item: RawField, _ bytes: RawSpan, to output: inout [UInt8]) -> Bool {
    var isWritten = false
    CheckedJSON.members(of: item, bytes) { key, value in
      guard !isWritten, bytes.hasPrefix("value", at: Int(key.start), end: Int(key.end)) else { return }
      switch value.kind {
      case .string, .number, .boolean: isWritten = appendScalar(value, bytes, to: &output)
      case .object where bytes.equals(key.range, "valueQuantity"): isWritten = appendQuantity(value, bytes, to: &output)
      case .object where bytes.equals(key.range, "valueCoding"):
        let code = CheckedJSON.member("code", of: value, bytes)
        let text = code.kind == .string && !code.isEscaped ? CheckedJSON.string(code, bytes) : ""
        // JSON has no numbers such as `+5` and `007`.
        let isNumber = Int(text).map { "\($0)" == text } ?? false
        let plain = RawField(kind: .number, start: Int(code.start), end: Int(code.end))
        isWritten = appendScalar(isNumber ? plain : code, bytes, to: &output)
      default: break
      }
    }
    return isWritten
  }

  /// Appends the text of an extension that is JSON; says whether it is.
  static func append(json item: RawField, _ bytes: RawSpan, to output: inout [UInt8]) -> Bool {
    let text = CheckedJSON.member("valueString", of: item, bytes)
    guard text.kind == .string else { return false }
    let decoded = JSONText.decoded(text.range, in: bytes)
    var cursor = JSONCursor(end: decoded.count, longestString: Int.max)
    guard (try? cursor.value(decoded.span.bytes, depth: 1)) != nil, cursor.isAtEnd(decoded.span.bytes) else {
      return false
    }
    output += decoded
    return true
  }

  private static func appendScalar(_ value: RawField, _ bytes: RawSpan, to output: inout [UInt8]) -> Bool {
    guard value.kind == .string || value.kind == .number || value.kind == .boolean else { return false }
    if value.kind == .string { output.append(UInt8(ascii: "\"")) }
    for place in value.range { output.append(bytes.byte(at: place)) }
    if value.kind == .string { output.append(UInt8(ascii: "\"")) }
    return true
  }

  private static func appendQuantity(_ quantity: RawField, _ bytes: RawSpan, to output: inout [UInt8]) -> Bool {
    let number = CheckedJSON.member("value", of: quantity, bytes)
    let unit = CheckedJSON.member("unit", of: quantity, bytes)
    guard number.kind == .number, unit.kind == .string else { return false }
    output += #"{"value":"#.utf8
    _ = appendScalar(number, bytes, to: &output)
    output += #","unit":"#.utf8
    _ = appendScalar(unit, bytes, to: &output)
    output.append(UInt8(ascii: "}"))
    return true
  }
}
