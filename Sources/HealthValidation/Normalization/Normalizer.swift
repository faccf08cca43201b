import HealthModel

/// Appends accepted samples to the batch in their normal form.
extension SampleJudge {
  mutating func normalize(_ record: borrowing RawSampleBuffer, _ place: ByteRange, _ bytes: RawSpan) {
    guard !judged.isEmpty, !judged[0].isNotSet else { return }
    let head = batch.count
    // Samples after one that is not a correlation are normalized alone: the route of a workout.
    let isCorrelation = record.samples.count > 1 && validator.limits[Int(judged[0].type)].hasMembers
    for index in record.samples.indices {
      let correlation = index == 0 || !isCorrelation ? -1 : Int32(truncatingIfNeeded: head)
      append(index, of: record, place, correlation: correlation, isHead: index == 0 && isCorrelation, bytes)
    }
    if isCorrelation { finishCorrelation(head, record.samples.count) }
  }

  private mutating func append(
    _ index: Int, of record: borrowing RawSampleBuffer, _ place: ByteRange, correlation: Int32, isHead: Bool,
    _ bytes: RawSpan
  ) {
    let item = judged[index]
    let sample = record.samples.span.extracting(index..<index + 1)
    var row = SampleRow(type: item.type, id: item.id)
    row.start = item.start
    row.end = item.end
    row.created = item.created
    row.startOffset = item.startOffset
    row.endOffset = item.endOffset
    row.createdOffset = item.createdOffset
    row.value = item.value == 0 ? 0 : item.value
    row.enumCase = item.enumCase
    row.record = place
    row.correlation = correlation
    row.role = item.role
    row.isGivenID = item.id != .none
    row.text = appendText(index, sample, record.syntax, bytes)
    row.source = appendSource(sample, record, index, bytes)
    row.device = appendDevice(sample, record, index, bytes)
    row.subject = appendSubject(sample, record.syntax, index, bytes)
    row.origin = appendOrigin(sample, record.syntax, index, bytes)
    row.metadata = appendMetadata(sample, record, item.isExport, bytes)
    row.original = appendOriginal(index, sample, record, bytes)
    row.unknown = appendUnknown(index, sample, record, bytes)
    batch.append(row)
    if isHead {
      keepHead(sample, record, bytes)
    } else {
      identify(batch.count - 1, index, sample, record, bytes)
    }
  }

  /// The value of a type whose values are texts.
  private mutating func appendText(
    _ index: Int, _ sample: SampleSpan, _ syntax: RawSyntax, _ bytes: RawSpan
  ) -> ByteRange {
    let type = Int(judged[index].type)
    if validator.limits[type].column == .parts { return appendStructure(index) }
    guard validator.limits[type].column == .text else { return .empty }
    let start = batch.arena.count
    CanonicalText.appendDecoded(sample[.value], syntax, bytes, to: &batch.arena)
    return ByteRange(start..<batch.arena.count)
  }

  private static let sourceKeys: [(SampleField, [UInt8])] = [
    (.sourceName, Array("\"name\":".utf8)), (.sourceBundle, Array("\"bundle\":".utf8)),
    (.sourceVersion, Array("\"version\":".utf8)), (.sourceProduct, Array("\"product\":".utf8)),
    (.sourceOS, Array("\"os\":".utf8)),
  ]

  private static let deviceKeys: [(SampleField, [UInt8])] = [
    (.deviceName, Array("\"name\":".utf8)), (.deviceManufacturer, Array("\"manufacturer\":".utf8)),
    (.deviceModel, Array("\"model\":".utf8)), (.deviceHardware, Array("\"hardware\":".utf8)),
    (.deviceFirmware, Array("\"firmware\":".utf8)), (.deviceSoftware, Array("\"software\":".utf8)),
    (.deviceLocal, Array("\"local\":".utf8)), (.deviceUDI, Array("\"udi\":".utf8)),
  ]

  private mutating func appendSource(
    _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ index: Int, _ bytes: RawSpan
  ) -> Int32 {
    // A member whose source says something, but neither name nor bundle, has those of its correlation: its id is made
    // of them, and must be the same when the member is read by itself.
    guard takesSourceOfHead(sample, index), saysOfSource(sample) else {
      return appendOwnSource(sample, record, index, bytes)
    }
    var named = [record.samples[index]]
    named[0][.sourceName] = record.samples[0][.sourceName]
    named[0][.sourceBundle] = record.samples[0][.sourceBundle]
    return appendOwnSource(named.span, record, index, bytes)
  }

  private mutating func appendOwnSource(
    _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ index: Int, _ bytes: RawSpan
  ) -> Int32 {
    let isKnown = !sample.has(.unknownOfSource)
    if isKnown, let known = sources.number(of: sample, in: bytes) { return known }
    let start = batch.arena.count
    appendObject(.unknownOfSource, Self.sourceKeys, sample, record, bytes)
    if batch.arena.count == start { return inherited(index, batch.source) }
    let number = batch.sources.intern(from: start, in: &batch.arena)
    if isKnown { sources.remember(sample, number, in: bytes) }
    return number
  }

  private mutating func appendDevice(
    _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ index: Int, _ bytes: RawSpan
  ) -> Int32 {
    let isKnown = !sample.has(.unknownOfDevice)
    if isKnown, let known = devices.number(of: sample, in: bytes) { return known }
    let start = batch.arena.count
    appendObject(.unknownOfDevice, Self.deviceKeys, sample, record, bytes)
    if batch.arena.count == start { return inherited(index, batch.device) }
    let number = batch.devices.intern(from: start, in: &batch.arena)
    if isKnown { devices.remember(sample, number, in: bytes) }
    return number
  }

  /// Members inherit what they do not say from their correlation, which is `index` places before.
  private mutating func inherited(_ index: Int, _ column: [Int32]) -> Int32 {
    index > 0 && validator.options.inheritsFromCorrelation && column.count >= index ? column[column.count - index] : -1
  }

  /// Whether the name and bundle of a sample's source are those of its correlation.
  mutating func takesSourceOfHead(_ sample: SampleSpan, _ index: Int) -> Bool {
    index > 0 && validator.options.inheritsFromCorrelation && sample[.sourceBundle].range.isEmpty
      && sample[.sourceName].range.isEmpty
  }

  private mutating func saysOfSource(_ sample: SampleSpan) -> Bool {
    let fields = [sample[.sourceVersion], sample[.sourceProduct], sample[.sourceOS]]
    return sample.has(.unknownOfSource) || fields.contains { !$0.range.isEmpty }
  }

  private mutating func appendObject(
    _ unknown: TapeEntry.Kind, _ keys: [(SampleField, [UInt8])], _ sample: SampleSpan,
    _ record: borrowing RawSampleBuffer, _ bytes: RawSpan
  ) {
    let start = batch.arena.count
    for (field, name) in keys {
      let part = sample[field]
      guard part.kind == .string, !part.range.isEmpty else { continue }
      batch.arena.append(batch.arena.count == start ? UInt8(ascii: "{") : UInt8(ascii: ","))
      batch.arena.append(contentsOf: name)
      CanonicalText.appendQuoted(part, record.syntax, bytes, to: &batch.arena)
    }
    for place in sample.places(of: unknown) where record.tape[place].kind == unknown {
      batch.arena.append(batch.arena.count == start ? UInt8(ascii: "{") : UInt8(ascii: ","))
      appendPair(record.tape[place], record.syntax, bytes)
    }
    if batch.arena.count > start { batch.arena.append(UInt8(ascii: "}")) }
  }

  private mutating func appendPair(_ entry: TapeEntry, _ syntax: RawSyntax, _ bytes: RawSpan) {
    CanonicalText.appendQuoted(entry.key, syntax, bytes, to: &batch.arena)
    batch.arena.append(UInt8(ascii: ":"))
    CanonicalText.appendValue(entry.value, syntax, bytes, to: &batch.arena)
  }

  private mutating func appendSubject(
    _ sample: SampleSpan, _ syntax: RawSyntax, _ index: Int, _ bytes: RawSpan
  ) -> Int32 {
    if index > 0, !sample[.subject].isPresent { return inherited(index, batch.subject) }
    return Self.number(
      of: sample[.subject], else: validator.options.subject, &scratch.runSubject, in: &batch.subjects, &batch.arena,
      syntax, bytes)
  }

  private mutating func appendOrigin(
    _ sample: SampleSpan, _ syntax: RawSyntax, _ index: Int, _ bytes: RawSpan
  ) -> Int32 {
    if index > 0, !sample[.origin].isPresent { return inherited(index, batch.origin) }
    return Self.number(
      of: sample[.origin], else: validator.options.origin, &scratch.runOrigin, in: &batch.origins, &batch.arena,
      syntax, bytes)
  }

  /// The number of a field's text, or of the run's where the sample does not say, which is looked up once.
  private static func number(
    of field: RawField, else text: String?, _ known: inout Int32?, in table: inout InternTable, _ arena: inout [UInt8],
    _ syntax: RawSyntax, _ bytes: RawSpan
  ) -> Int32 {
    if !field.isPresent, let known { return known }
    let start = arena.count
    if field.isPresent {
      CanonicalText.appendDecoded(field, syntax, bytes, to: &arena)
    } else if let text {
      arena.append(contentsOf: text.utf8)
    }
    let number = arena.count == start ? -1 : table.intern(from: start, in: &arena)
    if !field.isPresent { known = number }
    return number
  }

  private mutating func appendUnknown(
    _ index: Int, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ bytes: RawSpan
  ) -> ByteRange {
    let start = batch.arena.count
    // What a type has no place for is kept as it is.
    let keepsStructure = sample.has(.structure) && validator.limits[Int(judged[index].type)].column != .parts
    for place in keepsStructure ? sample.tape : sample.places(of: .unknown)
    where record.tape[place].kind == .unknown || (keepsStructure && record.tape[place].kind == .structure) {
      if batch.arena.count > start { batch.arena.append(UInt8(ascii: ",")) }
      let entry = record.tape[place]
      if record.syntax == .appleHealth, let name = Self.fieldNames.first(where: { bytes.equals(entry.key.range, $0) }) {
        // An attribute with the name of a field is not one: a sign that no attribute's name has distinguishes it.
        JSONText.appendQuoted([UInt8(ascii: "@")] + name, to: &batch.arena)
        batch.arena.append(UInt8(ascii: ":"))
        CanonicalText.appendValue(entry.value, record.syntax, bytes, to: &batch.arena)
      } else {
        appendPair(entry, record.syntax, bytes)
      }
    }
    return ByteRange(start..<batch.arena.count)
  }

  private static let fieldNames = SampleField.topLevelNames.map { Array($0.utf8) }
}
