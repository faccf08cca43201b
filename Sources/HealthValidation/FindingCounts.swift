package import HealthModel

package struct FindingCounts: Sendable, Hashable {
  package internal(set) var errors = 0
  package internal(set) var warnings = 0
  package internal(set) var notes = 0

  package var total: Int { errors + warnings + notes }

  mutating func add(_ severity: Severity) {
    switch severity {
    case .error: errors += 1
    case .warning: warnings += 1
    case .note: notes += 1
    }
  }
}

/// A place in the findings of a judge: those that it kept before, and those that it only counted before.
struct FindingMark {
  let kept: Int
  let late: Int
  let unkept: FindingCounts
}

/// The findings of a record: kept up to the most that are wanted, and counted beyond.
///
/// One record may have millions of findings, so they are limited where they are found and not after it. Errors take
/// precedence: those found when the list is full are kept apart, and replace warnings and notes from the list's end when
/// the findings are read. Nothing moves in the list until then, because records are known by their places in it.
extension SampleJudge {
  var findingMark: FindingMark {
    mutating get { FindingMark(kept: findings.count, late: lateErrors.count, unkept: unkept) }
  }

  mutating func keep(_ finding: Finding) {
    if findings.count < maximumFindings { findings.append(finding) } else { count(unkept: finding) }
  }

  private mutating func count(unkept finding: Finding) {
    unkept.add(finding.severity)
    if finding.severity == .error, lateErrors.count < maximumFindings { lateErrors.append(finding) }
  }

  mutating func removeFindings(since mark: FindingMark) {
    findings.removeSubrange(mark.kept...)
    lateErrors.removeSubrange(mark.late...)
    unkept = mark.unkept
  }

  mutating func hasError(since mark: FindingMark) -> Bool {
    unkept.errors > mark.unkept.errors || findings[mark.kept...].contains { $0.severity == .error }
  }

  mutating func makeNotes(since mark: FindingMark) {
    for index in mark.kept..<findings.count { findings[index].severity = .note }
    lateErrors.removeSubrange(mark.late...)
    let added = unkept.total - mark.unkept.total
    unkept = mark.unkept
    unkept.notes += added
  }
}

/// Which findings of a judge are shown: its errors up to the most that are kept, and as many of its first warnings and
/// notes as fit beside them.
package struct FindingChoice: Sendable {
  /// From here on, only the errors among the findings are shown.
  private let firstReplaced: Int
  private let lateCount: Int

  package init(_ judge: borrowing SampleJudge) {
    var (place, replaced) = (judge.findings.count, 0)
    while replaced < judge.lateErrors.count, place > 0 {
      place -= 1
      if judge.findings[place].severity != .error { replaced += 1 }
    }
    (firstReplaced, lateCount) = (place, replaced)
  }

  /// The findings of a record that are shown, in input order.
  package func findings(of judge: borrowing SampleJudge, kept: Range<Int>, late: Range<Int>) -> [Finding] {
    judge.findings[kept.clamped(to: 0..<firstReplaced)]
      + judge.findings[kept.clamped(to: firstReplaced..<judge.findings.count)].filter { $0.severity == .error }
      + judge.lateErrors[late.clamped(to: 0..<lateCount)]
  }
}
