import HealthModel
import HealthStorage

/// What a builder stores: samples, and in the same transaction the record of the workout.
extension WorkoutBuilder {
  /// What became of samples, those that are new in the store, and those that were in it before.
  struct Saved {
    var receipt = SaveReceipt()
    var new = SampleBatch()
    var known = SampleBatch()
  }

  /// Writes in one transaction: samples, and the record after it.
  ///
  /// - Parameters:
  ///   - next: the record; gets its key with the first transaction, and the counts of the samples.
  ///   - samples: the samples.
  ///   - isFinal: whether the workout is over with this transaction.
  ///   - check: may refuse what became of the samples; nothing is stored then.
  /// - Returns: what became of the samples.
  /// - Throws: `WorkoutError` when another builder has the workout, or it would have too much; `CancellationError`; what
  ///   `check` throws. Nothing is stored in these cases. `StorageError`: whether a commit that fails was stored is asked
  ///   before the next call; see `settle`.
  @discardableResult
  func write(
    _ next: inout WorkoutRecord, adding samples: [NewSample] = [], isFinal: Bool = false,
    _ check: (Saved) throws -> Void
  ) async throws -> Saved {
    if next.input == nil { try await requireFreeID() }
    let backend = store.backend
    let transaction = try await backend.begin()
    let saved: Saved
    var written = next
    let progress: ImportProgress?
    do {
      try await claim(&written)
      saved = try await append(samples, to: HealthTransaction(transaction, of: store))
      try check(saved)
      if !isFinal {
        written.note(saved, in: store.registry)
        if written.types.count > record.types.count
          || written.timeline.activities.count > record.timeline.activities.count
        {
          try written.checkStatistics()
        }
      }
      progress = isFinal ? written.finishedProgress(store.registry) : written.progress(store.registry)
      if samples.isEmpty { try checkSize(of: progress, written) }
      try Task.checkCancellation()
    } catch {
      await transaction.rollback()
      throw error
    }
    doubt = isFinal ? .finish(saved.receipt.warnings[0] ?? []) : .change
    try await transaction.finish(progress)
    doubt = nil
    writtenNote = progress?.details
    store.signal.raise()
    next = written
    return saved
  }

  /// Requires that the store has the record that this builder wrote, or finds a place for the first one.
  ///
  /// Called when this builder has the turn to write, so that no other one of the process writes in between.
  private func claim(_ next: inout WorkoutRecord) async throws {
    let backend = store.backend
    guard let input = next.input else {
      let imports = try await backend.imports()
      // A note that cannot be read must not keep others from beginning.
      guard !imports.contains(where: { WorkoutRecord.id(of: $0) == id }) else { throw idInUse }
      next.input = WorkoutRecord.freeInput(among: imports, subject: next.subject)
      return
    }
    try requireOwn(try await backend.progress(of: input))
  }

  /// Requires that a note is the one that this builder wrote last.
  func requireOwn(_ stored: ImportProgress?) throws {
    if let stored, !stored.isFinished, stored.details == writtenNote { return }
    guard
      let known = try stored.flatMap({ progress throws(StorageError) in
        try WorkoutRecord(progress, units: store.registry.units)
      }), known.id == id
    else {
      throw WorkoutError(
        .over, "the workout was finished or discarded by another builder", instead: "make another builder")
    }
    guard known.owner == record.owner else {
      throw WorkoutError(
        .takenOver, "another builder goes on with the workout", instead: "drop this one: it lost the workout")
    }
  }

  /// The most bytes of a note: each call writes all of it.
  static let maximumNote = 1 << 20

  /// Refuses events, activities and metadata that make the note too large; what ends the workout is always possible.
  private func checkSize(of progress: ImportProgress?, _ next: WorkoutRecord) throws(WorkoutError) {
    guard let size = progress?.details.utf8.count, size > Self.maximumNote, next.timeline.end == record.timeline.end,
      size > writtenNote?.utf8.count ?? 0
    else { return }
    throw WorkoutError(
      .tooManyEvents,
      "events, activities and metadata of the workout take \(size) bytes; the limit is \(Self.maximumNote)",
      instead: "end it, and go on in another workout")
  }

  /// Refuses an id that the store has: samples are found by it, and those of another workout would be deleted with this
  /// one.
  private func requireFreeID() async throws {
    var query = SampleQuery.samples(with: [id])
    query.limit = 1
    var all = store
    all.subject = nil
    guard try await all.samples(matching: query).isEmpty else { throw idInUse }
  }

  private var idInUse: WorkoutError {
    WorkoutError(
      .idInUse, "a workout with the id \(id) is in the store, or was begun in it", instead: "give this one no id")
  }

  /// Judges samples and appends those without an error, a part at a time.
  private func append(_ samples: [NewSample], to transaction: borrowing HealthTransaction) async throws -> Saved {
    var saved = Saved()
    guard !samples.isEmpty else { return saved }
    var judge = NewSampleJudge(store.types, now: store.clock(), subject: record.subject, source: store.source)
    var rest = samples[...]
    while !rest.isEmpty {
      try Task.checkCancellation()
      let judged = judge.judge(rest, isLimited: true)
      rest = rest.dropFirst(judged.count)
      let appended: AppendReceipt = try await transaction.append(judged.batch)
      try saved.receipt.add(judged, appended)
      let batch = judged.batch
      for row in 0..<batch.count where batch.correlation[row] < 0 {
        switch appended.outcomes[row] {
        case .accepted: saved.new.append(row, of: batch)
        case .duplicate: saved.known.append(row, of: batch)
        case .conflict, .refused: break
        }
      }
    }
    return saved
  }
}
