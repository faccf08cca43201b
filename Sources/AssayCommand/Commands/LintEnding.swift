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
  /// Whether the definitions could be used, so that data was judged at all.
  let isSound: Bool
  let isQuiet: Bool
  /// Whether the line about windows is written even when they left nothing out.
  let isVerbose: Bool

  /// - Returns: the status that thresholds and a broken project ask for.
  func run(_ session: CheckSession, _ summary: inout Summary) throws -> Int32 {
    try session.finishAcross(into: &summary)
    AcrossCoverageLine.write(session.across, isVerbose: isVerbose, isQuiet: isQuiet || summary.read == 0)
    let filter = session.filter
    // What was not read to its end says nothing of what no longer occurs.
    let isWhole = isSound && session.checked.count >= selection.all.count && !selection.isNarrowed
    let files = Set(selection.all)
    func isChecked(_ entry: BaselineEntry) -> Bool {
      // What several samples say together needs all of them, and the rules that judge them.
      let isAcross = entry.code.family == .across || entry.code.family == .identity && entry.code != .uuidInvalid
      if isAcross { return isWhole && session.across != nil }
      guard let path = entry.path else { return isWhole }
      return isSound && (session.checked.contains(path) || isDefinition(path, files))
    }
    if isWhole, let rules {
      try session.report(rules.unused(filter).map(excerpts.adding), into: &summary)
    }
    var status = isSound ? ExitStatus.done : ExitStatus.refused
    if let baselinePath {
      if baseline.prunesBaseline {
        let isReady = isSound && selection.files.allSatisfy(session.checked.contains)
        if isReady {
          try BaselineOptions.write(filter.pruned(where: isChecked), to: baselinePath)
        } else {
          status = refuse("pruned", baselinePath)
        }
      } else {
        try session.report(ProjectCheck.stale(filter.stale(where: isChecked), path: baselinePath), into: &summary)
      }
    }
    if let writePath {
      if isWhole {
        try BaselineOptions.write(filter.recorded, to: writePath)
        let count = filter.recorded.findingCount
        let classes = filter.recorded.classCount
        StandardError.write(
          "wrote \(GroupedDigits.string(count)) finding\(count == 1 ? "" : "s") of \(GroupedDigits.string(classes)) class\(classes == 1 ? "" : "es") to "
            + "\(TextEscaping.escaped(writePath, limit: 1000))\n")
      } else {
        status = refuse("written", writePath)
      }
    }
    session.reporter.outcome.thresholds = rules?.thresholds(summary) ?? []
    let exceeded = rules?.exceeded(by: summary) ?? []
    try session.report(exceeded.map(excerpts.adding), into: &summary)
    return exceeded.isEmpty ? status : ExitStatus.refused
  }

  /// Whether a path is no file of the data sets: then it is a definition, which was checked when all were.
  private func isDefinition(_ path: String, _ files: Set<String>) -> Bool {
    !selection.isNarrowed && !files.contains(path)
  }

  private func refuse(_ word: String, _ path: String) -> Int32 {
    StandardError.write(
      "assay: \(TextEscaping.escaped(path, limit: 1000)) was not \(word): not all data was checked, see above\n")
    return ExitStatus.refused
  }
}
