import HealthConnect
import HealthModel

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

  /// The id of a part, the same as that of the part of the record in the database.
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

  /// Begins a sample that is all of the record.
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
