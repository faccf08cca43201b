import HealthModel

/// Follows a record's JSON from its beginning to a place, and names the place.
///
/// It is for faults that the reader found, where no field is known yet. The text before the place has been read, so it
/// is well formed.
enum PointerPath {
  private struct Level {
    var isArray: Bool
    var index = 0
    /// Where the last key is, without its quotes.
    var key = 0..<0
  }

  /// The JSON Pointer of the value or key at an offset.
  static func pointer(to target: Int, from start: Int, in bytes: RawSpan) -> String {
    var levels: [Level] = []
    var offset = start
    var isKey = false
    while offset < target {
      switch bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self) {
      case UInt8(ascii: "{"):
        levels.append(Level(isArray: false))
        isKey = true
      case UInt8(ascii: "["): levels.append(Level(isArray: true))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if !levels.isEmpty { levels.removeLast() }
        isKey = false
      case UInt8(ascii: ","):
        if let last = levels.indices.last {
          levels[last].index += 1
          isKey = !levels[last].isArray
        }
      case UInt8(ascii: ":"): isKey = false
      case UInt8(ascii: "\""):
        let end = JSONText.closingQuote(from: offset + 1, to: bytes.byteCount, in: bytes)
        if isKey, let last = levels.indices.last { levels[last].key = offset + 1..<end }
        // The place is inside this string: it is named by the key, or is the key.
        if end >= target { return text(levels[...], bytes) }
        offset = end
      default: break
      }
      offset += 1
    }
    // A fault that is an object's own is after its last key; the object itself is what is named.
    return text(isKey ? levels.dropLast() : levels[...], bytes)
  }

  private static func text(_ levels: ArraySlice<Level>, _ bytes: RawSpan) -> String {
    let steps = levels.map { level in
      "/" + (level.isArray ? String(level.index) : escaped(JSONText.string(level.key, in: bytes)))
    }
    return TextEscaping.escaped(steps.joined(), limit: 1000)
  }

  /// A name as a part of a pointer (RFC 6901, section 3).
  static func escaped(_ name: String) -> String { String(decoding: escaped(Array(name.utf8)), as: UTF8.self) }

  /// A name in UTF-8 as a part of a pointer.
  static func escaped(_ name: [UInt8]) -> [UInt8] {
    guard name.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return name }
    return name.reduce(into: []) { text, byte in
      switch byte {
      case UInt8(ascii: "~"): text += "~0".utf8
      case UInt8(ascii: "/"): text += "~1".utf8
      default: text.append(byte)
      }
    }
  }
}
