import HealthModel

/// The store's numbers of the texts that samples of a batch share.
///
/// A text gets its number with the first sample that has it and is stored, in input order. The store does not keep a
/// text that came with duplicates and conflicts only: no deletion of samples would find it.
struct BatchTexts {
  private(set) var sources: [Int64]
  private(set) var devices: [Int64]
  private(set) var subjects: [Int64]
  private(set) var origins: [Int64]

  /// Looks the texts up and adds those that will be needed.
  ///
  /// - Throws: `DatabaseError`.
  init(_ job: RowAppend, _ outcomes: inout [RowOutcome], _ caches: inout StoreCaches) throws {
    let batch = job.batch
    sources = try caches.sources.known(batch.sources, in: batch.arena, job.db)
    devices = try caches.devices.known(batch.devices, in: batch.arena, job.db)
    subjects = try caches.subjects.known(batch.subjects, in: batch.arena, job.db)
    origins = try caches.origins.known(batch.origins, in: batch.arena, job.db)
    guard sources.contains(0) || devices.contains(0) || subjects.contains(0) || origins.contains(0) else { return }
    for row in outcomes.indices where (outcomes[row] == .open || outcomes[row] == .new) && lacksText(of: row, batch) {
      if outcomes[row] == .open, try KeyLookup.isStored(job.key(row), in: job.db) {
        outcomes[row] = .duplicate
      } else {
        try add(row, batch, &caches, job.db)
      }
    }
  }

  private func lacksText(of row: Int, _ batch: SampleBatch) -> Bool {
    Self.lacks(batch.source[row], sources) || Self.lacks(batch.device[row], devices)
      || Self.lacks(batch.subject[row], subjects) || Self.lacks(batch.origin[row], origins)
  }

  private static func lacks(_ place: Int32, _ numbers: [Int64]) -> Bool { place >= 0 && numbers[Int(place)] == 0 }

  private mutating func add(_ row: Int, _ batch: SampleBatch, _ caches: inout StoreCaches, _ db: Database) throws {
    try Self.add(batch.source[row], of: batch.sources, in: batch.arena, to: &sources, &caches.sources, db)
    try Self.add(batch.device[row], of: batch.devices, in: batch.arena, to: &devices, &caches.devices, db)
    try Self.add(batch.subject[row], of: batch.subjects, in: batch.arena, to: &subjects, &caches.subjects, db)
    try Self.add(batch.origin[row], of: batch.origins, in: batch.arena, to: &origins, &caches.origins, db)
  }

  private static func add(
    _ place: Int32, of texts: InternTable, in arena: [UInt8], to numbers: inout [Int64], _ known: inout InternedTexts,
    _ db: Database
  ) throws {
    guard lacks(place, numbers) else { return }
    numbers[Int(place)] = try known.add(texts.ranges[Int(place)], in: arena, db)
  }
}
