package import HealthModel
package import HealthStorage

/// What keeps the samples in files of its own, with a store as their index: a commit is in both, or in neither.
///
/// The files say what was committed. They are written in the store's open transaction, which commits next; what the store
/// misses after an interruption `prepare` reads from them.
package protocol CommitCompanion: Sendable {
  /// Requires that the files are where they were.
  func check() throws(StorageError)
  /// Brings files and store to one state; called with the lock and before a transaction.
  ///
  /// - Returns: whether the store was changed.
  func prepare(_ db: Database) throws -> Bool
  /// Takes the samples of a batch that the open transaction accepted, which becomes a commit of this number.
  func append(_ batch: SampleBatch, _ outcomes: [AppendReceipt.Outcome], commit: Int64) throws
  /// Takes the samples that a deletion removes next: `temp.assay_doomed` has their types, starts and ids.
  func delete(in db: Database) throws
  /// Makes a change last; the store's transaction commits next.
  func commit(_ change: CommitChange, in db: Database) throws
  /// Finishes what comes after the store's commit.
  func settle() throws
  /// Takes back what the open transaction wrote.
  func rollBack()
}

package enum CommitChange: Sendable {
  /// Appended samples under the number of their commit, if there are any, and how far an import has come.
  case samples(Int64?, ImportProgress?)
  case deletion(Int64)
  case forgetting(Set<String>)
}

/// Makes a store from commits that other files record, in their order and by their numbers, and reads them back.
package struct CommitLoader {
  private let db: Database
  private let registry: Registry
  private let plans: [TypeCoding]
  private var caches: StoreCaches

  package init(in db: Database, registry: Registry) throws {
    self.db = db
    self.registry = registry
    plans = registry.types.map { TypeCoding($0) }
    caches = try StoreCaches(in: db, registry: registry)
  }

  /// Removes all content.
  package static func removeAll(in db: Database) throws {
    for table in Schema.version1.objects where table.sql.hasPrefix("CREATE TABLE") && table.name != "assay_counters" {
      try db.execute(sql: "DELETE FROM \(table.name)")
    }
    try db.execute(
      sql: "DELETE FROM assay_counters; INSERT INTO assay_counters (name, value) VALUES ('batch', 0), ('masked_ids', 0)"
    )
  }

  /// Stores samples of a commit; those that are stored already count as duplicates.
  package mutating func append(_ batch: SampleBatch, commit: Int64) throws -> [AppendReceipt.Outcome] {
    caches.batch = commit - 1
    return try RowAppend.append(
      batch, plans: plans, registry: registry, restoresDeleted: true, caches: &caches, db: db
    ).outcomes
  }

  /// Remembers that a commit deleted a sample of a type, which the registry may lack.
  package mutating func delete(
    _ id: SampleID, type: Int?, name: String, _ signature: TypeSignature, commit: Int64
  ) throws {
    let statement = try PreparedStatement(
      "INSERT OR REPLACE INTO assay_deletions (id, type, batch) VALUES (?1, ?2, ?3)", in: db)
    if let type { try caches.types.prepare(type, registry: registry, in: db) }
    statement.bind(1, id)
    statement.bind(2, try type.map { caches.types.numbers[$0] } ?? TypeMapping.number(of: name, signature, in: db))
    statement.bind(3, commit)
    try statement.run()
    caches.hasDeletions = true
  }

  /// Ends a commit.
  package mutating func end(_ commit: Int64, _ progress: ImportProgress?) throws {
    caches.batch = commit
    try StoreCaches.set("batch", to: commit, in: db)
    try caches.spans.write(commit, numbers: caches.types.numbers, in: db)
    if let progress { try ImportLog.write(progress, in: db) }
  }

  /// Passes the samples of a type that a commit added to a function, also before it is committed: in the order of start
  /// and id, each correlation followed by its members.
  package func forEach(ofType type: Int, addedBy commit: Int64, _ body: (SampleBatch) throws -> Void) throws {
    let scope = ReadScope(db: db, registry: registry, plans: plans, stored: caches.types)
    let query = ChangeQuery(since: ChangeAnchor(commit: commit - 1), types: [registry.types[type].id])
    _ = try ChangeReader(query, in: scope).run { page in
      try body(page.added)
      return true
    }
  }

  /// Stored samples in the requested order, each by itself.
  package func samples(_ ids: [SampleID]) throws -> SampleBatch {
    let keys = try KeyLookup.keys(of: ids, in: db).values.joined()
    let places = Dictionary(keys.map { ($0.id, $0) }) { first, _ in first }
    let types = caches.types.indexes
    let statement = try PreparedStatement(
      "SELECT \(SelectStatement.columns) FROM assay_samples s WHERE s.type = ?1 AND s.start_us = ?2 AND s.id = ?3",
      in: db)
    var builder = BatchBuilder(in: db, registry: registry, plans: plans)
    for id in ids {
      let key = places[id] ?? SampleKey(type: 0, start: 0, id: id)
      statement.bind(1, key.type)
      statement.bind(2, key.start)
      statement.bind(3, id)
      guard try statement.step(), let type = types[key.type] else {
        throw StorageError(.corrupt, "the member \(id) of a correlation is missing")
      }
      try builder.append(statement, type: type)
      statement.reset()
    }
    return builder.take()
  }
}
