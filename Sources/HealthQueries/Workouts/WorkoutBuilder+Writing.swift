import HealthModel
import HealthStorage

/// What a builder stores: samples, and in the same transaction the record of the workout.
extension WorkoutBuilder {
  /// What became of samples, and the quantities and other samples that are new in the store.
  struct Saved {
    var receipt = SaveReceipt()
    var new = SampleBatch()
  }

  /// Writes in one transaction: samples, and the record after it.
  ///
  /// - Parameters:
  ///   - next: the record; gets its key with the first transaction, and the counts of the samples.
  ///   - samples: the samples.
  ///   - isFinal: whether the workout is over with this transaction.
  ///   - check: may refuse what became of the samples; nothing is stored then.
  /// - Returns: what became of the samples.
  /// - Throws: `WorkoutError` when another builder has the workout; `StorageError`; `CancellationError`; what `check` throws.
  ///   Nothing is stored in these cases.
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
    do {
      try await claim(&written)
      saved = try await append(samples, to: HealthTransaction(transaction, of: store))
      try check(saved)
      if !isFinal { written.note(saved, in: store.registry) }
      try Task.checkCancellation()
    } catch {
      await transaction.rollback()
      throw error
    }
    try await transaction.finish(
      isFinal ? written.finishedProgress(store.registry) : written.progress(store.registry))
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
      let isBegun = try imports.contains { progress in
        try WorkoutRecord(progress, units: store.registry.units)?.id == id
      }
      guard !isBegun else { throw idInUse }
      next.input = WorkoutRecord.freeInput(among: imports, subject: next.subject)
      return
    }
    let stored = try await backend.progress(of: input)
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
      for row in 0..<batch.count where appended.outcomes[row] == .accepted && batch.correlation[row] < 0 {
        saved.new.append(row, of: batch)
      }
    }
    return saved
  }
}

extension WorkoutRecord {
  /// Counts samples that were appended.
  fileprivate mutating func note(_ saved: WorkoutBuilder.Saved, in registry: Registry) {
    for outcome in saved.receipt.outcomes {
      counts.read += 1
      switch outcome {
      case .stored: counts.accepted += 1
      case .duplicate, .notSet: counts.duplicates += 1
      case .conflict: counts.conflicts += 1
      case .refused: counts.refused += 1
      }
    }
    let new = saved.new
    for row in 0..<new.count {
      let type = registry.types[Int(new.type[row])]
      if type.shape.quantity != nil, !types.contains(type.id) { types.append(type.id) }
      guard new.start[row] != SampleBatch.noTime else { continue }
      let (start, end) = (Instant(microseconds: new.start[row]), Instant(microseconds: new.end[row]))
      lastStart = max(lastStart ?? start, start)
      lastEnd = max(lastEnd ?? end, end)
    }
  }
}
