import HealthJSON
import HealthModel

/// Objects whose keys are data: metadata, originals, and fields that samples do not have.
extension JSONCursor {
  /// Reads the entries of a metadata or original object.
  mutating func entries(
    _ bytes: RawSpan, depth: Int, into list: inout [RawEntry], first: Int
  ) throws(JSONFault) {
    position &+= 1
    if take(UInt8(ascii: "}"), bytes) { return }
    while true {
      let key = try key(bytes)
      for index in first..<list.count where JSONText.isSame(key, list[index].key, in: bytes) {
        throw JSONFault.duplicate(key)
      }
      if list.count &- first >= Self.maximumKeys {
        throw JSONFault(.objectTooLarge, .tooManyKeys, at: Int(key.start))
      }
      if peek(bytes) == UInt8(ascii: "{") {
        list.append(try quantity(key, bytes, depth: depth))
      } else {
        list.append(RawEntry(key: key, value: try value(bytes, depth: depth &+ 1)))
      }
      if try isObjectAtEnd(bytes) { return }
    }
  }

  /// Reads a metadata value of the form `{"value": 83, "unit": "dBASPL"}`.
  private mutating func quantity(_ key: RawField, _ bytes: RawSpan, depth: Int) throws(JSONFault) -> RawEntry {
    let start = position
    let whole = try value(bytes, depth: depth &+ 1)
    let resume = position
    var entry = RawEntry(key: key, value: whole)
    position = start &+ 1
    if !take(UInt8(ascii: "}"), bytes) {
      while true {
        let part = try self.key(bytes)
        let value = try self.value(bytes, depth: depth &+ 2)
        if bytes.equals(part.range, "value") {
          entry.quantityValue = value
        } else if bytes.equals(part.range, "unit") {
          entry.quantityUnit = value
        } else {
          entry.value.kind = .array  // An object with other keys is no quantity.
        }
        if try isObjectAtEnd(bytes) { break }
      }
    }
    position = resume
    return entry
  }

  /// Keeps a field with a name that samples, sources and devices do not have.
  mutating func unknown(
    _ key: RawField, _ bytes: RawSpan, depth: Int, into list: inout [RawEntry], first: Int,
    parent: SampleField? = nil
  ) throws(JSONFault) {
    for index in first..<list.count
    where list[index].parent == parent && JSONText.isSame(key, list[index].key, in: bytes) {
      throw JSONFault.duplicate(key)
    }
    if list.count &- first >= Self.maximumKeys {
      throw JSONFault(.objectTooLarge, .tooManyKeys, at: Int(key.start))
    }
    list.append(RawEntry(key: key, value: try value(bytes, depth: depth), parent: parent))
  }
}
