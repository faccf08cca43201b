/// Objects whose content the type of a sample defines: `fields`, `lists`, `points`, and the text `parent`.
///
/// The whole value is an entry, since only the type says whether samples have it. The pairs of an object are entries of
/// their own, beside it, with their parts after them.
extension JSONCursor {
  /// Whether a key names such a value.
  @inline(__always) func isStructure(_ key: RawField, _ bytes: RawSpan) -> Bool {
    UInt(bitPattern: key.range.count &- 5) <= 1 && kind(of: key, bytes) != nil
  }

  private func kind(of key: RawField, _ bytes: RawSpan) -> TapeEntry.Kind? {
    if bytes.equals(key.range, Self.fields) { return .field }
    if bytes.equals(key.range, Self.lists) { return .list }
    if bytes.equals(key.range, Self.points) { return .point }
    return bytes.equals(key.range, Self.parent) ? .structure : nil
  }

  /// Puts such a value on the tape, where the entries of its sample begin at `first`.
  mutating func structure(
    _ key: RawField, _ bytes: RawSpan, depth: Int, onto tape: inout RecordTape, first: Int
  ) throws(JSONFault) {
    try checkNew(key, .structure, tape, first: first, bytes)
    // Documents are longer than other texts; how long each may be says the definition.
    let longest = longestString
    defer { longestString = longest }
    longestString = max(longest, Self.maximumFieldString)
    let start = position
    let value = try value(bytes, depth: depth)
    tape.append(TapeEntry(.structure, key: key, value: value))
    guard let kind = kind(of: key, bytes), kind != .structure, value.kind == .object else { return }
    let resume = position
    position = start &+ 1
    let pairs = tape.count
    while !take(UInt8(ascii: "}"), bytes) {
      if tape.count > pairs { _ = take(UInt8(ascii: ","), bytes) }
      let key = try self.key(bytes)
      skipSpace(bytes)
      try checkNew(key, kind, tape, first: first, bytes)
      let (start, place) = (position, tape.count)
      let value = try self.value(bytes, depth: depth &+ 1)
      let end = position
      tape.append(TapeEntry(kind, key: key, value: value))
      // The text of a column stays whole: a series has many numbers.
      if kind != .point || value.kind == .object {
        position = start
        try parts(of: place, bytes, depth: depth &+ 1, onto: &tape)
      }
      position = end
    }
    position = resume
  }

  /// Puts the parts of the value at the position on the tape, with theirs, and moves over it; it was checked before.
  private mutating func parts(
    of place: Int, _ bytes: RawSpan, depth: Int, onto tape: inout RecordTape
  ) throws(JSONFault) {
    let isObject = peek(bytes) == UInt8(ascii: "{")
    guard isObject || peek(bytes) == UInt8(ascii: "[") else { return }
    position &+= 1
    var number = 0
    while !take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"), bytes) {
      if number > 0 { _ = take(UInt8(ascii: ","), bytes) }
      let key = isObject ? try self.key(bytes) : .absent
      skipSpace(bytes)
      let (start, part) = (position, tape.count)
      let value = try value(bytes, depth: depth &+ 1)
      let end = position
      if isObject {
        tape.append(value, for: key, partOf: place)
      } else {
        tape.append(value, number: number, partOf: place)
      }
      position = start
      try parts(of: part, bytes, depth: depth &+ 1, onto: &tape)
      position = end
      number &+= 1
    }
  }

  private static let fields = Array("fields".utf8)
  private static let lists = Array("lists".utf8)
  private static let points = Array("points".utf8)
  private static let parent = Array("parent".utf8)
}
