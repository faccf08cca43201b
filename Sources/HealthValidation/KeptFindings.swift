import HealthModel

/// How many findings there are, by severity.
package struct FindingCounts: Sendable, Hashable {
  package internal(set) var errors = 0
  package internal(set) var warnings = 0
  package internal(set) var notes = 0

  /// All of them.
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
  let unkept: FindingCounts
}

/// The findings of a record: kept up to the most that are wanted, and counted beyond.
///
/// One record may have millions of findings, so they are limited where they are found and not after it.
extension SampleJudge {
  var findingMark: FindingMark { mutating get { FindingMark(kept: findings.count, unkept: unkept) } }

  mutating func keep(_ finding: Finding) {
    if findings.count < maximumFindings { findings.append(finding) } else { unkept.add(finding.severity) }
  }

  mutating func removeFindings(since mark: FindingMark) {
    findings.removeSubrange(mark.kept...)
    unkept = mark.unkept
  }

  mutating func hasError(since mark: FindingMark) -> Bool {
    unkept.errors > mark.unkept.errors || findings[mark.kept...].contains { $0.severity == .error }
  }

  mutating func makeNotes(since mark: FindingMark) {
    for index in mark.kept..<findings.count { findings[index].severity = .note }
    let added = unkept.total - mark.unkept.total
    unkept = mark.unkept
    unkept.notes += added
  }
}
