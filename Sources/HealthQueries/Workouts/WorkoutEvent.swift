public import HealthModel

/// Something that happened in a workout: HealthKit's `HKWorkoutEvent`.
public struct WorkoutEvent: Sendable, Hashable {
  /// The kinds of events: HealthKit's `HKWorkoutEventType`.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The workout was paused.
    case pause
    /// The workout went on.
    case resume
    /// A lap, such as a length of a pool.
    case lap
    /// A point of interest.
    case marker
    /// The person stopped moving.
    case motionPaused
    /// The person moved again.
    case motionResumed
    /// A stretch, such as a kilometer.
    case segment
    /// The person asked to pause or to go on.
    case pauseOrResumeRequest
  }

  /// The kinds of events that are added.
  ///
  /// `pause` and `resume` are not among them: the functions of these names change the state as well.
  public enum Mark: String, Sendable, Hashable, CaseIterable {
    /// A lap, such as a length of a pool.
    case lap
    /// A point of interest.
    case marker
    /// The person stopped moving; the time counts, as long as the workout is not paused.
    case motionPaused
    /// The person moved again.
    case motionResumed
    /// A stretch, such as a kilometer.
    case segment
    /// The person asked to pause or to go on.
    case pauseOrResumeRequest

    var kind: Kind {
      switch self {
      case .lap: .lap
      case .marker: .marker
      case .motionPaused: .motionPaused
      case .motionResumed: .motionResumed
      case .segment: .segment
      case .pauseOrResumeRequest: .pauseOrResumeRequest
      }
    }
  }

  /// What happened.
  public var kind: Kind
  /// When it began.
  public var start: Instant
  /// When it ended: the start, unless it is a lap or segment.
  public var end: Instant
  /// Further metadata, by key.
  public var metadata: [String: MetadataValue]

  /// Creates an event; without an end it ends when it starts.
  public init(
    _ kind: Kind, from start: Instant, to end: Instant? = nil, metadata: [String: MetadataValue] = [:]
  ) {
    self.kind = kind
    self.start = start
    self.end = end ?? start
    self.metadata = metadata
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

  /// Creates an activity.
  public init(
    id: SampleID, _ configuration: WorkoutConfiguration, from start: Instant, to end: Instant? = nil,
    metadata: [String: MetadataValue] = [:]
  ) {
    self.id = id
    self.configuration = configuration
    self.start = start
    self.end = end
    self.metadata = metadata
  }
}
