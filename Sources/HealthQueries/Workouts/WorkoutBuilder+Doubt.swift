import HealthModel
import HealthStorage

/// Commits whose answer is an error: a store in another process may have stored them before its answer was lost.
extension WorkoutBuilder {
  /// What the store was asked for.
  enum Doubt: Sendable {
    /// Samples or a change of the workout.
    case change
    /// The workout, with what the rules said about it.
    case finish([Diagnostic])
    /// To forget the workout, after its samples were deleted.
    case discard
  }

  /// What turned out to be done although the call threw.
  enum Late: Sendable {
    case finished(FinishedWorkout)
    case discarded
  }

  /// Finds out what the store kept of a call that failed, before the next one.
  ///
  /// Samples and the note are one transaction. So the note says whether the samples are stored, with their types and
  /// counts, and a repeated call adds nothing twice.
  ///
  /// - Throws: `StorageError` when the store does not answer; the next call asks again.
  func settle() async throws {
    guard let doubt else { return }
    let found = try await storedRecord()
    if let found {
      writtenNote = nil
      // Another owner has taken the workout over; the call that follows says so.
      if found.owner == record.owner {
        if found != record {
          await adopt(found)
        } else if case .discard = doubt {
          // Samples are deleted before the note: some may be gone that the statistics still count.
          readStatistics()
        }
      }
    } else {
      switch doubt {
      case .change: break
      case .finish(let warnings):
        if let sample = try await storedWorkout() {
          late = .finished(FinishedWorkout(sample: sample, warnings: warnings))
          await keep(record, .finished)
        }
      case .discard:
        // Another process may have finished the workout after the failure; then nothing was discarded.
        if try await storedWorkout() != nil {
          await keep(record, .finished)
        } else {
          late = .discarded
          await over()
        }
      }
    }
    self.doubt = nil
  }

  /// The record of this workout in the store; `nil` if there is none.
  private func storedRecord() async throws -> WorkoutRecord? {
    let units = store.registry.units
    if let input = record.input {
      guard let progress = try await store.backend.progress(of: input), WorkoutRecord.id(of: progress) == id else {
        return nil
      }
      return try WorkoutRecord(progress, units: units)
    }
    // The first commit has given the note its key.
    for progress in try await store.backend.imports() where WorkoutRecord.id(of: progress) == id {
      guard let found = try WorkoutRecord(progress, units: units), found.owner == record.owner else { continue }
      return found
    }
    return nil
  }

  /// Goes on with what is stored.
  private func adopt(_ found: WorkoutRecord) async {
    await keep(found)
    readStatistics()
  }

  /// The workout, if it is stored.
  private func storedWorkout() async throws -> Sample? {
    var all = store
    all.subject = nil
    let samples = try await all.samples(matching: .samples(with: [id]))
    return samples.first { $0.type == WorkoutConfiguration.typeName }
  }

  /// Forgets what is known of the samples: they are deleted.
  func over() async {
    statistics.removeAll()
    shown.removeAll()
    changed.removeAll()
    await keep(record, .discarded)
  }
}
