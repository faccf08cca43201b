import HealthModel

/// Finds the entries of an identity window by one of their keys: open addressing over a power of two of slots, at most
/// half of them taken.
///
/// Entries leave one by one, so a freed slot is filled with a later entry and searches stay short. The hash has the
/// process's seed: ids come from foreign data and must not be able to collide on purpose. Results do not depend on the
/// seed.
struct IdentityIndex: Sendable {
  /// The property that entries are found by.
  enum Key: Sendable {
    case id, content
  }

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
