import HealthModel
import HealthStorage

/// What a record knows of the samples that were collected.
extension WorkoutRecord {
  /// Counts samples that were appended.
  ///
  /// A sample that is stored already is one of the workout as well: its type and time are noted, its number is not.
  mutating func note(_ saved: WorkoutBuilder.Saved, in registry: Registry) {
    for outcome in saved.receipt.outcomes {
      counts.read += 1
      switch outcome {
      case .stored: counts.accepted += 1
      case .duplicate, .notSet: counts.duplicates += 1
      case .conflict: counts.conflicts += 1
      case .refused: counts.refused += 1
      }
    }
    note(saved.new, in: registry)
    note(saved.known, in: registry)
  }

  private mutating func note(_ samples: SampleBatch, in registry: Registry) {
    for row in 0..<samples.count {
      let type = registry.types[Int(samples.type[row])]
      if type.shape.quantity != nil, !types.contains(type.id) { types.append(type.id) }
      guard samples.start[row] != SampleBatch.noTime else { continue }
      let (start, end) = (Instant(microseconds: samples.start[row]), Instant(microseconds: samples.end[row]))
      // Without the first one of earlier samples the times have no lower bound.
      firstStart = lastStart == nil ? start : firstStart.map { min($0, start) }
      lastStart = max(lastStart ?? start, start)
      lastEnd = max(lastEnd ?? end, end)
    }
  }

  /// A time in which all samples so far are, the end not included; a bound is `nil` if it is not known.
  ///
  /// Stores find samples by type and time, so that statistics read those of the workout and no others. The value of the
  /// last instant holds for a while.
  var sampleTime: (from: Int64?, to: Int64?) {
    guard let firstStart, let lastEnd else { return (nil, nil) }
    return (firstStart.microseconds, lastEnd.microseconds + 600 * Instant.second + 1)
  }

  /// The last moment that is known of the workout.
  var latest: Instant { [timeline.end, lastStart, lastEnd].compactMap { $0 }.reduce(timeline.latest, max) }

  /// The end when none is given: now, or when the last thing happened if the clock is behind it.
  func usualEnd(_ now: Instant) -> Instant { max(now, timeline.latest, lastStart ?? now) }

  /// Refuses an end before the last sample begins: its statistics would be those of more than the workout.
  func checkEnd(_ moment: Instant) throws(WorkoutError) {
    guard timeline.end == nil, let lastStart, moment < lastStart else { return }
    throw WorkoutError(
      .wrongTime, "the workout ends at \(moment), before its last sample, which starts at \(lastStart)",
      instead: "end it at \(lastStart) or later")
  }

  /// Refuses more statistics than the list of a workout has: one of each type for the workout, and one for each activity.
  func checkStatistics() throws(WorkoutError) {
    let count = types.count * (1 + timeline.activities.count)
    guard count > WorkoutTimeline.maximumCount else { return }
    throw WorkoutError(
      .tooManyEvents,
      "\(types.count) types in \(timeline.activities.count) activities are \(count) statistics; a workout has "
        + "\(WorkoutTimeline.maximumCount)",
      instead: "end it, and go on in another workout")
  }
}
