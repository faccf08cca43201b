package import HealthModel

/// Writes the records of a published form anew as samples: for a form whose samples say more than paths can.
package protocol RecordRewriter: AnyObject, Sendable {
  /// Writes the record at a place of the bytes as a sample: from `begin` to `finish`.
  ///
  /// - Throws: `SyntaxError` if the record is not JSON, or not an object; nothing is written then.
  func rewrite(
    _ record: Range<Int>, in bytes: RawSpan, to samples: inout RewrittenSamples
  ) throws(SyntaxError) -> RewrittenRecord
}

/// What became of a record.
package enum RewrittenRecord {
  case sample
  /// It is not a sample, and is counted by this name.
  case skipped(String)
  case refused(RawProblem)
  /// It holds records itself, which its value at the place says.
  case container(Range<Int>)
}

/// A rewriter as a part of a layout; equal to itself only.
package struct RecordRewriting: Sendable, Hashable {
  package let rewriter: any RecordRewriter

  package init(_ rewriter: any RecordRewriter) { self.rewriter = rewriter }

  package static func == (left: RecordRewriting, right: RecordRewriting) -> Bool { left.rewriter === right.rewriter }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(rewriter)) }
}

/// The text of samples as records of another form say them, with the place in the input of each value: findings point at
/// the record.
package struct RewrittenSamples {
  fileprivate private(set) var bytes: [UInt8] = []
  fileprivate private(set) var appendix: ChunkAppendix
  /// What is wrong with the records, beside what is wrong with the samples.
  package var problems: [RawProblem] = []
  private let base: Int
  private var record = 0
  private var needsComma = false

  fileprivate init(after base: Int) {
    self.base = base
    appendix = ChunkAppendix(start: base)
    appendix.add(at: base, for: nil)
  }

  /// Where the next byte will be in the chunk.
  fileprivate var end: Int { base + bytes.count }

  package mutating func begin(record: Int) {
    self.record = record
    needsComma = false
    appendix.add(at: end, for: record)
    bytes.append(UInt8(ascii: "{"))
  }

  /// Ends the sample; a line feed keeps it apart from the next.
  package mutating func finish() { bytes += "}\n".utf8 }

  package mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(truncatingIfNeeded: bracket.value))
    needsComma = false
  }

  package mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(truncatingIfNeeded: bracket.value))
    needsComma = true
  }

  package mutating func key(_ name: some Sequence<UInt8>) {
    separate()
    JSONText.appendQuoted(name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func key(_ name: StaticString) {
    key(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  package mutating func value(_ field: RawField, _ input: RawSpan) {
    separate()
    let isText = field.kind == .string
    if isText { bytes.append(UInt8(ascii: "\"")) }
    mark(Int(field.start))
    append(field.range, input)
    if isText { bytes.append(UInt8(ascii: "\"")) }
    mark(record)
    needsComma = true
  }

  package mutating func value(text: some Sequence<UInt8>, for place: RawField) {
    separate()
    if place.isPresent { mark(Int(place.start)) }
    JSONText.appendQuoted(text, to: &bytes)
    if place.isPresent { mark(record) }
    needsComma = true
  }

  package mutating func value(json: some Sequence<UInt8>, for place: RawField) {
    separate()
    if place.isPresent { mark(Int(place.start)) }
    bytes += json
    if place.isPresent { mark(record) }
    needsComma = true
  }

  package mutating func value(_ number: RawField, shiftedBy places: Int, _ input: RawSpan) {
    separate()
    mark(Int(number.start))
    DecimalShift.append(number.range, in: input, by: places, to: &bytes)
    mark(record)
    needsComma = true
  }

  package mutating func pairs(_ text: some Collection<UInt8>, for place: RawField) {
    if text.isEmpty { return }
    separate()
    mark(Int(place.start))
    bytes += text
    mark(record)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }

  private mutating func append(_ range: Range<Int>, _ input: RawSpan) {
    for place in range { bytes.append(input.byte(at: place)) }
  }

  private mutating func mark(_ place: Int) { appendix.add(at: end, for: place) }
}

/// Reads the records of a chunk that a rewriter is for: each is written anew as a sample after the chunk's content, and
/// read from there.
///
/// So a record can have all that a sample has, and findings still point at the record.
struct RewritingReader: RecordReader {
  private struct Item {
    var span: Range<Int>
    var sample = 0..<0
    var problems = 0..<0
    var isBroken = false
  }

  /// How many records made no sample, by what they are.
  private(set) var skipped: [String: Int] = [:]
  private var items: [Item] = []
  private var problems: [RawProblem] = []
  /// Where the samples end that were written so far.
  private var written = 0
  private var next = 0
  private var count = 0
  private var parser = SampleJSONParser()

  /// Creates a reader at the chunk's beginning, and puts the samples after the chunk's content.
  init(preparing chunk: inout InputChunk, by rewriter: any RecordRewriter) {
    if let records = chunk.records, chunk.appendix == nil {
      let made = read(chunk, records, by: rewriter)
      chunk.records = made.records
      chunk.appendix = made.text.appendix
      chunk.bytes += made.text.bytes
    }
    count = chunk.bytes.count
  }

  private mutating func read(
    _ chunk: InputChunk, _ records: ChunkRecords, by rewriter: any RecordRewriter
  ) -> (records: ChunkRecords, text: RewrittenSamples) {
    let content = chunk.contentCount
    let bytes = chunk.bytes.span.bytes
    var text = RewrittenSamples(after: content)
    written = content
    var records = records
    if chunk.context.isOverlong {
      refuse(
        RawProblem(.lineTooLong, .sampleTooLong, at: 0..<min(1, content)), 0..<content, isBroken: !records.isByLine)
    } else if records.isByLine {
      (records.found, records.watched) = addLines(of: chunk, records, rewriter, &text, bytes)
    } else {
      let isRefused = records.fault?.detail == .implicitRules
      for place in records.found.places where !isRefused && !isPassed(place, records, records.found, bytes) {
        let record = Result { () throws(SyntaxError) in try rewriter.rewrite(place.span, in: bytes, to: &text) }
        guard add(record, place.span, &text, isDocument: true) else { break }
      }
      if let fault = records.fault, items.last?.isBroken != true {
        // Where nothing was read before, the document is one record that is refused.
        let isWhole = isRefused && chunk.context.isFirst
        refuse(fault, (isRefused ? 0 : min(Int(fault.span.lowerBound), content))..<content, isBroken: !isWhole)
      }
    }
    skipped.merge(records.watched, uniquingKeysWith: +)
    return (records, text)
  }

  /// Adds the records of lines; returns where they are, and what was counted around them.
  private mutating func addLines(
    of chunk: InputChunk, _ records: ChunkRecords, _ rewriter: any RecordRewriter, _ text: inout RewrittenSamples,
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
      let record = Result { () throws(SyntaxError) in try rewriter.rewrite(line, in: bytes, to: &text) }
      let isContainer: Bool? =
        switch record {
        case .success(.container): true
        case .success: false
        case .failure: nil
        }
      // Of a container that breaks off the records before count.
      if isContainer ?? true {
        scanner.restart(from: line.lowerBound)
        scanner.scan(bytes, end: line.upperBound, isComplete: true)
      }
      guard isContainer ?? (scanner.found.places.count > first) else {
        // A line of its own is in no container: none has this number, so its pointer is empty.
        scanner.found.add(
          RecordLocation(
            start: Int32(truncatingIfNeeded: line.lowerBound), end: Int32(truncatingIfNeeded: line.upperBound),
            profile: 0, row: 0, container: .max, number: -1, key: -1))
        _ = add(record, line, &text, isDocument: false, isLast: next.isLast)
        continue
      }
      for place in scanner.found.places[first...]
      where scanner.fault?.detail != .implicitRules && !isPassed(place, records, scanner.found, bytes) {
        let entry = Result { () throws(SyntaxError) in try rewriter.rewrite(place.span, in: bytes, to: &text) }
        _ = add(entry, place.span, &text, isDocument: false)
      }
      if let fault = scanner.fault { refuse(next.adjusted(fault), line, isBroken: false) }
    }
    return (scanner.found, scanner.takeWatched())
  }

  /// Whether a place is not a record to read: one whose parent has the first text that is watched for, `null`, which is
  /// counted, or in a container a value in the place of a list, an entry or a record, which is refused.
  private mutating func isPassed(
    _ place: RecordLocation, _ records: ChunkRecords, _ found: FoundRecords, _ bytes: RawSpan
  ) -> Bool {
    let start = place.span.lowerBound
    let passes = records.passes(place, found)
    // The scanner counts it.
    if passes == true { return true }
    // Of a Bundle that breaks off the entries before count.
    if place.isLate, records.fault == nil {
      refuse(RawProblem(.fieldMissing, .parentTooLate, at: start..<start + 1), place.span, isBroken: false)
      return true
    }
    if passes == nil {
      refuse(RawProblem(.recordUnreadable, .unknownMethod, at: start..<start + 1), place.span, isBroken: false)
      return true
    }
    let isNull = bytes.byte(at: start) == UInt8(ascii: "n")
    let missing = records.layout.records?.missing
    if place.isMisplaced || missing != nil && !isNull && bytes.byte(at: start) != UInt8(ascii: "{") {
      refuse(RawProblem(.recordUnreadable, .bundleEntry, at: start..<start + 1), place.span, isBroken: false)
      return true
    }
    guard isNull else { return false }
    skipped[missing ?? "resource", default: 0] += 1
    return true
  }

  private mutating func refuse(_ problem: RawProblem, _ span: Range<Int>, isBroken: Bool) {
    problems.append(problem)
    items.append(Item(span: span, problems: problems.count - 1..<problems.count, isBroken: isBroken))
  }

  /// Adds what became of a record; returns whether the records after it can be read.
  private mutating func add(
    _ record: Result<RewrittenRecord, SyntaxError>, _ span: Range<Int>, _ text: inout RewrittenSamples,
    isDocument: Bool, isLast: Bool = false
  ) -> Bool {
    do {
      switch try record.get() {
      case .sample:
        let first = problems.count
        problems += text.problems
        text.problems.removeAll(keepingCapacity: true)
        items.append(Item(span: span, sample: written..<text.end, problems: first..<problems.count))
        written = text.end
      case .skipped(let name): skipped[name, default: 0] += 1
      case .refused(let problem): refuse(problem, span, isBroken: false)
      case .container(let place):
        refuse(RawProblem(.recordUnreadable, .innerBundle, at: place), span, isBroken: false)
      }
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

  mutating func next(in bytes: RawSpan, into buffer: inout RawSampleBuffer) -> RecordKind {
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
