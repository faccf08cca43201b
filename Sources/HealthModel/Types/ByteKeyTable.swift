/// A hash table from byte strings to small integers, looked up with a slice of a buffer and no allocation.
///
/// Open addressing over a power of two of slots; built once, read many times. The seed is fixed, which is safe since
/// only the catalog's own names are inserted.
package struct ByteKeyTable: Sendable {
  private var slots = Self.noSlots
  private var entries: [Entry] = []
  /// The keys' bytes, one after the other: an array for each would be retained by each lookup.
  private var text: [UInt8] = []

  /// The storage that all empty tables share: each type of a catalog has two.
  private static let noSlots = [Int32](repeating: -1, count: 16)

  private struct Entry: Sendable {
    var hash: UInt64
    var start: Int
    var count: Int
    var value: Int
  }

  package init() {}

  /// Adds a key; returns the value that was there before, which stays.
  package mutating func insert(_ key: [UInt8], value: Int) -> Int? {
    if let found = self.value(for: key) { return found }
    let hash = key.span.bytes.contentHash(of: 0..<key.count)
    entries.append(Entry(hash: hash, start: text.count, count: key.count, value: value))
    text.append(contentsOf: key)
    if entries.count * 2 > slots.count {
      slots = Array(repeating: -1, count: slots.count * 4)
      for index in entries.indices { place(index) }
    } else {
      place(entries.count - 1)
    }
    return nil
  }

  @usableFromInline package func value(for key: [UInt8]) -> Int? { value(at: 0..<key.count, in: key.span.bytes) }

  /// The value of the key that is at a place of a buffer.
  package func value(at range: Range<Int>, in bytes: RawSpan) -> Int? {
    let hash = bytes.contentHash(of: range)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let index = Int(slots[slot])
      if index < 0 { return nil }
      let entry = entries[index]
      if entry.hash == hash, entry.count == range.count, bytes.equals(range, text, from: entry.start) {
        return entry.value
      }
      slot = (slot + 1) & mask
    }
  }

  private mutating func place(_ index: Int) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: entries[index].hash) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = Int32(truncatingIfNeeded: index)
  }
}

extension RawSpan {
  /// A hash of a range of bytes, for tables only: not stable between versions, not for adversarial keys.
  @inlinable @inline(__always) package func contentHash(of range: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: range.count)
    var offset = range.lowerBound
    while offset &+ 8 <= range.upperBound {
      hash = (hash ^ unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
      offset &+= 8
    }
    hash = (hash ^ word(from: offset, count: range.upperBound &- offset)) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ (hash >> 29)
  }

  /// Whether a range holds exactly these bytes.
  @inlinable @inline(__always) package func equals(_ range: Range<Int>, _ other: [UInt8]) -> Bool {
    range.count == other.count && equals(range, other, from: 0)
  }

  /// Whether a range holds the bytes that are in an array from a place on; `false` when they are fewer.
  @inlinable package func equals(_ range: Range<Int>, _ other: [UInt8], from start: Int) -> Bool {
    guard start >= 0, other.count &- start >= range.count else { return false }
    let bytes = other.span.bytes
    let count = range.count
    var place = 0
    while count &- place >= 8 {
      if unsafeLoadUnaligned(fromByteOffset: range.lowerBound &+ place, as: UInt64.self)
        != bytes.unsafeLoadUnaligned(fromByteOffset: start &+ place, as: UInt64.self)
      {
        return false
      }
      place &+= 8
    }
    return word(from: range.lowerBound &+ place, count: count &- place)
      == bytes.word(from: start &+ place, count: count &- place)
  }
}
