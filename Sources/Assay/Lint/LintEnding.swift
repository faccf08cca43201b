import HealthModel
import HealthReports

/// The end of a lint run, after all data was read: suppressions and baselines are judged, thresholds held against the
/// numbers.
struct LintEnding {
  let baseline: LintBaseline
  let rules: ProjectCheck?
  let selection: LintSelection
  let excerpts: TextExcerpts
  /// Whether the definitions could be used, so that data was judged at all.
  let isUsable: Bool

  /// Reports what can be said at the end.
  ///
  /// - Returns: the status that thresholds and a broken project ask for.
  /// - Throws: `RunFailure` if a report or a baseline cannot be written.
  func run(_ session: CheckSession, _ summary: inout Summary, notes: inout [LintOutcome.Note]) throws -> RunStatus {
    try session.finishRules(into: &summary)
    try session.finishAcross(into: &summary)
    if let across = session.across {
      notes.append(.coverage(across.coverage, leftWindow: across.leftWindow, isEmpty: summary.read == 0))
    }
    let filter = session.filter
    // An input that was not read to its end does not show which findings no longer occur.
    let isWhole = isUsable && session.checked.count >= selection.all.count && !selection.isNarrowed
    let files = Set(selection.all)
    func isChecked(_ entry: BaselineEntry) -> Bool {
      // Of a rule of a plugin that did not run nothing is known.
      if entry.code == .pluginRule {
        guard session.hasJudged(by: entry.evidence) else { return false }
        return entry.path.map(session.checked.contains) ?? isWhole
      }
      // Findings about several samples need all of them, and the rules that judge them.
      let isAcross = entry.code.family == .across || entry.code.family == .identity && entry.code != .uuidInvalid
      if isAcross { return isWhole && session.across != nil }
      guard let path = entry.path else { return isWhole }
      return isUsable && (session.checked.contains(path) || isDefinition(path, files))
    }
    if isWhole, let rules {
      try session.report(rules.unused(filter, hasJudged: session.hasJudged).map(excerpts.adding), into: &summary)
    }
    var status = isUsable ? RunStatus.done : .refused
    if let path = baseline.path {
      if !baseline.prunes {
        try session.report(ProjectCheck.stale(filter.stale(where: isChecked), path: path), into: &summary)
      } else if isUsable && selection.files.allSatisfy(session.checked.contains) {
        try BaselineFile.write(filter.pruned(where: isChecked), to: path)
      } else {
        notes.append(.notWritten(path, word: "pruned"))
        status = .refused
      }
    }
    if let path = baseline.writePath {
      if isWhole {
        try BaselineFile.write(filter.recorded, to: path)
        notes.append(
          .written(path, findings: filter.recorded.findingCount, classes: filter.recorded.classCount))
      } else {
        notes.append(.notWritten(path, word: "written"))
        status = .refused
      }
    }
    return max(status, try session.plan.finish(session.reporter, into: &summary, shown: excerpts.adding))
  }

  /// Whether a path is not a file of the data sets: then it is a definition, which was checked when all were.
  private func isDefinition(_ path: String, _ files: Set<String>) -> Bool {
    !selection.isNarrowed && !files.contains(path)
  }
}
