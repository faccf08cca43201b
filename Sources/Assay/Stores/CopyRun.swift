import AssayKit
import HealthModel
package import HealthReports
package import HealthStorage
import HealthValidation

/// Copies samples from one store to another: exactly once, with their ids and digests, correlations whole.
///
/// Stored samples were judged when they were imported and are not judged again. The samples go through a file without a
/// name, as lines of their normal form: neither memory nor the two stores' ways of working bound how many they are.
package struct CopyRun {
  private let environment: RunEnvironment
  private let source: any StorageBackend
  private let target: any StorageBackend
  private let folder: String

  package init(
    _ environment: RunEnvironment, from source: any StorageBackend, to target: any StorageBackend,
    spoolingIn folder: String
  ) {
    self.environment = environment
    self.source = source
    self.target = target
    self.folder = folder
  }

  /// The key by which a store identifies another store whose samples were copied.
  package static func key(of name: String) -> String { "store:" + name }

  /// Copies the samples that match.
  ///
  /// A copy that was interrupted begins anew: what was stored is a duplicate then.
  ///
  /// - Throws: `StorageError`, `OutputError`, `Interrupted`. What was committed stays.
  package func run(_ query: SampleQuery, name: String, quarantine file: QuarantineFile?) async throws -> Summary {
    let registry = environment.validator.registry
    let lines = NormalizedLines(registry: registry)
    let spool = try SpoolFile(in: folder)
    try await read(query, into: spool, lines)
    let transaction = try await target.begin()
    let counts: CopyCounts
    let lock: QuarantineLock?
    do {
      // With the turn to write and the lock, so that no other copy of the same store is writing the file.
      lock = try await environment.lock(file).lock
      let quarantine = try file.map { try Quarantine($0, catalogHash: registry.contentHash) }
      counts = CopyCounts(name, environment, quarantine)
    } catch {
      await transaction.rollback()
      throw error
    }
    defer { lock?.release() }
    let size = min(environment.commitSize, max(1, target.commitSize))
    var pending = 0
    var bytes: Int64 = 0
    do {
      while let page = try spool.next() {
        let batch = try lines.samples(page.lines, groups: page.groups)
        let receipt = try await transaction.append(batch)
        try counts.take(batch, receipt)
        pending += batch.commitWeight
        bytes += Int64(page.lines.count)
        environment.progress?(bytes, counts.summary.refused)
        let signal = environment.interruption()
        if pending >= size || signal != nil {
          pending = 0
          try counts.quarantine?.synchronize()
          try await environment.checkDefinitions(in: target)
          try await transaction.commit(counts.progress(isFinished: false))
        }
        if let signal { throw Interrupted(signal: signal, summary: counts.summary) }
      }
      try counts.quarantine?.synchronize()
      try await environment.checkDefinitions(in: target)
      try await transaction.commit(counts.progress(isFinished: true))
      // With the turn to write and the lock still: the next copy sets these files aside.
      environment.finish(counts.quarantine)
    } catch {
      await transaction.rollback()
      throw error
    }
    try await transaction.finish()
    return counts.summary
  }

  /// Reads everything requested, as of one moment.
  private func read(_ query: SampleQuery, into spool: SpoolFile, _ lines: NormalizedLines) async throws {
    var query = query
    query.omitsMembers = true
    let interruption = environment.interruption
    let registry = environment.validator.registry
    try await source.query(query) { batch in
      try batch.require(registry)
      var page = SpoolFile.Page(lines: [], groups: [])
      var row = 0
      while row < batch.count {
        let group = batch.group(at: row)
        for row in group {
          lines.append(row, of: batch, to: &page.lines)
          page.lines.append(UInt8(ascii: "\n"))
        }
        page.groups.append(group.count)
        row = group.upperBound
      }
      try spool.append(page)
      return interruption() == nil
    }
    if let signal = interruption() { throw Interrupted(signal: signal, summary: Summary()) }
  }
}
