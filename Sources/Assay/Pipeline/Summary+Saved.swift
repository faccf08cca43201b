import HealthModel
import HealthReports

/// A summary saved with an import's position, so that a resumed run's numbers cover the whole job.
extension Summary {
  var saved: String {
    var json = JSONBuilder()
    append(to: &json) { json in
      guard let scoped else { return }
      json.key("thresholds")
      json.array { list in
        for count in scoped {
          list.object { item in
            item.member("condition", count.condition)
            item.member("count", count.count)
            item.member("read", count.read)
          }
        }
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Reads saved text; `nil` if it is not a summary, or has a number that is too large to be added to.
  init?(saved text: String) {
    guard let json = JSONValue(parsing: text.utf8), case .object = json, Self.isCountable(json) else { return nil }
    self.init()
    records = json["records"]?.int ?? 0
    read = json["read"]?.int ?? 0
    accepted = json["accepted"]?.int ?? 0
    refused = json["refused"]?.int ?? 0
    errors = json["errors"]?.int ?? 0
    warnings = json["warnings"]?.int ?? 0
    notes = json["notes"]?.int ?? 0
    duplicates = json["duplicates"]?.int
    conflicts = json["conflicts"]?.int
    passedOver = json["passed_over"]?.int
    isIncomplete = json["incomplete"]?.flag ?? false
    elements = Self.counts(json["elements"])
    unsupported = Self.counts(json["unsupported"])
    byCode = Self.counts(json["by_code"])
    for type in json["by_type"]?.members ?? [] {
      let item = type.value
      var counts = TypeCounts()
      counts.read = item["read"]?.int ?? 0
      counts.accepted = item["accepted"]?.int ?? 0
      counts.refused = item["refused"]?.int ?? 0
      counts.warnings = item["warnings"]?.int ?? 0
      byType[type.key] = counts
    }
    scoped = json["thresholds"]?.elements.map { items in
      items.map { item in
        ScopedCount(
          condition: item["condition"]?.text ?? "", count: item["count"]?.int ?? 0, read: item["read"]?.int ?? 0)
      }
    }
    for item in json["files"]?.elements ?? [] {
      var file = File(path: item["path"]?.text ?? "", format: item["format"]?.text ?? "")
      file.read = item["read"]?.int ?? 0
      file.accepted = item["accepted"]?.int ?? 0
      file.refused = item["refused"]?.int ?? 0
      file.isIncomplete = item["incomplete"]?.flag ?? false
      files.append(file)
    }
    guard !files.isEmpty else { return nil }
  }

  private static func isCountable(_ json: JSONValue) -> Bool {
    switch json {
    case .int64(let number): number.magnitude <= 1 << 53
    case .array(let elements): elements.allSatisfy(isCountable)
    case .object(let members): members.allSatisfy { isCountable($0.value) }
    default: true
    }
  }

  private static func counts(_ json: JSONValue?) -> [String: Int] {
    (json?.members ?? []).reduce(into: [:]) { $0[$1.key] = $1.value.int }
  }
}
