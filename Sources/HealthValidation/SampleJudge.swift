public import HealthModel
import HealthUnits

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
  /// Whether the record judged last is passed over, since its type is not known and nobody wants it.
  package internal(set) var isPassedOver = false

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
  @discardableResult @usableFromInline package mutating func judge(
    _ record: borrowing RawSampleBuffer, span: Range<Int>, in bytes: RawSpan
  ) -> Bool {
    let first = findingMark
    let place = ByteRange(span)
    (pending, isPassedOver) = (-1, false)
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
      if record.samples.count > 1 || hasMembers(at: 0) { checkMembers(of: record, place, bytes) }
      if pending >= 0, setsPendingAside {
        removeFindings(since: first)
        return false
      }
      if isPassedOver {
        removeFindings(since: first)
        if validator.options.unknownTypes == .note {
          let context = RuleContext(member: -1, record: place, syntax: record.syntax)
          let type = record.samples.span.extracting(0..<1)[.type]
          find(.typeUnknown, context, field: .type, span: type.place, type: -1, severity: .note)
        }
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

  private mutating func judgeSamples(of record: borrowing RawSampleBuffer, _ place: ByteRange, _ bytes: RawSpan) {
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

/// Keeps what a sample wrote where normalizing changes it.
extension SampleJudge {
  private static let keys: [(JudgedSample.Changes, SampleField, [UInt8])] = [
    (.value, .value, Array("value".utf8)), (.unit, .unit, Array("unit".utf8)), (.type, .type, Array("type".utf8)),
    (.start, .start, Array("start".utf8)), (.end, .end, Array("end".utf8)), (.created, .created, Array("created".utf8)),
    (.source, .source, Array("source".utf8)), (.device, .device, Array("device".utf8)),
  ]

  /// Appends the `original` object: what an earlier normalizing kept stays, what changes now is added.
  mutating func appendOriginal(
    _ index: Int, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ bytes: RawSpan
  ) -> ByteRange {
    let changes = judged[index].changes
    if changes.isEmpty, !sample.has(.original), structure.converted.isEmpty { return .empty }
    let start = batch.arena.count
    let hasEarlier = sample.has(.original)
    for key in Self.keys.indices {
      let field = Self.keys[key].1
      // A value and its unit belong together: when one changes, both are kept.
      let isPair = field == .value || field == .unit
      let hasChanged =
        changes.contains(Self.keys[key].0) || (isPair && changes.contains(.value) && sample[.unit].isPresent)
      // Before the name, which is counted.
      guard hasChanged || hasEarlier else { continue }
      let name = Self.keys[key].2
      var earlier: RawField?
      for place in sample.places(of: .original) where record.tape[place].kind == .original {
        let kept = record.tape[place]
        if CanonicalText.isSame(kept.key, name, record.syntax, bytes) { earlier = kept.value }
      }
      guard let kept = earlier ?? (hasChanged ? sample[field] : nil), kept.isPresent else { continue }
      appendSeparator(start, name)
      if field == .value, kept.kind == .number || isTextualNumber(kept, record.syntax, index, bytes) {
        CanonicalText.append(kept.range, bytes, to: &batch.arena)
      } else {
        CanonicalText.appendValue(kept, record.syntax, bytes, to: &batch.arena)
      }
    }
    for place in sample.places(of: .original) where record.tape[place].kind == .original {
      let other = record.tape[place]
      if isKnown(other.key, record.syntax, bytes) { continue }
      appendSeparator(start, nil)
      CanonicalText.appendQuoted(other.key, record.syntax, bytes, to: &batch.arena)
      batch.arena.append(UInt8(ascii: ":"))
      CanonicalText.appendValue(other.value, record.syntax, bytes, to: &batch.arena)
    }
    if judged[index].readAs >= 0 { appendReadAs(index, start) }
    if !structure.converted.isEmpty { appendConverted(index, start, sample, record, bytes) }
    if batch.arena.count > start { batch.arena.append(UInt8(ascii: "}")) }
    return ByteRange(start..<batch.arena.count)
  }

  /// Appends the fields whose numbers were converted, as they were written; what an earlier normalizing kept stays.
  private mutating func appendConverted(
    _ index: Int, _ start: Int, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ bytes: RawSpan
  ) {
    for place in sample.places(of: .original) where record.tape[place].kind == .original {
      if CanonicalText.isSame(record.tape[place].key, Self.fields, record.syntax, bytes) { return }
    }
    var isFirst = true
    for field in structure.converted where Int(field.member) + 1 == index {
      if isFirst { appendSeparator(start, Self.fields) }
      batch.arena.append(isFirst ? UInt8(ascii: "{") : UInt8(ascii: ","))
      isFirst = false
      batch.arena.append(contentsOf: field.key)
      let value = record.tape[field.place].value
      if value.kind == .object || field.isWord {
        CanonicalText.appendValue(value, record.syntax, bytes, to: &batch.arena)
      } else {
        // The number and the unit of an export are two attributes.
        batch.arena.append(contentsOf: "{\"value\":".utf8)
        CanonicalText.append(value.range, bytes, to: &batch.arena)
        batch.arena.append(contentsOf: ",\"unit\":".utf8)
        let unit = field.unit < 0 ? RawField.absent : record.tape[field.unit].value
        CanonicalText.appendQuoted(unit, record.syntax, bytes, to: &batch.arena)
        batch.arena.append(UInt8(ascii: "}"))
      }
    }
    if !isFirst { batch.arena.append(UInt8(ascii: "}")) }
  }

  /// Appends the unit that a fix read the value in, so that the change can be found and undone.
  private mutating func appendReadAs(_ index: Int, _ start: Int) {
    let units = validator.messages.likelyUnits(of: judged[index].type)
    guard units.indices.contains(Int(judged[index].readAs)) else { return }
    appendSeparator(start, Self.readAs)
    JSONText.appendQuoted(units[Int(judged[index].readAs)].unit.utf8, to: &batch.arena)
  }

  private static let readAs = Array("read_as".utf8)
  private static let fields = Array("fields".utf8)

  private func isKnown(_ key: RawField, _ syntax: RawSyntax, _ bytes: RawSpan) -> Bool {
    for (_, _, name) in Self.keys where CanonicalText.isSame(key, name, syntax, bytes) { return true }
    return false
  }

  /// The number of an export or a table is text; it is kept as the number it is.
  private func isTextualNumber(_ field: RawField, _ syntax: RawSyntax, _ index: Int, _ bytes: RawSpan) -> Bool {
    syntax.isTextual && validator.limits[Int(judged[index].type)].column == .number && !field.isEscaped
      && DecimalParser.parse(field.range, in: bytes) != nil
  }

  private mutating func appendSeparator(_ start: Int, _ name: [UInt8]?) {
    batch.arena.append(batch.arena.count == start ? UInt8(ascii: "{") : UInt8(ascii: ","))
    guard let name else { return }
    batch.arena.append(UInt8(ascii: "\""))
    batch.arena.append(contentsOf: name)
    batch.arena.append(UInt8(ascii: "\""))
    batch.arena.append(UInt8(ascii: ":"))
  }
}

/// Takes over the normal form of structured samples, which judging wrote.
extension SampleJudge {
  /// Appends the object of a sample; one that was read within its parent's element gets the parent's id.
  mutating func appendStructure(_ index: Int) -> ByteRange {
    guard let form = judged[index].structure else { return .empty }
    let start = batch.arena.count
    batch.arena.append(contentsOf: structure.text.bytes[form.start.bytes..<form.parent.bytes])
    if let parent = parent(of: index, form) {
      if form.parent.bytes > form.start.bytes + 1 { batch.arena.append(UInt8(ascii: ",")) }
      batch.arena.append(contentsOf: StructureKeys.parentKey)
      JSONText.appendQuoted(parent.description.utf8, to: &batch.arena)
      let next = structure.text.bytes[form.parent.bytes]
      if next != UInt8(ascii: "}"), next != UInt8(ascii: ",") { batch.arena.append(UInt8(ascii: ",")) }
    }
    batch.arena.append(contentsOf: structure.text.bytes[form.parent.bytes..<form.end.bytes])
    return ByteRange(start..<batch.arena.count)
  }

  /// The id of the record's first sample, for one of the others that belongs to it and does not say so.
  private func parent(of index: Int, _ form: StructureForm) -> SampleID? {
    guard index > 0, !form.hasParent, batch.id.count >= index,
      validator.plans[Int(judged[index].type)].structure?.parent != nil
    else { return nil }
    return batch.id[batch.id.count - index]
  }

  /// Appends the object as content ids have it: without the parent, and with quantities of an export in six digits.
  mutating func appendStructureIdentity(_ form: StructureForm) {
    let text = structure.text.rounds ? structure.text.rounded : structure.text.bytes
    func place(_ mark: NormalFormText.Mark) -> Int { structure.text.rounds ? mark.rounded : mark.bytes }
    let first = place(form.start)..<place(form.beforeParent)
    var second = place(form.parent)..<place(form.end)
    // The comma after a parent that comes first is the parent's.
    if first.count == 1, text[second.lowerBound] == UInt8(ascii: ",") {
      second = second.lowerBound + 1..<second.upperBound
    }
    IdentityBytes.append(UInt64(first.count + second.count), to: &scratch.identity)
    scratch.identity.append(contentsOf: text[first])
    scratch.identity.append(contentsOf: text[second])
  }
}

/// Numbers out of bounds that are read in another unit than the written one.
extension SampleJudge {
  /// Reads a number out of bounds in the only unit that it was likely meant in, if the options say so.
  ///
  /// A sample that was normalized before is left as it is: its `original` would no longer say what this changes.
  ///
  /// - Returns: the number in the type's unit; `nil` when it is not changed.
  @inline(never) mutating func fixUnit(
    of number: Double, _ conversion: UnitConversion, _ code: DiagnosticCode, _ sample: SampleSpan,
    _ context: RuleContext, unit: ByteRange
  ) -> Double? {
    guard validator.options.fixes.contains(.likelyUnit), !keepsUnits, !sample.has(.original) else { return nil }
    let type = item.type
    let units = validator.messages.likelyUnits(of: type)
    let found = item.value
    let likely = LikelyUnits(of: number, found: found, conversion, validator.plans[Int(type)], units)
    guard let index = likely.only else { return nil }
    let detail = FindingDetail.readAs(found, unit: Int32(truncatingIfNeeded: index))
    let first = findingMark
    find(code, context, field: .value, span: sample[.value].place, type: type, detail, unit: unit)
    // Whatever severity a configuration gives the code, this number is no longer out of bounds.
    makeNotes(since: first)
    item.readAs = Int32(truncatingIfNeeded: index)
    item.value = units[index].conversion(number)
    item.changes.formUnion([.value, .unit])
    return item.value
  }

  /// Whether a fix reads one part of a pair in another unit than the other part, though both are written in one unit.
  ///
  /// One device measured both parts of a blood pressure, in one unit. A part that alone is out of bounds is another
  /// mistake, and the fix would make a pair of it that nobody measured.
  func splitsPair(_ record: borrowing RawSampleBuffer, _ bytes: RawSpan) -> Bool {
    guard !validator.options.fixes.isEmpty, let head = judged.first, head.type >= 0,
      judged.contains(where: { $0.readAs >= 0 }), let roles = validator.registry.types[Int(head.type)].shape.members
    else { return false }
    let needed = Set(roles.filter { $0.minimum > 0 }.compactMap { validator.registry.typeIndex(named: $0.type) })
    let parts = judged.indices.dropFirst().filter { index in
      needed.contains(Int(judged[index].type)) && validator.limits[Int(judged[index].type)].column == .number
    }
    return parts.contains { fixed in
      judged[fixed].readAs >= 0
        && parts.contains { other in
          isSame(record.samples[fixed][.unit], record.samples[other][.unit], bytes)
            && unit(of: other) != unit(of: fixed)
        }
    }
  }

  /// The unit that a fix read a sample in; `nil` without a fix.
  private func unit(of index: Int) -> String? {
    let units = validator.messages.likelyUnits(of: judged[index].type)
    let unit = Int(judged[index].readAs)
    return units.indices.contains(unit) ? units[unit].unit : nil
  }

  private func isSame(_ left: RawField, _ right: RawField, _ bytes: RawSpan) -> Bool {
    left.range.count == right.range.count
      && bytes.isSame(left.range.lowerBound, as: right.range.lowerBound, count: left.range.count)
  }

  /// Judges the times of points and appends them as seconds after the sample's start.
  ///
  /// - Returns: how many there are; -1 where the sample has none, or one that cannot be read.
  mutating func appendTimes(
    _ plan: PointsPlan, _ source: PointSource, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer,
    _ context: RuleContext, _ bytes: RawSpan
  ) -> Int {
    let place = source.rows > 0 ? source.first : source.time
    guard place >= 0 else {
      if source.first >= 0 {
        var path = FindingPlace(member: context.member)
        path.section = .points
        find(.fieldMissing, context, at: path, span: start(of: sample), type: item.type, .requiredField(-1))
      }
      return -1
    }
    guard source.rows > 0 || context.syntax != .json || record.tape[place].value.kind == .array else {
      _ = refuse(.fieldKind, place, record, context)
      return -1
    }
    var cells = ColumnReader(
      source.rows > 0 ? .cells(column: plan.columns.count) : .text(record.tape[place].value.range),
      isArray: context.syntax == .json, plan, source)
    var last = -Double.infinity
    var clock = ClockLine(start: item.start)
    var (isBack, isOutside, isCut) = (false, false, false)
    let length = item.end == SampleBatch.noTime ? .infinity : Double(item.end &- item.start) / 1_000_000
    structure.text.append(key: Self.timeKey)
    let start = structure.text.end.bytes
    structure.text.bytes.append(UInt8(ascii: "["))
    while let cell = cells.next(structure.cells, bytes) {
      if cells.count > plan.definition.maximum {
        cells.countRest(bytes)
        break
      }
      let number = cells.count - 1
      guard
        let seconds = cells.isEscaped
          ? decodedSeconds(at: cell, on: &clock, in: bytes) : seconds(at: cell, on: &clock, in: bytes)
      else {
        if cell.isEmpty, source.rows > 0 {
          reportMissing(.timeInvalid, .requiredField(-1), number, source, record, context)
        } else {
          reportTime(.timeInvalid, cell, number, place, record, context)
        }
        isCut = true
        break
      }
      if seconds < last, !isBack {
        isBack = true
        reportTime(.pointsOrder, cell, number, place, record, context)
      }
      if seconds <= -1 || seconds >= length + 1, !isOutside {
        isOutside = true
        reportTime(.timeOutside, cell, number, place, record, context)
      }
      last = seconds
      if number > 0 { structure.text.bytes.append(UInt8(ascii: ",")) }
      structure.text.appendAlone(number: seconds)
    }
    structure.text.bytes.append(UInt8(ascii: "]"))
    structure.text.copy(from: start)
    // After a time that cannot be read only the columns say how many points there are.
    let hasColumns = source.rows > 0 || source.places.contains { $0 >= 0 }
    return isCut && hasColumns ? -1 : cells.count
  }

  /// Seconds after the sample's start: as such, or of an instant in one of the forms that exports have.
  private mutating func seconds(at cell: Range<Int>, on clock: inout ClockLine, in bytes: RawSpan) -> Double? {
    if let number = DecimalParser.parse(cell, in: bytes) { return number.value }
    guard item.start != SampleBatch.noTime else { return nil }
    // No time of day has a hyphen after four characters.
    let isInstant =
      cell.count >= 19 && bytes.unsafeLoad(fromByteOffset: cell.lowerBound + 4, as: UInt8.self) == UInt8(ascii: "-")
    guard isInstant else { return ClockParser.parse(cell, in: bytes).map { clock.seconds(of: $0) } }
    let isExport = bytes.unsafeLoad(fromByteOffset: cell.lowerBound + 10, as: UInt8.self) == UInt8(ascii: " ")
    guard let reading = TimestampParser.parse(cell, in: bytes, syntax: isExport ? .appleHealth : .json, known: &day),
      reading.hasOffset
    else { return nil }
    return Double(reading.instant.microseconds &- item.start) / 1_000_000
  }

  /// Seconds of a text of XML with references, which are rare: it is copied.
  private mutating func decodedSeconds(at cell: Range<Int>, on clock: inout ClockLine, in bytes: RawSpan) -> Double? {
    var text: [UInt8] = []
    XMLText.appendDecoded(cell, in: bytes, to: &text)
    return seconds(at: 0..<text.count, on: &clock, in: text.span.bytes)
  }

  private mutating func reportTime(
    _ code: DiagnosticCode, _ cell: Range<Int>, _ number: Int, _ place: Int32, _ record: borrowing RawSampleBuffer,
    _ context: RuleContext
  ) {
    var path = context.place(of: place, on: record.tape)
    path.addInner(.element(Int32(clamping: number)))
    let span = cell.isEmpty ? record.tape[place].value.place : ByteRange(cell)
    find(code, context, at: path, span: span, type: item.type)
  }

  private static let timeKey = "time".keyBytes
}
