import Foundation
import HealthFoundation
import HealthModel
import HealthQueries
import HealthUnits
import Testing

/// Workouts with dates, intervals and measurements.
@Suite("Workouts with dates") struct WorkoutDateTests {
  private static let start = Date(timeIntervalSince1970: 1_767_254_400.25)

  @Test("events, activities and points have the time and size that they were given") func values() throws {
    let interval = DateInterval(start: Self.start, duration: 90.5)
    let event = WorkoutEvent(.lap, during: interval, metadata: ["lap": .number(1)])
    #expect(event.start == Instant(microseconds: 1_767_254_400_250_000))
    #expect(event.end == Instant(microseconds: 1_767_254_490_750_000))
    #expect(event.dateInterval == interval && event.metadata == ["lap": .number(1)])

    var configuration = WorkoutConfiguration(activity: "swimming")
    #expect(configuration.lapMeasurement == nil)
    configuration.lapMeasurement = Measurement(value: 0.05, unit: .kilometers)
    #expect(configuration.lapLength == Quantity(50, .meter))
    #expect(configuration.lapMeasurement?.converted(to: .meters).value == 50)
    configuration.lapLength = Quantity(1, .second)
    #expect(configuration.lapMeasurement == nil)

    var activity = WorkoutActivity(
      id: SampleID(high: 1, low: 2), configuration, from: Instant(Self.start))
    #expect(activity.startDate == Self.start && activity.endDate == nil)
    activity.end = Instant(interval.end)
    #expect(activity.endDate == interval.end)

    let point = WorkoutLocation(
      date: Self.start, latitude: 48, longitude: 11, altitude: Measurement(value: 0.5, unit: .kilometers),
      speed: Measurement(value: 36, unit: .kilometersPerHour), course: Measurement(value: 90, unit: .degrees))
    #expect(point.time == Instant(Self.start) && point.latitude == 48 && point.longitude == 11)
    #expect(point.altitude == 500 && point.course == 90)
    // Foundation's factor from kilometers per hour has six digits.
    #expect(abs((point.speed ?? 0) - 10) < 1e-4)
    #expect(WorkoutLocation(date: Self.start, latitude: 1, longitude: 2).altitude == nil)
  }
}
