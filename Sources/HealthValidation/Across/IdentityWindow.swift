import HealthModel

/// The record of a sample that shows whether it came before: 48 bytes.
struct IdentityEntry: Sendable {
  var id: SampleID
  /// 64 bits of the digest over the identity fields, which the id is not one of.
  var digest: UInt64
  var place: SampleLocation
  /// 32 bits of type and start, so that two contents are not taken for one by an accident of 64 bits.
  var check: UInt32

  init(_ row: Int, of batch: SampleBatch, at place: SampleLocation) {
    id = batch.id[row]
    digest = batch.digest[row]
    self.place = place
    let type = UInt64(UInt32(bitPattern: batch.type[row]))
    let mixed = (UInt64(bitPattern: batch.start[row]) ^ type << 40) &* 0x9E37_79B9_7F4A_7C15
    check = UInt32(truncatingIfNeeded: mixed >> 32)
  }

  func hasContent(of other: IdentityEntry) -> Bool { digest == other.digest && check == other.check }
}

/// *duplicate*, *near-duplicate*, *uuid-conflict*: the last samples by id and by content.
///
/// Every sample takes a place in the window. One whose id is known takes it for the first with that id, so that the
/// first stays as long as its repetitions come, and a conflicting content is never what later ones are compared with.
struct IdentityWindow: Sendable {
  private let limit: Int
  /// The entries; once there are `limit`, a ring whose oldest is at `oldest`.
  private var ring: [IdentityEntry] = []
  private var oldest = 0
  private var ids = IdentityIndex(by: .id)
  private var contents = IdentityIndex(by: .content)
  private(set) var left = 0

  init(limit: Int) { self.limit = limit }

  /// Takes a sample into the window.
  ///
  /// - Returns: what it is to an earlier one and where that is; `nil` when there is none.
  mutating func take(_ entry: IdentityEntry) -> (kind: AcrossFinding.Kind, first: SampleLocation)? {
    if let number = ids.number(of: entry, in: ring) {
      let first = ring[number]
      keep(first)
      return (first.hasContent(of: entry) ? .duplicate : .conflict, first.place)
    }
    let other = contents.number(of: entry, in: ring)
    let place = other.map { ring[$0].place }
    keep(entry)
    guard let place else { return nil }
    return (.nearDuplicate, place)
  }

  private mutating func keep(_ entry: IdentityEntry) {
    var number = ring.count
    if number < limit {
      ring.append(entry)
    } else {
      number = oldest
      oldest = oldest + 1 == limit ? 0 : oldest + 1
      ids.remove(number, of: ring)
      contents.remove(number, of: ring)
      ring[number] = entry
      left += 1
    }
    ids.insert(number, of: ring)
    contents.insert(number, of: ring)
  }
}

/// Finds the entries of an identity window by one of their keys: open addressing over a power of two of slots, at most
/// half of them taken.
///
/// Entries leave one by one, so a freed slot is filled with a later entry and searches stay short. The hash has the
/// process's seed: ids come from foreign data and must not be able to collide on purpose. Results do not depend on the
/// seed.
struct IdentityIndex: Sendable {
  enum Key: Sendable { case id, content }

  private let key: Key
  /// Numbers of entries; -1 for free slots.
  private var slots: [Int32] = Array(repeating: -1, count: 1024)
  private var count = 0

  init(by key: Key) { self.key = key }

  /// The number of the last entry with the same key.
  func number(of entry: IdentityEntry, in ring: [IdentityEntry]) -> Int? {
    let mask = slots.count - 1
    var slot = hash(of: entry) & mask
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if isSame(ring[number], entry) { return number }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds an entry, in place of an earlier one with the same key.
  mutating func insert(_ number: Int, of ring: [IdentityEntry]) {
    let entry = ring[number]
    let mask = slots.count - 1
    var slot = hash(of: entry) & mask
    while slots[slot] >= 0 {
      if isSame(ring[Int(slots[slot])], entry) {
        slots[slot] = Int32(truncatingIfNeeded: number)
        return
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = Int32(truncatingIfNeeded: number)
    count += 1
    if count * 2 > slots.count { grow(ring) }
  }

  /// Removes an entry, unless a later one has taken its place.
  mutating func remove(_ number: Int, of ring: [IdentityEntry]) {
    let mask = slots.count - 1
    var slot = hash(of: ring[number]) & mask
    while slots[slot] >= 0 {
      if Int(slots[slot]) == number {
        close(slot, ring)
        return
      }
      slot = (slot + 1) & mask
    }
  }

  /// Frees a slot and moves the entries after it that a search would not reach any more.
  private mutating func close(_ slot: Int, _ ring: [IdentityEntry]) {
    let mask = slots.count - 1
    var free = slot
    var next = (slot + 1) & mask
    while slots[next] >= 0 {
      let home = hash(of: ring[Int(slots[next])]) & mask
      if (next &- home) & mask >= (next &- free) & mask {
        slots[free] = slots[next]
        free = next
      }
      next = (next + 1) & mask
    }
    slots[free] = -1
    count -= 1
  }

  private mutating func grow(_ ring: [IdentityEntry]) {
    let numbers = slots.filter { $0 >= 0 }
    slots = Array(repeating: -1, count: slots.count * 2)
    let mask = slots.count - 1
    for number in numbers {
      var slot = hash(of: ring[Int(number)]) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = number
    }
  }

  private func isSame(_ left: IdentityEntry, _ right: IdentityEntry) -> Bool {
    switch key {
    case .id: left.id == right.id
    case .content: left.hasContent(of: right)
    }
  }

  private func hash(of entry: IdentityEntry) -> Int {
    var hasher = Hasher()
    switch key {
    case .id:
      hasher.combine(entry.id.high)
      hasher.combine(entry.id.low)
    case .content:
      hasher.combine(entry.digest)
      hasher.combine(entry.check)
    }
    return hasher.finalize()
  }
}
