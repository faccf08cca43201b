import HealthModel
import HealthUnits

/// What is refused when it is added, so that `finish` does not refuse it later.
extension WorkoutBuilder {
  /// How far a moment may be later than now: the clocks of sensors are not exactly this one.
  static let clockTolerance = 300 * Instant.second

  /// Whether a moment is later than now, by more than clocks differ.
  func isFuture(_ moment: Instant) -> Bool { moment.microseconds > store.now.microseconds + Self.clockTolerance }

  /// Refuses a change whose time has not come: the workout could not end before it.
  func requireClock(_ next: WorkoutRecord) throws(WorkoutError) {
    let latest = next.timeline.end.map { max($0, next.timeline.latest) } ?? next.timeline.latest
    guard isFuture(latest), latest > record.latest || record.timeline.start == nil else { return }
    throw WorkoutError(
      .wrongTime, "\(latest) is later than now, \(store.now)",
      instead: "give a moment that is at most \(Self.clockTolerance / Instant.second) seconds later than now")
  }

  /// Refuses what the rules of workouts refuse: metadata, events, activities, the device.
  ///
  /// Only what is new is judged, so that a call does not cost more the more there is. Rules of a catalog that compare
  /// parts of the workout with each other need all of it, and are judged by `finish`.
  func requireValid(_ next: WorkoutRecord) throws(WorkoutError) {
    let usual = refusals(of: sample(of: next, hasContent: false), subject: nil)
    let refusal = refusals(of: sample(of: next, hasContent: true), subject: next.subject).first { finding in
      !usual.contains { $0.code == finding.code && $0.pointer == finding.pointer }
    }
    guard let refusal else { return }
    throw WorkoutError(
      .refused, "the workout would be refused: \(refusal.message)",
      instead: refusal.hint ?? "correct it, or leave it out")
  }

  /// A workout with what is new in a record, or without any content.
  private func sample(of next: WorkoutRecord, hasContent: Bool) -> NewSample {
    let timeline = next.timeline
    let start = timeline.start ?? store.now
    let end = timeline.end ?? timeline.latest
    var content = NewStructure(fields: [
      "activity": .text(configuration.activity), "duration": .quantity(0, .second),
    ])
    guard hasContent else {
      // Without clock offsets: one that no place has is refused as well.
      let (start, end) = (start.microseconds, max(start, end).microseconds)
      return .structured(
        Self.type, content, from: Instant(microseconds: start), to: Instant(microseconds: end))
    }
    let events = Self.new(timeline.events, since: record.timeline.events)
    let activities = Self.new(timeline.activities, since: record.timeline.activities)
    if !events.isEmpty { content.lists["events"] = events.map { Self.group($0, of: []) } }
    if !activities.isEmpty { content.lists["activities"] = activities.map { Self.group($0, in: timeline, end) } }
    return .structured(
      Self.type, content, from: start, to: max(start, end), device: next.device, metadata: next.allMetadata)
  }

  /// The elements from the first one on that differs.
  private static func new<Element: Equatable>(_ list: [Element], since old: [Element]) -> ArraySlice<Element> {
    list[(zip(list, old).enumerated().first { $1.0 != $1.1 }?.offset ?? min(list.count, old.count))...]
  }

  private func refusals(of sample: NewSample, subject: String?) -> [Diagnostic] {
    let judged = store.types.judged([sample], now: store.now, subject: subject, source: store.source)
    return judged.findings(at: 0).filter { $0.severity == .error && $0.code != .ruleBroken }
  }
}
