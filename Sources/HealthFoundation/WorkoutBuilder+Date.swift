public import Foundation
public import HealthModel
public import HealthQueries

// Workouts with dates. A date has no clock offset: `Instant(date, in: zone)` keeps that of a place.

extension WorkoutBuilder {
  /// When it started; `nil` before that.
  public var startDate: Date? { start.map { Date($0) } }

  /// When it ended; `nil` as long as it goes on.
  public var endDate: Date? { end.map { Date($0) } }

  /// How long the workout lasts without its pauses, in seconds: HealthKit's `elapsedTime(at:)`.
  public func elapsedTime(at date: Date) -> TimeInterval {
    elapsedTime(at: Instant(date)) / .seconds(1)
  }

  /// Starts the workout: HealthKit's `startActivity(with:)` and `beginCollection(at:)`.
  ///
  /// - Throws: as `start(at:)` with an `Instant`.
  public func start(at date: Date) async throws { try await start(at: Instant(date)) }

  /// Pauses the workout; the time until `resume` does not count.
  ///
  /// - Throws: as `pause(at:)` with an `Instant`.
  public func pause(at date: Date) async throws { try await pause(at: Instant(date)) }

  /// Goes on after a pause.
  ///
  /// - Throws: as `resume(at:)` with an `Instant`.
  public func resume(at date: Date) async throws { try await resume(at: Instant(date)) }

  /// Stops the workout: HealthKit's `stopActivity(with:)`.
  ///
  /// - Throws: as `stop(at:)` with an `Instant`.
  public func stop(at date: Date) async throws { try await stop(at: Instant(date)) }

  /// Ends the workout: HealthKit's `end()` and `endCollection(at:)`.
  ///
  /// - Throws: as `end(at:)` with an `Instant`.
  public func end(at date: Date) async throws { try await end(at: Instant(date)) }

  /// Adds an event that is not a pause: HealthKit's `addWorkoutEvents(_:)`.
  ///
  /// - Throws: as `addEvent(_:from:to:metadata:)`.
  public func addEvent(
    _ mark: WorkoutEvent.Mark, at date: Date, metadata: [String: MetadataValue] = [:]
  ) async throws {
    try await addEvent(mark, from: Instant(date), metadata: metadata)
  }

  /// Adds an event with a length, such as a lap or a segment.
  ///
  /// - Throws: as `addEvent(_:from:to:metadata:)`.
  public func addEvent(
    _ mark: WorkoutEvent.Mark, during interval: DateInterval, metadata: [String: MetadataValue] = [:]
  ) async throws {
    try await addEvent(mark, from: Instant(interval.start), to: Instant(interval.end), metadata: metadata)
  }

  /// Begins a part of the workout: HealthKit's `beginNewActivity(configuration:date:metadata:)`.
  ///
  /// - Returns: the id of the activity.
  /// - Throws: as `beginActivity(_:at:metadata:)` with an `Instant`.
  @discardableResult
  public func beginActivity(
    _ configuration: WorkoutConfiguration, at date: Date, metadata: [String: MetadataValue] = [:]
  ) async throws -> SampleID {
    try await beginActivity(configuration, at: Instant(date), metadata: metadata)
  }

  /// Ends the activity that goes on: HealthKit's `endCurrentActivity(on:)`.
  ///
  /// - Throws: as `endActivity(at:)` with an `Instant`.
  public func endActivity(at date: Date) async throws { try await endActivity(at: Instant(date)) }
}

extension WorkoutEvent {
  /// When it was: HealthKit's `dateInterval`.
  public var dateInterval: DateInterval { DateInterval(start, end) }

  /// Creates an event: HealthKit's `HKWorkoutEvent(type:dateInterval:metadata:)`.
  public init(_ kind: Kind, during interval: DateInterval, metadata: [String: MetadataValue] = [:]) {
    self.init(kind, from: Instant(interval.start), to: Instant(interval.end), metadata: metadata)
  }
}

extension WorkoutActivity {
  /// When it began.
  public var startDate: Date { Date(start) }

  /// When it ended; `nil` as long as it goes on.
  public var endDate: Date? { end.map { Date($0) } }
}

extension UnfinishedWorkout {
  /// When it started.
  public var startDate: Date { Date(start) }

  /// The last moment that is known of it: its end, or that of its last event or sample.
  public var latestDate: Date { Date(latest) }
}

extension WorkoutLocation {
  /// Creates a point of a route.
  ///
  /// - Parameters:
  ///   - date: when.
  ///   - latitude: degrees north, from -90 to 90.
  ///   - longitude: degrees east, from -180 to 180.
  ///   - altitude: above sea level.
  ///   - speed: over the ground.
  ///   - course: clockwise from north.
  public init(
    date: Date, latitude: Double, longitude: Double, altitude: Measurement<UnitLength>? = nil,
    speed: Measurement<UnitSpeed>? = nil, course: Measurement<UnitAngle>? = nil
  ) {
    self.init(
      time: Instant(date), latitude: latitude, longitude: longitude, altitude: altitude.map { Quantity($0).value },
      speed: speed.map { Quantity($0).value }, course: course.map { Quantity($0).value })
  }
}

extension WorkoutConfiguration {
  /// How long a lap of the pool is; a builder refuses one that is not above zero.
  public var lapMeasurement: Measurement<UnitLength>? {
    get { lapLength.flatMap { try? Measurement($0) } }
    set { lapLength = newValue.map { Quantity($0) } }
  }
}
