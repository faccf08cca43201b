import HealthModel

/// One form of report: takes findings in their order, and the numbers at the end, and appends text to an output.
///
/// A form keeps only bounded state: forms that print everything do so at once, the others keep what they will show.
protocol ReportForm {
  /// Whether a finding of this code and severity would be shown; otherwise it is only counted in the ledger.
  func wants(_ code: DiagnosticCode, _ severity: Severity) -> Bool
  /// Takes a finding that is wanted.
  mutating func add(_ diagnostic: Diagnostic, to output: ByteOutput) throws(OutputError)
  /// Takes a finding that is wanted, as bytes; a form that shows more of it than words and place does not, and takes the
  /// diagnostic.
  mutating func add(_ finding: WordedFinding, to output: ByteOutput) throws(OutputError) -> Bool
  mutating func end(_ ending: ReportEnding, to output: ByteOutput) throws(OutputError)
}

extension ReportForm {
  mutating func add(_ finding: WordedFinding, to output: ByteOutput) throws(OutputError) -> Bool { false }
}

struct ReportEnding {
  /// The run's numbers.
  var summary: Summary
  /// All findings counted by code, severity and type, worst first.
  var rows: [FindingsLedger.Row]
  /// How many findings there are, shown or not.
  var total: Int
  /// Samples by type and day, when they were counted.
  var calendar: SampleCalendar?
  /// The titles of the calendar's types, by their index.
  var typeNames: [String]
  /// The program's version.
  var version: String
  var outcome = RunOutcome()
}

extension ReportEnding {
  /// A row's findings for each 100 samples read of its type, or of all if it has none; `nil` if that is not known.
  func rate(of row: FindingsLedger.Row) -> String? {
    ShareText.percent(row.count, of: row.type.map { summary.byType[$0]?.read ?? 0 } ?? summary.read)
  }

  func count(_ severity: Severity) -> Int {
    rows.reduce(0) { $1.severity == severity ? $0 + $1.count : $0 }
  }

  /// The numbers of findings in words: `12 errors, 1 warning`, or `no findings`.
  var countText: String {
    let parts = [Severity.error, .warning, .note].compactMap { (severity: Severity) -> String? in
      let number = count(severity)
      return number == 0 ? nil : "\(GroupedDigits.string(number)) \(severity.name)" + (number == 1 ? "" : "s")
    }
    return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
  }
}
