/// The forms findings are printed in: the one list of them.
///
/// Each has a separate folder in `Formats`.
public enum ReportFormat: String, Sendable, Hashable, CaseIterable {
  /// A line for each finding, the place in its source, what to do; for people.
  case full
  /// `path:line:column: error[code]: message`, one line for each finding.
  case concise
  /// One object: `schema`, `diagnostics`, `summary`.
  case json
  /// One diagnostic an object a line, then `{"summary": …}`.
  case jsonl
  /// SARIF 2.1.0 for code scanning: the 5,000 findings of the highest severity.
  case sarif
  /// Workflow commands, which GitHub shows beside the lines of a change.
  case github
  /// A Code Quality report, which GitLab shows beside the lines of a change.
  case gitlab
  /// JUnit's XML: a suite for each file, a case for each code found in it.
  case junit
  /// A page for the summary of a CI job.
  case markdown
  /// A page for the browser.
  case html
  /// A few lines of text: the verdict, thresholds, findings by code, the files that need a look.
  case summary

  /// A report of the format, without findings yet.
  func form(usesColor: Bool, maximumFindings: Int) -> any ReportWriter {
    switch self {
    case .full, .concise: TextReportWriter(format: self, usesColor: usesColor, maximumFindings: maximumFindings)
    case .json: JSONReportWriter()
    case .jsonl: JSONLinesReportWriter()
    case .sarif: SARIFReportWriter()
    case .github: GitHubReportWriter()
    case .gitlab: GitLabReportWriter()
    case .junit: JUnitReportWriter()
    case .markdown: MarkdownReportWriter()
    case .html: HTMLReportWriter(title: "Assay report")
    case .summary: SummaryReportWriter()
    }
  }

  /// Whether every finding is counted at its place, whatever their number.
  package var isComplete: Bool {
    switch self {
    case .json, .jsonl, .gitlab, .junit: true
    case .full, .concise, .sarif, .github, .markdown, .html, .summary: false
    }
  }

  /// Whether findings are shown in the text they are about.
  var showsExcerpts: Bool { self == .full || self == .html }

  /// Whether findings are identified by their classes, so that a later report recognizes them.
  var showsFingerprints: Bool { self == .sarif || self == .gitlab }
}
