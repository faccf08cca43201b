import HealthConnect
import HealthModel

/// Workouts with laps, segments and routes.
extension ConnectSamples {
  func addExercise(
    _ record: JSONValue, _ kind: ConnectRecords.Kind, _ origin: ConnectOrigin, _ place: ConvertedPlace,
    to lines: inout ConvertedLines
  ) {
    let number = record["exerciseType"]?.int
    let type = ExerciseType.all.first { $0.androidx == number }
    guard let laps = Self.list("laps", of: record, place, to: &lines),
      let segments = Self.list("segments", of: record, place, to: &lines)
    else { return }
    lines.add(at: place) { json in
      origin.begin(kind.type("exerciseType"), to: &json)
      json.object("fields") { fields in
        if number == nil, let other = record["exerciseType"] {
          // Not a number: it stays as it is, which is reported.
          fields.member("activity", other.text ?? "exerciseType")
        } else {
          fields.member("activity", type?.activity ?? 3000)
        }
      }
      if !laps.isEmpty || !segments.isEmpty {
        json.object("lists") { lists in
          lists.key("events")
          lists.array { events in
            for lap in laps { events.object { Self.append("lap", lap, to: &$0) } }
            for segment in segments { events.object { Self.append("segment", segment, to: &$0) } }
          }
        }
      }
      var notes = kind.table.jsonNotes(of: record)
      if let number {
        notes.append(.init("health_connect_exercise_type", type.map { .string($0.name) } ?? .int64(Int64(number))))
      }
      origin.end(notes, to: &json)
    }
    addRoute(record, kind, origin, place, to: &lines)
  }

  private static func append(_ kind: String, _ event: JSONValue, to json: inout JSONBuilder) {
    json.member("kind", kind)
    json.member("start", event["startTime"]?.text)
    if let length = ConnectOrigin.seconds(from: event["startTime"]?.text, to: event["endTime"]?.text) {
      json.object("duration") { $0.append(length, "s") }
    }
    let length = ConnectQuantity(event["length"], unit: "m")
    let segment = event["segmentType"]?.integer
    guard length?.unit != nil || segment != nil else { return }
    json.object("metadata") { metadata in
      if let length, length.unit != nil { metadata.object("HKLapLength") { length.append(to: &$0) } }
      // The numbers of segments are not those of the database.
      metadata.member("health_connect_androidx_segment_type", segment)
      metadata.member("health_connect_repetitions", event["repetitions"]?.integer)
    }
  }

  private func addRoute(
    _ record: JSONValue, _ kind: ConnectRecords.Kind, _ origin: ConnectOrigin, _ place: ConvertedPlace,
    to lines: inout ConvertedLines
  ) {
    guard let given = record["exerciseRoute"] ?? record["route"] else { return }
    guard let points = given.elements ?? (given.members == nil ? nil : given["route"]?.elements ?? []) else {
      lines.addFault("the route is neither a list of points nor an object with one", at: place)
      return
    }
    if let other = given["route"], other.elements == nil {
      lines.addFault("`route` is not a list", at: place)
      return
    }
    guard !points.isEmpty else { return }
    guard let first = points.first?["time"]?.text, let last = points.last?["time"]?.text,
      !points.contains(where: Self.isWrong)
    else {
      lines.addFault("a point of the route has no time, or a place that is not a number", at: place)
      return
    }
    lines.add(at: place) { json in
      json.member("uuid", ConnectOrigin.milliseconds(first).flatMap { origin.id(part: "route \($0)") })
      json.member("type", kind.type("exerciseRoute"))
      json.member("parent", origin.uuid)
      json.member("start", first)
      json.member("end", last)
      json.object("points") { json in
        json.key("time")
        json.array { list in
          for point in points { list.value(ConnectOrigin.seconds(from: first, to: point["time"]?.text) ?? -1) }
        }
        let columns = ["latitude", "longitude", "altitude", "horizontalAccuracy", "verticalAccuracy"].filter { name in
          name.hasSuffix("tude") && name != "altitude" || points.contains { Self.coordinate($0, name) != nil }
        }
        json.object("units") { units in
          for name in columns { units.member(name, name == "latitude" || name == "longitude" ? "deg" : "m") }
        }
        for name in columns {
          json.key(name)
          json.array { list in
            for point in points {
              if let value = Self.coordinate(point, name) { list.value(value) } else { list.value(json: "null".utf8) }
            }
          }
        }
      }
      origin.end([], isPart: true, to: &json)
    }
  }

  /// Whether a point has no time, or something that is not a number where one should be.
  private static func isWrong(_ point: JSONValue) -> Bool {
    point["time"]?.text == nil
      || ["latitude", "longitude", "altitude", "horizontalAccuracy", "verticalAccuracy"].contains { name in
        point[name] != nil && coordinate(point, name) == nil
      }
  }

  private static func coordinate(_ point: JSONValue, _ name: String) -> Double? {
    point[name]?.number ?? ConnectQuantity(point[name], unit: "m")?.value
  }
}
