public import HealthModel

/// Judges records one after the other and keeps what it found: findings, counts and, when asked, normalized columns.
///
/// One judge belongs to one thread and is never copied. Its caches of units last from chunk to chunk; `removeResults`
/// empties the rest. Methods called for each sample are `mutating` even if they change nothing: a nonmutating method
/// would get the judge's thousand bytes as a copy.
@usableFromInline package struct SampleJudge: Sendable, ~Copyable {
  /// The rules; only the moment that counts as now changes.
  private(set) var validator: Validator
  /// The findings, in input order; one sample's findings in the order of the rules.
  package internal(set) var findings: [Finding] = []
  /// The most findings that are kept; further ones are counted, so that memory grows with this number and not with the
  /// input.
  package var maximumFindings = Int.max
  /// Errors that were found when `findings` was full, at most as many as it holds; see `FindingChoice`.
  package internal(set) var lateErrors: [Finding] = []
  package internal(set) var unkept = FindingCounts()
  /// The samples without an error, normalized; empty unless the options ask for it.
  package internal(set) var batch: SampleBatch
  /// Counts over all types.
  package internal(set) var total = Tally()
  /// Counts by type, as index into the registry.
  package internal(set) var byType: [Tally]
  /// Accepted samples by type and day, when the options ask for them.
  package internal(set) var calendar = SampleCalendar()
  /// Counts by source and subject, when the options ask for them.
  package internal(set) var scoped = ScopeCounts()

  var units: UnitCache
  /// How many texts were read as units so far, instead of found in tables.
  package var readUnits: Int { units.readCount }
  /// The day that was read last.
  var day = KnownDay()
  var recordZones = RecordZones()
  var unitTexts = UnitTexts()
  var sources = AttributionCache(from: .sourceName, through: .sourceOS)
  var devices = AttributionCache(from: .deviceName, through: .deviceUDI)
  var judged: [JudgedSample] = []
  /// How many members of each role the correlation has that is judged.
  var memberCounts: [Int] = []
  var item = JudgedSample()
  /// Whether fixes of units leave the record that is judged alone.
  var keepsUnits = false
  var scratch = NormalizationScratch()
  var structure = StructureScratch()
  /// The source of the sample that is judged, when the options need it.
  var source = JudgedSource()
  /// The groups of sources and subjects, and the fields of the record's first sample, when groups are counted.
  var scopeMemo = ScopeMemo()
  var scopeHead: (name: RawField, bundle: RawField, subject: RawField) = (.absent, .absent, .absent)
  /// Whether a record with a sample that has no type yet is set aside: neither counted nor refused.
  package var setsPendingAside = false
  /// The name in the record judged last, as index into the registry's pending names, that has no type yet; -1 for none.
  package internal(set) var pending = -1

  init(_ validator: Validator) {
    self.validator = validator
    units = UnitCache(validator.options.units == .strict ? validator.unitNames : nil)
    batch = SampleBatch(of: validator.registry)
    byType = Array(repeating: Tally(), count: validator.plans.count)
  }

  /// Forgets findings, counts and columns, keeping their storage and the caches.
  @usableFromInline package mutating func removeResults() {
    findings.removeAll(keepingCapacity: true)
    lateErrors.removeAll(keepingCapacity: true)
    unkept = FindingCounts()
    // The next chunk has about as many samples as the last one. Without normal forms there is nothing in the columns, and
    // a server that judges a sample at a time would make forty empty ones for each.
    let (count, text) = (batch.count, batch.arena.count)
    if count > 0 || text > 0 {
      batch = SampleBatch(of: validator.registry)
      batch.reserveCapacity(count + count / 16)
      batch.arena.reserveCapacity(text + text / 16)
    }
    scratch.beginning = IdentityBeginning()
    scratch.runOrigin = nil
    scratch.runSubject = nil
    sources.removeAll()
    devices.removeAll()
    total = Tally()
    calendar = SampleCalendar()
    scoped.removeAll()
    for index in byType.indices { byType[index] = Tally() }
  }

  /// Forgets findings, counts and columns, and judges what comes by another moment that counts as now.
  @usableFromInline package mutating func removeResults(now: Int64) {
    removeResults()
    validator.setNow(now)
  }

  /// Forgets findings, counts and columns, and judges what comes by options of its own.
  package mutating func removeResults(now: Int64, subject: String?, normalizes: Bool) {
    removeResults()
    validator.set(now: now, subject: subject, normalizes: normalizes)
  }

  /// The normalized samples, which the judge then no longer holds.
  package mutating func takeBatch() -> SampleBatch {
    let taken = batch
    batch = SampleBatch(of: validator.registry)
    return taken
  }

  /// Judges one record: a sample, or a correlation with its members, whole or not at all.
  ///
  /// A record with a sample whose name is known and has no type yet is refused, or set aside; see `pending`.
  @discardableResult
  @usableFromInline package mutating func judge(
    _ record: borrowing RawSampleBuffer, span: Range<Int>, in bytes: RawSpan
  ) -> Bool {
    let first = findingMark
    let place = ByteRange(span)
    pending = -1
    if judged.count == 1 { judged.removeLast() }
    if !judged.isEmpty { judged.removeAll(keepingCapacity: true) }
    if !structure.text.bytes.isEmpty {
      structure.text.removeAll(rounds: false)
      structure.converted.removeAll(keepingCapacity: true)
      structure.places.removeAll(keepingCapacity: true)
    }
    if record.zone.isPresent || recordZones.place.isPresent {
      recordZones.begin(record.zone, record.syntax, in: bytes, validator.options.zoneNamed)
    }
    var hasFatalProblem = false
    for problem in record.problems { report(problem, record: place, isFatal: &hasFatalProblem) }
    let sampleFindings = findingMark
    if !hasFatalProblem {
      judgeSamples(of: record, place, bytes)
      if record.samples.count > 1, splitsPair(record, bytes) {
        removeFindings(since: sampleFindings)
        judged.removeAll(keepingCapacity: true)
        keepsUnits = true
        judgeSamples(of: record, place, bytes)
        keepsUnits = false
      }
      if record.samples.count > 1 || hasMembers(at: 0) {
        checkMembers(of: record, place, bytes)
      }
      if pending >= 0, setsPendingAside {
        removeFindings(since: first)
        return false
      }
      for index in judged.indices where judged[index].type >= 0 && validator.limits[Int(judged[index].type)].hasRules {
        checkRequirements(of: index, in: record, place, since: first, bytes)
      }
    }
    let isAccepted = count(record.samples.count, since: first)
    if isAccepted, isNormalized() || isIdentified() { normalize(record, place, bytes) }
    if let scopes = validator.options.scopes { countScopes(scopes, isAccepted: isAccepted) }
    return isAccepted
  }

  private mutating func judgeSamples(
    of record: borrowing RawSampleBuffer, _ place: ByteRange, _ bytes: RawSpan
  ) {
    for index in record.samples.indices {
      item = JudgedSample()
      judgeSample(index, of: record, place, bytes)
      judged.append(item)
    }
  }

  /// Reports what is wrong with the document itself; counts no sample.
  package mutating func report(_ problems: [RawProblem], span: Range<Int>) {
    var isFatal = false
    for problem in problems { report(problem, record: ByteRange(span), isFatal: &isFatal) }
    if validator.options.scopes != nil { scoped.fill(findings.count) }
  }

  /// Whether the columns of the record are wanted.
  private func isNormalized() -> Bool {
    guard validator.options.normalizes else { return false }
    guard let types = validator.options.normalizedTypes else { return true }
    for index in judged.indices where types.contains(Int(judged[index].type)) { return true }
    return false
  }

  /// Whether the record's ids are wanted though its normal form is not: exports write members of correlations twice,
  /// and they are counted once.
  private mutating func isIdentified() -> Bool {
    guard !judged.isEmpty, judged[0].isExport, judged[0].type >= 0 else { return false }
    return hasMembers(at: 0) || validator.isMemberType[Int(judged[0].type)]
  }

  private mutating func hasMembers(at index: Int) -> Bool {
    index < judged.count && judged[index].type >= 0 && validator.limits[Int(judged[index].type)].hasMembers
  }

  private mutating func report(_ problem: RawProblem, record: ByteRange, isFatal: inout Bool) {
    guard let severity = validator.options.severities.severity(of: problem.code, problem.code.defaultSeverity) else {
      return
    }
    if severity == .error { isFatal = true }
    keep(
      Finding(
        problem.code, severity: severity, detail: .syntax(problem.detail),
        span: ByteRange(Int(problem.span.lowerBound)..<Int(problem.span.upperBound)), record: record))
  }

  /// Counts the record's samples as accepted or refused.
  private mutating func count(_ samples: Int, since first: FindingMark) -> Bool {
    var isAccepted = unkept.errors == first.unkept.errors
    // Those that are not kept have lost their types.
    total.warnings += unkept.warnings - first.unkept.warnings
    for index in first.kept..<findings.count {
      switch findings[index].severity {
      case .error: isAccepted = false
      case .warning:
        total.warnings += 1
        if findings[index].type >= 0 { byType[Int(findings[index].type)].warnings += 1 }
      case .note: break
      }
    }
    // A characteristic that is not set is not a sample; see `checkFact`.
    var counted = 0
    for sample in judged where !sample.isNotSet {
      counted += 1
      if sample.type >= 0 {
        byType[Int(sample.type)].read += 1
        if isAccepted { byType[Int(sample.type)].accepted += 1 } else { byType[Int(sample.type)].refused += 1 }
        if isAccepted, validator.options.countsDays, sample.start != SampleBatch.noTime {
          calendar.count(type: sample.type, at: sample.start)
        }
      }
    }
    if isAccepted, !validator.options.fixes.isEmpty {
      for sample in judged where sample.readAs >= 0 { total.fixed += 1 }
    }
    if judged.isEmpty { counted = max(1, samples) }
    total.read += counted
    if isAccepted { total.accepted += counted } else { total.refused += counted }
    return isAccepted
  }

  mutating func find(
    _ code: DiagnosticCode, _ context: RuleContext, field: SampleField?, span: ByteRange, type: Int32,
    _ detail: FindingDetail = .none, unit: ByteRange = .empty, severity: Severity? = nil
  ) {
    let place = FindingPlace(field, member: context.member)
    find(code, context, at: place, span: span, type: type, detail, unit: unit, severity: severity)
  }

  mutating func find(
    _ code: DiagnosticCode, _ context: RuleContext, at place: FindingPlace, span: ByteRange, type: Int32,
    _ detail: FindingDetail = .none, unit: ByteRange = .empty, severity: Severity? = nil
  ) {
    let sample = Int(context.member) + 1
    let uuid = judged.indices.contains(sample) ? judged[sample].id : item.id
    var severity = severity ?? code.defaultSeverity
    let policy = validator.options.severities
    if !policy.isEmpty {
      let id = type >= 0 ? validator.registry.types[Int(type)].id : nil
      let (name, bundle) = (source.name.text, source.bundle.text)
      guard let set = policy.severity(of: code, severity, type: id, source: name, bundle: bundle) else { return }
      severity = set
    }
    var finding = Finding(
      code, severity: severity, detail: detail, at: place, span: span, record: context.record, type: type, uuid: uuid)
    finding.unit = unit
    if validator.options.locatesSources { finding.source = source.places }
    keep(finding)
  }
}

/// Which sample of a record is judged, and where the record is.
struct RuleContext {
  let member: Int32
  let record: ByteRange
  let syntax: RawSyntax

  func place(of entry: Int32, on tape: borrowing RecordTape) -> FindingPlace {
    FindingPlace(of: entry, on: tape, member: member)
  }
}

extension RawField {
  @inline(__always) var place: ByteRange { ByteRange(range) }
}
