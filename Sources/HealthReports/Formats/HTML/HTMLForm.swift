import HealthModel

/// Findings as one page of HTML for people: numbers, pictures, tables and the first findings.
///
/// The page is self-contained: it runs no script, loads nothing and has no link. The day it names is that of the run's
/// clock, so that the same run makes the same bytes.
struct HTMLForm: ReportForm {
  private let title: String
  private var findings = KeptFindings()

  init(title: String) {
    self.title = title
  }

  /// Whether a finding of this code and severity would be shown; otherwise it is only counted in the ledger.
  func wants(_ code: DiagnosticCode, _ severity: Severity) -> Bool { findings.hasRoom(for: code, severity) }

  /// Keeps a finding for the end.
  mutating func add(_ diagnostic: Diagnostic, to output: ByteOutput) throws(OutputError) {
    findings.keep(diagnostic)
  }

  /// Writes the page.
  mutating func end(_ ending: ReportEnding, to output: ByteOutput) throws(OutputError) {
    let errors = ending.rows.reduce(0) { $0 + ($1.severity == .error ? $1.count : 0) }
    let title = title + (ending.outcome.project.map { ": " + TextEscaping.escaped($0, limit: 200) } ?? "")
    let header = HTMLHeader(title: title, summary: ending.summary, errors: errors, outcome: ending.outcome)
    let days = ending.outcome.dayText.map { ", \($0)" } ?? ""
    try output.append(HTMLDocument.opening(title: title + days))
    try output.append(header.html())
    try output.append("<main>\n")
    try output.append(HTMLTables.thresholds(ending.outcome.thresholds))
    if !ending.rows.isEmpty { try output.append(Self.charts(ending.rows)) }
    try output.append(HTMLCalendar.section(ending.calendar, names: ending.typeNames))
    if !ending.rows.isEmpty { try output.append(HTMLTables.counts(ending)) }
    try output.append(HTMLFindings.opening(shown: findings.count, total: ending.total))
    for group in FindingGroup.groups(findings.ordered) { try output.append(HTMLFindings.article(group)) }
    try output.append(HTMLFindings.closing)
    try output.append(HTMLTables.files(ending.summary.files))
    try output.append(HTMLDocument.closing(version: ending.version))
  }

  /// Findings by code and by type, side by side if there is space.
  private static func charts(_ rows: [FindingsLedger.Row]) -> String {
    let byCode = HTMLBarChart(id: "codes", title: "Findings by code", noun: "code", rows: rows) { $0.name }
    let byType = HTMLBarChart(id: "types", title: "Findings by type", noun: "type", rows: rows) {
      $0.type ?? "(no type)"
    }
    return """
      <div class="charts">
      <section aria-labelledby="codes-heading">
      <h2 id="codes-heading">Findings by code</h2>
      \(byCode.html())</section>
      <section aria-labelledby="types-heading">
      <h2 id="types-heading">Findings by type</h2>
      \(byType.html())</section>
      </div>

      """
  }
}
