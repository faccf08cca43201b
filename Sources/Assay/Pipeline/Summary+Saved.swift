import HealthFormats
import HealthReports

/// A summary saved with an import's position, so that a resumed run's numbers cover the whole job.
extension Summary {
  /// The summary as JSON text.
  var saved: String {
    var json = JSONBuilder()
    append(to: &json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Reads saved text; `nil` when it is none.
  init?(saved text: String) {
    guard let json = JSONDocument(text.utf8), case .object = json else { return nil }
    self.init()
    records = json["records"]?.integer ?? 0
    read = json["read"]?.integer ?? 0
    accepted = json["accepted"]?.integer ?? 0
    refused = json["refused"]?.integer ?? 0
    errors = json["errors"]?.integer ?? 0
    warnings = json["warnings"]?.integer ?? 0
    notes = json["notes"]?.integer ?? 0
    duplicates = json["duplicates"]?.integer
    conflicts = json["conflicts"]?.integer
    isIncomplete = json["incomplete"]?.flag ?? false
    elements = Self.counts(json["elements"])
    unsupported = Self.counts(json["unsupported"])
    byCode = Self.counts(json["by_code"])
    for (type, item) in json["by_type"]?.members ?? [:] {
      var counts = TypeCounts()
      counts.read = item["read"]?.integer ?? 0
      counts.accepted = item["accepted"]?.integer ?? 0
      counts.refused = item["refused"]?.integer ?? 0
      counts.warnings = item["warnings"]?.integer ?? 0
      byType[type] = counts
    }
    for item in json["files"]?.elements ?? [] {
      var file = File(path: item["path"]?.text ?? "", format: item["format"]?.text ?? "")
      file.read = item["read"]?.integer ?? 0
      file.accepted = item["accepted"]?.integer ?? 0
      file.refused = item["refused"]?.integer ?? 0
      file.isIncomplete = item["incomplete"]?.flag ?? false
      files.append(file)
    }
    guard !files.isEmpty else { return nil }
  }

  private static func counts(_ json: JSONDocument?) -> [String: Int] {
    (json?.members ?? [:]).compactMapValues(\.integer)
  }
}
