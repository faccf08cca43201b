import HealthModel
import HealthReports

/// The summary of a report that is to be merged: counts, ranges, and what judged.
struct PartSummary {
  var counts: Summary
  let terms: RunTerms

  /// A number that sums of many reports can hold.
  private static let most: Int64 = 1 << 46

  private static let known: Set<String> = [
    "files", "records", "elements", "read", "accepted", "duplicates", "conflicts", "refused", "errors", "warnings",
    "notes", "fixed", "suppressed", "known", "passed_over", "unsupported", "by_code", "by_type", "incomplete", "ranges",
    "version",
    "catalog", "tzdata", "now", "options",
  ]

  private static var sums: [(String, WritableKeyPath<Summary, Int>)] {
    [
      ("records", \.records), ("read", \.read), ("accepted", \.accepted), ("refused", \.refused), ("errors", \.errors),
      ("warnings", \.warnings), ("notes", \.notes),
    ]
  }

  private static var optionalSums: [(String, WritableKeyPath<Summary, Int?>)] {
    [
      ("duplicates", \.duplicates), ("conflicts", \.conflicts), ("fixed", \.fixed), ("suppressed", \.suppressed),
      ("known", \.known), ("passed_over", \.passedOver),
    ]
  }

  /// Reads the last line of a report.
  init(_ line: [UInt8], of path: String) throws(Failure) {
    let shown = TextEscaping.escaped(path, limit: 1000)
    func fault(_ text: String) -> Failure { .usage("\(shown): \(text)") }
    guard let object = JSONValue(parsing: line), let json = object["summary"], object.members?.count == 1 else {
      throw fault("the last line is not a summary, so the report broke off; run its command again")
    }
    if json["thresholds"] != nil {
      throw fault("it has thresholds, which are about a whole run; leave out --fail-if and `fail_if` for parts")
    }
    if let other = json.members?.first(where: { !Self.known.contains($0.key) }) {
      throw fault("the summary has `\(TextEscaping.escaped(other.key, limit: 100))`, which cannot be merged")
    }
    guard let version = json["version"]?.text, let catalog = json["catalog"]?.text, let now = json["now"]?.text,
      case .object(let options) = json["options"]
    else { throw fault("the summary does not say what judged; make the report with this version of assay") }
    var terms = RunTerms(version: version, catalog: catalog, timeZones: json["tzdata"]?.text, now: now)
    for option in options {
      switch option.value {
      case .string(let text): terms.options[option.key] = .text(text)
      case .boolean(true): terms.options[option.key] = .flag
      default: throw fault("the option `\(TextEscaping.escaped(option.key, limit: 100))` is of no known form")
      }
    }
    if terms.options["across"] != nil {
      throw fault("--across looks at the samples of all inputs together; its reports cannot be merged")
    }
    self.terms = terms
    guard let counts = Self.counts(json) else { throw fault("the summary has a count that is none") }
    self.counts = counts
  }

  private static func count(_ json: JSONValue?) -> Int? {
    guard let number = json?.integer, (0...most).contains(number) else { return nil }
    return Int(number)
  }

  private static func counts(_ json: JSONValue) -> Summary? {
    var summary = Summary()
    for (key, path) in sums {
      guard let number = count(json[key]) else { return nil }
      summary[keyPath: path] = number
    }
    for (key, path) in optionalSums where json[key] != nil {
      guard let number = count(json[key]) else { return nil }
      summary[keyPath: path] = number
    }
    guard let elements = table(json["elements"]), let unsupported = table(json["unsupported"]),
      let byCode = table(json["by_code"]), let isIncomplete = json["incomplete"]?.flag
    else { return nil }
    (summary.elements, summary.unsupported, summary.byCode) = (elements, unsupported, byCode)
    summary.isIncomplete = isIncomplete
    for type in json["by_type"]?.members ?? [] {
      guard let read = count(type.value["read"]), let accepted = count(type.value["accepted"]),
        let refused = count(type.value["refused"]), let warnings = count(type.value["warnings"])
      else { return nil }
      var counts = Summary.TypeCounts()
      (counts.read, counts.accepted, counts.refused, counts.warnings) = (read, accepted, refused, warnings)
      summary.byType[type.key] = counts
    }
    for item in json["files"]?.elements ?? [] {
      guard let path = item["path"]?.text, let format = item["format"]?.text, let read = count(item["read"]),
        let accepted = count(item["accepted"]), let refused = count(item["refused"]),
        let isIncomplete = item["incomplete"]?.flag
      else { return nil }
      var file = Summary.File(path: path, format: format)
      (file.read, file.accepted, file.refused, file.isIncomplete) = (read, accepted, refused, isIncomplete)
      summary.files.append(file)
    }
    for item in json["ranges"]?.elements ?? [] {
      guard let range = range(item) else { return nil }
      summary.ranges = (summary.ranges ?? []) + [range]
    }
    return summary
  }

  private static func table(_ json: JSONValue?) -> [String: Int]? {
    var table: [String: Int] = [:]
    for member in json?.members ?? [] {
      guard let number = count(member.value) else { return nil }
      table[member.key] = number
    }
    return table
  }

  private static func range(_ json: JSONValue) -> ReadRange? {
    guard let path = json["path"]?.text, let start = json["start"]?.integer, let end = json["end"]?.integer, start >= 0,
      end >= start, let size = count(json["size"]), let lines = count(json["lines"]), let bytes = count(json["bytes"])
    else { return nil }
    if json["first_byte"] != nil, count(json["first_byte"]) == nil { return nil }
    var range = ReadRange(
      path: path, start: start, end: end, size: Int64(size), firstByte: count(json["first_byte"]).map(Int64.init),
      lines: lines, bytes: Int64(bytes), sha256: json["sha256"]?.text)
    if case .object(let finding) = json["if_empty"] {
      var object = JSONBuilder()
      object.object { object in
        for member in finding {
          if let text = member.value.text { object.member(member.key, text) }
          if let flag = member.value.flag { object.member(member.key, flag) }
        }
      }
      range.ifEmpty = object.bytes
    }
    return range
  }
}
