// What a program calls that reads HealthKit itself, as the table of "From HealthKit" names it. Nothing of it is run.
#if HEALTHKIT_STUB
  import Foundation

  extension HKQuantityTypeIdentifier {
    static var heartRate: Self { Self(rawValue: "HKQuantityTypeIdentifierHeartRate") }
    static var stepCount: Self { Self(rawValue: "HKQuantityTypeIdentifierStepCount") }
  }
  extension HKQuantityType {
    convenience init(_ identifier: HKQuantityTypeIdentifier) { self.init(identifier.rawValue) }
  }
  extension HKUnit {
    static func count() -> HKUnit { HKUnit(from: "count") }
    static func minute() -> HKUnit { HKUnit(from: "min") }
    func unitDivided(by other: HKUnit) -> HKUnit { other }
  }
  extension HKQuantitySample {
    convenience init(type: HKQuantityType, quantity: HKQuantity, start: Date, end: Date) {
      self.init(type: type, quantity: quantity, start: start, end: end, device: nil, metadata: nil)
    }
  }
  extension HKCategorySample {
    convenience init(type: HKCategoryType, value: Int, start: Date, end: Date) {
      self.init(type: type, value: value, start: start, end: end, device: nil, metadata: nil)
    }
  }
  extension HKCorrelation {
    convenience init(type: HKCorrelationType, start: Date, end: Date, objects: Set<HKSample>) {
      self.init(type: type, start: start, end: end, objects: objects, device: nil, metadata: nil)
    }
  }
  final class HKWorkoutRoute: HKSample {}
  final class HKElectrocardiogram: HKSample {}
  final class HKHeartbeatSeriesSample: HKSample {}
  final class HKDeletedObject: NSObject {}
  final class HKQueryAnchor: NSObject {}
  final class HKActivitySummary: NSObject {}

  final class HKHealthStore: NSObject {
    func save(_ object: HKObject) async throws {}
    func delete(_ object: HKObject) async throws {}
    func dateOfBirthComponents() throws -> DateComponents { DateComponents() }
    func execute(_ query: HKQuery) {}
    func recoverActiveWorkoutSession(completion: @escaping (HKWorkoutSession?, (any Error)?) -> Void) {}
  }

  class HKQuery: NSObject {
    static func predicateForSamples(withStart start: Date?, end: Date?, options: HKQueryOptions) -> NSPredicate {
      NSPredicate(value: true)
    }
  }
  struct HKQueryOptions: OptionSet { let rawValue: UInt }
  struct HKStatisticsOptions: OptionSet {
    let rawValue: UInt
    static var cumulativeSum: Self { Self(rawValue: 16) }
  }
  final class HKStatisticsCollection: NSObject {}
  final class HKSampleQuery: HKQuery {
    init(
      sampleType: HKSampleType, predicate: NSPredicate?, limit: Int, sortDescriptors: [NSSortDescriptor]?,
      resultsHandler: @escaping (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {}
  }
  final class HKStatisticsQuery: HKQuery {
    init(
      quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?, options: HKStatisticsOptions,
      completionHandler: @escaping (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void
    ) {}
  }
  final class HKStatisticsCollectionQuery: HKQuery {
    var initialResultsHandler: ((HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?) -> Void)?
    init(
      quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?, options: HKStatisticsOptions,
      anchorDate: Date, intervalComponents: DateComponents
    ) {}
  }
  final class HKCorrelationQuery: HKQuery {
    init(
      type: HKCorrelationType, predicate: NSPredicate?, samplePredicates: [HKSampleType: NSPredicate]?,
      completion: @escaping (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void
    ) {}
  }
  final class HKSourceQuery: HKQuery {
    init(
      sampleType: HKSampleType, samplePredicate: NSPredicate?,
      completionHandler: @escaping (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void
    ) {}
  }
  final class HKActivitySummaryQuery: HKQuery {
    init(
      predicate: NSPredicate?,
      resultsHandler: @escaping (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void
    ) {}
  }
  final class HKWorkoutRouteQuery: HKQuery {
    init(
      route: HKWorkoutRoute, dataHandler: @escaping (HKWorkoutRouteQuery, [Any]?, Bool, (any Error)?) -> Void
    ) {}
  }
  final class HKHeartbeatSeriesQuery: HKQuery {
    init(
      heartbeatSeries: HKHeartbeatSeriesSample,
      dataHandler: @escaping (HKHeartbeatSeriesQuery, TimeInterval, Bool, Bool, (any Error)?) -> Void
    ) {}
  }
  final class HKElectrocardiogramQuery: HKQuery {
    enum Result { case measurement, done, error(any Error) }
    init(_ electrocardiogram: HKElectrocardiogram, dataHandler: @escaping (HKElectrocardiogramQuery, Result) -> Void) {}
  }
  final class HKAnchoredObjectQuery: HKQuery {
    init(
      type: HKSampleType, predicate: NSPredicate?, anchor: HKQueryAnchor?, limit: Int,
      resultsHandler:
        @escaping (
          HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
        ) -> Void
    ) {}
  }
  final class HKObserverQuery: HKQuery {
    init(
      sampleType: HKSampleType, predicate: NSPredicate?,
      updateHandler: @escaping (HKObserverQuery, @escaping () -> Void, (any Error)?) -> Void
    ) {}
  }
#endif
