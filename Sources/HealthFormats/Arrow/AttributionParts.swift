import HealthModel

/// The parts of the distinct sources, or devices, of a batch: each object is taken apart once, not for each sample.
struct AttributionParts {
  let text: [UInt8]
  /// For each object the parts in the order of the columns, and then what has no column, as an object of its own; empty
  /// where there is none.
  private let ranges: [Range<Int>]
  private let width: Int

  /// Takes the objects apart.
  init(_ table: InternTable, keys: [StaticString], in arena: [UInt8]) {
    let bytes = arena.span.bytes
    var text: [UInt8] = []
    var ranges: [Range<Int>] = []
    for object in table.ranges {
      var parts = Array(repeating: 0..<0, count: keys.count)
      var other: [UInt8] = []
      var cursor = JSONCursor(position: Int(object.start), end: Int(object.end), isLenient: true)
      // The text was written by this program and is well formed.
      try? cursor.members(bytes, depth: 0) { (cursor, key) throws(JSONFault) in
        let value = try cursor.value(bytes, depth: 1)
        let column = keys.firstIndex { !key.isEscaped && bytes.equals(key.range, $0) }
        if let column, value.kind == .string, parts[column].isEmpty {
          let start = text.count
          JSONText.appendDecoded(value.range, in: bytes, to: &text)
          parts[column] = start..<text.count
          return
        }
        other.append(other.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
        // With quotes, which the range of a text leaves out.
        other.append(contentsOf: arena[key.range.lowerBound - 1..<cursor.position])
      }
      if !other.isEmpty { other.append(UInt8(ascii: "}")) }
      ranges += parts
      ranges.append(text.count..<text.count + other.count)
      text += other
    }
    self.text = text
    self.ranges = ranges
    width = keys.count + 1
  }

  /// A part of an object; the part after the last is what has no column.
  @inline(__always) func range(_ object: Int32, _ part: Int) -> Range<Int> { ranges[Int(object) &* width &+ part] }
}
