import HealthModel

/// Reads the members of one JSON object in place: nothing is copied, and only requested values are decoded.
///
/// The bytes may come from anywhere. What is not a JSON object (RFC 8259), or holds values nested deeper than 64, is
/// reported by the result. Callers check that texts are UTF-8.
public enum CanonicalObject {
  /// Passes the members to a function, in order.
  ///
  /// - Parameters:
  ///   - range: where the object is, with blanks around it at most.
  ///   - bytes: the text.
  ///   - body: called with the places of a key, without its quotes, and of its value, a text with its quotes; `false`
  ///     ends the reading.
  /// - Returns: `false` if the text is not an object, though members before the fault have been passed on; `true` as
  ///   well when `body` ended the reading.
  /// - Throws: what `body` throws.
  public static func forEachMember(
    of range: Range<Int>, in bytes: [UInt8], _ body: (_ key: Range<Int>, _ value: Range<Int>) throws -> Bool
  ) rethrows -> Bool {
    // A field's place is a number of 32 bits.
    guard range.lowerBound >= 0, range.upperBound <= bytes.count, range.upperBound <= Int32.max else { return false }
    let text = bytes.span.bytes
    var cursor = JSONCursor(position: range.lowerBound, end: range.upperBound, longestString: Int.max, isLenient: true)
    guard cursor.take(UInt8(ascii: "{"), text) else { return false }
    if cursor.take(UInt8(ascii: "}"), text) { return cursor.isAtEnd(text) }
    while true {
      guard let (key, value) = member(at: &cursor, text) else { return false }
      guard try body(key, value) else { return true }
      if cursor.take(UInt8(ascii: ","), text) { continue }
      return cursor.take(UInt8(ascii: "}"), text) && cursor.isAtEnd(text)
    }
  }

  /// Moves past a member; `nil` if there is none.
  private static func member(at cursor: inout JSONCursor, _ text: RawSpan) -> (Range<Int>, Range<Int>)? {
    do throws(SyntaxError) {
      let key = try cursor.key(text)
      let start = cursor.position
      _ = try cursor.value(text, depth: 0)
      return (key.range, start..<cursor.position)
    } catch {
      return nil
    }
  }

  /// The place of a key's value; `nil` if the key is absent, or the text up to it is not an object.
  ///
  /// The first value counts when a key is there twice. What is after it is not looked at.
  public static func value(of key: String, of range: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
    let wanted = Array(key.utf8)
    var found: Range<Int>?
    _ = forEachMember(of: range, in: bytes) { key, value in
      guard isKey(key, wanted, in: bytes) else { return true }
      found = value
      return false
    }
    return found
  }

  /// The members of an object that are texts, by their keys; the last one counts when a key is there twice.
  package static func texts(of range: Range<Int>, in bytes: [UInt8]) -> [String: String] {
    var texts: [String: String] = [:]
    _ = forEachMember(of: range, in: bytes) { key, value in
      texts[JSONText.string(key, in: bytes.span.bytes)] = text(of: value, in: bytes)
      return true
    }
    return texts
  }

  /// The text of a value that is a string, given with its quotes, with its escapes decoded; `nil` for other values.
  public static func text(of value: Range<Int>, in bytes: [UInt8]) -> String? {
    guard value.lowerBound >= 0, value.upperBound <= bytes.count, value.count >= 2,
      bytes[value.lowerBound] == UInt8(ascii: "\""), bytes[value.upperBound - 1] == UInt8(ascii: "\"")
    else { return nil }
    return JSONText.string(value.lowerBound + 1..<value.upperBound - 1, in: bytes.span.bytes)
  }

  /// Whether a key, given without its quotes, means a text.
  static func isKey(_ key: Range<Int>, _ text: [UInt8], in bytes: [UInt8]) -> Bool {
    let span = bytes.span.bytes
    if span.equals(key, text) { return true }
    guard bytes[key].contains(UInt8(ascii: "\\")) else { return false }
    return JSONText.decoded(key, in: span) == text
  }
}

/// The line of a member with its role in one correlation, for backends that keep text: a sample may be a member of
/// several correlations, in another role each, and its line was written for one of them or for none.
package enum MemberText {
  /// Appends a sample's object so that it says this role.
  package static func append(_ object: Range<Int>, in bytes: [UInt8], role: String, to output: inout [UInt8]) {
    var quoted: [UInt8] = []
    JSONText.appendQuoted(role.utf8, to: &quoted)
    var written: Range<Int>?
    var last: Int?
    let isObject = CanonicalObject.forEachMember(of: object, in: bytes) { key, value in
      if key.count == 4, bytes[key].elementsEqual("role".utf8) { written = value }
      last = value.upperBound
      return true
    }
    guard isObject, let last else {
      output.append(contentsOf: bytes[object])
      return
    }
    if let written {
      output.append(contentsOf: bytes[object.lowerBound..<written.lowerBound])
      output.append(contentsOf: quoted)
      output.append(contentsOf: bytes[written.upperBound..<object.upperBound])
    } else {
      output.append(contentsOf: bytes[object.lowerBound..<last])
      output.append(contentsOf: ",\"role\":".utf8)
      output.append(contentsOf: quoted)
      output.append(contentsOf: bytes[last..<object.upperBound])
    }
  }
}
