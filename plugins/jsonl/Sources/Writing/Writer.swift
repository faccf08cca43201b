import AssayPlatform
import HealthModel
import HealthStorage

/// The writer of a store: at most one open transaction, under a lock that is held as long.
///
/// Functions answer `nil` when another process has the lock; nothing happened then.
struct Writer: Sendable {
  private let place: StoreFolder
  private let context: StorageContext
  private let ladder: LayoutLadder
  private let snapshots: SnapshotSource
  private var lock: FileLock?
  private var transaction: Transaction?
  /// Why the transaction was given up; nothing is taken before `rollback` has been called.
  private var failure: StorageError?
  /// Why nothing more is committed: a sync failed, and what is on the disk is not certain.
  private var poison: StorageError?
  private var isClosed = false

  init(_ snapshots: SnapshotSource, _ context: StorageContext, _ ladder: LayoutLadder) {
    place = snapshots.place
    self.context = context
    self.ladder = ladder
    self.snapshots = snapshots
  }

  // MARK: - Transactions

  mutating func append(_ batch: SampleBatch) throws -> AppendReceipt? {
    guard try isReady() else { return nil }
    return try guarded { writer in
      var transaction = try writer.begin()
      let receipt: AppendReceipt
      do {
        receipt = try LineAppend.append(batch, to: &transaction, writer.context)
      } catch is IndexDamage {
        transaction.use(try writer.makeIndex(for: transaction.state, from: nil))
        receipt = try LineAppend.append(batch, to: &transaction, writer.context)
      }
      writer.transaction = transaction
      return receipt
    }
  }

  mutating func commit(_ progress: ImportProgress?) throws -> Bool? {
    if transaction == nil, progress == nil, failure == nil, !isClosed {
      throw StorageError(.failed, "the transaction in \(place.shown) is gone, and nothing of it is stored")
    }
    guard try isReady() else { return nil }
    return try guarded { writer in
      var transaction = try writer.begin()
      if !transaction.samples.isEmpty || progress != nil {
        transaction.sort()
        let committed = try CommitWriter.commit(transaction, progress, at: writer.place, writer.context.registry)
        writer.snapshots.adopt(committed.state, committed.index)
      }
      writer.lock = nil
      return true
    }
  }

  mutating func rollback() {
    transaction = nil
    lock = nil
    failure = nil
  }

  mutating func close() {
    rollback()
    isClosed = true
  }

  // MARK: - Changes by themselves

  mutating func delete(_ query: SampleQuery) throws -> DeletionReceipt? {
    guard try isReadyByItself("nothing is deleted") else { return nil }
    defer { lock = nil }
    return try noting { writer in
      let (snapshot, samples) = try writer.selected(by: query)
      guard !samples.isEmpty else {
        return DeletionReceipt(deleted: 0, anchor: ChangeAnchor(commit: snapshot.state.commit))
      }
      let deletion = DeletionWriter(snapshot, samples)
      let committed = try deletion.commitDeletion()
      writer.snapshots.adopt(committed.state, committed.index)
      try deletion.overwrite(committed)
      return DeletionReceipt(deleted: samples.count, anchor: ChangeAnchor(commit: committed.state.commit))
    }
  }

  mutating func compact() throws -> CompactionReceipt? {
    guard try isReadyByItself("nothing is compacted") else { return nil }
    defer { lock = nil }
    return try noting { writer in
      let before = try StoreSize.byteCount(writer.place)
      let snapshot = try writer.snapshot()
      if let committed = try Compaction.run(snapshot) { writer.snapshots.adopt(committed.state, committed.index) }
      return CompactionReceipt(bytesBefore: before, bytesAfter: try StoreSize.byteCount(writer.place))
    }
  }

  /// Takes imports out of the log.
  mutating func forget(_ inputs: Set<String>) throws -> Int? {
    guard try isReadyByItself("no import is forgotten") else { return nil }
    defer { lock = nil }
    return try noting { writer in
      let known = try writer.state()
      guard try ForgottenImports(place: writer.place, inputs: inputs).run(known) else { return 0 }
      // The lines have other sums now, which the index may hold on to.
      let state = try CommitLog(place: writer.place).state(after: nil)
      writer.snapshots.adopt(state, nil)
      _ = try writer.index(for: state)
      return known.inputs.count { inputs.contains($0) }
    }
  }

  mutating func remember(_ definitions: [StoredDefinition]) throws -> Bool? {
    guard try isReadyByItself("no definition is remembered") else { return nil }
    defer { lock = nil }
    return try noting { writer in
      if !definitions.isEmpty { try DefinitionFile(place: writer.place).add(definitions) }
      return true
    }
  }

  /// Puts the store in order after an interrupted process.
  mutating func recover() throws -> Bool? {
    guard try isReadyByItself("nothing is put in order") else { return nil }
    defer { lock = nil }
    return try noting { writer in
      // The index first: it covers a commit only if the log does.
      let published = try writer.snapshots.index()
      let state = try writer.state()
      try published?.checkNotAhead(of: state, writer.place)
      try Recovery.run(writer.place, state)
      do {
        let index = try writer.index(for: state)
        try IndexFolder(place: writer.place).clean(keeping: index)
      } catch let error as StorageError where error.code == .corrupt {
        // Whoever needs the index is reported; the store opens, so that its damage can be looked for.
      }
      return true
    }
  }

  /// The samples that a deletion takes.
  private func selected(by query: SampleQuery) throws -> (Snapshot, [StoredSample]) {
    var snapshot = try self.snapshot()
    do {
      var selection = DeletionSelection(snapshot, context)
      return (snapshot, try selection.samples(for: query))
    } catch is IndexDamage {
      snapshot.index = try makeIndex(for: snapshot.state, from: nil)
      var selection = DeletionSelection(snapshot, context)
      return (snapshot, try selection.samples(for: query))
    }
  }

  // MARK: - Failures

  /// Whether work can begin, with the lock; `false` when another process has it.
  private mutating func isReady() throws -> Bool {
    if let failure { throw failure }
    if let poison { throw poison }
    if isClosed { throw StorageError(.failed, "\(place.shown) was closed") }
    try place.check()
    if lock == nil, let free = try place.attemptLock() {
      // A newer program may have migrated the store meanwhile.
      _ = try StoreMark.current(place, ladder)
      lock = free
    }
    return lock != nil
  }

  private mutating func isReadyByItself(_ consequence: String) throws -> Bool {
    if let transaction, !transaction.samples.isEmpty {
      throw StorageError(.failed, "appended samples wait for their commit, so \(consequence)")
    }
    transaction = nil
    return try isReady()
  }

  /// Does a part of a transaction: the first error gives all of it up.
  private mutating func guarded<Value>(_ work: (inout Writer) throws -> Value) throws -> Value {
    let hasBegun = transaction != nil
    do {
      return try noting(work)
    } catch {
      transaction = nil
      lock = nil
      // Nothing is lost when the transaction did not come to begin.
      if hasBegun || isBegun { failure = FileFailure.storageError(error) }
      isBegun = false
      throw error
    }
  }

  /// Whether the running work has taken over the transaction.
  private var isBegun = false

  /// Remembers a failed sync, and sees at the end whether the store is where it was.
  private mutating func noting<Value>(_ work: (inout Writer) throws -> Value) throws -> Value {
    do {
      let value = try work(&self)
      try place.check()
      return value
    } catch let sync as SyncFailure {
      poison = StorageError(
        sync.error.code, "\(place.shown) takes nothing more since a sync failed: \(sync.error.message)",
        hint: "look after the disk, and open the store again")
      throw sync
    }
  }

  // MARK: - The store under the lock

  /// The open transaction, which the caller puts back, or a new one.
  private mutating func begin() throws -> Transaction {
    isBegun = false
    if let open = transaction {
      transaction = nil
      isBegun = true
      return open
    }
    let snapshot = try self.snapshot()
    isBegun = true
    return Transaction(place, snapshot.state, snapshot.index, snapshot.types)
  }

  private func snapshot() throws -> Snapshot {
    let state = try self.state()
    return Snapshot(
      place: place, state: state, index: try self.index(for: state),
      types: try TypeTable(state.types, registry: context.registry))
  }

  /// The committed state, without the traces of interrupted processes that would be in the way.
  private func state() throws -> StoreState {
    let state = try snapshots.state()
    try CommitLog(place: place).cut(to: state)
    try LineErasure.settle(place, state)
    return state
  }

  /// The index of what is committed, made anew when the one in the folder is missing, late or damaged.
  private func index(for state: StoreState) throws -> SampleIndex {
    let index = try snapshots.index()
    if let index, index.isCurrent(for: state) { return index }
    if index == nil, state.commit == 0 { return SampleIndex() }
    return try makeIndex(for: state, from: index)
  }

  private func makeIndex(for state: StoreState, from index: SampleIndex?) throws -> SampleIndex {
    let folder = IndexFolder(place: place)
    let name = StoreFolder.index
    _ = try Folder.make(place.path(name), name: place.shown(name))
    let known = try index ?? snapshots.index()
    let runs = folder.runs(for: known)
    var made: SampleIndex?
    if let index { made = try IndexBuilder.extended(index, place, state, runs: runs) }
    let new = try made ?? IndexBuilder.full(place, state, runs: runs)
    try folder.stage(new)
    try folder.publish()
    try folder.clean(keeping: new)
    snapshots.adopt(state, new)
    return new
  }
}
