import HealthFormats
public import HealthModel
import HealthReports
import HealthValidation

/// What a run says: findings of samples, of the input itself, and of several samples together.
extension InputRun {
  /// Makes diagnostics of a chunk's findings.
  func renderer(of chunk: InputChunk) -> FindingRenderer {
    var renderer = FindingRenderer(validator: validator, path: input.displayPath, chunkStart: position)
    renderer.redacts = environment.redacts
    renderer.makesExcerpts = environment.reporter?.wantsExcerpts ?? false
    if let appendix = chunk.appendix {
      renderer.contentCount = appendix.start
      renderer.contentOffset = { appendix.contentOffset(of: $0) }
    }
    return renderer
  }

  /// Reports a finding that is about the input itself, such as a damaged archive.
  func report(_ diagnostic: Diagnostic) throws {
    guard isNew(FindingFilter.Subject(diagnostic, path: environment.filterPath)) else { return }
    countFinding(diagnostic.code, diagnostic.severity, type: nil)
    try environment.reporter?.report(diagnostic)
  }

  /// Reports a finding of a sample, or only counts it when enough of its kind are shown.
  func report(_ finding: Finding, _ renderer: inout FindingRenderer, _ bytes: RawSpan) throws {
    if NoteLedger.counts(finding),
      notes.count(finding, in: bytes, render: { renderer.diagnostic(finding, in: bytes, syntax: syntax) })
    {
      return
    }
    let type = finding.type >= 0 ? validator.registry.types[Int(finding.type)].id : nil
    if let filter = environment.filter, !filter.isIdle {
      let classes = renderer.classes(of: finding, in: bytes, syntax: syntax)
      let subject = FindingFilter.Subject(
        code: finding.code, severity: finding.severity, type: type, path: environment.filterPath ?? input.displayPath,
        field: classes.field, evidence: classes.evidence, sourceName: classes.sourceName,
        sourceBundle: classes.sourceBundle)
      guard isNew(subject) else { return }
    }
    countFinding(finding.code, finding.severity, type: type)
    guard let reporter = environment.reporter else { return }
    if reporter.wants(finding.code, finding.severity, type) {
      try reporter.report(renderer.diagnostic(finding, in: bytes, syntax: syntax))
    } else {
      reporter.count(finding.code, finding.severity, type: type)
    }
  }

  /// Reports what the rules over several samples found.
  func report(_ finding: AcrossFinding, in chunk: InputChunk) throws {
    guard let across = environment.across,
      var diagnostic = environment.judged(
        across.diagnostic(finding), source: finding.source, bundle: finding.sourceBundle)
    else { return }
    // A sample that waited for others may have left memory with its chunk.
    let place = finding.place.byteOffset - chunk.offset
    if environment.reporter?.wantsExcerpts == true, !environment.redacts, place >= 0, place < chunk.contentCount {
      diagnostic.excerpt = SourceExcerpt(
        around: Int(place)..<Int(place) + 1, in: chunk.bytes.span.bytes, limits: 0..<chunk.contentCount)
    }
    var subject = FindingFilter.Subject(diagnostic, path: environment.filterPath)
    subject.sourceName = finding.source
    subject.sourceBundle = finding.sourceBundle
    guard isNew(subject) else { return }
    countFinding(diagnostic.code, diagnostic.severity, type: diagnostic.type)
    try environment.reporter?.report(diagnostic)
  }

  /// Reports the notes that are told once, each with its number.
  func reportNotes() throws {
    for note in notes.diagnostics { try report(note) }
    notes = NoteLedger()
  }

  private func isNew(_ subject: FindingFilter.Subject) -> Bool {
    guard let filter = environment.filter, !filter.isIdle else { return true }
    switch filter.verdict(subject) {
    case .new: return true
    case .suppressed: summary.suppressed = (summary.suppressed ?? 0) + 1
    case .known: summary.known = (summary.known ?? 0) + 1
    }
    return false
  }

  private func countFinding(_ code: DiagnosticCode, _ severity: Severity, type: String?) {
    summary.byCode[code.name, default: 0] += 1
    switch severity {
    case .error: summary.errors += 1
    case .warning:
      summary.warnings += 1
      if let type { summary.byType[type, default: Summary.TypeCounts()].warnings += 1 }
    case .note: summary.notes += 1
    }
  }
}

extension RunEnvironment {
  /// A finding with the severity that the options give it; `nil` when its rule is off.
  public func judged(_ diagnostic: Diagnostic, source: String? = nil, bundle: String? = nil) -> Diagnostic? {
    guard
      let severity = validator.options.severities.severity(
        of: diagnostic.code, diagnostic.severity, type: diagnostic.type, source: source, bundle: bundle)
    else { return nil }
    var diagnostic = diagnostic
    diagnostic.severity = severity
    return diagnostic
  }
}
