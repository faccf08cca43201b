public import HealthModel
import HealthStorage

/// A workout that is stored.
public struct FinishedWorkout: Sendable, Hashable {
  /// The workout, as it is in the store.
  public var sample: Sample
  /// What the rules say about it: warnings and notes.
  public var warnings: [Diagnostic]
}

/// The end of a workout: it is stored, or nothing is left of it.
extension WorkoutBuilder {
  /// Stores the workout with its events, activities and the statistics of its samples: HealthKit's `finishWorkout()`.
  ///
  /// The workout and the note that it is finished are one transaction, so that it is stored once, whatever happens.
  ///
  /// - Returns: the workout.
  /// - Throws: `WorkoutError` if it has not ended; `SaveError` when the rules refuse it, as for wrong metadata: what was
  ///   collected stays, and the workout can be discarded; `StorageError`; `CancellationError`.
  public func finish() async throws -> FinishedWorkout {
    try await inTurn {
      try check(.finish)
      let workout = try await workout()
      var next = record
      let saved = try await write(&next, adding: [workout], isFinal: true) { saved in
        try saved.receipt.check()
        guard saved.receipt.storedCount == 1 else {
          throw StorageError(
            .failed, "a workout with the id \(id) was stored before, or deleted",
            hint: "discard this one, and give the next one no id")
        }
      }
      await keep(next, .finished)
      // Whatever happens to the task from here on, the workout is stored: the answer is made of what was saved.
      let sample = try SampleDecoder(registry: store.registry).samples(in: saved.new).first
      guard let sample else {
        throw StorageError(.failed, "the workout \(id) is stored and cannot be read", hint: "ask for it by its id")
      }
      return FinishedWorkout(sample: sample, warnings: saved.receipt.warnings[0] ?? [])
    }
  }

  /// Deletes what was collected, and forgets the workout: HealthKit's `discardWorkout()`.
  ///
  /// Only samples that this workout's builders stored are deleted. It is possible in every state, and again after a
  /// failure.
  ///
  /// - Throws: `WorkoutError` if the workout is over; `StorageError`, also when samples are left, as those of other
  ///   sources in a store that was opened for one; `CancellationError`.
  public func discard() async throws {
    try await inTurn {
      try checkOpen()
      if let input = record.input {
        // A later builder may have taken the workout over.
        var next = record
        try await write(&next) { _ in }
        try await deleteSamples()
        try await forget(input)
      }
      statistics.removeAll()
      shown.removeAll()
      changed.removeAll()
      await keep(record, .discarded)
    }
  }

  private func deleteSamples() async throws {
    var query = SampleQuery().collected(for: id)
    _ = try await store.delete(query)
    query.limit = 1
    guard try await store.samples(matching: query).isEmpty else {
      throw StorageError(
        .failed, "the store did not delete all samples of the workout",
        hint: "open it without an owner, and discard the workout again")
    }
  }

  /// Removes the record; a store that cannot forget keeps an empty one.
  private func forget(_ input: String) async throws {
    do {
      _ = try await store.backend.forget(imports: [input])
    } catch let error as StorageError where error.code == .unsupported {
      var next = record
      try await write(&next, isFinal: true) { _ in }
    }
  }
}
