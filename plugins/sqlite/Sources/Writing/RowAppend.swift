import HealthModel
import HealthStorage

enum RowOutcome: UInt8, Sendable {
  /// Its insertion decides: an id derived from content is a duplicate if it exists.
  case open
  /// Stored, or to be stored.
  case new
  case duplicate
  case conflict
}

struct SampleKey: Comparable {
  var type: Int64
  /// 0 for samples without a time.
  var start: Int64
  var id: SampleID

  static func < (left: SampleKey, right: SampleKey) -> Bool {
    if left.type != right.type { return left.type < right.type }
    if left.start != right.start { return left.start < right.start }
    return left.id < right.id
  }
}

/// Appends one batch within the open transaction: what becomes of a sample depends on the samples before it, never on
/// where a batch begins.
struct RowAppend {
  let batch: SampleBatch
  let plans: [TypeCoding]
  let db: Database
  /// The store's numbers of the registry's types.
  let types: [Int64]
  /// For each type of the registry the latest start in earlier commits.
  let latest: [Int64]

  /// Gives the batch's types their numbers, in input order whatever becomes of the samples.
  private init(
    _ batch: SampleBatch, plans: [TypeCoding], registry: Registry, caches: inout StoreCaches, db: Database
  ) throws {
    self.batch = batch
    self.plans = plans
    self.db = db
    var last: Int32 = -1
    for type in batch.type where type != last {
      last = type
      try caches.types.prepare(Int(type), registry: registry, in: db)
      try caches.spans.prepare(Int(type), number: caches.types.numbers[Int(type)], in: db)
    }
    types = caches.types.numbers
    latest = caches.spans.latest
  }

  /// Stores a batch.
  ///
  /// - Throws: `DatabaseError`, `StorageError`.
  static func append(
    _ batch: SampleBatch, plans: [TypeCoding], registry: Registry, restoresDeleted: Bool, caches: inout StoreCaches,
    db: Database
  ) throws -> AppendReceipt {
    guard batch.count > 0 else { return AppendReceipt(outcomes: []) }
    let hasTombstones = caches.hasDeletions && !restoresDeleted
    var outcomes =
      try hasTombstones ? Tombstones.outcomes(of: batch, in: db) : Array(repeating: .open, count: batch.count)
    let job = try RowAppend(batch, plans: plans, registry: registry, caches: &caches, db: db)
    let given = try GivenIDs(job, isMasked: caches.hasMaskedIDs)
    try given.decide(&outcomes)
    if given.isMasked, !caches.hasMaskedIDs {
      caches.hasMaskedIDs = true
      try StoreCaches.set("masked_ids", to: 1, in: db)
    }
    let order = KeyOrder(job, &outcomes)
    let texts = try BatchTexts(job, &outcomes, &caches)
    var writer = try SampleWriter(job, texts, commit: caches.batch + 1)
    try writer.insert(order, &outcomes)
    try given.remember(outcomes)
    try GroupWriter.link(outcomes, job)
    if caches.hasDeletions, restoresDeleted { try Tombstones.remove(outcomes, job) }
    try job.note(outcomes, &caches)
    return AppendReceipt(
      outcomes: outcomes.map { outcome -> AppendReceipt.Outcome in
        switch outcome {
        case .new: .accepted
        case .duplicate, .open: .duplicate
        case .conflict: .conflict
        }
      })
  }

  func key(_ row: Int) -> SampleKey {
    let start = batch.start[row]
    return SampleKey(
      type: types[Int(batch.type[row])], start: start == SampleBatch.noTime ? 0 : start, id: batch.id[row])
  }

  /// Whether a sample is among those of earlier commits; see `CommitSpans`.
  func isScattered(_ row: Int, _ key: SampleKey) -> Bool { key.start <= latest[Int(batch.type[row])] }

  /// Records the spans of new samples, and the length of the longest.
  private func note(_ outcomes: [RowOutcome], _ caches: inout StoreCaches) throws {
    for row in outcomes.indices where outcomes[row] == .new {
      let type = Int(batch.type[row])
      let start = batch.start[row]
      guard start != SampleBatch.noTime else {
        caches.spans.add(type, start: 0)
        continue
      }
      caches.spans.add(type, start: start)
      let length = batch.end[row] - start
      if length > caches.types.longest[type] { try caches.types.lengthen(type, to: length, in: db) }
    }
  }
}

/// The outcomes of deleted samples that come again: they are duplicates, or are stored and their tombstones go.
enum Tombstones {
  /// The outcomes that a batch begins with: a group with a deleted sample is a duplicate as a whole, since it can no longer
  /// be stored whole.
  static func outcomes(of batch: SampleBatch, in db: Database) throws -> [RowOutcome] {
    var outcomes = [RowOutcome](repeating: .open, count: batch.count)
    let statement = try PreparedStatement("SELECT 1 FROM assay_deletions WHERE id = ?1", in: db)
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      for member in group {
        statement.bind(1, batch.id[member])
        let isDeleted = try statement.step()
        statement.reset()
        guard isDeleted else { continue }
        for member in group { outcomes[member] = .duplicate }
        break
      }
      row = group.upperBound
    }
    return outcomes
  }

  /// Removes the tombstones of samples that were stored.
  static func remove(_ outcomes: [RowOutcome], _ job: RowAppend) throws {
    let statement = try PreparedStatement("DELETE FROM assay_deletions WHERE id = ?1", in: job.db)
    for row in outcomes.indices where outcomes[row] == .new {
      statement.bind(1, job.batch.id[row])
      try statement.run()
    }
  }
}

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
    for row in Self.sorted(coupled, batch) where known[batch.id[row]] == nil { known[batch.id[row]] = try stored(row) }
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
    rows.sorted { left, right in batch.id[left] == batch.id[right] ? left < right : batch.id[left] < batch.id[right] }
  }
}

/// Links the members of new correlations, whether they were stored with them, before them or in another one.
enum GroupWriter {
  static func link(_ outcomes: [RowOutcome], _ job: RowAppend) throws {
    let batch = job.batch
    let statement = try PreparedStatement(
      """
      INSERT INTO assay_members (
        correlation_type, correlation_start_us, correlation_id, position, role, member_type, member_start_us, member_id
      ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """, in: job.db)
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      if group.count > 1, outcomes[row] == .new {
        let roles = job.plans[Int(batch.type[row])].roles
        let head = job.key(row)
        for (position, member) in group.dropFirst().enumerated() {
          let role = Int(batch.role[member])
          let key = job.key(member)
          statement.bind(1, head.type)
          statement.bind(2, head.start)
          statement.bind(3, head.id)
          statement.bind(4, Int64(position))
          statement.bind(5, copying: role >= 0 && role < roles.count ? roles[role] : "")
          statement.bind(6, key.type)
          statement.bind(7, key.start)
          statement.bind(8, key.id, slot: 1)
          try statement.run()
        }
      }
      row = group.upperBound
    }
  }
}

/// The samples of a batch that may be stored, in the order of the key they are clustered by.
struct KeyOrder {
  struct Place: Comparable {
    var key: SampleKey
    var row: Int

    static func < (left: Place, right: Place) -> Bool {
      left.key == right.key ? left.row < right.row : left.key < right.key
    }
  }

  let places: [Place]

  /// Of samples with one key the first in input order may be stored; the others are duplicates.
  init(_ job: RowAppend, _ outcomes: inout [RowOutcome]) {
    var sorted: [Place] = []
    sorted.reserveCapacity(outcomes.count)
    for row in outcomes.indices where outcomes[row] == .open || outcomes[row] == .new {
      sorted.append(Place(key: job.key(row), row: row))
    }
    sorted.sort()
    for (before, place) in zip(sorted, sorted.dropFirst()) where before.key == place.key && outcomes[place.row] == .open
    {
      outcomes[place.row] = .duplicate
    }
    places = sorted
  }
}

/// Inserts samples in the order of the key they are clustered by.
struct SampleWriter {
  private let job: RowAppend
  private let texts: BatchTexts
  private let commit: Int64
  private var one: SampleRows
  /// `nil` in a batch with fewer samples.
  private var many: SampleRows?

  init(_ job: RowAppend, _ texts: BatchTexts, commit: Int64) throws {
    self.job = job
    self.texts = texts
    self.commit = commit
    one = try .one(job, texts, commit: commit)
  }

  /// Inserts samples that are new or whose insertion decides.
  ///
  /// Samples go in many at once as long as all of them are new, and one by one where some were stored before.
  mutating func insert(_ order: KeyOrder, _ outcomes: inout [RowOutcome]) throws {
    let places = order.places.filter { outcomes[$0.row] != .duplicate }
    let size = SampleRows.manyCount
    if places.count >= size {
      let isAnyScattered = places.contains { job.isScattered($0.row, $0.key) }
      many = try .many(job, texts, isAnyScattered: isAnyScattered, commit: commit)
    }
    var areNew = true
    var start = 0
    try job.batch.arena.withUnsafeBytes { arena in
      while start < places.count {
        let group = places[start..<min(start + size, places.count)]
        start = group.endIndex
        let inserted = areNew && group.count == size ? try insertTogether(group, arena) : 0
        for place in group.prefix(inserted) { outcomes[place.row] = .new }
        if inserted < group.count { areNew = try insertEach(group.dropFirst(inserted), &outcomes, arena) }
      }
    }
  }

  private mutating func insertTogether(
    _ group: ArraySlice<KeyOrder.Place>, _ arena: UnsafeRawBufferPointer
  ) throws -> Int {
    for (index, place) in group.enumerated() { many?.bind(place.row, place.key, at: index, arena) }
    return try many?.runUntilStored() ?? 0
  }

  private mutating func insertEach(
    _ group: ArraySlice<KeyOrder.Place>, _ outcomes: inout [RowOutcome], _ arena: UnsafeRawBufferPointer
  ) throws -> Bool {
    var areNew = true
    for place in group {
      one.bind(place.row, place.key, at: 0, arena)
      let isNew = try one.run() == 1
      outcomes[place.row] = isNew ? .new : .duplicate
      areNew = areNew && isNew
    }
    return areNew
  }
}
