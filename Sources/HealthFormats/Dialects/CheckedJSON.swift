package import HealthModel

/// Looks into JSON that was checked before.
package enum CheckedJSON {
  /// The longest string, in bytes of its text: 1 MiB of characters, each escaped.
  package static let longestString = 8 << 20

  /// The value of a member of an object; absent where there is none.
  package static func member(_ name: StaticString, of object: RawField, _ bytes: RawSpan) -> RawField {
    var found = RawField.absent
    members(of: object, bytes) { key, value in if bytes.equals(key.range, name) { found = value } }
    return found
  }

  package static func members(of object: RawField, _ bytes: RawSpan, _ body: (RawField, RawField) -> Void) {
    guard object.kind == .object else { return }
    var cursor = JSONCursor(
      position: Int(object.start), end: Int(object.end), longestString: longestString, isLenient: true)
    try? cursor.members(bytes, depth: 0) { (cursor, key) throws(SyntaxError) in
      body(key, try cursor.value(bytes, depth: 1))
    }
  }

  package static func elements(of array: RawField, _ bytes: RawSpan, _ body: (RawField) -> Void) {
    guard array.kind == .array else { return }
    var cursor = JSONCursor(
      position: Int(array.start), end: Int(array.end), longestString: longestString, isLenient: true)
    try? cursor.elements(bytes, depth: 0) { (cursor) throws(SyntaxError) in body(try cursor.value(bytes, depth: 1)) }
  }

  /// The extension with a URL; absent where there is none.
  package static func extensionNamed(_ url: String, in extensions: RawField, _ bytes: RawSpan) -> RawField {
    var found = RawField.absent
    elements(of: extensions, bytes) { item in
      if !found.isPresent, isText(member("url", of: item, bytes), url, bytes) { found = item }
    }
    return found
  }

  package static func isText(_ field: RawField, _ text: String, _ bytes: RawSpan) -> Bool {
    guard field.kind == .string else { return false }
    if field.isEscaped { return JSONText.decoded(field.range, in: bytes).elementsEqual(text.utf8) }
    guard field.range.count == text.utf8.count else { return false }
    return zip(field.range, text.utf8).allSatisfy { bytes.byte(at: $0) == $1 }
  }

  /// Whether a string begins with a text; one with escapes does not.
  package static func hasPrefix(_ field: RawField, _ text: String, _ bytes: RawSpan) -> Bool {
    guard field.kind == .string, field.range.count >= text.utf8.count else { return false }
    return zip(field.range, text.utf8).allSatisfy { bytes.byte(at: $0) == $1 }
  }

  package static func string(_ field: RawField, _ bytes: RawSpan) -> String { JSONText.string(field.range, in: bytes) }
}
