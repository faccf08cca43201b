#if HEALTHKIT_STUB
  import Foundation

  enum HKWorkoutSessionState: Int { case notStarted = 1, running, ended, paused, prepared, stopped }

  protocol HKWorkoutSessionDelegate: AnyObject {
    func workoutSession(
      _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
      from fromState: HKWorkoutSessionState, date: Date)
    func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error)
  }
  final class HKWorkoutSession: NSObject {
    weak var delegate: (any HKWorkoutSessionDelegate)?
    private(set) var state = HKWorkoutSessionState.notStarted
    init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration) throws {}
    func associatedWorkoutBuilder() -> HKLiveWorkoutBuilder {
      HKLiveWorkoutBuilder(healthStore: HKHealthStore(), configuration: HKWorkoutConfiguration(), device: nil)
    }
    func prepare() {}
    func startActivity(with date: Date?) {}
    func pause() {}
    func resume() {}
    func stopActivity(with date: Date?) {}
    func end() {}
    func beginNewActivity(configuration: HKWorkoutConfiguration, date: Date, metadata: [String: Any]?) {}
    func endCurrentActivity(on date: Date) {}
  }
  class HKWorkoutBuilder: NSObject {
    init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?) {}
    func add(_ samples: [HKSample], completion: @escaping (Bool, (any Error)?) -> Void) {}
    func addMetadata(_ metadata: [String: Any], completion: @escaping (Bool, (any Error)?) -> Void) {}
    func addWorkoutEvents(_ events: [HKWorkoutEvent], completion: @escaping (Bool, (any Error)?) -> Void) {}
    func statistics(for type: HKQuantityType) -> HKStatistics? { nil }
    func elapsedTime(at date: Date) -> TimeInterval { 0 }
    func finishWorkout(completion: @escaping (HKWorkout?, (any Error)?) -> Void) {}
    func discardWorkout() {}
  }
  protocol HKLiveWorkoutBuilderDelegate: AnyObject {
    func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>)
    func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder)
  }
  final class HKLiveWorkoutBuilder: HKWorkoutBuilder {
    weak var delegate: (any HKLiveWorkoutBuilderDelegate)?
  }
  final class HKWorkoutRouteBuilder: NSObject {
    init(healthStore: HKHealthStore, device: HKDevice?) {}
  }
#endif
