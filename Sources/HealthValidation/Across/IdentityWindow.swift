import HealthModel

/// The record of a sample that shows whether it came before: 48 bytes.
struct IdentityEntry: Sendable {
  var id: SampleID
  /// 64 bits of the digest over the identity fields, which the id is not one of.
  var digest: UInt64
  var place: SamplePlace
  /// 32 bits of type and start, so that two contents are not taken for one by an accident of 64 bits.
  var check: UInt32

  init(_ row: Int, of batch: SampleBatch, at place: SamplePlace) {
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
  mutating func take(_ entry: IdentityEntry) -> (kind: AcrossFinding.Kind, first: SamplePlace)? {
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
