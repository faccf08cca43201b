package import HealthModel

/// Reads the records of foreign JSON in a chunk: each becomes the samples that its layout makes of it.
///
/// A record that breaks a limit is refused and reading goes on; one that is not JSON ends the document, or its line.
@usableFromInline package struct ForeignJSONReader: RecordReader {
  /// Which paths led to something in this chunk.
  package let paths: RecordPathUse?
  private let plan: RecordPlan?
  private let items: [RecordSamples.Item]
  private let fields: [RawField]
  private let problems: [RawProblem]
  /// Where the plan's texts are in the chunk, and how many bytes it has with all texts.
  private let firstText: Int
  private let count: Int
  private var next = 0
  private var members: [RawSample] = []

  /// Creates a reader at the chunk's beginning, and puts after the chunk's content what its samples have besides; see
  /// `InputChunk.appendix`.
  package init(preparing chunk: inout InputChunk) {
    firstText = chunk.contentCount
    guard var records = chunk.records, chunk.appendix == nil else {
      (plan, paths, items, fields, problems) = (nil, nil, [], [], [])
      count = chunk.bytes.count
      return
    }
    var samples = RecordSamples(records.plan, after: chunk.contentCount)
    if let fault = records.plan.fault, chunk.contentCount > 0 {
      samples.add(fault, span: 0..<chunk.contentCount)
    } else if chunk.context.isOverlong {
      samples.add(
        RawProblem(.lineTooLong, .sampleTooLong, at: 0..<min(1, chunk.bytes.count)), span: 0..<chunk.bytes.count,
        isBroken: !records.isByLine)
    } else if records.isByLine {
      var lines = RecordLines(chunk, records.plan)
      records.found = lines.read(chunk.bytes.span.bytes, into: &samples)
    } else {
      Self.readDocument(records, chunk.bytes.span.bytes, end: chunk.contentCount, into: &samples)
    }
    samples.reached(records.reach)
    chunk.records = records
    chunk.appendix = samples.appendix
    chunk.bytes += samples.texts
    (plan, paths, count) = (records.plan, samples.paths, chunk.bytes.count)
    (items, fields, problems) = (samples.items, samples.fields, samples.problems)
  }

  private static func readDocument(
    _ records: ChunkRecords, _ bytes: RawSpan, end: Int, into samples: inout RecordSamples
  ) {
    for place in records.found.places {
      guard samples.add(place, of: records.found, in: bytes, isDocument: true) else { return }
    }
    if let fault = records.fault {
      let start = min(Int(fault.span.lowerBound), end)
      samples.add(fault, span: start..<end, isBroken: true)
    }
  }

  package mutating func next(in bytes: RawSpan, into buffer: inout RawSampleBuffer) -> RecordKind {
    guard let plan, next < items.count else { return .end }
    if bytes.byteCount < count {
      next = items.count
      return Self.shortened(&buffer)
    }
    let item = items[next]
    next += 1
    let span = item.span.indices
    guard item.problem < 0 else {
      buffer.problems.append(problems[Int(item.problem)])
      guard item.isBroken else { return .sample(span: span) }
      next = items.count
      return .broken(span: span)
    }
    make(
      plan.profiles[Int(item.profile)].recipes[Int(item.recipe)], Int(item.first), span, zone: item.zone,
      into: &buffer)
    return .sample(span: span)
  }

  private mutating func make(
    _ made: RecordRecipe, _ first: Int, _ span: Range<Int>, zone: RawField, into buffer: inout RawSampleBuffer
  ) {
    var sample = RawSample()
    let place = Int32(truncatingIfNeeded: span.lowerBound)..<Int32(truncatingIfNeeded: span.upperBound)
    sample.span = place
    members.removeAll(keepingCapacity: true)
    for _ in made.recipe.members.indices { members.append(RawSample()) }
    for index in made.recipe.fields.indices {
      let value = fields[first + index]
      guard value.isPresent else { continue }
      let field = made.recipe.fields[index]
      switch field.role {
      case .field(let field): sample[field] = value
      case .entry(let kind, let key): buffer.tape.append(TapeEntry(kind, key: text(key), value: value))
      case .member(let member, let part):
        // A text that the layout gives to every member does not make one.
        if case .text = field.source, members[member].present.isEmpty { continue }
        members[member].span = place
        members[member][.type] = text(made.recipe.members[member])
        members[member][part] = value
      }
    }
    buffer.zone = zone
    sample.takeEntries(from: 0, of: buffer.tape)
    let isGroup = members.contains { !$0.present.isEmpty }
    if isGroup { sample[.members] = RawField(kind: .array, start: span.lowerBound, end: span.upperBound) }
    buffer.samples.append(sample)
    for member in members where !member.present.isEmpty { buffer.samples.append(member) }
  }

  private func text(_ range: ByteRange) -> RawField {
    RawField(kind: .string, start: firstText + range.indices.lowerBound, end: firstText + range.indices.upperBound)
  }
}
