package import HealthModel

/// Reads the observations of a chunk: each is written anew as a sample after the chunk's content, and read from there.
///
/// So an Observation can have all that a sample has, and findings still point at the Observation.
package struct FHIRReader: RecordReader {
  private struct Item {
    var span: Range<Int>
    var sample = 0..<0
    var problems = 0..<0
    var isBroken = false
  }

  /// How many records made no sample, by what they are: resources of other types, and observations without a value or
  /// that do not count.
  package private(set) var skipped: [String: Int] = [:]
  private var items: [Item] = []
  private var problems: [RawProblem] = []
  private var next = 0
  private var count = 0
  private var parser = SampleJSONParser()

  /// Creates a reader at the chunk's beginning, and puts the samples after the chunk's content.
  package init(preparing chunk: inout InputChunk) {
    if let records = chunk.records, let types = records.layout.fhir, chunk.appendix == nil {
      let made = read(chunk, records, by: types)
      chunk.records = made.records
      chunk.appendix = made.text.appendix
      chunk.bytes += made.text.bytes
    }
    count = chunk.bytes.count
  }

  private mutating func read(
    _ chunk: InputChunk, _ records: ChunkRecords, by types: FHIRTypes
  ) -> (records: ChunkRecords, text: ObservedSamples) {
    let content = chunk.contentCount
    let bytes = chunk.bytes.span.bytes
    var text = ObservedSamples(after: content)
    var records = records
    var reading = FHIRParser(types)
    if chunk.context.isOverlong {
      refuse(
        RawProblem(.lineTooLong, .sampleTooLong, at: 0..<min(1, content)), 0..<content, isBroken: !records.isByLine)
    } else if records.isByLine {
      (records.found, records.watched) = addLines(of: chunk, records, &reading, &text, bytes)
    } else {
      for place in records.found.places where !isPassed(place, records, records.found, &reading, bytes) {
        let resource = Self.resource(at: place.span, bytes)
        guard add(resource, place.span, &reading, &text, bytes, isDocument: true) else { break }
      }
      if let fault = records.fault, items.last?.isBroken != true {
        refuse(fault, min(Int(fault.span.lowerBound), content)..<content, isBroken: true)
      }
    }
    skipped = reading.skipped.merging(records.watched, uniquingKeysWith: +)
    return (records, text)
  }

  /// Adds the records of lines; returns where they are, and what was counted around them.
  private mutating func addLines(
    of chunk: InputChunk, _ records: ChunkRecords, _ reading: inout FHIRParser, _ text: inout ObservedSamples,
    _ bytes: RawSpan
  ) -> (FoundRecords, [String: Int]) {
    var lines = DocumentLines(chunk)
    var scanner = RecordScanner(records.plan, at: 1, window: .max)
    if lines.isForeign {
      refuse(RawProblem(.encoding, .wrongEncoding, at: 0..<2), 0..<lines.end, isBroken: true)
      return (scanner.found, [:])
    }
    while let next = lines.next(bytes) {
      let line = next.range
      if let fault = next.fault {
        refuse(fault, line, isBroken: false)
        continue
      }
      let first = scanner.found.places.count
      let resource = Self.resource(at: line, bytes)
      let isBundle = (try? resource.get()).map { FHIRText.isText($0.resourceType, "Bundle", bytes) }
      // Of a Bundle that breaks off the entries before count.
      if isBundle ?? true {
        scanner.restart(from: line.lowerBound)
        scanner.scan(bytes, end: line.upperBound, isComplete: true)
      }
      guard isBundle ?? (scanner.found.places.count > first) else {
        // A line of its own is in no container: none has this number, so its pointer is empty.
        scanner.found.add(
          RecordLocation(
            start: Int32(truncatingIfNeeded: line.lowerBound), end: Int32(truncatingIfNeeded: line.upperBound),
            profile: 0, row: 0, container: .max, number: -1, key: -1))
        _ = add(resource, line, &reading, &text, bytes, isDocument: false, isLast: next.isLast)
        continue
      }
      for place in scanner.found.places[first...] where !isPassed(place, records, scanner.found, &reading, bytes) {
        let entry = Self.resource(at: place.span, bytes)
        _ = add(entry, place.span, &reading, &text, bytes, isDocument: false)
      }
      if let fault = scanner.fault { refuse(next.adjusted(fault), line, isBroken: false) }
    }
    return (scanner.found, scanner.takeWatched())
  }

  private static func resource(at span: Range<Int>, _ bytes: RawSpan) -> Result<FHIRObservation, SyntaxError> {
    Result { () throws(SyntaxError) in try FHIRObservation(at: span, in: bytes) }
  }

  /// Whether a place is not a resource to read: one that its entry deletes, `null`, which is counted, or in a Bundle a
  /// value in the place of a list, an entry or a resource, which is refused.
  private mutating func isPassed(
    _ place: RecordLocation, _ records: ChunkRecords, _ found: FoundRecords, _ reading: inout FHIRParser,
    _ bytes: RawSpan
  ) -> Bool {
    let start = place.span.lowerBound
    if let method = records.plan.profiles[Int(place.profile)].parents.first?.capture {
      // The scanner counts it.
      if found.rows[Int(place.row)][method].decoded.elementsEqual("DELETE".utf8) { return true }
      // Of a Bundle that breaks off the entries before count.
      if place.isLate, records.fault == nil {
        refuse(RawProblem(.fieldMissing, .parentTooLate, at: start..<start + 1), place.span, isBroken: false)
        return true
      }
    }
    let isNull = bytes.byte(at: start) == UInt8(ascii: "n")
    let missing = records.layout.records?.missing
    if place.isMisplaced || missing != nil && !isNull && bytes.byte(at: start) != UInt8(ascii: "{") {
      refuse(RawProblem(.recordUnreadable, .bundleEntry, at: start..<start + 1), place.span, isBroken: false)
      return true
    }
    guard isNull else { return false }
    reading.skip(missing ?? "resource")
    return true
  }

  private mutating func refuse(_ problem: RawProblem, _ span: Range<Int>, isBroken: Bool) {
    problems.append(problem)
    items.append(Item(span: span, problems: problems.count - 1..<problems.count, isBroken: isBroken))
  }

  private mutating func add(
    _ record: Result<FHIRObservation, SyntaxError>, _ span: Range<Int>, _ reading: inout FHIRParser,
    _ text: inout ObservedSamples, _ bytes: RawSpan, isDocument: Bool, isLast: Bool = false
  ) -> Bool {
    let start = text.end
    let first = problems.count
    do {
      let resource = try record.get()
      if FHIRText.isText(resource.resourceType, "Bundle", bytes) {
        refuse(RawProblem(.recordUnreadable, .innerBundle, at: resource.resourceType.range), span, isBroken: false)
        return true
      }
      // Without types only the subject counts, which a refused Observation has as well.
      if FHIRText.isText(resource.resourceType, "Observation", bytes), !reading.types.registry.types.isEmpty,
        let refusal = resource.refusal(bytes)
      {
        refuse(refusal, span, isBroken: false)
        return true
      }
      guard reading.read(resource, span, bytes, into: &text, &problems) else { return true }
      items.append(Item(span: span, sample: start..<text.end, problems: first..<problems.count))
      return true
    } catch {
      let isBroken = isDocument && error.code == .jsonSyntax
      let isCut = isLast && error.code == .jsonSyntax && error.span.upperBound >= span.upperBound
      refuse(
        isCut
          ? RawProblem(.truncated, .unterminated, at: span.lowerBound..<span.lowerBound + 1)
          : RawProblem(error.code, error.detail, at: error.span), span, isBroken: isBroken)
      return !isBroken
    }
  }

  package mutating func next(in bytes: RawSpan, into buffer: inout RawSampleBuffer) -> RecordKind {
    guard next < items.count else { return .end }
    if bytes.byteCount < count {
      next = items.count
      return Self.shortened(&buffer)
    }
    let item = items[next]
    next += 1
    if !item.sample.isEmpty {
      parser.parse(item.sample, in: bytes, into: &buffer)
      let place = Int32(truncatingIfNeeded: item.span.lowerBound)..<Int32(truncatingIfNeeded: item.span.upperBound)
      for index in buffer.samples.indices { buffer.samples[index].span = place }
    }
    buffer.problems += problems[item.problems]
    guard item.isBroken else { return .sample(span: item.span) }
    next = items.count
    return .broken(span: item.span)
  }
}
