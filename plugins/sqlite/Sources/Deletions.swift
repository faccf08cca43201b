import HealthModel

/// Tombstones: a sample that was deleted from the store and comes again is a duplicate.
enum Deletions {
  /// A group with a deleted sample is a duplicate as a whole, since it can no longer be stored whole.
  static func apply(to fates: inout [Fate], _ job: BatchAppend) throws {
    let statement = try PreparedStatement("SELECT 1 FROM assay_deletions WHERE id = ?1", in: job.db)
    var row = 0
    while row < job.batch.count {
      let group = job.batch.group(at: row)
      for member in group {
        statement.bind(1, job.batch.id[member])
        let isDeleted = try statement.step()
        statement.reset()
        guard isDeleted else { continue }
        for member in group { fates[member] = .duplicate }
        break
      }
      row = group.upperBound
    }
  }
}
