import HealthModel

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
      if peek(bytes) == UInt8(ascii: "{") {
        try object(kind, key, bytes, depth: depth, onto: &tape)
      } else {
        tape.append(TapeEntry(kind, key: key, value: try value(bytes, depth: depth &+ 1)))
      }
      if try isObjectAtEnd(bytes) { return }
    }
  }

  /// Puts an object of the form `{"value": 83, "unit": "dBASPL"}` on the tape with its parts.
  private mutating func object(
    _ kind: TapeEntry.Kind, _ key: RawField, _ bytes: RawSpan, depth: Int, onto tape: inout RecordTape
  ) throws(JSONFault) {
    let start = position
    var whole = try value(bytes, depth: depth &+ 1)
    let resume = position
    // Of a key that comes twice, the last value counts.
    var number = (key: RawField.absent, value: RawField.absent)
    var unit = number
    position = start &+ 1
    if !take(UInt8(ascii: "}"), bytes) {
      while true {
        let part = try self.key(bytes)
        let value = try self.value(bytes, depth: depth &+ 2)
        if bytes.equals(part.range, "value") {
          number = (part, value)
        } else if bytes.equals(part.range, "unit") {
          unit = (part, value)
        } else {
          whole.kind = .array  // An object with other keys is no quantity.
        }
        if try isObjectAtEnd(bytes) { break }
      }
    }
    position = resume
    let place = tape.count
    tape.append(TapeEntry(kind, key: key, value: whole))
    if number.value.isPresent { tape.append(number.value, for: number.key, partOf: place) }
    if unit.value.isPresent { tape.append(unit.value, for: unit.key, partOf: place) }
  }

  /// Puts a field with a name that samples, sources and devices do not have on the tape.
  mutating func unknown(
    _ kind: TapeEntry.Kind, _ key: RawField, _ bytes: RawSpan, depth: Int, onto tape: inout RecordTape, first: Int
  ) throws(JSONFault) {
    try checkNew(key, kind, tape, first: first, bytes)
    tape.append(TapeEntry(kind, key: key, value: try value(bytes, depth: depth)))
  }

  /// Refuses a key that its object has already, and one key too many; unknown fields count as one object.
  private func checkNew(
    _ key: RawField, _ kind: TapeEntry.Kind, _ tape: borrowing RecordTape, first: Int, _ bytes: RawSpan
  ) throws(JSONFault) {
    var count = 0
    for place in tape.places(from: first) {
      let entry = tape[place]
      if entry.kind == kind, JSONText.isSame(key, entry.key, in: bytes) { throw JSONFault.duplicate(key) }
      if entry.kind == kind || (kind.isUnknown && entry.kind.isUnknown) { count &+= 1 }
    }
    if count >= Self.maximumKeys { throw JSONFault(.objectTooLarge, .tooManyKeys, at: Int(key.start)) }
  }
}

extension JSONFault {
  /// A key that its object has already.
  static func duplicate(_ key: RawField) -> JSONFault {
    JSONFault(.jsonDuplicateKey, .duplicateKey, at: Int(key.start), length: max(1, key.range.count))
  }
}
