import HealthModel
import HealthStorage
import HealthUnits

/// What a workout becomes: a sample of the type `workout`.
extension WorkoutBuilder {
  /// The type of workouts.
  static var type: StructuredType { StructuredType(WorkoutConfiguration.typeName) }

  /// The sample that the workout becomes.
  ///
  /// Types that the catalog no longer has are left out of the statistics: the store can still be opened without them.
  func workout() async throws -> NewSample {
    let timeline = record.timeline
    guard let start = timeline.start, let end = timeline.end else {
      throw WorkoutError(.wrongState, "the workout has no end", instead: "call `end` first")
    }
    var content = NewStructure(fields: [
      "activity": .text(configuration.activity),
      "duration": .quantity(Self.seconds(timeline.activeTime(from: start, to: end)), .second),
    ])
    content.lists["events"] = timeline.events.map { event in
      Self.group(event, of: timeline.activities)
    }
    content.lists["activities"] = timeline.activities.map { Self.group($0, in: timeline, end) }
    var groups: [NewField] = []
    let time = record.sampleTime
    for type in record.types where store.registry.type(named: type) != nil {
      if let statistics = try await statistics(of: type, from: time.from, to: time.to) {
        groups.append(Self.group(statistics, from: start, to: end, of: nil))
      }
      for (index, activity) in timeline.activities.enumerated() {
        let until = activity.end ?? end
        // The first and the last one have all that reaches beyond the workout, so that the parts add up to the whole.
        let statistics = try await statistics(
          of: type, from: index == 0 && activity.start == start ? time.from : activity.start.microseconds,
          to: index == timeline.activities.count - 1 && until == end ? time.to : until.microseconds)
        if let statistics {
          groups.append(Self.group(statistics, from: activity.start, to: until, of: activity.id))
        }
      }
    }
    content.lists["statistics"] = groups
    for name in ["events", "activities", "statistics"] where content.lists[name]?.isEmpty == true {
      content.lists[name] = nil
    }
    var sample = NewSample.structured(
      Self.type, content, from: start, to: end, device: record.device, metadata: record.allMetadata)
    sample.id = id
    return sample
  }

  /// The statistics of the collected samples of a type within a time; `nil` without any.
  private func statistics(of type: String, from: Int64?, to: Int64?) async throws -> Statistics? {
    // An activity may lie before the first sample, or after the last.
    if let from, let to, from >= to { return nil }
    var query = SampleQuery.samples(of: type, from: from, to: to).collected(for: id)
    query.subject = record.subject
    let found = try await StatisticsQuery(query).result(for: store).statistics.first
    return found.flatMap { $0.count > 0 || $0.sum != nil ? $0 : nil }
  }

  private static func seconds(_ microseconds: Int64) -> Double { Double(microseconds) / Double(Instant.second) }

  static func group(_ event: WorkoutEvent, of activities: [WorkoutActivity]) -> NewField {
    var fields: [String: NewField] = ["kind": .text(event.kind.rawValue), "start": .time(event.start)]
    if event.end > event.start {
      fields["duration"] = .quantity(seconds(event.end.microseconds - event.start.microseconds), .second)
    }
    if !event.metadata.isEmpty { fields["metadata"] = .metadata(event.metadata) }
    let activity = activities.last { $0.start <= event.start && $0.end.map { event.start < $0 } != false }
    if let activity { fields["activityID"] = .id(activity.id) }
    return .group(fields)
  }

  static func group(_ activity: WorkoutActivity, in timeline: WorkoutTimeline, _ end: Instant) -> NewField {
    let until = activity.end ?? end
    var fields: [String: NewField] = [
      "id": .id(activity.id), "activity": .text(activity.configuration.activity), "start": .time(activity.start),
      "end": .time(until),
      "duration": .quantity(seconds(timeline.activeTime(from: activity.start, to: until)), .second),
    ]
    fields["location"] = activity.configuration.location.map { .text($0) }
    fields["swimmingLocation"] = activity.configuration.swimmingLocation.map { .text($0) }
    fields["lapLength"] = activity.configuration.lapLength.map { .quantity($0.value, $0.unit) }
    if !activity.metadata.isEmpty { fields["metadata"] = .metadata(activity.metadata) }
    return .group(fields)
  }

  private static func group(
    _ statistics: Statistics, from start: Instant, to end: Instant, of activity: SampleID?
  ) -> NewField {
    var fields: [String: NewField] = [
      "type": .text(statistics.type), "start": .time(start), "end": .time(end),
    ]
    if let unit = statistics.unit {
      // A sum of large values may be beyond what a number holds: no sample can say it.
      fields["sum"] = statistics.sum.flatMap { $0.isFinite ? .quantity($0, unit) : nil }
      // The quotient of two rounded sums may be one unit in the last place beyond the values: a rule compares them.
      fields["average"] = statistics.average.flatMap { average in
        let average = min(max(average, statistics.minimum ?? average), statistics.maximum ?? average)
        return average.isFinite ? .quantity(average, unit) : nil
      }
      fields["minimum"] = statistics.minimum.map { .quantity($0, unit) }
      fields["maximum"] = statistics.maximum.map { .quantity($0, unit) }
    }
    fields["activityID"] = activity.map { .id($0) }
    return .group(fields)
  }
}

extension WorkoutRecord {
  /// The metadata of the workout, those that follow from its configuration among them.
  var allMetadata: [String: MetadataValue] { configuration.metadata.merging(metadata) { _, own in own } }
}

extension WorkoutConfiguration {
  /// What the metadata of a workout say of its configuration, by HealthKit's keys.
  fileprivate var metadata: [String: MetadataValue] {
    var metadata: [String: MetadataValue] = [:]
    if location == "indoor" { metadata["HKIndoorWorkout"] = .boolean(true) }
    if location == "outdoor" { metadata["HKIndoorWorkout"] = .boolean(false) }
    if swimmingLocation == "pool" { metadata["HKSwimmingLocationType"] = .number(1) }
    if swimmingLocation == "openWater" { metadata["HKSwimmingLocationType"] = .number(2) }
    if let lapLength { metadata["HKLapLength"] = .quantity(lapLength) }
    return metadata
  }
}
