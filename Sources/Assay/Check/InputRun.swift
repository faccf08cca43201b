import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// One input on its way through the pipeline: takes the chunks' results in input order, keeps the counts, reports
/// findings, fills the quarantine and passes accepted samples on.
final class InputRun {
  let engine: CheckEngine
  let input: ResolvedInput
  let validator: Validator
  /// The input's path as globs see it; `nil` when it is the path that is shown.
  private let path: String?
  /// Told the bytes read and the samples refused so far, after every chunk.
  private let progress: ((Int64, Int) -> Void)?
  var summary: Summary
  private(set) var position: ReadPosition
  /// Whether the document broke off; nothing after it counts.
  private(set) var isBroken = false
  var quarantine: Quarantine?
  var subject = InputSubject.none
  var notes: NoteCounter
  let hints = HintBudget()
  private var ledger: RepeatedMembers
  /// The files beside an export's main file that its elements name.
  var named = NamedFiles()
  private(set) var mainFileEnd: Int64?
  /// Which paths of foreign JSON led to something.
  var paths: RecordPathUse?
  /// Whether some row so far had each of the samples of a table's mapping.
  private(set) var usedSamples: [Bool] = []
  /// What thresholds with a scope count of this input; `nil` if there are none.
  let thresholds: InputThresholds?

  init(
    _ engine: CheckEngine, _ input: ResolvedInput, _ validator: Validator, path: String?,
    progress: ((Int64, Int) -> Void)?
  ) {
    self.engine = engine
    self.input = input
    self.validator = validator
    self.path = path
    self.progress = progress
    notes = NoteCounter(ofRange: input.range != nil)
    thresholds = InputThresholds(engine.plan, path: path, input)
    summary = Summary()
    summary.scoped = thresholds?.plan.zero
    summary.files = [Summary.File(path: input.displayPath, format: input.format.rawValue)]
    if engine.isFiltered {
      summary.suppressed = 0
      summary.known = 0
    }
    position = ReadPosition()
    ledger = RepeatedMembers(registry: engine.registry)
    hints.tracksLookups = input.range != nil && !redacts
    engine.across?.begin(input.displayPath, filterPath: path, severities: validator.options.severities)
  }

  private var redacts: Bool { engine.request.redacts }
  private var reporter: Reporter? { engine.reporter }
  var syntax: RawSyntax { input.syntax }

  func findRepeats(in result: inout ChunkResult) { result.repeats = ledger.repeats(in: result.batch) }

  func resume(at position: ReadPosition, with summary: Summary) {
    self.position = position
    self.summary = summary
    self.summary.resumedAt = position.byteOffset
    for text in thresholds?.plan.uncounted(in: summary.scoped) ?? [] {
      engine.request.note("the threshold `\(text)` counts from where the import goes on: it was not counted before")
    }
    self.summary.scoped = thresholds?.plan.counts(resuming: summary.scoped)
  }

  var isResumed: Bool { summary.resumedAt != nil }

  /// Merges a chunk: findings, refused records, counts, the position.
  ///
  /// Samples are passed on by the caller before `finish`.
  ///
  /// - Returns: the refused records, if somebody pulls events.
  func merge(_ result: ChunkResult) throws -> [RefusedRecord] {
    if result.chunk.file != nil {
      position.line = 1
      position.column = 1
    }
    for name in named.gather(from: result) { summary.count(unsupported: [engine.shown(elementName: name): 1]) }
    let bytes = result.chunk.bytes.span.bytes
    var counted = FindingCount()
    defer { counted.move(to: &summary, reporter, thresholds) }
    var renderer = renderer(of: result.chunk)
    renderer.showsLookups = hints.tracksLookups
    var order = Array(result.findings.indices)
    var refused = result.refused
    if !result.isInOrder {
      let findings = result.findings
      order.sort { (findings[$0].record.start, $0) < (findings[$1].record.start, $1) }
      refused.sort { $0.span.start < $1.span.start }
    }
    // Findings about several samples are reported after the record that led to it, wherever chunks end.
    var across = (engine.across?.judge(result, at: position) ?? [])[...]
    for index in order {
      let start = result.chunk.offset + Int64(result.findings[index].record.start)
      while !across.isEmpty, let first = across.first, first.cause < start {
        try report(first, in: result.chunk)
        across.removeFirst()
      }
      try reportFinding(at: index, of: result, &renderer, bytes, &counted)
    }
    for finding in across { try report(finding, in: result.chunk) }
    for rules in engine.rules {
      rules.add(
        result, written: engine.ruleTypes, at: position,
        path: result.chunk.file?.file.displayPath ?? input.displayPath)
    }
    let records = try keep(refused, of: result)
    count(result)
    if let used = result.paths { if paths == nil { paths = used } else { paths?.add(used) } }
    if validator.options.countsDays { engine.days.merge(result.calendar) }
    if result.isIncomplete { summary.markIncomplete(.damaged) }
    if result.isBroken {
      isBroken = true
      summary.markIncomplete(result.hasHeaderFault ? .header : .damaged)
    }
    if result.extent.lineFeeds > 0 { position.column = 1 }
    position.line += result.extent.lineFeeds
    position.column += result.extent.columns
    position.byteOffset = result.chunk.offset + Int64(result.chunk.contentCount) + result.chunk.skipped
    if result.chunk.file == nil { mainFileEnd = position.byteOffset }
    return records
  }

  /// Where the records of a chunk begin, before it is merged.
  func place(of result: borrowing ChunkResult) -> TracedLocation {
    if let file = result.chunk.file {
      return TracedLocation(path: file.file.displayPath, position: ReadPosition(), isLineOfRange: false)
    }
    return TracedLocation(path: input.displayPath, position: position, isLineOfRange: countsFromRange)
  }

  /// Says that a store decides what is a duplicate and what conflicts.
  func beginCounts() {
    summary.duplicates = summary.duplicates ?? 0
    summary.conflicts = summary.conflicts ?? 0
  }

  /// Moves samples that the store did not take from the accepted ones.
  func count(_ outcome: BatchOutcome, of result: ChunkResult) {
    summary.add(outcome, of: result.batch, validator.registry)
    thresholds?.addRefused(outcome.refused, of: result, to: &summary)
  }

  /// Counts by the names of elements, of which only known ones may be shown when nothing of the input is.
  private func shown(_ counts: [String: Int]) -> [String: Int] {
    guard redacts else { return counts }
    var result: [String: Int] = [:]
    for (name, count) in counts { result[engine.shown(elementName: name), default: 0] += count }
    return result
  }

  private func count(_ result: ChunkResult) {
    for (index, isUsed) in result.usedSamples.enumerated() {
      if index == usedSamples.count { usedSamples.append(isUsed) } else if isUsed { usedSamples[index] = true }
    }
    summary.add(result, validator.registry)
    summary.discount(repeats: result.repeats, of: result.batch, validator.registry)
    thresholds?.add(result, to: &summary)
    summary.count(passedOver: result.passedOver)
    summary.count(elements: shown(result.elements))
    summary.count(unsupported: shown(result.unsupportedCounts))
  }

  /// Records that an input broke off: a damaged archive is a finding and an incomplete input; every other error is
  /// rethrown.
  func damage(_ error: InputError) throws {
    guard case .damaged(let path, let fault, let reason) = error else { throw error }
    let code: DiagnosticCode =
      switch fault {
      case .damaged, .unsupported: .zipDamaged
      case .ratio: .zipRatio
      case .path: .zipPath
      case .truncated: .truncated
      case .content, .reader: .inputDamaged
      case .form: .formatUnknown
      }
    let hint: String? =
      switch fault {
      case .truncated where summary.read == 0: "fetch the file again and rerun"
      case .damaged, .truncated, .content: "fetch the file again and rerun; what came before this place counts"
      case .ratio: "unpack it where you trust it, and check what comes out"
      case .reader: "what came before this place counts; `assay plugins test` says more about the plugin"
      case .path, .unsupported: nil
      case .form:
        "if another version of the program wrote it, change the profile in a copy of the plugin; if it holds no health data, put it under `exclude` in assay.yaml"
      }
    let diagnostic = Diagnostic(
      code: code,
      message: redacts ? "the input cannot be read on from here (redacted)" : TextEscaping.escaped(reason, limit: 400),
      location: SourceLocation(path: path), hint: hint)
    if case .reader = fault { reporter?.outcome.failures.append(diagnostic) }
    try report(diagnostic)
    summary.markIncomplete(.damaged)
  }

  var finished: Summary {
    var result = summary
    thresholds?.addSamples(to: &result)
    guard !result.files.isEmpty else { return result }
    result.files[0].isIncomplete = result.isIncomplete
    result.files[0].incompleteReasons = result.incompleteReasons
    return result
  }

  // MARK: The findings of a run: about samples, about the input itself, and about several samples together

  /// Whether lines are counted from the beginning of a range, not of the input.
  private var countsFromRange: Bool { (input.range?.start ?? 0) > 0 }

  func renderer(of chunk: InputChunk) -> FindingRenderer {
    guard let file = chunk.file else {
      return engine.renderer(
        validator, path: input.displayPath, of: chunk, at: position, hints, countsFromRange: countsFromRange)
    }
    // A file beside an export's main file has places of its own.
    return engine.renderer(validator, path: file.file.displayPath, of: chunk, at: ReadPosition(), hints)
  }

  private func report(_ diagnostic: Diagnostic?) throws { if let diagnostic { try report(diagnostic) } }

  func report(_ diagnostic: Diagnostic) throws {
    try engine.report(diagnostic, FindingFilter.Subject(diagnostic, path: path), of: thresholds, into: &summary)
  }

  /// Counts a finding of a sample, and reports it unless enough of its kind are shown.
  ///
  /// The first one of its kind is counted by the reporter as well.
  private func reportFinding(
    at index: Int, of result: ChunkResult, _ renderer: inout FindingRenderer, _ bytes: RawSpan,
    _ counted: inout FindingCount
  ) throws {
    let finding = result.findings[index]
    var known: Diagnostic?
    if engine.isFiltered {
      let diagnostic = renderer.diagnostic(finding, in: bytes, syntax: syntax, withExcerpt: false)
      let classes = renderer.classes(of: diagnostic, finding, in: bytes, syntax: syntax)
      let subject = FindingFilter.Subject(
        code: finding.code, severity: finding.severity, type: typeName(of: finding),
        path: path ?? input.displayPath, field: classes.field, evidence: classes.evidence,
        sourceName: classes.sourceName, sourceBundle: classes.sourceBundle)
      guard engine.isNew(subject, &summary) else { return }
      known = diagnostic
    }
    if NoteCounter.counts(finding) { return try countNote(index, of: result, &renderer, bytes) }
    thresholds?.count(index, of: result, into: &summary)
    if !counted.add(finding) {
      counted.move(to: &summary, reporter, thresholds)
      counted.begin(finding, typeName(of: finding), isShown: reporter?.showsAll ?? false)
    }
    guard let reporter else { return }
    guard counted.isShown || !counted.isUnshown && reporter.wants(finding.code, finding.severity, counted.name) else {
      return counted.addUnshown()
    }
    var diagnostic = known ?? renderer.diagnostic(finding, in: bytes, syntax: syntax, withExcerpt: false)
    result.addReason(of: index, to: &diagnostic, redacts: redacts)
    try reporter.report(diagnostic, isCounted: counted.isFirst) { renderer.excerpt(of: finding, in: bytes) }
  }

  /// Counts a note; the end of the input reports the total of each kind, if there is room.
  private func countNote(
    _ index: Int, of result: ChunkResult, _ renderer: inout FindingRenderer, _ bytes: RawSpan
  ) throws {
    let finding = result.findings[index]
    let outcome = notes.count(finding, in: bytes)
    thresholds?.count(outcome, index, of: result, into: &summary)
    if outcome == .counted { return }
    let note = renderer.diagnostic(finding, in: bytes, syntax: syntax)
    if outcome == .first { return notes.begin(note) }
    summary.count(finding.code, finding.severity, type: nil)
    try reporter?.report(NoteCounter.single(note, finding, in: bytes))
  }

  private func typeName(of finding: Finding) -> String? {
    finding.type >= 0 ? validator.registry.types[Int(finding.type)].id : nil
  }

  func report(_ finding: AcrossFinding, in chunk: InputChunk) throws {
    guard let across = engine.across, let judged = across.judged(finding) else { return }
    var diagnostic = judged.diagnostic
    // A sample that waited for others may have left memory with its chunk, or be in an earlier input.
    let isHere = across.isInCurrentInput(finding)
    let place = Int(clamping: finding.place.byteOffset - chunk.offset)
    if reporter?.wantsExcerpts == true, !redacts, isHere, place >= 0, place < chunk.contentCount {
      diagnostic.excerpt = SourceExcerpt(
        around: place..<place + 1, in: chunk.bytes.span.bytes, limits: 0..<chunk.contentCount)
    }
    try engine.report(diagnostic, judged.subject, of: isHere ? thresholds : nil, type: diagnostic.type, into: &summary)
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
    let isShown = engine.isNew(FindingFilter.Subject(finding, path: path), &summary)
    if !isShown { summary.suppressed = (summary.suppressed ?? 0) - 1 }
    summary.ranges?[0].ifEmpty = isShown ? DiagnosticLines.object(finding) : Array(#"{"suppressed":true}"#.utf8)
  }

  // MARK: The records of an input that are kept because they are not stored

  /// Adds records to the quarantine.
  ///
  /// - Returns: the records, if somebody pulls events.
  private func keep(_ refused: [RefusedSpan], of result: ChunkResult) throws -> [RefusedRecord] {
    guard keepsRefused else { return [] }
    var records: [RefusedRecord] = []
    func keep(_ record: RefusedRecord) throws {
      try quarantine?.add(record)
      if engine.hasReader { records.append(record) }
    }
    // Each kind comes in input order: places are found going forward, once through the chunk.
    var places = renderer(of: result.chunk)
    for item in refused { try keep(record(item, of: result, &places)) }
    if !result.unsupported.isEmpty { places = renderer(of: result.chunk) }
    for element in result.unsupported { try keep(record(element, of: result, &places)) }
    return records
  }

  private func record(
    _ item: RefusedSpan, of result: ChunkResult, _ renderer: inout FindingRenderer
  ) -> RefusedRecord {
    let (chunk, start) = (result.chunk, Int(item.span.start))
    let bytes = chunk.bytes.span.bytes
    let findings = item.findings.map { index in
      var diagnostic = renderer.diagnostic(result.findings[index], in: bytes, syntax: syntax, withExcerpt: false)
      result.addReason(of: index, to: &diagnostic, redacts: redacts)
      return diagnostic
    }
    var context = context(of: chunk)
    if let records = chunk.records { context.table = records.context(at: start) }
    if item.reason == .unsupported {
      context.isFragment = chunk.converted != nil
      context.parent = item.parent.map { result.batch.id[$0] }
    } else {
      // What is left of a document, or of a line, is not a record.
      context.isFragment =
        item.isFragment || chunk.records != nil && context.table == nil
        || chunk.converted?.isFragment(at: start) == true
      context.file = chunk.quarantinedFile
    }
    return RefusedRecord(
      item.reason, Array(chunk.bytes[item.span.indices.clamped(to: chunk.bytes.indices)]),
      at: renderer.location(of: start, record: start, in: bytes), format: keptFormat, context, findings: findings)
  }

  /// The format that a record is read again in: what was converted is a sample on a line.
  private var keptFormat: InputFormat { input.format.converted == nil ? input.format : .jsonLines }

  /// The context that a replay needs to read the chunk's records as this run did.
  private func context(of chunk: InputChunk) -> QuarantineContext {
    let options = validator.options
    var context = QuarantineContext()
    context.origin = input.origin
    context.subject = options.subject
    context.timeZone = options.timeZone?.identifier
    context.units = options.units == .strict ? nil : options.units.rawValue
    context.profile = input.profile?.name
    context.hasZoneOfProfile = input.profile?.timeZone != nil
    context.table = chunk.table?.headerRow.map { TableContext(row: $0, layout: input.layout) }
    return context
  }

  /// Reports what the rules of plugins find in the input; one that failed leaves the input incomplete, and is reported
  /// at the first such input.
  func finishRules() throws {
    for rules in engine.rules {
      for var diagnostic in rules.finishInput() {
        guard
          let severity = validator.options.severities.severity(
            of: diagnostic.code, diagnostic.severity, rule: diagnostic.rule, type: diagnostic.type)
        else { continue }
        diagnostic.severity = severity
        try report(diagnostic)
      }
      if let signal = engine.request.interruption() { throw Failure.stopped(by: signal) }
      guard rules.hasFailed else { continue }
      summary.markIncomplete(.plugin)
      if let diagnostic = rules.firstReport(in: input.displayPath) {
        reporter?.outcome.failures.append(diagnostic)
        try report(diagnostic)
      }
    }
  }

  // MARK: Reading without a store

  /// Reads the input from its beginning to its end, and stores nothing.
  func judgeInput(quarantine wanted: QuarantineFile?) async throws -> Summary {
    let (lock, file) = try await engine.lock(wanted)
    defer { lock?.release() }
    if let file { quarantine = try Quarantine(file, catalogHash: validator.registry.contentHash) }
    let (input, validator, form, keepsRefused) = (input, validator, encoding, keepsRefused)
    let tally = LineTally()
    let jobs = engine.request.jobs
    let pipeline = ChunkPipeline(jobs: jobs, inputSize: input.totalSize) {
      ChunkWorker(validator: validator, writer: form, keepsRefused: keepsRefused, files: input.files)
    }
    func judge(_ source: sending any ChunkSource) async throws {
      try await pipeline.judge(source, format: input.format) { result in
        var result = result
        findRepeats(in: &result)
        try engine.samples?(result.batch, result.repeats)
        let place = place(of: result)
        let refused = try merge(result)
        try engine.output?.append(result, from: place)
        try await handOn(result, refused)
        if let signal = engine.request.interruption() { throw Failure.stopped(by: signal) }
        return !isBroken
      }
    }
    do {
      do {
        let size = ChunkPipeline.chunkSize(jobs: jobs, of: input.format, input.layout)
        if let lines = try input.makeLineSource() {
          let first = lines.firstByte ?? input.range?.start ?? 0
          position = ReadPosition(byteOffset: first)
          try await judge(input.chunks(of: TalliedSource(lines, tally), size: size, offset: first))
        } else {
          try await judge(input.makeChunks(size: size, types: validator.registry))
        }
        if let plan = filePlan { try await judge(plan.chunks(of: input)) }
        countUnnamedFiles()
      } catch let error as InputError {
        // A plugin that reads is ended by the signal as well.
        if let signal = engine.request.interruption() { throw Failure.stopped(by: signal) }
        do { try damage(error) } catch {
          // What rules found is of this input, not of the next one.
          try finishRules()
          throw error
        }
      }
      if let range = input.range {
        summary.ranges = [tally.range(range, of: input.displayPath, size: input.size, redacts: redacts)]
      }
      try finishRules()
      try quarantine?.synchronize()
    } catch {
      engine.partial = finished
      // What is counted is in the files, whatever ended the input.
      if !(error is CancellationError) {
        try? quarantine?.synchronize()
        try? engine.output?.flush()
      }
      throw error
    }
    var summary = try await finish()
    if !engine.request.fixes.isEmpty { summary.fixed = summary.fixed ?? 0 }
    try engine.output?.flush()
    return summary
  }

  private var encoding: SampleEncoding? {
    if let output = engine.output { return output.form(of: validator.registry) }
    guard !engine.rules.isEmpty else { return nil }
    var writer = SampleJSONWriter(registry: validator.registry)
    writer.only = engine.ruleTypes
    writer.fields = engine.request.rulePlugins.reduce(into: []) { $0.formUnion($1.fields) }
    return .lines(writer)
  }

  var keepsRefused: Bool { quarantine != nil || engine.hasReader }

  /// Says how far the run has come, and hands on what a chunk came to.
  func handOn(_ result: ChunkResult, _ refused: [RefusedRecord]) async throws {
    progress?(position.byteOffset, summary.refused)
    guard engine.hasReader else { return try Task.checkCancellation() }
    var events: [CheckEvent] = []
    if engine.request.handsOnSamples, result.batch.count > 0 { events.append(.accepted(result.batch)) }
    if !refused.isEmpty { events.append(.refused(refused)) }
    events.append(.progress(input.displayPath, bytes: position.byteOffset, summary.read))
    try await engine.handOn(events)
  }

  /// Counts an input that is not read, since it is a participant's who withdrew.
  func skipWithdrawn(since day: String) -> Summary {
    beginCounts()
    summary.withdrawnFiles = 1
    engine.request.note(
      "\(TextEscaping.escaped(input.displayPath, limit: 1000)) was skipped: its participant withdrew on \(day); "
        + "`assay store readmit` lets imports take it again")
    return finished
  }

  func finish() async throws -> Summary {
    try reportUnusedSamples()
    try engine.report(notes, into: &summary)
    try reportUnusedPaths()
    try reportEmptiness()
    try await engine.handOn()
    return finished
  }

  // MARK: What a configuration says of a table and no row of it needed

  /// Reports samples that the table's mapping makes of rows and that no row has, when the whole table was read.
  func reportUnusedSamples() throws {
    let code = DiagnosticCode.csvUnused
    guard input.format == .csv, input.profile == nil, summary.records > 0, !summary.isIncomplete, !isResumed,
      let severity = validator.options.severities.severity(of: code, code.defaultSeverity)
    else { return }
    for (index, subject) in input.layout.subjects.enumerated()
    where index >= usedSamples.count || !usedSamples[index] {
      try report(
        Diagnostic(
          code: code, severity: severity,
          message: "no row gives the sample of `\(TextEscaping.escaped(subject, limit: 80))`",
          location: SourceLocation(path: input.displayPath),
          hint: "its cells are empty, or `when` and `unless` pass over the rows that have it"))
    }
  }

  // MARK: The files beside an export's main file

  /// Gathers the elements that name files in the part of the main file that an earlier run read.
  func gatherNamedFiles(before offset: Int64) async throws {
    let (validator, files) = (validator, input.files)
    let pipeline = ChunkPipeline(jobs: engine.request.jobs, inputSize: input.size) {
      ChunkWorker(validator: validator, writer: nil, keepsRefused: false, files: files)
    }
    let source = try input.makeChunks(size: ChunkPipeline.chunkSize(jobs: engine.request.jobs))
    try await pipeline.judge(source, format: input.format) { result in
      _ = named.gather(from: result, before: offset)
      return result.chunk.offset + Int64(result.chunk.contentCount) + result.chunk.skipped < offset
    }
  }

  /// Whether the main file was read before, and what is left are files beside it.
  var isPastMainFile: Bool {
    guard !input.files.files.isEmpty, let size = input.size else { return false }
    return position.byteOffset >= size
  }

  /// Where the files are beside an export's main file, which was read to its end, and from where on to read them;
  /// `nil` where there are none.
  var filePlan: FilePlan? {
    guard !isBroken, !input.files.files.isEmpty else { return nil }
    return FilePlan(
      owners: named.owners, base: mainFileEnd ?? input.size ?? position.byteOffset, offset: position.byteOffset)
  }

  /// Counts the files that nothing names, when all others were read.
  func countUnnamedFiles() {
    guard !isBroken else { return }
    for (number, file) in input.files.files.enumerated()
    where file.kind != .electrocardiogram && named.owners[number] == nil {
      summary.unsupported[file.kind.title, default: 0] += 1
    }
  }
}

/// Finds members of correlations that were already read as separate records.
///
/// An export writes a member twice: at top level, and inside its correlation, which comes later. Both have the same id;
/// the second is the same sample and is counted once. Ids are kept only for types that are members of some correlation,
/// and only up to a limit. Beyond the limit a repeat counts as a duplicate, so only the counts are less precise.
struct RepeatedMembers {
  private let isMemberType: [Bool]
  private var seen: Set<UInt64> = []
  private static let limit = 500_000

  init(registry: Registry) {
    var types = [Bool](repeating: false, count: registry.types.count)
    for type in registry.types {
      for member in type.shape.members ?? [] {
        if let index = registry.typeIndex(named: member.type) { types[index] = true }
      }
    }
    isMemberType = types
  }

  /// The rows of a batch that are repeats; its records at top level are remembered.
  mutating func repeats(in batch: SampleBatch) -> [Int] {
    guard let export = batch.exportOrigin else { return [] }
    var rows: [Int] = []
    for row in 0..<batch.count where batch.origin[row] == export && isMemberType[Int(batch.type[row])] {
      if batch.correlation[row] >= 0 {
        if seen.contains(batch.id[row].low) { rows.append(row) }
      } else if seen.count < Self.limit {
        seen.insert(batch.id[row].low)
      }
    }
    return rows
  }
}

extension SampleBatch {
  /// The number of the origin that exports give their samples; `nil` when no sample has it.
  var exportOrigin: Int32? {
    let name = Array(AppleHealthFormat.origin.utf8)
    return origins.ranges.firstIndex { arena[$0.indices].elementsEqual(name) }.map { Int32(truncatingIfNeeded: $0) }
  }
}
