import HealthModel
public import HealthQueries

/// The samples of a body, and what the rules say about them: see ``BodyValidator/judged(_:as:now:subject:)``.
public struct JudgedBody: Sendable {
  /// The counts and the findings.
  public let verdict: BodyVerdict
  /// The samples in the order of the body.
  ///
  /// ``HealthStore/save(_:)-(JudgedSamples)`` stores those without an error in one transaction. The others are refused, with
  /// the findings that the verdict keeps.
  public let samples: JudgedSamples
}

/// Where the samples of a body are in the batch that is made of them.
struct BodyRows {
  private var rows: [Int32] = []
  private var unset: Set<Int> = []
  private var end = 0

  /// Adds the next sample.
  mutating func add(isAccepted: Bool, upTo end: Int) {
    if isAccepted, end == self.end { unset.insert(rows.count) }
    rows.append(end > self.end ? Int32(clamping: self.end) : -1)
    self.end = end
  }

  /// The rows, of which none are left.
  mutating func take() -> BodyRows {
    defer { self = BodyRows() }
    return self
  }

  func samples(_ batch: SampleBatch, _ verdict: BodyVerdict) -> JudgedSamples {
    var batch = batch
    // Places in a body that is not kept.
    batch.record = Array(repeating: .empty, count: batch.count)
    var findings: [Int: [Diagnostic]] = [:]
    // One after the samples is about the place where the body is not JSON.
    for finding in verdict.findings where finding.sample < rows.count {
      findings[finding.sample, default: []].append(finding.diagnostic)
    }
    return JudgedSamples(batch: batch, rows: rows, unset: unset, findings: findings)
  }
}
