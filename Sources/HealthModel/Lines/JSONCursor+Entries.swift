/// Objects whose keys are data: metadata, originals, and fields that samples do not have.
extension JSONCursor {
  /// Puts the pairs of a metadata or original object on the tape, where those of its sample begin at `first`.
  mutating func entries(
    _ kind: TapeEntry.Kind, _ bytes: RawSpan, depth: Int, onto tape: inout RecordTape, first: Int
  ) throws(JSONFault) {
    position &+= 1
    if take(UInt8(ascii: "}"), bytes) { return }
    while true {
      let key = try key(bytes)
      try checkNew(key, kind, tape, first: first, bytes)
      let (start, place) = (position, tape.count)
      let value = try value(bytes, depth: depth &+ 1)
      tape.append(TapeEntry(kind, key: key, value: value))
      if value.kind == .object { try parts(of: place, at: start, bytes, depth: depth &+ 1, onto: &tape) }
      if try isObjectAtEnd(bytes) { return }
    }
  }

  /// Puts the pairs of an object that was read before on the tape, as parts of its entry.
  private mutating func parts(
    of place: Int, at start: Int, _ bytes: RawSpan, depth: Int, onto tape: inout RecordTape
  ) throws(JSONFault) {
    let resume = position
    position = start &+ 1
    if !take(UInt8(ascii: "}"), bytes) {
      while true {
        let key = try key(bytes)
        tape.append(try value(bytes, depth: depth &+ 1), for: key, partOf: place)
        if try isObjectAtEnd(bytes) { break }
      }
    }
    position = resume
  }

  /// Puts a field with a name that samples, sources and devices do not have on the tape.
  mutating func unknown(
    _ kind: TapeEntry.Kind, _ key: RawField, _ bytes: RawSpan, depth: Int, onto tape: inout RecordTape, first: Int
  ) throws(JSONFault) {
    try checkNew(key, kind, tape, first: first, bytes)
    tape.append(TapeEntry(kind, key: key, value: try value(bytes, depth: depth)))
  }

  /// Refuses a key that its object has already, and one key too many; unknown fields count as one object.
  ///
  /// Values that are objects put a part on the tape for each of their pairs, 256 times 256 in a sample; passing over
  /// parts keeps this to a step for each key.
  func checkNew(
    _ key: RawField, _ kind: TapeEntry.Kind, _ tape: borrowing RecordTape, first: Int, _ bytes: RawSpan
  ) throws(JSONFault) {
    var count = 0
    var place = tape.lastPlace
    while place >= first {
      let entry = tape[place]
      if entry.kind == kind, JSONText.isSame(key, entry.key, in: bytes) { throw JSONFault.duplicate(key) }
      if entry.kind == kind || (kind.isUnknown && entry.kind.isUnknown) { count &+= 1 }
      place = tape.place(before: place)
    }
    if count >= Self.maximumKeys { throw JSONFault(.objectTooLarge, .tooManyKeys, at: Int(key.start)) }
  }
}
