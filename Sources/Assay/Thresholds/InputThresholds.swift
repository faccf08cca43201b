import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// What thresholds with a scope count of one input.
///
/// Findings are counted with others of their kind; only thresholds about types, sources and subjects look at each. A
/// valid sample costs nothing but, for sources and subjects, its bits.
struct InputThresholds {
  let plan: ThresholdPlan
  let input: UInt64
  private let bySample: UInt64

  /// `nil` if no threshold has a scope.
  init?(_ plan: ThresholdPlan, path: String?, _ resolved: ResolvedInput) {
    guard !plan.isIdle else { return nil }
    self.plan = plan
    input = plan.bits(ofInput: path, shown: resolved.displayPath)
    bySample = plan.scopes.bySample
  }

  /// Counts findings of a kind, for thresholds that are about files and data sets only.
  func count(_ code: DiagnosticCode, _ severity: Severity, times: Int, into summary: inout Summary) {
    let bits = plan.bits(code, severity)
    ThresholdPlan.add(times, (bits.code | bits.severity) & input & ~plan.scopes.byFinding, to: &summary)
  }

  func count(_ index: Int, of result: ChunkResult, into summary: inout Summary) {
    let finding = result.findings[index]
    let bits = plan.bits(finding.code, finding.severity)
    let wanted = (bits.code | bits.severity) & input & plan.scopes.byFinding
    if wanted != 0 { ThresholdPlan.add(1, wanted & held(index, of: result), to: &summary) }
  }

  /// Counts a note that is reported once for each spelling: its code each time, its severity the first time.
  ///
  /// One of a range that has too many spellings is counted as other findings are.
  func count(_ outcome: NoteCounter.Outcome, _ index: Int, of result: ChunkResult, into summary: inout Summary) {
    let finding = result.findings[index]
    let bits = plan.bits(finding.code, finding.severity)
    var wanted = bits.code
    if case .counted = outcome {} else { wanted |= bits.severity }
    ThresholdPlan.add(1, wanted & input & held(index, of: result), to: &summary)
  }

  private func held(_ index: Int, of result: ChunkResult) -> UInt64 {
    let known = result.scoped.ofFindings
    return known.indices.contains(index)
      ? known[index] : plan.scopes.bits(ofType: result.findings[index].type) & ~bySample
  }

  /// Adds a chunk's samples by source and subject; a member that was read before counts once.
  func add(_ result: ChunkResult, to summary: inout Summary) {
    guard bySample != 0 else { return }
    plan.add(result.scoped.tallies, of: input, to: &summary)
    for row in result.repeats where result.scoped.ofRows.indices.contains(row) {
      plan.addRead(-1, result.scoped.ofRows[row] & input, to: &summary)
    }
  }

  func addRefused(_ rows: [Int], of result: ChunkResult, to summary: inout Summary) {
    guard bySample != 0 else { return }
    for row in rows where result.scoped.ofRows.indices.contains(row) {
      ThresholdPlan.add(1, plan.refusals & result.scoped.ofRows[row] & input, to: &summary)
    }
  }

  /// Adds the input's samples, for thresholds that are not about sources or subjects.
  func addSamples(to summary: inout Summary) { plan.addSamples(of: input, to: &summary) }
}
