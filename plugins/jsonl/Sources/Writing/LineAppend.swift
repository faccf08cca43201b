import HealthModel
import HealthStorage

/// Decides the outcomes of the samples of a batch, which depend on earlier samples alone, and adds the new ones.
struct LineAppend {
  private let batch: SampleBatch
  /// The batch with all samples by themselves: the line of a member does not say in which correlation it came.
  private let alone: SampleBatch
  private let stored: [StoredID?]
  private let registry: Registry
  private let coding: any SampleLineCoding
  private let restoresDeleted: Bool
  private var outcomes: [AppendReceipt.Outcome]
  private var reasons: [Int: String] = [:]

  private init(_ batch: SampleBatch, _ stored: [StoredID?], _ context: StorageContext) {
    self.batch = batch
    self.stored = stored
    registry = context.registry
    coding = context.lines
    restoresDeleted = context.options.restoresDeleted
    outcomes = Array(repeating: .accepted, count: batch.count)
    var alone = batch
    alone.correlation = Array(repeating: -1, count: batch.count)
    alone.role = Array(repeating: -1, count: batch.count)
    self.alone = alone
  }

  /// Appends a batch.
  ///
  /// - Throws: `StorageError` with `indexDamage` before anything was added; `StorageError` if a line cannot be kept.
  static func append(
    _ batch: SampleBatch, to transaction: inout Transaction, _ context: StorageContext
  ) throws -> AppendReceipt {
    var append = LineAppend(batch, try transaction.stored(batch.id), context)
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      append.decide(group, transaction)
      for member in group where append.outcomes[member] == .accepted { try append.take(member, group, &transaction) }
      if group.count > 1, append.outcomes[row] == .accepted {
        for member in group.dropFirst() { transaction.link(batch.id[member], to: batch.id[row]) }
      }
      row = group.upperBound
    }
    return AppendReceipt(outcomes: append.outcomes, reasons: append.reasons)
  }

  private func digest(_ row: Int, _ transaction: Transaction) -> UInt64? {
    if let digest = transaction.digest(of: batch.id[row]) { return digest }
    guard let known = stored[row], !known.isDead else { return nil }
    return known.digest
  }

  private func isDeleted(_ row: Int, _ transaction: Transaction) -> Bool {
    stored[row]?.isDead == true && transaction.digest(of: batch.id[row]) == nil
  }

  /// Decides on a sample by itself, or on a correlation with its members, whole or not at all.
  private mutating func decide(_ group: Range<Int>, _ transaction: Transaction) {
    if !restoresDeleted, group.contains(where: { isDeleted($0, transaction) }) {
      for row in group { outcomes[row] = .duplicate }
      return
    }
    var own: [SampleID: UInt64] = [:]
    for row in group {
      if let known = digest(row, transaction) ?? own[batch.id[row]] {
        outcomes[row] = known == batch.digest[row] ? .duplicate : .conflict
      } else if group.count > 1 {
        own[batch.id[row]] = batch.digest[row]
      }
    }
    if group.contains(where: { outcomes[$0] == .conflict }) {
      settle(group, as: .conflict, transaction)
    } else if group.contains(where: { outcomes[$0] == .accepted }), let reason = refusal(group) {
      settle(group, as: .refused, transaction)
      for row in group where outcomes[row] == .refused { reasons[row] = reason }
    }
  }

  /// Gives all samples of a group that are not stored already the same outcome.
  private mutating func settle(_ group: Range<Int>, as outcome: AppendReceipt.Outcome, _ transaction: Transaction) {
    for row in group { outcomes[row] = digest(row, transaction) == batch.digest[row] ? .duplicate : outcome }
  }

  /// Why a group cannot be kept; `nil` when it can.
  private func refusal(_ group: Range<Int>) -> String? {
    for row in group {
      let type = registry.types[Int(batch.type[row])]
      guard SampleFile.isName(type.id) else { return "the name of its type cannot be the name of a folder" }
      let start = batch.start[row]
      guard start == SampleBatch.noTime || (start >= Instant.earliest && start <= Instant.latest) else {
        return "its start is not in the years 1 to 9999"
      }
    }
    guard group.count > 1 else { return nil }
    guard let members = registry.types[Int(batch.type[group.lowerBound])].shape.members else {
      return "it has members and is not a correlation"
    }
    let roles = members.indices
    guard group.dropFirst().allSatisfy({ roles.contains(Int(batch.role[$0])) }) else {
      return "one of its members has no role in it"
    }
    return nil
  }

  private func take(_ row: Int, _ group: Range<Int>, _ transaction: inout Transaction) throws {
    let type = transaction.types.number(of: Int(batch.type[row]))
    try transaction.add(row, of: batch, type: type, isRestored: isDeleted(row, transaction)) { text in
      let start = text.count
      coding.append(row, of: alone, to: &text)
      guard text.count > start + 2, text.last == UInt8(ascii: "}") else {
        throw StorageError(.failed, "the sample \(batch.id[row]) has no text to be kept")
      }
      text.removeLast()
      let bare = text.count - start
      if let roles = registry.types[Int(batch.type[row])].shape.members {
        MemberReference.append(references(row == group.lowerBound ? group : row..<row + 1, roles), to: &text)
      }
      return bare
    }
  }

  private func references(_ group: Range<Int>, _ roles: [CorrelationMember]) -> [MemberReference] {
    group.dropFirst().map { row in
      MemberReference(
        role: roles[Int(batch.role[row])].role, type: registry.types[Int(batch.type[row])].id, id: batch.id[row])
    }
  }
}
