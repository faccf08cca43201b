import Assay
import HealthModel
import HealthReports

/// What lint does when all data was read: suppressions and baselines are judged, thresholds held against the numbers.
struct LintEnding {
  let baseline: BaselineOptions
  let baselinePath: String?
  let writePath: String?
  let rules: ProjectCheck?
  let selection: LintSelection
  let excerpts: TextExcerpts

  /// - Returns: the status that thresholds ask for.
  func run(_ session: CheckSession, _ summary: inout Summary) throws -> Int32 {
    let filter = session.filter
    if !selection.isNarrowed, let rules {
      try session.report(rules.unused(filter).map(excerpts.adding), into: &summary)
    }
    if let baselinePath {
      if baseline.prunesBaseline {
        try BaselineOptions.write(filter.pruned(where: selection.isChecked), to: baselinePath)
      } else {
        let stale = filter.stale(where: selection.isChecked)
        try session.report(ProjectCheck.stale(stale, path: baselinePath), into: &summary)
      }
    }
    if let writePath {
      try BaselineOptions.write(filter.recorded, to: writePath)
      let count = filter.recorded.counts.values.reduce(0, +)
      StandardError.write(
        "wrote \(count) finding\(count == 1 ? "" : "s") of \(filter.recorded.counts.count) classes to "
          + "\(TextEscaping.escaped(writePath, limit: 1000))\n")
    }
    let exceeded = rules?.exceeded(by: summary) ?? []
    try session.report(exceeded.map(excerpts.adding), into: &summary)
    return exceeded.isEmpty ? ExitStatus.done : ExitStatus.refused
  }
}
