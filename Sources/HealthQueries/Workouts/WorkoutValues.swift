public import HealthModel

/// What kind of exercise a workout, or a part of it, is: HealthKit's `HKWorkoutConfiguration`.
public struct WorkoutConfiguration: Sendable, Hashable {
  /// The activity, a case of `workoutActivityType`: `running`.
  public var activity: String
  /// Where it is, a case of `workoutSessionLocationType`: `indoor`.
  public var location: String?
  /// Where one swims, a case of `workoutSwimmingLocationType`: `pool`.
  public var swimmingLocation: String?
  /// How long a lap of the pool is.
  public var lapLength: Quantity?

  /// Creates a configuration of names; `AssayKit` has one that takes the cases of generated enums.
  public init(activity: String, location: String? = nil, swimmingLocation: String? = nil, lapLength: Quantity? = nil) {
    (self.activity, self.location) = (activity, location)
    (self.swimmingLocation, self.lapLength) = (swimmingLocation, lapLength)
  }

  var fields: [String: NewField] {
    var fields: [String: NewField] = ["activity": .text(activity)]
    fields["location"] = location.map { .text($0) }
    fields["swimmingLocation"] = swimmingLocation.map { .text($0) }
    fields["lapLength"] = lapLength.map { .quantity($0.value, $0.unit) }
    return fields
  }
}

/// Something that happened in a workout: HealthKit's `HKWorkoutEvent`.
public struct WorkoutEvent: Sendable, Hashable {
  /// The kinds of events: HealthKit's `HKWorkoutEventType`.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case pause, resume, lap, marker, motionPaused, motionResumed, segment, pauseOrResumeRequest
  }

  /// What happened.
  public var kind: Kind
  /// When it began and ended, which is the same unless it is a lap or segment.
  public var start, end: Instant
  /// Further metadata, by key.
  public var metadata: [String: MetadataValue]

  /// Creates an event; without an end it ends when it starts.
  public init(_ kind: Kind, from start: Instant, to end: Instant? = nil, metadata: [String: MetadataValue] = [:]) {
    (self.kind, self.start, self.end, self.metadata) = (kind, start, end ?? start, metadata)
  }

  var isSwitch: Bool { kind == .pause || kind == .resume }

  var fields: [String: NewField] {
    var fields: [String: NewField] = ["kind": .text(kind.rawValue), "start": .time(start)]
    if !metadata.isEmpty { fields["metadata"] = .metadata(metadata) }
    return fields
  }
}

/// A part of a workout of several kinds of exercise, such as the ride of a triathlon: HealthKit's `HKWorkoutActivity`.
public struct WorkoutActivity: Sendable, Hashable, Identifiable {
  /// The id, which statistics of the activity name.
  public var id: SampleID
  /// What it is.
  public var configuration: WorkoutConfiguration
  /// When it began.
  public var start: Instant
  /// When it ended; `nil` as long as it goes on.
  public var end: Instant?
  /// Further metadata, by key.
  public var metadata: [String: MetadataValue]

  var fields: [String: NewField] {
    var fields: [String: NewField] = ["id": .id(id), "start": .time(start)]
    fields["end"] = end.map { .time($0) }
    if !metadata.isEmpty { fields["metadata"] = .metadata(metadata) }
    return fields
  }
}

/// A workout that is stored.
public struct FinishedWorkout: Sendable, Hashable {
  /// The workout, as it is in the store.
  public var sample: Sample
  /// What the rules say about it: warnings and notes.
  public var warnings: [Diagnostic]
}

/// Why a workout builder refuses a call, and what to do instead; nothing has changed then.
public struct WorkoutError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of refusals.
  ///
  /// `refused` is what the rules refuse. A workout is `over` when it is finished, discarded or in doubt.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    case wrongState, wrongTime, wrongConfiguration, wrongSample, tooManyEvents, refused, over, takenOver
  }

  /// The kind.
  public var reason: Reason
  /// The problem, in one sentence without a full stop, made safe to show.
  public var message: String
  /// What to do instead, as a clause.
  public var instead: String?

  /// Creates an error.
  public init(_ reason: Reason, _ message: String, instead: String? = nil) {
    (self.reason, self.message, self.instead) = (reason, message, instead)
  }

  static let gone = WorkoutError(.over, "the workout was finished or discarded", instead: "call `unfinishedWorkouts`")

  /// The message and what to do instead.
  public var description: String { message + (instead.map { "; \($0)" } ?? "") }
}
