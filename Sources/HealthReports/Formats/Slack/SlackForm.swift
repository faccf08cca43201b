import HealthJSON
import HealthModel

/// What a run came to as a message for Slack: Block Kit, for an incoming webhook or `chat.postMessage`.
///
/// The verdict, the thresholds, the findings by code and type, and the files that need a look. Slack refuses a message
/// that is over one of its limits, so the message stays below them and says what it leaves out.
struct SlackForm: ReportForm {
  /// The most kinds of findings, thresholds and files that are listed.
  static let limitOfRows = 20
  static let limitOfThresholds = 40
  static let limitOfFiles = 10

  init() {}

  func wants(_ code: DiagnosticCode, _ severity: Severity) -> Bool { false }

  mutating func add(_ diagnostic: Diagnostic, to output: ByteOutput) throws(OutputError) {}

  mutating func end(_ ending: ReportEnding, to output: ByteOutput) throws(OutputError) {
    var message = SlackMessage(title: title(ending))
    message.addSection([SlackText.plain(ending.samplesText)])
    if ending.summary.isIncomplete {
      let words = IncompleteReason.words(ending.summary.incompleteReasons, "an input")
      message.addSection(["*Incomplete:* \(SlackText.plain(words))"])
    }
    let thresholds = ending.outcome.thresholds
    // What failed the run is never among what is left out.
    let ordered = thresholds.filter(\.isExceeded) + thresholds.filter { !$0.isExceeded }
    message.addList(
      "Thresholds",
      ordered.prefix(Self.limitOfThresholds).map { item in
        let verdict = item.isExceeded ? "*exceeded*" : "within"
        return "• \(SlackText.code(item.text)) \(verdict), \(item.countText), limit \(item.limitText)"
      }, rest: thresholds.count - Self.limitOfThresholds, "threshold")
    message.addList(
      "Findings", ending.rows.prefix(Self.limitOfRows).map { line($0, ending) },
      rest: ending.rows.count - Self.limitOfRows, "kind")
    let worst = ending.worstFiles(.max)
    message.addList(
      "Files",
      worst.prefix(Self.limitOfFiles).map { file in
        "• \(SlackText.code(file.path)) \(GroupedDigits.string(file.refused)) refused"
          + "\(ShareText.suffix(file.refused, of: file.read)), \(file.stateText)"
      }, rest: worst.count - Self.limitOfFiles, "file")
    message.addContext([ending.outcome.dayText, "assay \(ending.version)"].compactMap { $0 }.joined(separator: ", "))
    try output.append(message.bytes)
    try output.append("\n")
  }

  private func title(_ ending: ReportEnding) -> String {
    let project = ending.outcome.project.map { "\($0): " } ?? "Assay: "
    return project + ending.verdictText
  }

  private func line(_ row: FindingsLedger.Row, _ ending: ReportEnding) -> String {
    var text = "• *\(row.severity.name)* \(SlackText.code(row.name))"
    if let type = row.type { text += " \(SlackText.code(type))" }
    text += " \(GroupedDigits.string(row.count))" + (ending.rate(of: row).map { " (\($0) %)" } ?? "")
    if let first = row.first { text += ", first \(SlackText.code(TextReport.placeText(first)))" }
    return text
  }
}
