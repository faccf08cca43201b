// Both sides of each row of the table in "From HealthKit", compiled and not run. `FromHealthKitTests` finds the section of
// a row by its first cell and asks for each name of the row in it.
#if HEALTHKIT_STUB
  import AssayKit
  import Foundation

  /// Samples and queries.
  struct FromHealthKitRows {
    let health: HKHealthStore
    let from: Date
    let until: Date
    let store: HealthStore
    let start: Instant
    let end: Instant

    // Row: `HKHealthStore()`
    func opening() -> (HKHealthStore, HealthStore) { (HKHealthStore(), HealthStore(store.backend)) }

    // Row: `HKQuantityType(.heartRate)`
    func type() -> (HKQuantityType, QuantityType) { (HKQuantityType(.heartRate), .heartRate) }

    // Row: `HKQuantity(unit:doubleValue:)`
    func quantity() -> (HKQuantity, Quantity) { (HKQuantity(unit: .count(), doubleValue: 9), Quantity(9, .count)) }

    // Row: `HKUnit.count().unitDivided(by: .minute())`
    func unit() -> (HKUnit, UnitOfMeasure) { (HKUnit.count().unitDivided(by: .minute()), .count / .minute) }

    // Row: `HKQuantitySample(type:quantity:start:end:)`
    func steps(_ device: Device?) -> (HKQuantitySample, NewSample) {
      (
        HKQuantitySample(
          type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 9), start: from,
          end: until),
        NewSample.quantity(.stepCount, 9, .count, from: start, to: end, device: device, metadata: [:])
      )
    }

    // Row: `HKCategorySample(type:value:start:end:)`
    func sleep(_ type: HKCategoryType, _ device: Device?) -> (HKCategorySample, NewSample) {
      (
        HKCategorySample(type: type, value: 4, start: from, end: until),
        NewSample.category(.sleepAnalysis, .asleepDeep, from: start, to: end, device: device, metadata: [:])
      )
    }

    // Row: `HKCorrelation(type:start:end:objects:)`
    func pressure(_ type: HKCorrelationType, _ objects: Set<HKSample>, _ members: [NewSample]) -> (
      HKCorrelation, NewSample
    ) {
      (
        HKCorrelation(type: type, start: from, end: until, objects: objects),
        NewSample.correlation(.bloodPressure, from: start, to: end, metadata: [:], members[0], members[1])
      )
    }

    // Row: `HKWorkout`, `HKWorkoutRoute`, `HKElectrocardiogram`
    func structures(_ samples: (HKWorkout, HKWorkoutRoute, HKElectrocardiogram), _ read: Sample, _ device: Device?)
      -> (NewSample, StructureContent?)
    {
      let run = NewStructure(fields: ["activity": .text("running")])
      return (
        NewSample.structured(.workout, run, from: start, to: end, device: device, metadata: [:]), read.structure
      )
    }

    // Row: `store.save(_:)`
    func saving(_ store: HKHealthStore, _ sample: HKSample, _ samples: [NewSample]) async throws {
      try await store.save(sample)
      let assay: HealthStore = self.store
      _ = try await assay.save(samples)
    }

    // Row: `store.delete(_:)`
    func deleting(_ store: HKHealthStore, _ sample: HKSample, _ id: SampleID) async throws {
      try await store.delete(sample)
      let assay: HealthStore = self.store
      _ = try await assay.delete(ids: [id])
    }

    // Row: `store.dateOfBirthComponents()`
    func birth(_ store: HKHealthStore) async throws -> (DateComponents, CivilDate?) {
      let assay: HealthStore = self.store
      return (try store.dateOfBirthComponents(), try await assay.value(of: .dateOfBirth, subject: nil))
    }

    // Row: `HKSampleQuery`
    func reading() async throws -> ([Sample], SampleQuery) {
      health.execute(
        HKSampleQuery(sampleType: HKQuantityType(.stepCount), predicate: nil, limit: 9, sortDescriptors: nil) {
          _, _, _ in
        })
      let store: HealthStore = store
      let samples = try await store.samples(
        .stepCount, from: start, to: end, options: [], sort: .ascending, limit: 9)
      return (samples, SampleQuery.samples(of: "stepCount"))
    }

    // Row: `HKStatisticsQuery`
    func sum() async throws -> (Statistics?, StatisticsQuery) {
      health.execute(
        HKStatisticsQuery(
          quantityType: HKQuantityType(.stepCount), quantitySamplePredicate: nil, options: .cumulativeSum
        ) { _, _, _ in })
      let store: HealthStore = store
      let sum = try await store.statistics(.stepCount, from: start, to: end, options: .cumulativeSum, unit: .count)
      return (sum, StatisticsQuery(.samples(of: "stepCount")))
    }

    // Row: `HKStatisticsCollectionQuery`
    func days() async throws -> ([Statistics], StatisticsCollectionQuery) {
      let query = HKStatisticsCollectionQuery(
        quantityType: HKQuantityType(.stepCount), quantitySamplePredicate: nil, options: .cumulativeSum,
        anchorDate: from, intervalComponents: DateComponents(day: 1))
      query.initialResultsHandler = { _, _, _ in }
      health.execute(query)
      let store: HealthStore = store
      let days = try await store.statistics(
        .stepCount, by: CalendarInterval(.day), from: start, to: end, zone: .named(.utc), options: .cumulativeSum,
        unit: .count, fillsGaps: true)
      return (days, StatisticsCollectionQuery(.samples(of: "stepCount"), interval: CalendarInterval(.day)))
    }

    // Row: `HKCorrelationQuery`
    func correlations(_ type: HKCorrelationType) -> CorrelationQuery {
      health.execute(HKCorrelationQuery(type: type, predicate: nil, samplePredicates: nil) { _, _, _ in })
      return CorrelationQuery("bloodPressure")
    }

    // Row: `HKSourceQuery`
    func sources() async throws -> ([SourceSummary], SourceQuery) {
      health.execute(HKSourceQuery(sampleType: HKQuantityType(.stepCount), samplePredicate: nil) { _, _, _ in })
      let store: HealthStore = store
      return (try await store.sources(of: .stepCount), SourceQuery(of: "stepCount"))
    }

    // Row: `HKActivitySummaryQuery`
    func rings() -> ActivitySummaryQuery {
      health.execute(HKActivitySummaryQuery(predicate: nil) { _, _, _ in })
      return ActivitySummaryQuery(zone: .utc)
    }

    // Row: `HKWorkoutRouteQuery`, `HKHeartbeatSeriesQuery`, `HKElectrocardiogramQuery`
    func series(_ route: HKWorkoutRoute, _ beats: HKHeartbeatSeriesSample, _ heart: HKElectrocardiogram, _ of: Sample)
      -> [SeriesQuery]
    {
      health.execute(HKWorkoutRouteQuery(route: route) { _, _, _, _ in })
      health.execute(HKHeartbeatSeriesQuery(heartbeatSeries: beats) { _, _, _, _, _ in })
      health.execute(HKElectrocardiogramQuery(heart) { _, _ in })
      return [SeriesQuery.workoutRoutes(of: of), .heartbeatSeries(of: of), .voltages(of: of)]
    }

    // Row: `HKAnchoredObjectQuery`
    func changes(_ last: ChangeAnchor?) -> (StoreChanges, AnchoredObjectQuery) {
      health.execute(
        HKAnchoredObjectQuery(type: HKQuantityType(.stepCount), predicate: nil, anchor: nil, limit: 9) {
          _, _, _, _, _ in
        })
      let store: HealthStore = store
      return (
        store.changes(of: ["stepCount"], since: last, follows: true, poll: .seconds(1)),
        AnchoredObjectQuery(types: ["stepCount"], since: last)
      )
    }

    // Row: `HKObserverQuery`
    func observing() -> ObserverQuery {
      health.execute(HKObserverQuery(sampleType: HKQuantityType(.stepCount), predicate: nil) { _, _, _ in })
      return ObserverQuery(types: ["stepCount"])
    }

    // Row: `HKObject.metadata`
    func zone(_ object: HKObject, _ sample: Sample) -> (Any?, MetadataValue?) {
      let read: ([String: Any]?) = object.metadata
      let all: [String: MetadataValue] = sample.metadata
      return (read?["HKTimeZone"] ?? all["HKTimeZone"], sample.metadata[.timeZone])
    }

    // Row: `NSPredicate`
    func conditions() -> (NSPredicate, SampleQuery) {
      (
        HKQuery.predicateForSamples(withStart: from, end: until, options: []),
        SampleQuery.samples(of: "stepCount", from: start.microseconds, to: end.microseconds)
      )
    }
  }
#endif
