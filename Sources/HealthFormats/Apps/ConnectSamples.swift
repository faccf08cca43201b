import HealthModel

/// Makes samples of records of Health Connect in JSON.
struct ConnectSamples: Sendable {
  private let records: ConnectRecords

  init(_ registry: Registry) { records = ConnectRecords(registry) }

  /// Adds the samples of a record: one, or one for each point, stage or nutrient.
  func add(_ record: JSONValue, _ piece: JSONPiece, to lines: inout ConvertedLines) {
    let place = piece.place
    guard let kind = records.kind(of: record, under: piece.names.last) else {
      let named = record["recordType"]?.text.map { "`\(TextEscaping.escaped($0, limit: 60))` is not a kind of record" }
      lines.addFault(
        named ?? "the record does not say its kind: name it with `recordType`, or put its list under its name",
        at: place, record: piece.bytes)
      return
    }
    if let metadata = record["metadata"], metadata.members == nil {
      lines.addFault("`metadata` is not an object", at: place, record: piece.bytes)
      return
    }
    guard kind.table.isInstant || record["endTime"]?.text != nil else {
      lines.addFault(
        "the \(kind.table.record) is an interval and has no time as `endTime`", at: place, record: piece.bytes)
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
    case .sleep: addSleep(record, kind, origin, piece, place, to: &lines)
    case .exercise: addExercise(record, kind, origin, place, to: &lines)
    case .nutrition: addNutrition(record, kind, origin, place, to: &lines)
    case .plannedExercise: lines.addUnsupported("PlannedExerciseSession", at: place, record: piece.bytes)
    }
  }

  /// What is said of a record whose points would each repeat long texts.
  static let tooLong = "the record has too many points for texts as long as its own"

  /// The elements of a list in a record, none if it does not have it; `nil` for another value, which is reported.
  static func list(
    _ name: String, of record: JSONValue, _ place: ConvertedLocation, to lines: inout ConvertedLines
  ) -> [JSONValue]? {
    guard let value = record[name] else { return [] }
    if let elements = value.elements { return elements }
    lines.addFault("`\(name)` is not a list", at: place)
    return nil
  }

  private func addPressure(
    _ record: JSONValue, _ kind: ConnectRecords.Kind, _ origin: ConnectOrigin, _ place: ConvertedLocation,
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
    _ place: ConvertedLocation, to lines: inout ConvertedLines
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
    guard let points = Self.list(list, of: record, place, to: &lines) else { return }
    if points.isEmpty { lines.addFault("the record has no `\(list)`", at: place) }
    guard origin.allows(points: points.count, notes) else {
      lines.addFault(Self.tooLong, at: place)
      return
    }
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

  /// What is wrong with a stage; `nil` for one that a sample can be made of.
  private static func fault(of stage: JSONValue, _ number: Int?) -> String? {
    if stage.members == nil { return "is not an object" }
    guard let given = stage["stage"] else { return "has no `stage`" }
    guard let number else { return "has a `stage` that is not a whole number" + (given.text.map(shown) ?? "") }
    guard stages.indices.contains(number) else { return "has the unknown `stage` \(number)" }
    for name in ["startTime", "endTime"] where stage[name]?.text == nil { return "has no `\(name)`" }
    return nil
  }

  private static func shown(_ text: String) -> String { ": `\(TextEscaping.escaped(text, limit: 60))`" }

  private func addSleep(
    _ record: JSONValue, _ kind: ConnectRecords.Kind, _ origin: ConnectOrigin, _ piece: JSONPiece,
    _ place: ConvertedLocation, to lines: inout ConvertedLines
  ) {
    guard let stages = Self.list("stages", of: record, place, to: &lines) else { return }
    guard origin.allows(points: stages.count, []) else {
      lines.addFault(Self.tooLong, at: place)
      return
    }
    for (index, stage) in stages.enumerated() {
      let number = stage["stage"]?.int
      if let fault = Self.fault(of: stage, number) {
        lines.addFault("`stages[\(index)]` \(fault)", at: place, record: piece.bytes)
        continue
      }
      lines.add(at: place) { json in
        let start = stage["startTime"]?.text
        let isOther = number == 0 || number == 3
        json.member("uuid", origin.id(at: start))
        json.member("type", kind.type(isOther ? "stages[]" : "stages[].stage"))
        if let number, isOther {
          json.member("value", number)
        } else if let number {
          json.member("value", Self.stages[number])
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
}

/// Workouts with laps, segments and routes.
extension ConnectSamples {
  func addExercise(
    _ record: JSONValue, _ kind: ConnectRecords.Kind, _ origin: ConnectOrigin, _ place: ConvertedLocation,
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
    _ record: JSONValue, _ kind: ConnectRecords.Kind, _ origin: ConnectOrigin, _ place: ConvertedLocation,
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

/// What was eaten: a food with its nutrients, and nutrients of their own.
extension ConnectSamples {
  /// The nutrients that a food of HealthKit does not have.
  private static let apart: Set<String> = ["energyFromFat", "transFat", "unsaturatedFat", "folicAcid"]

  func addNutrition(
    _ record: JSONValue, _ kind: ConnectRecords.Kind, _ origin: ConnectOrigin, _ place: ConvertedLocation,
    to lines: inout ConvertedLines
  ) {
    var members: [(name: String, quantity: ConnectQuantity)] = []
    var others: [(name: String, quantity: ConnectQuantity)] = []
    // Members of an object have no order; those of a sample do.
    for member in (record.members ?? []).sorted(by: { $0.key < $1.key }) where member.value != .null {
      let isEnergy = member.key == "energy" || member.key == "energyFromFat"
      let quantity = ConnectQuantity(member.value, unit: isEnergy ? "cal" : "g")
      guard kind.has(member.key) else {
        if quantity != nil, member.value.members != nil {
          lines.addUnsupported("\(kind.table.record).\(member.key.prefix(100))", at: place)
        }
        continue
      }
      guard let quantity else {
        lines.addFault("`\(member.key)` is not a quantity in a known unit", at: place)
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

/// What all samples of a record in JSON have in common: its id, times, app and device.
struct ConnectOrigin {
  let uuid: String?
  private let bytes: UUIDBytes?
  private let record: JSONValue
  private let metadata: JSONValue?
  private let start: String?

  init(_ record: JSONValue) {
    self.record = record
    metadata = record["metadata"]
    start = record["startTime"]?.text ?? record["time"]?.text
    uuid = metadata?["id"]?.text ?? record["id"]?.text
    bytes = uuid.flatMap { UUIDBytes(text: $0) }
  }

  func id(part: String) -> String? {
    guard let bytes else { return nil }
    var names = NameUUID()
    var text: [UInt8] = []
    names.id(of: bytes, name: Array(part.utf8).span).append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  func id(at time: String?) -> String? { time.flatMap(Self.milliseconds).flatMap { id(part: "\($0)") } }

  /// The milliseconds of a time; `nil` if the text is not a time, or has no offset.
  static func milliseconds(_ time: String) -> Int64? { microseconds(time).map { $0 / 1_000 } }

  private static func microseconds(_ time: String) -> Int64? {
    let bytes = Array(time.utf8)
    let reading = TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json)
    return reading.flatMap { $0.hasOffset ? $0.instant.microseconds : nil }
  }

  static func seconds(from start: String?, to end: String?) -> Double? {
    guard let start = start.flatMap(microseconds), let end = end.flatMap(microseconds) else { return nil }
    return Double(end - start) / 1_000_000
  }

  func begin(_ type: String, to json: inout JSONBuilder) {
    json.member("uuid", uuid)
    json.member("type", type)
    appendTimes(to: &json)
  }

  func appendTimes(to json: inout JSONBuilder) {
    json.member("start", start)
    let end = record["endTime"]?.text
    json.member("end", end)
    guard appendOffset(to: &json, for: start), end?.hasSuffix("Z") == true else { return }
    json.member("end_offset", Self.offset(record["endZoneOffset"]))
  }

  /// Adds the offset that is apart from a time in UTC.
  @discardableResult func appendOffset(to json: inout JSONBuilder, for time: String?) -> Bool {
    guard time?.hasSuffix("Z") == true, let offset = Self.offset(record["startZoneOffset"] ?? record["zoneOffset"])
    else { return false }
    json.member("offset", offset)
    return true
  }

  private static func offset(_ zone: JSONValue?) -> String? {
    guard let seconds = zone?["totalSeconds"]?.integer, (-64_800...64_800).contains(seconds), seconds % 60 == 0 else {
      return nil
    }
    var text: [UInt8] = []
    TimestampWriter.appendOffset(Int16(truncatingIfNeeded: seconds / 60), to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The most bytes that a record becomes by texts of its own that each of its points repeats.
  private static let mostRepeated = 64 << 20

  /// Whether points may each have the texts of the record: a record with long texts and many points would grow without
  /// bound.
  func allows(points count: Int, _ notes: [JSONValue.Member]) -> Bool {
    let texts =
      [
        uuid, metadata?["lastModifiedTime"]?.text, metadata?["dataOrigin"]?.text,
        metadata?["dataOrigin"]?["packageName"]?.text, metadata?["clientRecordId"]?.text,
        metadata?["device"]?["manufacturer"]?.text, metadata?["device"]?["model"]?.text,
      ] + notes.map(\.value.text)
    let length = texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    return length == 0 || count <= Self.mostRepeated / length
  }

  /// Adds source, device and metadata.
  func end(_ notes: [JSONValue.Member], isPart: Bool = false, to json: inout JSONBuilder) {
    json.member("created", metadata?["lastModifiedTime"]?.text)
    let app = metadata?["dataOrigin"]?["packageName"]?.text ?? metadata?["dataOrigin"]?.text
    if let app, !app.isEmpty { json.object("source") { $0.member("bundle", app) } }
    let device = metadata?["device"]
    if device?["manufacturer"]?.text != nil || device?["model"]?.text != nil {
      json.object("device") { json in
        json.member("manufacturer", device?["manufacturer"]?.text)
        json.member("model", device?["model"]?.text)
      }
    }
    var entries = notes
    let method = metadata?["recordingMethod"]?.int
    if method == 3 { entries.append(.init("HKWasUserEntered", .boolean(true))) }
    if let method, method == 1 || method == 2 {
      let word = method == 1 ? "actively_recorded" : "automatically_recorded"
      entries.append(.init("health_connect_recording_method", .string(word)))
    }
    if let client = metadata?["clientRecordId"]?.text, !client.isEmpty {
      entries.append(.init(isPart ? "health_connect_client_record_id" : "HKMetadataKeySyncIdentifier", .string(client)))
      if let version = metadata?["clientRecordVersion"]?.integer {
        entries.append(
          .init(isPart ? "health_connect_client_record_version" : "HKMetadataKeySyncVersion", .int64(version)))
      }
    }
    if isPart, let uuid { entries.append(.init("health_connect_record", .string(uuid.uppercased()))) }
    guard !entries.isEmpty else { return }
    json.object("metadata") { metadata in
      for entry in entries {
        if case .object(let members) = entry.value {
          metadata.object(entry.key) { inner in for member in members { inner.scalar(member.key, member.value) } }
        } else {
          metadata.scalar(entry.key, entry.value)
        }
      }
    }
  }
}
