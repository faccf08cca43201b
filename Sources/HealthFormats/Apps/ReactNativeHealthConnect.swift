import HealthConnect
import HealthModel

/// Records as the library react-native-health-connect reads and writes them: an array, a page (`records`), lists by the
/// name of their kind, or one a line.
struct ReactNativeHealthConnect: AppJSON {
  let patterns = [
    JSONPattern("records/*"), JSONPattern("data/*"), JSONPattern("?/*", keys: ConnectRecords.names),
    JSONPattern("?/*", isBeside: true),
  ]
  let takesDocuments = true

  private let samples: ConnectSamples

  init(_ types: Registry) { samples = ConnectSamples(types) }

  func add(_ record: JSONValue, _ piece: JSONPiece, to lines: inout ConvertedLines) {
    samples.add(record, piece, to: &lines)
  }
}

/// Records as the server HCGateway takes and gives them: as the library has them, in `data`.
struct HCGateway: AppJSON {
  private let records: ReactNativeHealthConnect

  var patterns: [JSONPattern] { records.patterns }
  var takesDocuments: Bool { true }

  init(_ types: Registry) { records = ReactNativeHealthConnect(types) }

  /// What the server answers has the record's own content in `data`, and around it id, app and times.
  func add(_ record: JSONValue, _ piece: JSONPiece, to lines: inout ConvertedLines) {
    guard let inner = record["data"]?.members else { return records.add(record, piece, to: &lines) }
    var members = inner
    func take(_ name: String, as key: String) {
      guard let value = record[name], value != .null, !members.contains(where: { $0.key == key }) else { return }
      members.append(JSONValue.Member(key, value))
    }
    let isInstant = record["end"] == nil || record["end"] == .null
    take("start", as: isInstant ? "time" : "startTime")
    take("end", as: "endTime")
    if !members.contains(where: { $0.key == "metadata" }) {
      var metadata: [JSONValue.Member] = []
      if let id = record["id"] ?? record["_id"] { metadata.append(JSONValue.Member("id", id)) }
      if let app = record["app"] { metadata.append(JSONValue.Member("dataOrigin", app)) }
      members.append(JSONValue.Member("metadata", .object(metadata)))
    }
    records.add(.object(members), piece, to: &lines)
  }
}
