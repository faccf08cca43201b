#if HEALTHKIT_STUB
  import Foundation

  struct HKWorkoutActivityType: RawRepresentable {
    var rawValue: UInt; init(rawValue: UInt) { self.rawValue = rawValue }
  }
  struct HKWorkoutEventType { var rawValue: Int }
  struct HKWorkoutSessionLocationType { var rawValue: Int }
  struct HKWorkoutSwimmingLocationType { var rawValue: Int }

  final class HKWorkoutEvent: NSObject {
    let type: HKWorkoutEventType
    let dateInterval: DateInterval
    let metadata: [String: Any]?
    init(type: HKWorkoutEventType, dateInterval: DateInterval, metadata: [String: Any]?) {
      (self.type, self.dateInterval, self.metadata) = (type, dateInterval, metadata)
    }
  }
  final class HKWorkoutConfiguration: NSObject {
    var activityType = HKWorkoutActivityType(rawValue: 3000)
    var locationType = HKWorkoutSessionLocationType(rawValue: 1)
    var swimmingLocationType = HKWorkoutSwimmingLocationType(rawValue: 0)
    var lapLength: HKQuantity?
  }
  final class HKStatistics: NSObject {
    let startDate: Date
    let endDate: Date
    let quantities: [String: HKQuantity]
    init(_ start: Date, _ end: Date, _ quantities: [String: HKQuantity]) {
      (startDate, endDate, self.quantities) = (start, end, quantities)
    }
    func sumQuantity() -> HKQuantity? { quantities["sum"] }
    func averageQuantity() -> HKQuantity? { quantities["average"] }
    func minimumQuantity() -> HKQuantity? { quantities["minimum"] }
    func maximumQuantity() -> HKQuantity? { quantities["maximum"] }
  }
  final class HKWorkoutActivity: NSObject {
    let uuid = UUID()
    let workoutConfiguration: HKWorkoutConfiguration
    let startDate: Date
    let endDate: Date?
    var duration: TimeInterval = 0
    var metadata: [String: Any]?
    var allStatistics: [HKQuantityType: HKStatistics] = [:]
    init(_ configuration: HKWorkoutConfiguration, _ start: Date, _ end: Date?) {
      (workoutConfiguration, startDate, endDate) = (configuration, start, end)
    }
  }
  final class HKWorkout: HKSample {
    let workoutActivityType: HKWorkoutActivityType
    var duration: TimeInterval = 0
    var workoutEvents: [HKWorkoutEvent]?
    var workoutActivities: [HKWorkoutActivity] = []
    var allStatistics: [HKQuantityType: HKStatistics] = [:]
    init(_ activity: HKWorkoutActivityType, _ start: Date, _ end: Date) {
      workoutActivityType = activity
      super.init(HKSampleType("HKWorkoutTypeIdentifier"), start, end, nil, nil)
    }
  }
#endif
