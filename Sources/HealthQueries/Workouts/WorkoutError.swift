/// Why a workout builder refuses a call, and what to do instead.
///
/// Nothing has changed then.
public struct WorkoutError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of refusals.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The call is not possible in the workout's state: a workout that does not run cannot be paused.
    case wrongState
    /// The moment does not fit what happened before: a pause that ends before it begins.
    case wrongTime
    /// The configuration has a name that the catalog does not have, or an impossible length.
    case wrongConfiguration
    /// The sample cannot be a part of the workout: another person's, outside its time, or not a measurement.
    case wrongSample
    /// The workout has as many events, activities, statistics or metadata as it can have.
    case tooManyEvents
    /// The rules refuse the metadata, an event or an activity: the workout could not be finished with it.
    case refused
    /// The store has a sample with the workout's id, or an unfinished workout.
    case idInUse
    /// The workout is finished or discarded.
    case over
    /// Another builder goes on with the workout.
    case takenOver
  }

  /// The kind.
  public var reason: Reason
  /// The problem, in one sentence without a full stop, made safe to show.
  public var message: String
  /// What to do instead, as a clause.
  public var instead: String?

  /// Creates an error.
  public init(_ reason: Reason, _ message: String, instead: String? = nil) {
    self.reason = reason
    self.message = message
    self.instead = instead
  }

  /// The message and what to do instead.
  public var description: String { message + (instead.map { "; \($0)" } ?? "") }
}
