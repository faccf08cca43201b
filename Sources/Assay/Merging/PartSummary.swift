import HealthModel
import HealthReports

/// The summary of a report that is to be merged: counts, ranges, and what judged.
struct PartSummary {
  var counts: Summary
  let terms: RunTerms

  private static let known: Set<String> = [
    "files", "records", "elements", "read", "accepted", "duplicates", "conflicts", "refused", "errors", "warnings",
    "notes", "fixed", "suppressed", "known", "passed_over", "unsupported", "by_code", "by_type", "incomplete", "ranges",
    "version",
    "catalog", "tzdata", "now", "options",
  ]

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
    guard let counts = Summary(json, isWhole: true) else { throw fault("the summary has a count that is none") }
    self.counts = counts
  }
}
