public import HealthModel
public import HealthStorage

/// A workout that was begun and whose note this version cannot read: one of another version of Assay, or a damaged one.
///
/// ```swift
/// for workout in try await store.unreadableWorkouts() {
///   print(workout.id?.description ?? "a workout", workout.reason)
///   try await store.discard(workout)
/// }
/// ```
public struct UnreadableWorkout: Sendable, Hashable {
  /// The id that the workout would have; `nil` if the note does not say it.
  public let id: SampleID?
  /// Whose workout it is; `nil` also if the note does not say it.
  public let subject: String?
  /// Why it cannot be read, with what to do.
  public let reason: StorageError
  /// Where the store has it, and what it has.
  let input: String
  let details: String

  init(_ progress: ImportProgress, _ reason: StorageError) {
    id = WorkoutRecord.id(of: progress)
    subject = WorkoutRecord.subject(of: progress)
    self.reason = reason
    input = progress.input
    details = progress.details
  }
}

/// Removing unfinished workouts.
extension HealthStore {
  /// Deletes what was collected for a workout, and forgets it.
  ///
  /// - Throws: as `resume(_:)` and `WorkoutBuilder.discard()`.
  public func discard(_ workout: UnfinishedWorkout) async throws { try await resume(workout).discard() }

  /// The unfinished workouts that `unfinishedWorkouts()` leaves out, since this version cannot read what it has of them.
  ///
  /// The version that began one can go on with it; `discard(_:)` removes it.
  ///
  /// - Returns: the workouts in the order they were begun; with a `subject`, those that are not another subject's.
  /// - Throws: `StorageError` when the store cannot be read; `CancellationError`.
  public func unreadableWorkouts() async throws -> [UnreadableWorkout] {
    try Task.checkCancellation()
    var workouts: [UnreadableWorkout] = []
    for progress in try await backend.imports() {
      do throws(StorageError) {
        _ = try WorkoutRecord(progress, units: registry.units)
      } catch {
        let workout = UnreadableWorkout(progress, error)
        if let subject, let other = workout.subject, !subject.utf8.elementsEqual(other.utf8) { continue }
        workouts.append(workout)
      }
    }
    return workouts
  }

  /// Deletes what was collected for a workout that cannot be read, and forgets it.
  ///
  /// Without an id the samples stay: nothing says which they are.
  ///
  /// - Throws: `WorkoutError.Reason.over` if the workout has changed or is gone; `StorageError`; `CancellationError`.
  public func discard(_ workout: UnreadableWorkout) async throws {
    try checkWorkouts()
    try await removeWorkout(workout.id, note: workout.input, of: workout.subject) { stored in
      guard stored?.details == workout.details, stored?.isFinished == false else {
        throw WorkoutError(
          .over, "the workout was finished or discarded, or goes on",
          instead: "call `unreadableWorkouts` for those that are left")
      }
    }
  }

  /// Deletes the samples that name a workout, and forgets its note, in one turn to write.
  ///
  /// If it is interrupted in between, the note is still there and this can be repeated.
  ///
  /// - Parameters:
  ///   - isolation: the actor that the function runs on: the caller's.
  ///   - id: the workout; `nil` leaves all samples.
  ///   - input: the key of the note.
  ///   - subject: whose workout it is.
  ///   - check: refuses to discard what is stored; nothing has changed then.
  /// - Throws: `StorageError`; `CancellationError` when the task is canceled while it waits; what `check` throws.
  func removeWorkout(
    isolation: isolated (any Actor)? = #isolation, _ id: SampleID?, note input: String, of subject: String?,
    _ check: (ImportProgress?) throws -> Void
  ) async throws {
    try await backend.withTurn { turn in
      // A closure runs on the actor of the function around it only if it names it, and `check` is the actor's.
      _ = isolation
      try check(try await backend.progress(of: input))
      if let id { try await deleteSamples(of: id, in: turn) }
      do throws(StorageError) {
        _ = try await backend.forget(imports: [input], in: turn)
      } catch {
        guard error.code == .unsupported else { throw error }
        // A store that cannot forget keeps an empty note.
        do throws(StorageError) {
          try await backend.commit(
            WorkoutRecord.finishedProgress(input, subject: subject, registry), in: turn)
        } catch {
          await backend.rollback(in: turn)
          throw error
        }
      }
    }
  }

  private func deleteSamples(of id: SampleID, in turn: borrowing WriteTurn) async throws {
    var query = try SampleQuery().collected(for: id).checked(for: self)
    _ = try await backend.delete(query, in: turn)
    signal.raise()
    query.limit = 1
    var isEmpty = true
    try await read(query) { batch in
      isEmpty = batch.count == 0
      return isEmpty
    }
    guard isEmpty else {
      throw StorageError(
        .failed, "the store did not delete all samples of the workout",
        hint: "open it without an owner, and discard the workout again")
    }
  }
}
