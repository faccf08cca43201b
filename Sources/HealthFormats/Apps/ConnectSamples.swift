import HealthConnect
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
        at: place,
        record: piece.bytes)
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
    _ name: String, of record: JSONValue, _ place: ConvertedPlace, to lines: inout ConvertedLines
  ) -> [JSONValue]? {
    guard let value = record[name] else { return [] }
    if let elements = value.elements { return elements }
    lines.addFault("`\(name)` is not a list", at: place)
    return nil
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
    _ place: ConvertedPlace, to lines: inout ConvertedLines
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
