import HealthModel

/// The samples appended since the last commit, on top of the committed ones.
struct MemoryTransaction: Sendable {
  /// The samples that will be stored.
  private(set) var batches: [SampleBatch] = []
  private var digests: [SampleID: UInt64] = [:]
  /// New correlations with the places of their members in `links`.
  private(set) var groups: [(id: SampleID, links: Range<Int>)] = []
  private(set) var links: [MemberLink] = []
  /// Samples that were deleted and will be stored again.
  private(set) var restored: [SampleID] = []

  /// The committed samples, which also decide on new ones.
  struct Surroundings {
    let table: MemoryTable
    let tombstones: [SampleID: Tombstone]
    let restoresDeleted: Bool
  }

  /// Whether no sample waits for a commit.
  var isEmpty: Bool { batches.isEmpty }

  mutating func append(_ batch: SampleBatch, beside store: Surroundings) -> AppendReceipt {
    var outcomes = [AppendReceipt.Outcome](repeating: .accepted, count: batch.count)
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      decide(group, of: batch, beside: store, &outcomes)
      row = group.upperBound
    }
    keep(batch, outcomes)
    return AppendReceipt(outcomes: outcomes)
  }

  /// Keeps a batch whose samples are all new as it is; of others those that are.
  private mutating func keep(_ batch: SampleBatch, _ outcomes: [AppendReceipt.Outcome]) {
    guard outcomes.contains(.accepted) else { return }
    guard outcomes.contains(where: { $0 != .accepted }) else {
      batches.append(batch)
      return
    }
    var new = SampleBatch()
    for row in 0..<batch.count where outcomes[row] == .accepted { new.append(row, of: batch) }
    batches.append(new)
  }

  /// Decides on a sample by itself, or on a correlation with its members, whole or not at all.
  private mutating func decide(
    _ group: Range<Int>, of batch: SampleBatch, beside store: Surroundings, _ outcomes: inout [AppendReceipt.Outcome]
  ) {
    if !store.restoresDeleted, group.contains(where: { store.tombstones[batch.id[$0]] != nil }) {
      for row in group { outcomes[row] = .duplicate }
      return
    }
    var own: [SampleID: UInt64] = [:]
    var hasConflict = false
    for row in group {
      guard let known = digest(of: batch.id[row], store) ?? own[batch.id[row]] else {
        if group.count > 1 { own[batch.id[row]] = batch.digest[row] }
        continue
      }
      outcomes[row] = known == batch.digest[row] ? .duplicate : .conflict
      if outcomes[row] == .conflict { hasConflict = true }
    }
    if hasConflict {
      for row in group {
        outcomes[row] = digest(of: batch.id[row], store) == batch.digest[row] ? .duplicate : .conflict
      }
      return
    }
    for row in group where outcomes[row] == .accepted {
      digests[batch.id[row]] = batch.digest[row]
      if store.tombstones[batch.id[row]] != nil { restored.append(batch.id[row]) }
    }
    if group.count > 1, outcomes[group.lowerBound] == .accepted { link(group, of: batch) }
  }

  private func digest(of id: SampleID, _ store: Surroundings) -> UInt64? { digests[id] ?? store.table.digest(of: id) }

  private mutating func link(_ group: Range<Int>, of batch: SampleBatch) {
    let start = links.count
    for row in group.dropFirst() { links.append(MemberLink(id: batch.id[row], role: batch.role[row])) }
    groups.append((id: batch.id[group.lowerBound], links: start..<links.count))
  }
}
