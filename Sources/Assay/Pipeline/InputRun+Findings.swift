import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// The findings of a run: about samples, about the input itself, and about several samples together.
extension InputRun {
  /// Makes diagnostics of a chunk's findings.
  func renderer(of chunk: InputChunk) -> FindingRenderer {
    guard let file = chunk.file else {
      var renderer = FindingRenderer(
        validator: validator, path: input.displayPath, chunk: chunk, at: position, environment, hints)
      renderer.countsFromRange = input.range.map { $0.start > 0 } ?? false
      return renderer
    }
    // A file beside an export's main file has places of its own.
    return FindingRenderer(
      validator: validator, path: file.file.displayPath, chunk: chunk, at: ReadPosition(), environment, hints)
  }

  /// Reports a finding unless its code is off.
  private func report(_ diagnostic: Diagnostic?) throws {
    if let diagnostic { try report(diagnostic) }
  }

  /// Reports a finding that is about the input itself, such as a damaged archive.
  func report(_ diagnostic: Diagnostic) throws {
    let subject = FindingFilter.Subject(diagnostic, path: environment.filterPath)
    guard isNew(subject) else { return }
    countFinding(diagnostic.code, diagnostic.severity, type: nil)
    thresholds?.count(subject, into: &summary)
    try environment.reporter?.report(diagnostic)
  }

  /// Reports a finding of a sample, or only counts it when enough of its kind are shown.
  func report(
    _ index: Int, of result: ChunkResult, _ renderer: inout FindingRenderer, _ bytes: RawSpan,
    _ counted: inout FindingCount
  ) throws {
    let finding = result.findings[index]
    guard isFiltered else {
      guard let reporter = try shows(index, finding, of: result, &renderer, bytes, &counted) else { return }
      let worded = renderer.worded(index, of: result, in: bytes, syntax: syntax)
      return try reporter.report(worded, isCounted: counted.isFirst) {
        renderer.diagnostic(of: worded, finding, in: bytes)
      }
    }
    let worded = renderer.worded(index, of: result, in: bytes, syntax: syntax)
    let classes = renderer.classes(of: worded, finding, in: bytes, syntax: syntax)
    let subject = FindingFilter.Subject(
      code: finding.code, severity: finding.severity, type: typeName(of: finding),
      path: environment.filterPath ?? input.displayPath, field: classes.field, evidence: classes.evidence,
      sourceName: classes.sourceName, sourceBundle: classes.sourceBundle)
    guard isNew(subject), let reporter = try shows(index, finding, of: result, &renderer, bytes, &counted) else {
      return
    }
    try reporter.report(worded, isCounted: counted.isFirst) { renderer.diagnostic(of: worded, finding, in: bytes) }
  }

  /// Counts a finding.
  ///
  /// - Returns: the reporter, if some report shows the finding; the first one of its kind is counted there as well.
  private func shows(
    _ index: Int, _ finding: Finding, of result: ChunkResult, _ renderer: inout FindingRenderer, _ bytes: RawSpan,
    _ counted: inout FindingCount
  ) throws -> Reporter? {
    if NoteLedger.counts(finding) {
      let outcome = notes.count(finding, in: bytes)
      thresholds?.count(outcome, index, of: result, into: &summary)
      switch outcome {
      case .counted: return nil
      case .first:
        notes.begin(renderer.diagnostic(index, of: result, in: bytes, syntax: syntax))
        return nil
      case .full:
        let note = renderer.diagnostic(index, of: result, in: bytes, syntax: syntax)
        countFinding(finding.code, finding.severity, type: nil)
        try environment.reporter?.report(NoteLedger.single(note, finding, in: bytes))
        return nil
      }
    }
    thresholds?.count(index, of: result, into: &summary)
    if !counted.add(finding) {
      counted.move(to: &summary, environment.reporter, thresholds)
      counted.begin(finding, typeName(of: finding), isShown: environment.reporter?.showsAll ?? false)
    }
    guard let reporter = environment.reporter else { return nil }
    if counted.isShown { return reporter }
    if !counted.isUnshown, reporter.wants(finding.code, finding.severity, counted.name) { return reporter }
    counted.addUnshown()
    return nil
  }

  private func typeName(of finding: Finding) -> String? {
    finding.type >= 0 ? environment.validator.registry.types[Int(finding.type)].id : nil
  }

  /// Reports what the rules over several samples found.
  func report(_ finding: AcrossFinding, in chunk: InputChunk) throws {
    guard let across = environment.across, let judged = across.judged(finding), isNew(judged.subject) else { return }
    var diagnostic = judged.diagnostic
    // A sample that waited for others may have left memory with its chunk, or be in an earlier input.
    let place = finding.place.byteOffset - chunk.offset
    if environment.reporter?.wantsExcerpts == true, !environment.redacts, across.isInCurrentInput(finding), place >= 0,
      place < chunk.contentCount
    {
      diagnostic.excerpt = SourceExcerpt(
        around: Int(place)..<Int(place) + 1, in: chunk.bytes.span.bytes, limits: 0..<chunk.contentCount)
    }
    countFinding(diagnostic.code, diagnostic.severity, type: diagnostic.type)
    // A sample that waited for others may be in an earlier input.
    let isHere = across.isInCurrentInput(finding)
    environment.thresholds?.count(judged.subject, of: isHere ? thresholds?.input : nil, into: &summary)
    try environment.reporter?.report(diagnostic)
  }

  /// Reports paths of a layout that led to nothing in an input that was read from its beginning to its end.
  func reportUnusedPaths() throws {
    guard let paths, !summary.isIncomplete, !isResumed, input.range == nil else { return }
    // A profile knows the form: not every file has records at all of its paths, and values at all of theirs.
    if input.profile != nil, paths.records.contains(where: { $0.count > 0 }) { return }
    for records in paths.records {
      if records.count == 0 {
        try report(unusedPath(records.path, "no record is at", .error, hint: reach(of: records.path, paths.reach)))
        continue
      }
      if input.layout.records?.isPublished == true { continue }
      let number = GroupedDigits.string(records.count)
      for field in records.fields where !field.isUsed {
        try report(
          unusedPath(
            field.path,
            records.count == 1 ? "the only record has no value at" : "none of the \(number) records has a value at",
            .warning,
            hint: "a member that only some files have is fine: set `json-path` to `off` or `note` under `rules` then"))
      }
    }
  }

  private func unusedPath(_ path: String, _ words: String, _ severity: Severity, hint: String?) -> Diagnostic? {
    guard let severity = validator.options.severities.severity(of: .jsonPath, severity) else { return nil }
    return Diagnostic(
      code: .jsonPath, severity: severity, message: "\(words) `\(TextEscaping.escaped(path, limit: 200))`",
      location: SourceLocation(path: input.displayPath), hint: hint)
  }

  /// How much of a records path led to something.
  private func reach(of path: String, _ steps: Int) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard steps < parts.count else { return "what is there is empty" }
    guard steps > 0 else {
      return "the document has nothing at `/\(TextEscaping.escaped(String(parts[0]), limit: 100))`"
    }
    let known = parts[..<steps].map { "/" + TextEscaping.escaped(String($0), limit: 100) }.joined()
    return "the document has something at `\(known)`, and nothing at the step after it"
  }

  /// Reports that an input, read to its end, holds no sample and nothing else that is kept.
  ///
  /// A range without samples says nothing about its file; the finding is kept for who knows all ranges.
  func reportEmptiness() throws {
    let code = DiagnosticCode.inputEmpty
    guard summary.read == 0, summary.records == 0, !summary.isIncomplete,
      let severity = validator.options.severities.severity(of: code, code.defaultSeverity)
    else { return }
    let finding = Diagnostic(
      code: code, severity: severity, message: "the input holds no sample",
      location: SourceLocation(path: input.displayPath),
      hint: "if it should hold some, look at what wrote it")
    guard input.range != nil else { return try report(finding) }
    let isShown = isNew(FindingFilter.Subject(finding, path: environment.filterPath))
    if !isShown { summary.suppressed = (summary.suppressed ?? 0) - 1 }
    summary.ranges?[0].ifEmpty = isShown ? JSONReport.object(finding) : Array(#"{"suppressed":true}"#.utf8)
  }

  /// Reports the notes that are reported once, each with its number.
  func reportNotes() throws {
    for (note, count) in notes.diagnostics {
      summary.byCode[note.code.name, default: 0] += count - 1
      countFinding(note.code, note.severity, type: nil)
      try environment.reporter?.report(note)
    }
    notes = NoteLedger(ofRange: input.range != nil)
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
    summary.count(code, severity, type: type)
  }
}
