import HealthModel

/// Decides the outcomes of samples whose ids came with them, which alone can conflict.
///
/// An id derived from content implies it, so its insertion shows everything. A given id is in a separate table with the
/// digest of its content. Most are met once in a batch, by a sample outside a group: one sorted pass inserts them. If
/// one sample's outcome depends on another's (ids met twice, groups with given ids) outcomes are decided in input
/// order.
///
/// A given id of version 8 may pass for a derived one: a sample of ours that was edited and kept its id. Once a store
/// or batch has such a *masked* id, every id is looked up both as given and as derived.
struct GivenIDs {
  /// The known facts about an id: the digest of its content, or that the content is implied.
  private enum Known {
    case given(UInt64)
    case derived
  }

  private let job: RowAppend
  private let batch: SampleBatch
  /// Whether the store or this batch has a masked id.
  let isMasked: Bool
  /// Rows with given ids, by id, then in input order.
  private let rows: [Int]
  /// Rows whose outcomes hang on others.
  private let isCoupled: [Bool]
  private let digest: PreparedStatement
  private let insertion: PreparedStatement

  init(_ job: RowAppend, isMasked: Bool) throws {
    self.job = job
    let batch = job.batch
    self.batch = batch
    let given = Self.sorted(batch.isGivenID.indices.filter { batch.isGivenID[$0] }, batch)
    let isAnyMasked = isMasked || given.contains { Self.isMasked($0, job) }
    rows = given
    self.isMasked = isAnyMasked
    isCoupled = Self.coupled(given, batch, all: isAnyMasked)
    digest = try PreparedStatement("SELECT digest FROM assay_given_ids WHERE id = ?1", in: job.db)
    insertion = try PreparedStatement(
      """
      INSERT INTO assay_given_ids (id, type, start_us, digest) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id) DO NOTHING
      """, in: job.db)
  }

  /// Decides outcomes and remembers the ids of samples outside groups.
  func decide(_ outcomes: inout [RowOutcome]) throws {
    if isCoupled.contains(true) { try decideInOrder(&outcomes) }
    for row in rows where !isCoupled[row] && outcomes[row] == .open {
      if try insert(row) {
        outcomes[row] = .new
      } else {
        outcomes[row] = try storedDigest(row) == batch.digest[row] ? .duplicate : .conflict
      }
    }
  }

  /// Remembers the ids of the other samples that were stored.
  func remember(_ outcomes: [RowOutcome]) throws {
    for row in rows where isCoupled[row] && outcomes[row] == .new { _ = try insert(row) }
  }

  // MARK: - In input order

  private func decideInOrder(_ outcomes: inout [RowOutcome]) throws {
    var known: [SampleID: Known] = [:]
    let coupled = outcomes.indices.filter { isCoupled[$0] && outcomes[$0] == .open }
    for row in Self.sorted(coupled, batch) where known[batch.id[row]] == nil {
      known[batch.id[row]] = try stored(row)
    }
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      let open = group.filter { isCoupled[$0] && outcomes[$0] == .open }
      decide(open, &known, &outcomes)
      row = group.upperBound
    }
  }

  /// Decides a group: when one of its samples conflicts, none that is not stored already will be.
  private func decide(_ rows: [Int], _ known: inout [SampleID: Known], _ outcomes: inout [RowOutcome]) {
    var added: [SampleID: Known] = [:]
    var verdicts: [RowOutcome] = []
    for row in rows {
      let verdict = judge(row, added[batch.id[row]] ?? known[batch.id[row]])
      if verdict == .new { added[batch.id[row]] = batch.isGivenID[row] ? .given(batch.digest[row]) : .derived }
      verdicts.append(verdict)
    }
    guard verdicts.contains(.conflict) else {
      for (row, verdict) in zip(rows, verdicts) { outcomes[row] = verdict }
      known.merge(added) { first, _ in first }
      return
    }
    for row in rows { outcomes[row] = judge(row, known[batch.id[row]]) == .duplicate ? .duplicate : .conflict }
  }

  private func judge(_ row: Int, _ known: Known?) -> RowOutcome {
    guard let known else { return .new }
    let isGiven = batch.isGivenID[row]
    switch known {
    case .derived: return isGiven ? .conflict : .duplicate
    case .given(let digest): return isGiven && digest == batch.digest[row] ? .duplicate : .conflict
    }
  }

  // MARK: - In the store

  private func stored(_ row: Int) throws -> Known? {
    if batch.isGivenID[row] || isMasked, let digest = try storedDigest(row) { return .given(digest) }
    if !batch.isGivenID[row] { return try KeyLookup.isStored(job.key(row), in: job.db) ? .derived : nil }
    guard Self.isMasked(row, job) else { return nil }
    return try KeyLookup.derived(batch.id[row], in: job.db) == nil ? nil : .derived
  }

  private func storedDigest(_ row: Int) throws -> UInt64? {
    digest.bind(1, batch.id[row])
    let result = try digest.step() ? UInt64(bitPattern: digest.integer(0)) : nil
    digest.reset()
    return result
  }

  /// Inserts an id; `false` when it is there.
  private func insert(_ row: Int) throws -> Bool {
    let key = job.key(row)
    insertion.bind(1, key.id)
    insertion.bind(2, key.type)
    insertion.bind(3, key.start)
    insertion.bind(4, Int64(bitPattern: batch.digest[row]))
    try insertion.run()
    return insertion.changes == 1
  }

  // MARK: - In the batch

  private static func isMasked(_ row: Int, _ job: RowAppend) -> Bool {
    job.batch.isGivenID[row] && job.batch.id[row].version == 8 && job.plans[Int(job.batch.type[row])].hasTime
  }

  private static func coupled(_ given: [Int], _ batch: SampleBatch, all: Bool) -> [Bool] {
    var result = [Bool](repeating: all, count: batch.count)
    if all || given.isEmpty { return result }
    for (first, second) in zip(given, given.dropFirst()) where batch.id[first] == batch.id[second] {
      result[first] = true
      result[second] = true
    }
    var ids: Set<SampleID> = []
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      if group.count > 1, group.contains(where: { batch.isGivenID[$0] }) {
        for member in group { ids.insert(batch.id[member]) }
      }
      row = group.upperBound
    }
    if !ids.isEmpty {
      for row in 0..<batch.count where ids.contains(batch.id[row]) { result[row] = true }
    }
    return result
  }

  private static func sorted(_ rows: [Int], _ batch: SampleBatch) -> [Int] {
    rows.sorted { left, right in
      batch.id[left] == batch.id[right] ? left < right : batch.id[left] < batch.id[right]
    }
  }
}
