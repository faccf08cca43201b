import AssayPlatform
import HealthModel
import HealthStorage
import SQLiteStore
import Synchronization

/// The files of a store that is open for writing, in step with its index.
///
/// A commit is the line of `commits.jsonl`: the samples' lines are on the disk before it, and the index commits after it.
/// What the index missed is read from the files by the next writer.
final class LineFiles: CommitCompanion {
  private struct Memory: Sendable {
    var state: StoreState?
    var transaction: Transaction?
    var doomed: [DoomedSample] = []
    /// A commit of the files that the index has not committed yet.
    var pending: Pending?
    /// Why nothing more is committed: a sync failed, and what is on the disk is not certain.
    var poison: StorageError?
  }

  private struct Pending: Sendable {
    let before: StoreState
    let after: StoreState
    var writer: CommitWriter?
    var deletion: DeletionWriter?
  }

  private let place: StoreFolder
  private let context: StorageContext
  private let memory = Mutex(Memory())

  init(_ place: StoreFolder, _ context: StorageContext) {
    self.place = place
    self.context = context
  }

  func check() throws(StorageError) {
    if let poison = memory.withLock({ $0.poison }) { throw poison }
    try place.check()
  }

  // MARK: - Before a transaction

  func prepare(_ db: Database) throws -> Bool {
    try memory.withLock { memory in
      memory.transaction = nil
      memory.doomed = []
      // A newer program may have migrated the store meanwhile.
      try StoreMark.check(place)
      let log = CommitLog(place: place)
      let state = try log.state(after: memory.state)
      try IndexPosition(in: db).checkNotAhead(of: state, place)
      try log.cut(to: state)
      try LineErasure.settle(place, state)
      memory.state = state
      return try IndexReplay.run(db, place, state, context)
    }
  }

  /// Puts the files in order after an interrupted process; `prepare` was called.
  func recover() throws {
    try memory.withLock { memory in try Recovery.run(place, try Self.state(memory)) }
    try IndexFiles(place).removeOthers()
  }

  private static func state(_ memory: Memory) throws -> StoreState {
    guard let state = memory.state else { throw StorageError(.failed, "the state of the store is not known") }
    return state
  }

  // MARK: - The open transaction

  func append(_ batch: SampleBatch, _ outcomes: [AppendReceipt.Outcome], commit: Int64) throws {
    try memory.withLock { memory in
      var transaction = try memory.transaction.take() ?? begin(memory)
      guard commit == transaction.state.commit + 1 else {
        throw StorageError.corrupt(place, "the index is at another commit than \(StoreFolder.log)")
      }
      transaction.append(batch, outcomes)
      memory.transaction = transaction
    }
  }

  private func begin(_ memory: Memory) throws -> Transaction {
    let state = try Self.state(memory)
    return Transaction(state, try TypeTable(state.types, registry: context.registry))
  }

  func delete(in db: Database) throws {
    let statement = try PreparedStatement(
      """
      SELECT t.name, d.start_us, d.id FROM temp.assay_doomed d JOIN assay_types t ON t.id = d.type
      ORDER BY d.type, d.start_us, d.id
      """, in: db)
    try memory.withLock { memory in
      var types = try TypeTable(try Self.state(memory).types, registry: context.registry)
      var doomed: [DoomedSample] = []
      while try statement.step() {
        guard let index = context.registry.typeIndex(named: statement.text(0)), let id = statement.sampleID(2) else {
          throw StorageError.corrupt(place, "the index has a sample without a type or id")
        }
        let start = context.registry.types[index].shape.hasTime ? statement.integer(1) : SampleBatch.noTime
        doomed.append(DoomedSample(type: types.number(of: index), month: SampleMonth(start: start), id: id))
      }
      memory.doomed = doomed
    }
  }

  func commit(_ change: CommitChange, in db: Database) throws {
    try noting {
      try memory.withLock { memory in
        let state = try Self.state(memory)
        var pending: Pending
        switch change {
        case .samples(let commit, let progress):
          guard commit != nil || progress != nil else { return }
          let transaction = try memory.transaction.take() ?? begin(memory)
          let restored =
            state.deletions > 0 && context.options.restoresDeleted && commit != nil
            ? state.deletions - Int(try db.integer("SELECT count(*) FROM assay_deletions")) : 0
          var writer = CommitWriter(transaction, at: place, context)
          let next = try writer.commit(progress, restored: restored, in: db)
          pending = Pending(before: state, after: next, writer: writer)
        case .deletion:
          let deletion = try DeletionWriter(place, state, memory.doomed)
          let next = try deletion.write(try TypeTable(state.types, registry: context.registry))
          pending = Pending(before: state, after: next, deletion: deletion)
        case .forgetting(let inputs):
          // It cannot be taken back; an index that misses it does not fit the log, and is made anew.
          memory.state = try ForgottenImports(place: place, inputs: inputs).run(state)
          try IndexPosition(of: try Self.state(memory)).write(in: db)
          return
        }
        memory.pending = pending
        try IndexPosition(of: pending.after).write(in: db)
      }
    }
  }

  func settle() throws {
    try noting {
      try memory.withLock { memory in
        guard let pending = memory.pending.take() else { return }
        memory.state = pending.after
        memory.doomed = []
        guard pending.deletion != nil else { return }
        try LineErasure.settle(place, pending.after)
        try place.synchronize()
      }
    }
  }

  func rollBack() {
    memory.withLock { memory in
      memory.transaction = nil
      memory.doomed = []
      guard let pending = memory.pending.take() else { return }
      do {
        try CommitLog(place: place).cut(to: pending.before)
      } catch {
        // The commit holds then, and the index is late.
        memory.poison = Self.poison(FileFailure.storageError(error), place)
        return
      }
      pending.writer?.undo()
      pending.deletion?.undo()
    }
  }

  /// Remembers a failed sync.
  private func noting(_ work: () throws -> Void) throws {
    do {
      try work()
    } catch let error as StorageError where error.cause == .unsynced {
      memory.withLock { $0.poison = Self.poison(error, place) }
      throw FileFailure.storageError(error)
    }
  }

  private static func poison(_ error: StorageError, _ place: StoreFolder) -> StorageError {
    StorageError(
      error.code, "\(place.shown) takes nothing more since a sync failed: \(error.message)",
      hint: "look after the disk, and open the store again")
  }

  // MARK: - Between transactions

  /// Writes files that have blank lines anew without them.
  func compact(in db: Database) throws {
    try noting {
      try memory.withLock { memory in
        let state = try Self.state(memory)
        var compaction = Compaction(place, state)
        do {
          guard let line = try compaction.write() else { return }
          try db.execute(sql: "BEGIN IMMEDIATE")
          let next = try CommitLog(place: place).append(line, behind: state)
          memory.pending = Pending(before: state, after: next)
          try IndexPosition(of: next).write(in: db)
          try db.execute(sql: "COMMIT")
          memory.pending = nil
          memory.state = next
        } catch {
          try? db.execute(sql: "ROLLBACK")
          if error.cause != .unsynced {
            if memory.pending.take() != nil { try CommitLog(place: place).cut(to: state) }
            compaction.undo()
          }
          throw error
        }
        compaction.finish()
      }
    }
  }

  func remember(_ definitions: [StoredDefinition]) throws { try DefinitionFile(place: place).add(definitions) }
}

/// Writes files that have blank lines anew without them, as the next generation.
private struct Compaction {
  private let place: StoreFolder
  private let state: StoreState
  private var line = CommitLine()
  private var written: [SampleFile] = []
  private var replaced: [SampleFile] = []

  init(_ place: StoreFolder, _ state: StoreState) {
    self.place = place
    self.state = state
  }

  /// Writes the new files; returns the line that makes them count, `nil` if there is nothing to do.
  mutating func write() throws -> CommitLine? {
    for type in state.types {
      let known = written.count
      for month in type.months where (type.files[month]?.blank ?? 0) > 0 { try rewrite(month, of: type) }
      let folder = StoreFolder.samples + "/" + type.id
      if written.count > known { try place.synchronize(folder) }
    }
    guard !written.isEmpty else { return nil }
    line.line = state.line + 1
    line.commit = state.commit
    return line
  }

  func undo() { remove(written) }

  /// Removes the files that no longer count.
  func finish() { remove(replaced) }

  private mutating func rewrite(_ month: SampleMonth, of type: LoggedType) throws {
    guard let old = type.file(month), let length = type.files[month]?.length else { return }
    let source = try place.committed(old.path, length: length)
    let new = SampleFile(type: type.id, month: month, generation: old.generation + 1)
    let target = try place.newFile(new.path)
    written.append(new)
    replaced.append(old)
    var scanner = LineScanner(source, from: 0, to: length)
    var output = PieceWriter(target)
    while let line = try scanner.next() {
      if StoredLine.isBlank(line, in: scanner.bytes) { continue }
      guard StoredLine(line, in: scanner.bytes) != nil else {
        throw StorageError.corrupt(place, "\(old.path) has a line that is not a sample")
      }
      try output.append { $0 += scanner.bytes[line] }
    }
    let end = try output.finish()
    try target.synchronize()
    line.files.append((new, end))
  }

  /// Removes files that do not count; what stays is removed when the store is opened.
  private func remove(_ files: [SampleFile]) {
    for file in files { try? place.remove(file.path) }
  }
}
