#if HEALTHKIT_STUB
  import AssayKit
  import Foundation
  import HealthFoundation
  import Testing

  /// Samples of HealthKit become samples that the rules take, and go back, by a stand-in for HealthKit.
  @Suite("HealthKit") struct HealthKitConverterTests {
    private static let types = Result { try HealthTypes.builtIn() }
    private static let start = Date(timeIntervalSince1970: 1_767_254_400)
    private static let end = Date(timeIntervalSince1970: 1_767_256_200)

    private func converter() throws -> HealthKitConverter { HealthKitConverter(try Self.types.get().registry) }

    private func quantity(_ value: Double, _ unit: String) -> HKQuantity {
      HKQuantity(unit: HKUnit(from: unit), doubleValue: value)
    }

    private func heartRate(_ value: Double, _ unit: String, _ metadata: [String: Any]? = nil) -> HKQuantitySample {
      HKQuantitySample(
        type: HKQuantityType("HKQuantityTypeIdentifierHeartRate"), quantity: quantity(value, unit), start: Self.start,
        end: Self.end,
        device: HKDevice(
          name: "Watch", manufacturer: "Example", model: "W", hardwareVersion: "1", firmwareVersion: nil,
          softwareVersion: "2", localIdentifier: nil, udiDeviceIdentifier: nil),
        metadata: metadata)
    }

    private func pressure() -> HKCorrelation {
      let members = [("Systolic", 120.0), ("Diastolic", 80.0)].map { name, value in
        HKQuantitySample(
          type: HKQuantityType("HKQuantityTypeIdentifierBloodPressure" + name), quantity: quantity(value, "mmHg"),
          start: Self.start, end: Self.start, device: nil, metadata: nil)
      }
      return HKCorrelation(
        type: HKCorrelationType("HKCorrelationTypeIdentifierBloodPressure"), start: Self.start, end: Self.start,
        objects: Set(members), device: nil, metadata: nil)
    }

    private func sleep(_ raw: Int) -> HKCategorySample {
      HKCategorySample(
        type: HKCategoryType("HKCategoryTypeIdentifierSleepAnalysis"), value: raw, start: Self.start, end: Self.end,
        device: nil, metadata: ["HKTimeZone": "America/Los_Angeles"])
    }

    private func run() -> HKWorkout {
      let workout = HKWorkout(HKWorkoutActivityType(rawValue: 37), Self.start, Self.end)
      workout.duration = 1500
      let (pause, resume) = (Self.start.addingTimeInterval(600), Self.start.addingTimeInterval(900))
      // The later one first.
      workout.workoutEvents = [
        HKWorkoutEvent(
          type: HKWorkoutEventType(rawValue: 2), dateInterval: DateInterval(start: resume, duration: 0), metadata: nil),
        HKWorkoutEvent(
          type: HKWorkoutEventType(rawValue: 1), dateInterval: DateInterval(start: pause, duration: 0), metadata: nil),
      ]
      let configuration = HKWorkoutConfiguration()
      configuration.activityType = HKWorkoutActivityType(rawValue: 37)
      configuration.locationType = HKWorkoutSessionLocationType(rawValue: 3)
      let activity = HKWorkoutActivity(configuration, Self.start, Self.end)
      activity.duration = 1500
      workout.workoutActivities = [activity]
      workout.allStatistics = [
        HKQuantityType("HKQuantityTypeIdentifierHeartRate"): HKStatistics(
          Self.start, Self.end,
          [
            "average": quantity(2.5, "count/s"), "minimum": quantity(96, "count/min"),
            "maximum": quantity(172, "count/min"),
          ]),
        HKQuantityType("HKQuantityTypeIdentifierDistanceWalkingRunning"): HKStatistics(
          Self.start, Self.end, ["sum": quantity(5, "km")]),
      ]
      return workout
    }

    @Test("samples of each kind are taken by a store") func saved() async throws {
      let types = try Self.types.get()
      let store = try await HealthStore("memory:", types: types)
      let converter = try converter()
      let samples: [HKSample] = [heartRate(72, "count/min"), sleep(3), pressure(), run()]
      let receipt = try await store.save(try samples.map { try converter.newSample($0) })
      try receipt.check()
      #expect(receipt.storedCount == 4)
      #expect(receipt.ids == samples.map { SampleID($0.uuid) })
      try await store.close()
    }

    @Test("a quantity is in the unit of its type, with source and device") func quantities() throws {
      let new = try converter().newSample(
        heartRate(1.2, "count/s", ["HKMetadataKeyHeartRateMotionContext": NSNumber(value: 1), "note": "calm"]))
      #expect(new.type == "heartRate")
      guard case .quantity(let value, let unit) = new.value else {
        Issue.record("no quantity")
        return
      }
      #expect(unit.unitString == "count/min")
      #expect(abs(value - 72) < 1e-9)
      #expect(new.source?.bundle == "org.example.test")
      #expect(new.source?.os == "18.1.0")
      #expect(new.source?.product == "iPhone17,1")
      #expect(new.device == Device(name: "Watch", manufacturer: "Example", model: "W", hardware: "1", software: "2"))
      #expect(new.metadata["note"] == .string("calm"))
      #expect(new.metadata["HKMetadataKeyHeartRateMotionContext"] == .number(1))
    }

    @Test("the zone of the metadata gives the clock offset, the raw value the case") func categories() throws {
      let new = try converter().newSample(sleep(4))
      #expect(new.value == .rawCase(4))
      #expect(new.start?.offset == -480)
    }

    @Test("members are in one order, whatever order a set has") func correlations() throws {
      for _ in 0..<20 {
        #expect(
          try converter().newSample(pressure()).members.map(\.type)
            == ["bloodPressureDiastolic", "bloodPressureSystolic"])
      }
    }

    @Test("a workout has its events, activities and statistics in the order of its definition") func workouts() throws {
      guard case .structure(let content) = try converter().newSample(run()).value else {
        Issue.record("no structure")
        return
      }
      #expect(content.fields["activity"] == .text("running"))
      #expect(content.fields["duration"] == .quantity(1500, .second))
      let kinds = content.lists["events"]?.map { event -> NewField? in
        guard case .group(let fields) = event else { return nil }
        return fields["kind"]
      }
      #expect(kinds == [.text("pause"), .text("resume")])
      guard case .group(let activity)? = content.lists["activities"]?.first,
        case .group(let distance)? = content.lists["statistics"]?.first,
        case .group(let heart)? = content.lists["statistics"]?.last
      else {
        Issue.record("no lists")
        return
      }
      #expect(activity["location"] == .text("outdoor"))
      #expect(distance["type"] == .text("distanceWalkingRunning"))
      guard case .quantity(let average, _)? = heart["average"], case .quantity(let sum, let unit)? = distance["sum"]
      else {
        Issue.record("no numbers")
        return
      }
      #expect(abs(average - 150) < 1e-9)
      #expect(abs(sum * (try unit.conversion(to: .meter)(1)) - 5000) < 1e-6)
    }

    @Test("what goes to HealthKit and back is the same sample, its id kept in the metadata") func back() throws {
      let converter = try converter()
      for sample in [heartRate(72, "count/min", ["note": "calm"]), sleep(3), pressure()] as [HKSample] {
        var new = try converter.newSample(sample)
        let made = try converter.healthKitSample(new)
        var again = try converter.newSample(made)
        #expect(again.metadata["HKExternalUUID"] == .string(sample.uuid.uuidString))
        let ids = Set(again.members.compactMap { $0.metadata["HKExternalUUID"] })
        #expect(ids == Set(new.members.compactMap { $0.id }.map { MetadataValue.string(UUID($0).uuidString) }))
        again.metadata["HKExternalUUID"] = nil
        (again.id, again.source, new.id, new.source) = (nil, nil, nil, nil)
        for place in again.members.indices {
          again.members[place].metadata["HKExternalUUID"] = nil
          (again.members[place].id, new.members[place].id) = (nil, nil)
        }
        #expect(again == new)
      }
    }

    @Test("a member has the times and device of its correlation") func members() throws {
      let time = Instant(Self.start)
      let unit = try UnitOfMeasure("mmHg")
      let new = NewSample.correlation(
        CorrelationType("bloodPressure"), from: time,
        .quantity(QuantityType("bloodPressureSystolic"), 120, unit),
        .quantity(QuantityType("bloodPressureDiastolic"), 80, unit))
      let made = try #require(try converter().healthKitSample(new) as? HKCorrelation)
      #expect(made.objects.count == 2)
      #expect(made.objects.allSatisfy { $0.startDate == Self.start && $0.endDate == Self.start })
    }

    @Test("what the registry or HealthKit does not have is refused") func refused() throws {
      let converter = try converter()
      let time = Instant(Self.start)
      #expect(throws: HealthKitBridgeError.otherUnit(of: "heartRate")) {
        try converter.newSample(heartRate(72, "kg"))
      }
      #expect(throws: HealthKitBridgeError.unknownType("HKQuantityTypeIdentifierNoSuch")) {
        try converter.newSample(
          HKQuantitySample(
            type: HKQuantityType("HKQuantityTypeIdentifierNoSuch"), quantity: quantity(1, "m"), start: Self.start,
            end: Self.start, device: nil, metadata: nil))
      }
      #expect(throws: HealthKitBridgeError.unknownCase(of: "workoutActivityType", raw: 9999)) {
        try converter.newSample(HKWorkout(HKWorkoutActivityType(rawValue: 9999), Self.start, Self.end))
      }
      #expect(throws: HealthKitBridgeError.unsupportedMetadata(key: "list")) {
        try converter.newSample(heartRate(72, "count/min", ["list": [1, 2]]))
      }
      #expect(throws: HealthKitBridgeError.otherUnit(of: "heartRate")) {
        try converter.healthKitSample(.quantity(QuantityType("heartRate"), 72, .meter, from: time))
      }
      #expect(throws: HealthKitBridgeError.incomplete("heartRate")) {
        try converter.healthKitSample(.quantity(QuantityType("heartRate"), 72, .meter))
      }
      #expect(throws: HealthKitBridgeError.unknownCase(of: "sleepAnalysis", raw: 77)) {
        try converter.healthKitSample(NewSample(type: "sleepAnalysis", value: .rawCase(77), start: time))
      }
      #expect(throws: HealthKitBridgeError.needsWorkoutBuilder) {
        try converter.healthKitSample(NewSample(type: "workout", value: .structure(NewStructure()), start: time))
      }
      #expect(throws: HealthKitBridgeError.unknownType("noSuchType")) {
        try converter.healthKitSample(.quantity(QuantityType("noSuchType"), 1, .meter, from: time))
      }
    }
  }
#endif
