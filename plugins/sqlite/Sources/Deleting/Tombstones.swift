import HealthModel

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
