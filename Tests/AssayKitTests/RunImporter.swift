import AssayKit

/// A run as a diary keeps it.
struct Run: Hashable, Sendable {
  var startTime: String
  var endTime: String
  var durationSeconds: Double
  var distanceMeters: Double?
  var energyBurnedKcal: Double?
  var avgHeartRate: Double?
}

/// Reads the running workouts of a store.
struct RunImporter {
  private let store: HealthStore
  private let duration: SampleExpression
  private let distance: SampleExpression
  private let energy: SampleExpression
  private let heartRate: SampleExpression

  init(_ store: HealthStore) throws {
    self.store = store
    let workout = try store.type(named: "workout")
    func number(_ text: String, in unit: UnitOfMeasure) throws -> SampleExpression {
      try SampleExpression(text, unit: unit, of: workout, in: store.registry)
    }
    duration = try number("first(duration, end - start)", in: .second)
    distance = try number("distance", in: .meter)
    energy = try number("energy", in: .kilocalorie)
    heartRate = try number("averageHeartRate", in: .count / .minute)
  }

  /// The runs that start at a date or later, newest first, and where to follow from.
  func runs(since date: Instant) async throws -> (runs: [Run], anchor: ChangeAnchor) {
    // The anchor first: what is stored meanwhile comes twice rather than not at all.
    let anchor = try await store.currentAnchor()
    var query = SampleQuery.samples(of: "workout", from: date.microseconds, options: .strictStartDate)
    query.sort = .descending
    try PredicateText(registry: store.registry).add("activity = running", to: &query)
    var runs: [Run] = []
    for try await workout in store.sequence(of: query) {
      if let run = try await run(workout) { runs.append(run) }
    }
    return (runs, anchor)
  }

  /// Passes on each run that is stored after an anchor, with the anchor to follow from after a restart.
  func follow(
    from anchor: ChangeAnchor, since date: Instant, _ take: (Run, ChangeAnchor) async throws -> Void
  ) async throws {
    for try await change in store.observe(["workout"], since: anchor) {
      for workout in change.added {
        guard let start = workout.start, start >= date, let run = try await run(workout) else { continue }
        try await take(run, change.anchor)
      }
    }
  }

  private func run(_ workout: Sample) async throws -> Run? {
    guard workout.outline?["activity"] == .enumeration("running"), let start = workout.start, let end = workout.end
    else { return nil }
    return Run(
      startTime: start.description, endTime: end.description, durationSeconds: duration.value(of: workout) ?? 0,
      distanceMeters: distance.value(of: workout), energyBurnedKcal: energy.value(of: workout),
      avgHeartRate: try await heartRate(of: workout))
  }

  /// What the workout says, else the average of the heart rates inside it.
  private func heartRate(of workout: Sample) async throws -> Double? {
    if let average = heartRate.value(of: workout) { return average }
    let inside = SampleQuery.samples(of: "heartRate").within(workout)
    return try await store.statisticsCollection(matching: inside, Aggregation(.discreteAverage))
      .statistics.first?.average
  }
}
