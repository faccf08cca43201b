import HealthModel

/// Samples in the order in which they are passed on, each correlation with its members: all that answering needs once
/// the store is free for others again.
struct MemoryAnswer: Sendable {
  private struct Head {
    var place: RowLocation
    /// The members' places in `members`.
    var members: Range<Int>
  }

  private struct Member {
    var place: RowLocation
    var role: Int32
  }

  private let segments: [SampleBatch]
  private var heads: [Head] = []
  private var members: [Member] = []

  /// The most samples of a batch, members left out.
  private static let maximumHeads = 4096
  /// The size at which a batch is full as well: by samples, or by bytes of text.
  private static let maximumRows = 16_384
  private static let maximumText = 1 << 22

  /// Looks the members of samples up.
  init(_ places: some Sequence<RowLocation>, in state: MemoryState) {
    segments = state.table.segments
    for place in places {
      let first = members.count
      for link in state.groups.members(of: segments[Int(place.segment)].id[Int(place.row)]) {
        guard let member = state.table.place(of: link.id) else { continue }
        members.append(Member(place: member, role: link.role))
      }
      heads.append(Head(place: place, members: first..<members.count))
    }
  }

  /// How many samples there are, members left out.
  var count: Int { heads.count }

  /// Passes the samples on in batches until the function returns `false`.
  ///
  /// - Returns: whether all were passed on and the function wants more.
  func forEachBatch(_ body: (SampleBatch) throws -> Bool) rethrows -> Bool {
    var batch = SampleBatch()
    var count = 0
    for head in heads {
      append(head, to: &batch)
      count += 1
      if count >= Self.maximumHeads || batch.count >= Self.maximumRows || batch.arena.count >= Self.maximumText {
        guard try body(batch) else { return false }
        batch = SampleBatch()
        count = 0
      }
    }
    if batch.count == 0 { return true }
    return try body(batch)
  }

  private func append(_ head: Head, to batch: inout SampleBatch) {
    let row = Int32(truncatingIfNeeded: batch.count)
    append(head.place, correlation: -1, role: -1, to: &batch)
    for member in members[head.members] { append(member.place, correlation: row, role: member.role, to: &batch) }
  }

  private func append(_ place: RowLocation, correlation: Int32, role: Int32, to batch: inout SampleBatch) {
    batch.append(Int(place.row), of: segments[Int(place.segment)], correlation: correlation)
    batch.role[batch.count - 1] = role
    batch.record[batch.count - 1] = .empty
  }
}
