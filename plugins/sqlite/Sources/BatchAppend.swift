import GRDB
import HealthModel
import HealthStorage

/// What the store does with a sample.
enum Fate: UInt8, Sendable {
  /// Its insertion will tell: an id derived from content is a duplicate when it is there.
  case open
  /// Stored, or to be stored.
  case new
  case duplicate
  case conflict
}

/// The key that samples are clustered by.
struct SampleKey {
  var type: Int64
  /// 0 for samples without a time.
  var start: Int64
  var id: SampleID
}

/// Appends one batch within the open transaction: what becomes of a sample depends on the samples before it, never on
/// where a batch begins.
struct BatchAppend {
  let batch: SampleBatch
  let plans: [TypePlan]
  let db: Database
  /// The store's numbers of the registry's types and of the batch's shared texts.
  let types: [Int64]
  let sources: [Int64]
  let devices: [Int64]
  let subjects: [Int64]
  let origins: [Int64]

  /// Gives types and texts their numbers, in input order whatever becomes of the samples.
  private init(
    _ batch: SampleBatch, plans: [TypePlan], registry: Registry, caches: inout StoreCaches, db: Database
  ) throws {
    self.batch = batch
    self.plans = plans
    self.db = db
    var last: Int32 = -1
    for type in batch.type where type != last {
      last = type
      try caches.types.prepare(Int(type), registry: registry, in: db)
    }
    types = caches.types.numbers
    sources = try caches.sources.numbers(of: batch.sources, in: batch.arena, db: db)
    devices = try caches.devices.numbers(of: batch.devices, in: batch.arena, db: db)
    subjects = try caches.subjects.numbers(of: batch.subjects, in: batch.arena, db: db)
    origins = try caches.origins.numbers(of: batch.origins, in: batch.arena, db: db)
  }

  /// Stores a batch.
  static func append(
    _ batch: SampleBatch, plans: [TypePlan], registry: Registry, caches: inout StoreCaches, db: Database
  ) throws -> AppendReceipt {
    guard batch.count > 0 else { return AppendReceipt(outcomes: []) }
    let job = try BatchAppend(batch, plans: plans, registry: registry, caches: &caches, db: db)
    var fates = [Fate](repeating: .open, count: batch.count)
    if caches.hasDeletions { try Deletions.apply(to: &fates, job) }
    let given = try GivenIDs(job, isMasked: caches.hasMaskedIDs)
    try given.decide(&fates)
    if given.isMasked, !caches.hasMaskedIDs {
      caches.hasMaskedIDs = true
      try StoreCaches.set("masked_ids", to: 1, in: db)
    }
    try SampleWriter(job).insert(&fates, batch: caches.batch + 1)
    try given.remember(fates)
    try GroupWriter.link(fates, job)
    try job.noteLengths(fates, &caches)
    return AppendReceipt(
      outcomes: fates.map { fate -> AppendReceipt.Outcome in
        switch fate {
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

  private func noteLengths(_ fates: [Fate], _ caches: inout StoreCaches) throws {
    for row in fates.indices where fates[row] == .new && batch.start[row] != SampleBatch.noTime {
      let length = batch.end[row] - batch.start[row]
      if length > caches.types.longest[Int(batch.type[row])] {
        try caches.types.lengthen(Int(batch.type[row]), to: length, in: db)
      }
    }
  }
}

extension SampleBatch {
  /// The rows of the group that begins at a row: a correlation with its members, or a sample by itself.
  func group(at row: Int) -> Range<Int> {
    var end = row + 1
    while end < count, correlation[end] == Int32(truncatingIfNeeded: row) { end += 1 }
    return row..<end
  }
}
