import HealthModel

/// One format of reports: takes findings in their order, and the numbers at the end, and appends text to an output.
///
/// A form keeps only bounded state: forms that print everything do so at once, the others keep what they will show.
protocol ReportWriter {
  /// Whether a finding of this code and severity would be shown; otherwise it is only counted in the ledger.
  func wants(_ code: DiagnosticCode, _ severity: Severity) -> Bool
  /// Takes a finding that is wanted.
  mutating func add(_ diagnostic: Diagnostic, to output: ByteOutput) throws(OutputError)
  mutating func end(_ ending: ReportEnding, to output: ByteOutput) throws(OutputError)
}

extension ReportWriter {
  func wants(_ code: DiagnosticCode, _ severity: Severity) -> Bool { true }
}

struct ReportEnding {
  var summary: Summary
  /// All findings counted by code, severity and type, worst first.
  var rows: [FindingCounter.Row]
  var total: Int
  /// Samples by type and day, when they were counted.
  var calendar: SampleCalendar?
  /// The titles of the calendar's types, by their index.
  var typeNames: [String]
  var version: String
  var outcome = RunOutcome()

  /// A row's findings for each 100 samples read of its type, or of all if it has none; `nil` if that is not known.
  func rate(of row: FindingCounter.Row) -> String? {
    ShareText.percent(row.count, of: row.type.map { summary.byType[$0]?.read ?? 0 } ?? summary.read)
  }

  func count(_ severity: Severity) -> Int { rows.reduce(0) { $1.severity == severity ? $0 + $1.count : $0 } }

  /// The numbers of findings in words: `12 errors, 1 warning`, or `no findings`.
  var countText: String {
    let parts = [Severity.error, .warning, .note].compactMap { (severity: Severity) -> String? in
      let number = count(severity)
      return number == 0 ? nil : GroupedDigits.counted(number, severity.name)
    }
    return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
  }

  /// The result in a few words: `failed, incomplete, 12 errors, 1 warning`.
  var verdictText: String {
    var words: [String] = []
    if let isPassed = outcome.isPassed { words.append(isPassed ? "passed" : "failed") }
    if summary.isIncomplete { words.append("incomplete") }
    words.append(countText)
    return words.joined(separator: ", ")
  }

  /// The samples: `2,821 samples of 3 files read, 2,765 accepted, 56 refused (1.99 %)`.
  var samplesText: String {
    let files = summary.files.isEmpty ? "" : " of \(GroupedDigits.counted(summary.files.count, "file"))"
    var parts = ["\(GroupedDigits.counted(summary.read, "sample"))\(files) read"]
    parts.append("\(GroupedDigits.string(summary.accepted)) accepted")
    let others = [
      (summary.duplicates, "duplicates"), (summary.conflicts, "conflicts"), (summary.passedOver, "records passed over"),
      (summary.suppressed, "suppressed"), (summary.known, "in the baseline"),
    ]
    parts.append(
      "\(GroupedDigits.string(summary.refused)) refused" + ShareText.suffix(summary.refused, of: summary.read))
    for case (let number?, let word) in others where number > 0 {
      parts.append("\(GroupedDigits.string(number)) \(word)")
    }
    if let skipped = summary.skippedText { parts.append(skipped) }
    return parts.joined(separator: ", ")
  }

  /// The inputs that need a look: those that were not read to their end, then those with most refused samples.
  var worstFiles: [Summary.File] { Self.worstFirst(summary.files.filter { $0.isIncomplete || $0.refused > 0 }) }

  /// Inputs that were not read to their end first, then those with most refused samples.
  static func worstFirst(_ files: [Summary.File]) -> [Summary.File] {
    files.enumerated().sorted { left, right in
      if left.element.isIncomplete != right.element.isIncomplete { return left.element.isIncomplete }
      if left.element.refused != right.element.refused { return left.element.refused > right.element.refused }
      return left.offset < right.offset
    }.map(\.element)
  }
}

/// Keeps a limited number of elements: the most severe, and among equally severe ones the first.
struct MostSevereFirst<Element> {
  private var kept: [[Element]]
  private let limit: Int
  private(set) var count = 0

  init(limit: Int) {
    self.limit = limit
    kept = Array(repeating: [], count: Int(Severity.error.rawValue) + 1)
  }

  func wants(_ severity: Severity) -> Bool { count < limit || kept[..<Int(severity.rawValue)].contains { !$0.isEmpty } }

  /// Keeps an element; if the list is full, it replaces the last one of the lowest severity.
  ///
  /// - Returns: the element that it replaced.
  @discardableResult mutating func add(_ element: Element, _ severity: Severity) -> Element? {
    guard wants(severity) else { return nil }
    var replaced: Element?
    if count == limit, let least = kept.firstIndex(where: { !$0.isEmpty }) {
      replaced = kept[least].removeLast()
      count -= 1
    }
    kept[Int(severity.rawValue)].append(element)
    count += 1
    return replaced
  }

  /// The elements: the highest severity first, each severity in the order they came.
  var elements: [Element] { kept.reversed().flatMap { $0 } }
}
