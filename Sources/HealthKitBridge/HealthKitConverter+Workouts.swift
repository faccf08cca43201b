#if canImport(HealthKit) || HEALTHKIT_STUB
  import Foundation
  import HealthFoundation
  import HealthModel
  import HealthQueries
  import HealthUnits

  #if canImport(HealthKit)
    import HealthKit
  #endif

  extension HealthKitConverter {
    /// The fields and lists of a workout, in the order that its definition wants.
    func structure(of workout: HKWorkout, _ zone: TimeZone?) throws(HealthKitBridgeError) -> NewStructure {
      var content = NewStructure(fields: [
        "activity": try name(of: Int(workout.workoutActivityType.rawValue), in: "workoutActivityType"),
        "duration": .quantity(workout.duration, .second),
      ])
      var events: [NewField] = []
      for event in (workout.workoutEvents ?? []).sorted(by: { $0.dateInterval.start < $1.dateInterval.start }) {
        var fields = ["start": NewField.time(instant(event.dateInterval.start, zone))]
        fields["kind"] = try name(of: event.type.rawValue, in: "workoutEventType")
        if event.dateInterval.duration > 0 { fields["duration"] = .quantity(event.dateInterval.duration, .second) }
        try put(event.metadata, zone, into: &fields)
        events.append(.group(fields))
      }
      var activities: [NewField] = []
      var statistics = try self.statistics(workout.allStatistics, of: nil, zone)
      for activity in workout.workoutActivities.sorted(by: { $0.startDate < $1.startDate }) {
        activities.append(.group(try fields(of: activity, zone)))
        statistics += try self.statistics(activity.allStatistics, of: activity.uuid, zone)
      }
      // Those of the workout are before those of its parts.
      statistics = statistics.enumerated().sorted { ($0.element.type, $0.offset) < ($1.element.type, $1.offset) }
        .map(\.element)
      if !events.isEmpty { content.lists["events"] = events }
      if !activities.isEmpty { content.lists["activities"] = activities }
      if !statistics.isEmpty { content.lists["statistics"] = statistics.map { .group($0.fields) } }
      return content
    }

    private func fields(
      of activity: HKWorkoutActivity, _ zone: TimeZone?
    ) throws(HealthKitBridgeError) -> [String: NewField] {
      let configuration = activity.workoutConfiguration
      var fields: [String: NewField] = [
        "id": .id(SampleID(activity.uuid)), "start": .time(instant(activity.startDate, zone)),
        "duration": .quantity(activity.duration, .second),
      ]
      fields["activity"] = try name(of: Int(configuration.activityType.rawValue), in: "workoutActivityType")
      fields["location"] = try name(of: configuration.locationType.rawValue, in: "workoutSessionLocationType")
      fields["swimmingLocation"] = try name(
        of: configuration.swimmingLocationType.rawValue, in: "workoutSwimmingLocationType")
      if let length = configuration.lapLength {
        fields["lapLength"] = .quantity(try number(of: length, in: .meter, for: "lapLength"), .meter)
      }
      if let end = activity.endDate { fields["end"] = .time(instant(end, zone)) }
      try put(activity.metadata, zone, into: &fields)
      return fields
    }

    private func statistics(
      _ all: [HKQuantityType: HKStatistics], of activity: UUID?, _ zone: TimeZone?
    ) throws(HealthKitBridgeError) -> [(type: String, fields: [String: NewField])] {
      var result: [(type: String, fields: [String: NewField])] = []
      for (type, statistics) in all {
        let definition = try definition(of: type.identifier)
        guard let unit = definition.shape.quantity?.unit else { throw .otherUnit(of: definition.id) }
        var fields: [String: NewField] = [
          "type": .text(definition.id), "start": .time(instant(statistics.startDate, zone)),
          "end": .time(instant(statistics.endDate, zone)),
        ]
        for (name, quantity) in [
          ("sum", statistics.sumQuantity()), ("average", statistics.averageQuantity()),
          ("minimum", statistics.minimumQuantity()), ("maximum", statistics.maximumQuantity()),
        ] {
          guard let quantity else { continue }
          fields[name] = .quantity(try number(of: quantity, in: unit, for: definition.id), unit)
        }
        if let activity { fields["activityID"] = .id(SampleID(activity)) }
        result.append((definition.id, fields))
      }
      return result
    }

    private func put(
      _ values: [String: Any]?, _ zone: TimeZone?, into fields: inout [String: NewField]
    ) throws(HealthKitBridgeError) {
      let metadata = try metadata(values, zone)
      if !metadata.isEmpty { fields["metadata"] = .metadata(metadata) }
    }

    private func name(of raw: Int, in list: String) throws(HealthKitBridgeError) -> NewField {
      guard let found = registry.enums[list]?.cases.first(where: { $0.raw == raw }) else {
        throw .unknownCase(of: list, raw: raw)
      }
      return .text(found.name)
    }
  }
#endif
