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
