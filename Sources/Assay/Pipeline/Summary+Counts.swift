import HealthModel
import HealthReports
import HealthStorage
import HealthValidation

/// The counts of one input; its file has the same numbers.
extension Summary {
  /// The numbers that a store keeps with an import.
  var counts: ImportCounts {
    var counts = ImportCounts()
    counts.read = read
    counts.accepted = accepted
    counts.duplicates = duplicates ?? 0
    counts.conflicts = conflicts ?? 0
    counts.refused = refused
    return counts
  }

  mutating func add(_ result: ChunkResult, _ registry: Registry) {
    records += result.records
    read += result.total.read
    accepted += result.total.accepted
    refused += result.total.refused
    if result.total.fixed > 0 { fixed = (fixed ?? 0) + result.total.fixed }
    files[0].read += result.total.read
    files[0].accepted += result.total.accepted
    files[0].refused += result.total.refused
    for (index, tally) in result.byType.enumerated() where tally.read > 0 {
      let id = registry.types[index].id
      byType[id, default: TypeCounts()].read += tally.read
      byType[id, default: TypeCounts()].accepted += tally.accepted
      byType[id, default: TypeCounts()].refused += tally.refused
    }
  }

  /// Moves samples that a store did not take from the accepted ones.
  mutating func add(_ outcome: BatchOutcome, of batch: SampleBatch, _ registry: Registry) {
    let refusals = outcome.refused.count
    let others = outcome.duplicates.count + outcome.conflicts.count
    duplicates = (duplicates ?? 0) + outcome.duplicates.count
    conflicts = (conflicts ?? 0) + outcome.conflicts.count
    accepted -= others + refusals
    refused += refusals
    files[0].accepted -= others + refusals
    files[0].refused += refusals
    for rows in [outcome.duplicates, outcome.conflicts] {
      for row in rows { byType[registry.types[Int(batch.type[row])].id, default: TypeCounts()].accepted -= 1 }
    }
    for row in outcome.refused {
      let id = registry.types[Int(batch.type[row])].id
      byType[id, default: TypeCounts()].accepted -= 1
      byType[id, default: TypeCounts()].refused += 1
    }
  }

  /// Subtracts members that were already read as separate records.
  mutating func discount(repeats: [Int], of batch: SampleBatch, _ registry: Registry) {
    read -= repeats.count
    accepted -= repeats.count
    files[0].read -= repeats.count
    files[0].accepted -= repeats.count
    for row in repeats {
      let id = registry.types[Int(batch.type[row])].id
      byType[id, default: TypeCounts()].read -= 1
      byType[id, default: TypeCounts()].accepted -= 1
    }
  }

  /// Adds a record that cannot be read, which counts as one sample.
  mutating func addUnreadRecord() {
    records += 1
    read += 1
    refused += 1
    files[0].read += 1
    files[0].refused += 1
  }

  /// Counts findings about an input or samples of it.
  mutating func count(_ code: DiagnosticCode, _ severity: Severity, type: String?, times: Int = 1) {
    count(code, severity, times: times)
    if severity == .warning, let type { byType[type, default: TypeCounts()].warnings += times }
  }
}

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
