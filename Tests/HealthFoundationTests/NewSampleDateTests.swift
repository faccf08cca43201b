import Foundation
import HealthFoundation
import HealthModel
import HealthQueries
import HealthTypeNames
import HealthUnits
import Testing

/// New samples with dates, intervals and measurements are those with the same moments and quantities.
@Suite("New samples with dates") struct NewSampleDateTests {
  private static let start = Date(timeIntervalSince1970: 1_767_254_400.25)
  private static let interval = DateInterval(start: start, duration: 90.5)
  private static let began = Instant(microseconds: 1_767_254_400_250_000)
  private static let ended = Instant(microseconds: 1_767_254_490_750_000)
  private static let device = Device(name: "Watch", manufacturer: nil)
  private static let metadata: [String: MetadataValue] = ["lap": .number(1)]
  private static let length = Measurement(value: 5, unit: UnitLength.kilometers)

  @Test("quantities") func quantities() {
    let whole = NewSample.quantity(
      .distanceWalkingRunning, 5000, .meter, from: Self.began, to: Self.ended, device: Self.device,
      metadata: Self.metadata)
    #expect(
      whole
        == .quantity(
          .distanceWalkingRunning, 5000, .meter, from: Self.start, to: Self.interval.end, device: Self.device,
          metadata: Self.metadata))
    #expect(
      whole
        == .quantity(
          .distanceWalkingRunning, 5000, .meter, during: Self.interval, device: Self.device, metadata: Self.metadata))
    #expect(
      whole
        == .quantity(
          .distanceWalkingRunning, Quantity(5000, .meter), from: Self.start, to: Self.interval.end,
          device: Self.device, metadata: Self.metadata))
    #expect(
      whole
        == .quantity(
          .distanceWalkingRunning, Quantity(5000, .meter), during: Self.interval, device: Self.device,
          metadata: Self.metadata))
    let point = NewSample.quantity(.stepCount, 1, .count, from: Self.start)
    #expect(point.start == Self.began && point.end == nil)
  }

  @Test("measurements") func measurements() {
    let whole = NewSample.quantity(
      .distanceWalkingRunning, 5000, .meter, from: Self.began, to: Self.ended, device: Self.device,
      metadata: Self.metadata)
    #expect(
      whole
        == .quantity(
          .distanceWalkingRunning, Self.length, from: Self.start, to: Self.interval.end, device: Self.device,
          metadata: Self.metadata))
    #expect(
      whole
        == .quantity(
          .distanceWalkingRunning, Self.length, during: Self.interval, device: Self.device, metadata: Self.metadata))
    #expect(
      whole
        == .quantity(
          .distanceWalkingRunning, Self.length, from: Self.began, to: Self.ended, device: Self.device,
          metadata: Self.metadata))
    #expect(NewSample.quantity(.distanceWalkingRunning, Self.length).start == nil)
  }

  @Test("cases, correlations and structures") func others() {
    let sleep = NewSample.category(.sleepAnalysis, .asleepDeep, from: Self.began, to: Self.ended)
    #expect(sleep == .category(.sleepAnalysis, .asleepDeep, from: Self.start, to: Self.interval.end))
    #expect(sleep == .category(.sleepAnalysis, .asleepDeep, during: Self.interval))

    let members: [NewSample] = [
      .quantity(.bloodPressureSystolic, Measurement(value: 16, unit: UnitPressure.kilopascals)),
      .quantity(.bloodPressureDiastolic, 80, .millimetersOfMercury),
    ]
    let pressure = NewSample.correlation(
      .bloodPressure, from: Self.began, to: Self.ended, metadata: Self.metadata, members: members)
    #expect(
      pressure
        == .correlation(
          .bloodPressure, from: Self.start, to: Self.interval.end, metadata: Self.metadata, members[0], members[1]))
    #expect(
      pressure
        == .correlation(.bloodPressure, during: Self.interval, metadata: Self.metadata, members: members))
    #expect(pressure.members[0].value == .quantity(16_000, .pascal))

    let content = NewStructure(fields: ["activity": .text("running")])
    let run = NewSample.structured(.workout, content, from: Self.began, to: Self.ended, metadata: Self.metadata)
    #expect(
      run == .structured(.workout, content, from: Self.start, to: Self.interval.end, metadata: Self.metadata))
    #expect(run == .structured(.workout, content, during: Self.interval, metadata: Self.metadata))
  }

  /// Both types have `now`, and a program that imports Foundation later still compiles.
  @Test("a moment that both types have is an instant") func now() {
    let before = Instant.now
    let samples: [NewSample] = [
      .quantity(.stepCount, 1, .count, from: .now), .category(.sleepAnalysis, .awake, from: .now),
      .correlation(.bloodPressure, from: .now), .structured(.workout, NewStructure(), from: .now),
    ]
    for sample in samples {
      #expect(sample.start.map { $0 >= before } == true)
    }
  }
}
