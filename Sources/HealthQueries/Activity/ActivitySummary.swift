public import HealthModel

/// How active a person was on one day: HealthKit's `HKActivitySummary`.
///
/// The goals are settings of the person's device. A store has them for the days of which it keeps a summary, a sample of
/// the type `activitySummary`, as exports of Apple Health have it; for other days they are `nil`.
public struct ActivitySummary: Sendable, Hashable {
  /// Whose day it is; `nil` when the samples do not say it.
  public var subject: String?
  /// The day in the requested zone.
  public var date: CivilDate
  /// When the day begins, in microseconds since 1970 UTC.
  public var start: Int64
  /// When the next day begins.
  public var end: Int64
  /// The active energy; `nil` when nothing is stored of it, as below.
  public var activeEnergyBurned: Quantity?
  /// The time that the Move ring counts instead of energy.
  public var appleMoveTime: Quantity?
  /// The time that the Exercise ring counts.
  public var appleExerciseTime: Quantity?
  /// How many of the day's clock hours the person was in.
  public var appleStandHours: Int?
  /// The goal of the active energy.
  public var activeEnergyBurnedGoal: Quantity?
  /// The goal of the time that the Move ring counts.
  public var appleMoveTimeGoal: Quantity?
  /// The goal of the time that the Exercise ring counts.
  public var appleExerciseTimeGoal: Quantity?
  /// The goal of hours to be in.
  public var appleStandHoursGoal: Int?

  package init(date: CivilDate, start: Int64, end: Int64) {
    self.date = date
    self.start = start
    self.end = end
  }
}
