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
  /// Metadata, events and activities were judged when they were added. What can still be refused is the workout as a
  /// whole, by a rule of a catalog that compares its parts.
  ///
  /// - Returns: the workout. A call that is repeated after an error returns the workout that was stored all the same.
  /// - Throws: `WorkoutError` if it has not ended; `SaveError` when a rule refuses it as a whole: what was collected
  ///   stays, and the workout can be discarded; `StorageError`; `CancellationError`.
  public func finish() async throws -> FinishedWorkout {
    try await inTurn {
      if case .finished(let workout)? = late {
        late = nil
        return workout
      }
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
  /// Deleted are the samples whose metadata name the workout, which builders write and others could, too. It is one turn
  /// to write: no other builder of the process adds a sample in between. It is possible in every state, and again after
  /// a failure.
  ///
  /// - Throws: `WorkoutError` if the workout is over; `StorageError`, also when samples are left, as those of other
  ///   sources in a store that was opened for one; `CancellationError`.
  public func discard() async throws {
    try await inTurn {
      if case .discarded? = late {
        late = nil
        return
      }
      try checkOpen()
      if let input = record.input {
        try await store.removeWorkout(id, note: input, of: record.subject) { stored in
          // A later builder may have taken the workout over.
          try requireOwn(stored)
          doubt = .discard
        }
        doubt = nil
      }
      await over()
    }
  }
}
