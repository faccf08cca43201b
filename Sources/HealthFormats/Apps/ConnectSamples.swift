import HealthConnect
import HealthJSON
import HealthModel

/// Makes samples of records of Health Connect in JSON.
struct ConnectSamples: Sendable {
  private let records: ConnectRecords

  init(_ registry: Registry) { records = ConnectRecords(registry) }

  /// Adds the samples of a record: one, or one for each point, stage or nutrient.
  func add(_ record: JSONValue, _ piece: JSONPiece, to lines: inout ConvertedLines) {
    let place = ConvertedPlace.line(piece.line)
    guard let kind = records.kind(of: record, under: piece.names.last) else {
      lines.addFault(
        "the record does not say its kind: name it with `recordType`, or put its list under its name", at: place,
        record: piece.bytes)
      return
    }
    let origin = ConnectOrigin(record)
    switch kind.table.form {
    case .quantity(_, let unit, let field):
      lines.add(at: place) { json in
        origin.begin(kind.type(field), to: &json)
        ConnectQuantity(record[field], unit: unit)?.append(to: &json)
        origin.end(kind.table.jsonNotes(of: record), to: &json)
      }
    case .cases(_, let cases, let field):
      lines.add(at: place) { json in
        origin.begin(kind.type(field), to: &json)
        if let number = record[field]?.int {
          if cases.indices.contains(number), cases[number] >= 0 {
            json.member("value", cases[number])
          } else {
            json.member("value", "\(field) \(number)")
          }
        }
        origin.end(kind.table.jsonNotes(of: record), to: &json)
      }
    case .presence:
      lines.add(at: place) { json in
        origin.begin(kind.presenceType, to: &json)
        origin.end(kind.table.jsonNotes(of: record), to: &json)
      }
    case .bloodPressure: addPressure(record, kind, origin, place, to: &lines)
    case .series(_, _, let unit, let field): addSeries(record, kind, unit, field, origin, place, to: &lines)
    case .sleep: addSleep(record, kind, origin, place, to: &lines)
    case .exercise: addExercise(record, kind, origin, place, to: &lines)
    case .nutrition: addNutrition(record, kind, origin, place, to: &lines)
    case .plannedExercise: lines.addUnsupported("PlannedExerciseSession", at: place, record: piece.bytes)
    }
  }

  private func addPressure(
    _ record: JSONValue, _ kind: ConnectRecords.Kind, _ origin: ConnectOrigin, _ place: ConvertedPlace,
    to lines: inout ConvertedLines
  ) {
    lines.add(at: place) { json in
      origin.begin(kind.type(), to: &json)
      json.key("members")
      json.array { members in
        for part in ["systolic", "diastolic"] {
          guard let pressure = ConnectQuantity(record[part], unit: "mmHg") else { continue }
          members.object { member in
            member.member("uuid", origin.id(part: part))
            member.member("type", kind.type(part))
            pressure.append(to: &member)
          }
        }
      }
      origin.end(kind.table.jsonNotes(of: record), to: &json)
    }
  }

  private func addSeries(
    _ record: JSONValue, _ kind: ConnectRecords.Kind, _ unit: String, _ field: String, _ origin: ConnectOrigin,
    _ place: ConvertedPlace, to lines: inout ConvertedLines
  ) {
    let parts = field.split(separator: "]").map(String.init)
    guard parts.count == 2 else { return }
    let (list, key) = (String(parts[0].dropLast()), String(parts[1].dropFirst()))
    var notes = kind.table.jsonNotes(of: record)
    if let baseline = ConnectQuantity(record["baseline"], unit: unit), let unit = baseline.unit {
      notes.append(
        .init(
          "health_connect_baseline", .object([.init("value", .double(baseline.value)), .init("unit", .string(unit))])))
    }
    let points = record[list]?.elements ?? []
    if points.isEmpty { lines.addFault("the record has no `\(list)`", at: place) }
    for point in points {
      lines.add(at: place) { json in
        let time = point["time"]?.text
        json.member("uuid", origin.id(at: time))
        json.member("type", kind.type(field))
        ConnectQuantity(point[key], unit: unit)?.append(to: &json)
        json.member("start", time)
        origin.appendOffset(to: &json, for: time)
        origin.end(notes, isPart: true, to: &json)
      }
    }
  }

  /// The cases of `sleepAnalysis` for stages, and those of stages that it has none for.
  private static let stages = [-1, 2, 1, -1, 3, 4, 5, 2]

  private func addSleep(
    _ record: JSONValue, _ kind: ConnectRecords.Kind, _ origin: ConnectOrigin, _ place: ConvertedPlace,
    to lines: inout ConvertedLines
  ) {
    if let given = record["stages"], given.text != nil || given.int != nil || given.members != nil {
      lines.addFault("`stages` is not a list", at: place)
      return
    }
    let stages = record["stages"]?.elements ?? []
    for stage in stages {
      lines.add(at: place) { json in
        let start = stage["startTime"]?.text
        let number = stage["stage"]?.int ?? 0
        let isOther = number == 0 || number == 3
        json.member("uuid", origin.id(at: start))
        json.member("type", kind.type(isOther ? "stages[]" : "stages[].stage"))
        if isOther {
          json.member("value", number)
        } else if Self.stages.indices.contains(number) {
          json.member("value", Self.stages[number])
        } else {
          json.member("value", "stage \(number)")
        }
        json.member("start", start)
        json.member("end", stage["endTime"]?.text)
        origin.appendOffset(to: &json, for: start)
        origin.end(number == 7 ? [.init("health_connect_stage", .string("awake_in_bed"))] : [], isPart: true, to: &json)
      }
    }
    lines.add(at: place) { json in
      origin.begin(kind.type(), to: &json)
      origin.end(kind.table.jsonNotes(of: record), to: &json)
    }
    guard stages.isEmpty else { return }
    lines.add(at: place) { json in
      json.member("uuid", origin.id(part: "asleep"))
      json.member("type", kind.type("stages[].stage"))
      json.member("value", 1)
      origin.appendTimes(to: &json)
      origin.end([.init("health_connect_stage", .string("none"))], isPart: true, to: &json)
    }
  }

  private func addExercise(
    _ record: JSONValue, _ kind: ConnectRecords.Kind, _ origin: ConnectOrigin, _ place: ConvertedPlace,
    to lines: inout ConvertedLines
  ) {
    let number = record["exerciseType"]?.int
    let type = ExerciseType.all.first { $0.androidx == number }
    lines.add(at: place) { json in
      origin.begin(kind.type("exerciseType"), to: &json)
      json.object("fields") { $0.member("activity", type?.activity ?? 3000) }
      let laps = record["laps"]?.elements ?? []
      let segments = record["segments"]?.elements ?? []
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
    let points = (record["exerciseRoute"]?["route"] ?? record["exerciseRoute"] ?? record["route"])?.elements ?? []
    guard let first = points.first?["time"]?.text, let last = points.last?["time"]?.text else { return }
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

  private static func coordinate(_ point: JSONValue, _ name: String) -> Double? {
    point[name]?.number ?? ConnectQuantity(point[name], unit: "m")?.value
  }

  /// The nutrients that a food of HealthKit does not have.
  private static let apart: Set<String> = ["energyFromFat", "transFat", "unsaturatedFat", "folicAcid"]

  private func addNutrition(
    _ record: JSONValue, _ kind: ConnectRecords.Kind, _ origin: ConnectOrigin, _ place: ConvertedPlace,
    to lines: inout ConvertedLines
  ) {
    var members: [(name: String, quantity: ConnectQuantity)] = []
    var others: [(name: String, quantity: ConnectQuantity)] = []
    // Members of an object have no order; those of a sample do.
    for member in (record.members ?? []).sorted(by: { $0.key < $1.key }) where member.value.members != nil {
      let isEnergy = member.key == "energy" || member.key == "energyFromFat"
      guard kind.has(member.key), let quantity = ConnectQuantity(member.value, unit: isEnergy ? "cal" : "g") else {
        continue
      }
      if Self.apart.contains(member.key) {
        others.append((member.key, quantity))
      } else {
        members.append((member.key, quantity))
      }
    }
    var notes = kind.table.jsonNotes(of: record)
    if let name = record["name"]?.text, !name.isEmpty { notes.append(.init("HKFoodType", .string(name))) }
    if !members.isEmpty || others.isEmpty {
      lines.add(at: place) { json in
        origin.begin(kind.type(), to: &json)
        json.key("members")
        json.array { list in
          for (name, quantity) in members {
            list.object { member in
              member.member("uuid", origin.id(part: Self.column(of: name)))
              member.member("type", kind.type(name))
              quantity.append(to: &member)
            }
          }
        }
        origin.end(notes, to: &json)
      }
    }
    for (name, quantity) in others {
      lines.add(at: place) { json in
        json.member("uuid", origin.id(part: Self.column(of: name)))
        json.member("type", kind.type(name))
        quantity.append(to: &json)
        origin.appendTimes(to: &json)
        origin.end(notes, isPart: true, to: &json)
      }
    }
  }

  /// The name of a field in the database, which ids of parts are made of: `vitamin_b6` of `vitaminB6`.
  private static func column(of field: String) -> String {
    field.reduce(into: "") { text, character in
      text += character.isUppercase ? "_" + character.lowercased() : String(character)
    }
  }
}
