import AssayPlatform
import HealthModel
import HealthStorage

/// The writer of a store: at most one open transaction, under a lock that is held as long.
///
/// Functions answer `nil` when another process has the lock; nothing happened then.
struct Writer: Sendable {
  private let place: StoreFolder
  private let context: StorageContext
  private let ladder: LayoutMigrations
  private let snapshots: SnapshotSource
  private var lock: FileLock?
  private var transaction: Transaction?
  /// Why the transaction was given up; nothing is taken before `rollback` has been called.
  private var failure: StorageError?
  /// Why nothing more is committed: a sync failed, and what is on the disk is not certain.
  private var poison: StorageError?
  private var isClosed = false

  init(_ snapshots: SnapshotSource, _ context: StorageContext, _ ladder: LayoutMigrations) {
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
      } catch  where error.cause == .indexDamage {
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
      } catch let error as StorageError where error.isDamage {
        // Whoever needs the index is reported; the store opens, so that its damage can be looked for.
      }
      return true
    }
  }

  private func selected(by query: SampleQuery) throws -> (Snapshot, [StoredSample]) {
    var snapshot = try self.snapshot()
    do {
      var selection = DeletionSelection(snapshot, context)
      return (snapshot, try selection.samples(for: query))
    } catch  where error.cause == .indexDamage {
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
    } catch let error as StorageError where error.cause == .unsynced {
      poison = StorageError(
        error.code, "\(place.shown) takes nothing more since a sync failed: \(error.message)",
        hint: "look after the disk, and open the store again")
      throw error
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

/// Writes files that have blank lines anew without them, and removes the old ones when the new ones count.
struct Compaction {
  private let snapshot: Snapshot
  private var line = CommitLine()
  private var written: [SampleFile] = []
  private var replaced: [SampleFile] = []

  private init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  /// Compacts a store that no one else changes; `nil` if there is nothing to do.
  ///
  /// - Throws: an error; nothing changed then.
  static func run(_ snapshot: Snapshot) throws -> Committed? {
    var compaction = Compaction(snapshot)
    do {
      return try compaction.run()
    } catch {
      if error.cause != .unsynced { compaction.remove(compaction.written) }
      throw error
    }
  }

  private mutating func run() throws -> Committed? {
    for type in snapshot.state.types {
      let known = written.count
      for month in type.months where (type.files[month]?.blank ?? 0) > 0 { try rewrite(month, of: type) }
      let folder = StoreFolder.samples + "/" + type.id
      if written.count > known {
        try Folder.synchronize(snapshot.place.path(folder), name: snapshot.place.shown(folder))
      }
    }
    guard !written.isEmpty else { return nil }
    line.line = snapshot.state.line + 1
    line.commit = snapshot.state.commit
    let committed = try commit()
    remove(replaced)
    return committed
  }

  /// Makes an index of the new files and commits both.
  private func commit() throws -> Committed {
    let folder = IndexFolder(place: snapshot.place)
    var next = snapshot.state
    do {
      // The sum does not count: the state is only what the index is made from.
      try next.apply(line, length: 1, crc: 0)
    } catch let fault as StorageError {
      throw StorageError(.failed, "\(snapshot.place.shown) cannot be compacted: \(fault.message)")
    }
    let runs = folder.runs(for: snapshot.index)
    let index = try IndexBuilder.full(snapshot.place, next, runs: runs)
    do {
      let committed = try CommitEnd(snapshot.place).commit(line, behind: snapshot.state, index, isNew: true)
      if committed.index != nil { runs.remove(CommitEnd.runs(of: snapshot.index, notIn: index)) }
      return committed
    } catch {
      runs.remove(CommitEnd.runs(of: index, notIn: snapshot.index))
      throw error
    }
  }

  private mutating func rewrite(_ month: SampleMonth, of type: LoggedType) throws {
    let place = snapshot.place
    guard let old = type.file(month), let length = type.files[month]?.length else { return }
    guard let source = try OpenFile.existing(place.path(old), name: place.shown(old)) else {
      throw StorageError.corrupt(place, "\(StoreFolder.samples)/\(old.name) is missing")
    }
    let new = SampleFile(type: type.id, month: month, generation: old.generation + 1)
    try Folder.removeFile(place.path(new), name: place.shown(new))
    let target = try OpenFile.made(place.path(new), name: place.shown(new), isNew: true)
    written.append(new)
    replaced.append(old)
    var scanner = LineScanner(source, from: 0, to: length)
    var output = PieceWriter(target)
    while let line = try scanner.next() {
      if StoredLine.isBlank(line, in: scanner.bytes) { continue }
      guard StoredLine(line, in: scanner.bytes) != nil else {
        throw StorageError.corrupt(place, "\(StoreFolder.samples)/\(old.name) has a line that is not a sample")
      }
      try output.append { $0 += scanner.bytes[line] }
    }
    guard scanner.offset == length else {
      throw StorageError.corrupt(place, "\(StoreFolder.samples)/\(old.name) is shorter than its commits say")
    }
    let end = try output.finish()
    try target.synchronize()
    line.files.append((new, end))
  }

  /// Removes files that do not count; what stays is removed when the store is opened.
  private func remove(_ files: [SampleFile]) {
    for file in files { try? Folder.removeFile(snapshot.place.path(file), name: snapshot.place.shown(file)) }
  }
}

/// Deletes samples in a separate commit: their ids go to `deletions.ndjson`, their lines become blank.
///
/// The ids and the places of the lines are on the disk before the commit; the lines are overwritten after it, by this
/// process or, when it is interrupted, by the next one that writes.
struct DeletionWriter {
  private let snapshot: Snapshot
  private let samples: [StoredSample]
  /// The lines that become blank, file by file.
  private let places: [ErasedLine]
  private let commit: Int64

  init(_ snapshot: Snapshot, _ samples: [StoredSample]) {
    self.snapshot = snapshot
    let types = snapshot.types
    self.samples = samples.sorted { left, right in
      let first = types.indexes[left.type] ?? Int.max
      let second = types.indexes[right.type] ?? Int.max
      return first == second ? left.id < right.id : first < second
    }
    places = Self.places(of: samples, snapshot.state)
    commit = snapshot.state.commit + 1
  }

  /// Commits the deletion.
  ///
  /// - Throws: an error; nothing is deleted then.
  func commitDeletion() throws -> Committed {
    let state = snapshot.state
    do {
      try LineErasure.note(places, commit: commit, in: snapshot.place)
      let length = try appendDeletions()
      var line = CommitLine()
      line.line = state.line + 1
      line.commit = commit
      line.deleted = counts
      line.blanked = blanked
      line.deletions = state.deletionsLength..<length
      return try CommitEnd(snapshot.place).commit(line, behind: state, snapshot.index, adding: records)
    } catch {
      // After a failed sync the notes stay: they are needed should a power cut bring the commit back.
      if error.cause != .unsynced { try? LineErasure.forget(commit: commit, in: snapshot.place) }
      throw error
    }
  }

  /// Overwrites the lines of a committed deletion.
  ///
  /// - Throws: an error; whoever writes next carries it out.
  func overwrite(_ committed: Committed) throws {
    try LineErasure.overwrite(places, snapshot.place, committed.state)
    try LineErasure.forget(commit: commit, in: snapshot.place)
    try Folder.synchronize(snapshot.place.folder, name: snapshot.place.shown)
  }

  private static func places(of samples: [StoredSample], _ state: StoreState) -> [ErasedLine] {
    let sorted = samples.sorted { left, right in
      if left.type != right.type { return left.type < right.type }
      if left.month != right.month { return left.month < right.month }
      return left.offset < right.offset
    }
    return sorted.compactMap { sample in
      guard let file = state.types[sample.type].file(sample.month) else { return nil }
      return ErasedLine(file: file, offset: sample.offset, length: sample.length)
    }
  }

  private var blanked: [(file: SampleFile, count: Int)] {
    var result: [(file: SampleFile, count: Int)] = []
    for place in places {
      if result.last?.file == place.file {
        result[result.count - 1].count += place.length
      } else {
        result.append((place.file, place.length))
      }
    }
    return result
  }

  private var counts: [(type: String, count: Int)] {
    var counts: [Int: Int] = [:]
    for sample in samples { counts[sample.type, default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { (type: snapshot.state.types[$0.key].id, count: $0.value) }
  }

  private var records: IndexRecords {
    var records = IndexRecords()
    for sample in samples {
      records.ids.append(StoredSample.deadIDRecord(sample.id, type: sample.type, commit: commit))
      records.times.append(sample.deadTimeRecord(commit: commit))
    }
    return records
  }

  /// Writes the ids after those of earlier commits and returns how long the file is then.
  private func appendDeletions() throws -> Int {
    let place = snapshot.place
    let name = StoreFolder.deletions
    let start = snapshot.state.deletionsLength
    let file = try OpenFile.made(place.path(name), name: place.shown(name))
    let size = try file.size()
    guard size >= start else { throw StorageError.corrupt(place, "\(name) is shorter than its commits say") }
    if size > start { try file.cut(to: start) }
    var output = PieceWriter(file, at: start)
    for sample in samples {
      let type = snapshot.state.types[sample.type].id
      try output.append { $0 += DeletionLine(id: sample.id, type: type, commit: commit).line }
    }
    let end = try output.finish()
    try file.synchronize()
    if start == 0 { try Folder.synchronize(place.folder, name: place.shown) }
    return end
  }
}
