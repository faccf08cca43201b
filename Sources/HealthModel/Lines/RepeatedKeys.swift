/// The keys of the samples before, by their place in the object: most samples have the same fields in the same order, so
/// the next key need only be compared with the one that was there last.
struct RepeatedKeys {
  private struct Key {
    var text = ShortText([])
    var field = SampleField.uuid
  }

  // A method that is not mutating would be handed a copy.
  private var keys = Fixed12<Key>(repeating: Key())
  private var count = 0

  /// The field of the key at a position, and where its value begins; `nil` when another key, or none, is there.
  @inline(__always) mutating func find(
    _ ordinal: Int, at position: Int, end: Int, in bytes: RawSpan
  ) -> (field: SampleField, value: Int)? {
    guard ordinal < count, let value = keys[ordinal].text.end(at: position, before: end, in: bytes) else {
      return nil
    }
    return (keys[ordinal].field, value)
  }

  /// Keeps a key, from its opening quote through its colon to its value.
  mutating func keep(_ range: Range<Int>, as field: SampleField, _ ordinal: Int, in bytes: RawSpan) {
    let key = Key(text: ShortText(range, in: bytes), field: field)
    if ordinal < count {
      keys[ordinal] = key
    } else if ordinal == count, count < keys.count {
      keys[count] = key
      count += 1
    }
  }
}
