public import HealthModel

package struct JSONLinesFormat: RecordFormat {
  package let name = "jsonl"
  package let fileEndings = [".ndjson", ".jsonl"]
  package let page = "samples.md"
  package let syntax = RawSyntax.json
  package let takesRecordPaths = true
  package let maybeEmpty = true

  package init() {}

  package func recognizes(_ beginning: FormatBeginning) -> Bool {
    beginning.first == "{" && FirstObject.format(beginning) == .jsonLines
  }

  package func chunks(of source: some ByteSource, _ cut: ChunkCut) -> any ChunkSource {
    LineChunker(source: source, size: cut.size, offset: cut.offset, records: cut.recordsByLine)
  }

  package func read<Work: RecordWork & ~Copyable>(
    _ result: inout Work.Result, in context: ReaderContext, by work: inout Work
  ) -> ReaderOutcome {
    if result.chunk.records != nil { return ReaderOutcome.ofForeignJSON(&result, by: &work) }
    var reader = JSONLinesReader(chunk: result.chunk)
    work.read(&reader, .json, &result)
    var outcome = ReaderOutcome()
    let chunk = result.chunk.bytes
    outcome.extent = reader.extent(in: chunk.span.bytes)
    return outcome
  }
}

/// A JSON array of samples, or one object.
package struct JSONDocumentFormat: RecordFormat {
  package let name = "json"
  package let fileEndings = [".json"]
  package let page = "samples.md"
  package let syntax = RawSyntax.json
  package let takesRecordPaths = true
  package let recordFrame: (before: [UInt8], after: [UInt8]) = ([UInt8(ascii: ",")], [])

  package init() {}

  package func recognizes(_ beginning: FormatBeginning) -> Bool {
    beginning.first == "[" || beginning.first == "{" && FirstObject.format(beginning) == .json
  }

  package func chunks(of source: some ByteSource, _ cut: ChunkCut) -> any ChunkSource {
    guard cut.layout.records != nil else { return JSONArrayChunker(source: source, size: cut.size, offset: cut.offset) }
    return RecordChunker(source: source, size: cut.size, layout: cut.layout, after: cut.passed)
  }

  package func read<Work: RecordWork & ~Copyable>(
    _ result: inout Work.Result, in context: ReaderContext, by work: inout Work
  ) -> ReaderOutcome {
    if result.chunk.records != nil { return ReaderOutcome.ofForeignJSON(&result, by: &work) }
    var reader = JSONArrayReader(chunk: result.chunk)
    work.read(&reader, .json, &result)
    return ReaderOutcome()
  }
}

extension ReaderOutcome {
  /// Has the records of foreign JSON in a chunk read: by what writes them anew, or by their paths.
  static func ofForeignJSON<Work: RecordWork & ~Copyable>(_ result: inout Work.Result, by work: inout Work) -> Self {
    var outcome = ReaderOutcome()
    if let rewriting = result.chunk.records?.layout.rewriting {
      var reader = RewritingReader(preparing: &result.chunk, by: rewriting.rewriter)
      outcome.skipped = reader.skipped
      work.read(&reader, .json, &result)
    } else {
      var reader = ForeignJSONReader(preparing: &result.chunk)
      work.read(&reader, .foreignJSON, &result)
      outcome.paths = reader.paths
      outcome.passedOver = reader.paths?.passedOver ?? 0
    }
    return outcome
  }
}

enum FirstObject {
  /// `several`: another object is after it; `oneLine`: it ends on its line; `lines`: it goes over several;
  /// `cutLine`: its line ends inside it and the next begins another one.
  private enum Shape { case several, oneLine, lines, cutLine }

  /// Whether a text that begins with an object has one object a line or one value over several lines.
  static func format(_ beginning: FormatBeginning) -> InputFormat {
    if beginning.hint == .jsonLines { return .jsonLines }
    switch shape(from: beginning.start, beginning.bytes) {
    case .several, .cutLine: return .jsonLines
    case .oneLine: return beginning.hint == .json ? .json : .jsonLines
    case .lines: return .json
    }
  }

  private static func shape(from start: Int, _ text: [UInt8]) -> Shape {
    var depth = 0
    var quotes = JSONQuotes()
    var isOnOneLine = true
    var last: UInt8 = 0
    for index in start..<text.count {
      let byte = text[index]
      let isEscaped = quotes.isEscaped
      if quotes.take(byte) {
        if byte == UInt8(ascii: "\n"), !isEscaped { return .cutLine }
        last = byte
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        // An object right after the line of one that did not end is the next sample.
        if depth == 1, !isOnOneLine, last != UInt8(ascii: ":"), byte == UInt8(ascii: "{") { return .cutLine }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 {
          let next = text[(index + 1)...].first { !XMLMarkup.isSpace($0) }
          if next == UInt8(ascii: "{") { return .several }
          return isOnOneLine ? .oneLine : .lines
        }
      case UInt8(ascii: "\n"): isOnOneLine = false
      default: break
      }
      if !XMLMarkup.isSpace(byte) { last = byte }
    }
    return isOnOneLine ? .oneLine : .lines
  }
}

/// Cuts a JSON array, or a single object, between its elements by following brackets and strings only; what the
/// elements hold is for the reader to check.
@usableFromInline package struct JSONArrayChunker<Source: ByteSource>: ChunkSource {
  private var source: DeferringSource<Source>
  private let size: Int
  private let maximumElement: Int
  private var buffer: [UInt8] = []
  private var offset: Int64
  private var index = 0
  private var isAtEnd = false
  /// How far `buffer` has been followed, and where an element last ended.
  private var scanned = 0
  private var cut = 0
  private var depth = 0
  private var quotes = JSONQuotes()

  package init(source: Source, size: Int, offset: Int64 = 0) {
    self.init(source: source, size: size, offset: offset, maximumElement: SampleLimits.longest)
  }

  /// Reads elements of at most this many bytes.
  init(source: Source, size: Int, offset: Int64 = 0, maximumElement: Int) {
    self.maximumElement = maximumElement
    self.source = DeferringSource(source)
    self.size = size
    self.offset = offset
    depth = offset > 0 ? 1 : 0
  }

  /// The next elements of the array; `nil` after the last chunk.
  package mutating func next() throws(InputError) -> InputChunk? {
    if isAtEnd { return nil }
    while true {
      let known = buffer.count
      let isMore = source.fill(&buffer, to: known + max(64 * 1024, size - known))
      if buffer.count > known {
        scan()
        if buffer.count >= size, cut > 0 { return chunk(upTo: cut) }
        if buffer.count - cut > maximumElement { return overlong() }
      }
      if isMore { continue }
      guard let failure = source.failure else {
        isAtEnd = true
        return chunk(upTo: buffer.count)
      }
      if cut > 0 { return chunk(upTo: cut) }
      isAtEnd = true
      throw failure
    }
  }

  private mutating func scan() {
    while scanned < buffer.count {
      let byte = buffer[scanned]
      scanned += 1
      if quotes.take(byte) { continue }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 1 { cut = scanned }
      default: break
      }
    }
  }

  private mutating func chunk(upTo count: Int, isOverlong: Bool = false) -> InputChunk {
    let chunk = InputChunk(
      bytes: Array(buffer[..<count]), offset: offset, index: index,
      context: ChunkContext(isFirst: offset == 0, isLast: isAtEnd, isOverlong: isOverlong))
    buffer.removeFirst(count)
    offset += Int64(count)
    index += 1
    scanned -= count
    cut = 0
    return chunk
  }

  /// An element over the limit: nothing after it can be separated from it, so the input ends here.
  private mutating func overlong() -> InputChunk {
    if cut > 0 { return chunk(upTo: cut) }
    isAtEnd = true
    var last = chunk(upTo: min(buffer.count, maximumElement, SampleLimits.kept), isOverlong: true)
    last.context.isLast = true
    return last
  }
}

/// Cuts newline-delimited input at line ends.
///
/// A line over the limit becomes a separate chunk, of which the beginning is kept.
@usableFromInline package struct LineChunker<Source: ByteSource>: ChunkSource {
  private var source: DeferringSource<Source>
  private let size: Int
  private let maximumLine: Int
  private let records: ChunkRecords?
  private var carry: [UInt8] = []
  private var offset: Int64 = 0
  private var index = 0
  private var isAtEnd = false

  package init(source: Source, size: Int, offset: Int64 = 0) {
    self.init(source: source, size: size, offset: offset, maximumLine: SampleLimits.longest)
  }

  /// Reads lines that are documents of foreign JSON.
  init(source: Source, size: Int, offset: Int64, records: ChunkRecords?) {
    self.init(source: source, size: size, offset: offset, maximumLine: SampleLimits.longest, records: records)
  }

  /// Reads lines of at most this many bytes.
  init(source: Source, size: Int, offset: Int64 = 0, maximumLine: Int, records: ChunkRecords? = nil) {
    self.records = records
    self.source = DeferringSource(source)
    self.size = size
    self.offset = offset
    self.maximumLine = maximumLine
  }

  /// The next lines; `nil` after the last chunk.
  package mutating func next() throws(InputError) -> InputChunk? {
    if isAtEnd { return nil }
    var buffer = carry
    carry = []
    var target = size
    while true {
      if !source.fill(&buffer, to: target), source.failure == nil {
        isAtEnd = true
        return chunk(buffer)
      }
      if let newline = buffer.lastIndex(of: UInt8(ascii: "\n")) {
        carry = Array(buffer[(newline + 1)...])
        buffer.removeLast(carry.count)
        return chunk(buffer)
      }
      if let failure = source.failure {
        isAtEnd = true
        throw failure
      }
      // One byte more may be the carriage return of the line's end.
      if buffer.count > maximumLine + 1 { return overlong(buffer) }
      // Twice as much, not all at once: the lines behind a long one are not part of its chunk.
      target = min(2 * max(target, buffer.count), maximumLine + 2)
    }
  }

  private mutating func chunk(_ bytes: [UInt8], skipped: Int64 = 0, isOverlong: Bool = false) -> InputChunk {
    defer {
      offset += Int64(bytes.count) + skipped
      index += 1
    }
    var chunk = InputChunk(
      bytes: bytes, offset: offset, skipped: skipped, index: index,
      context: ChunkContext(isFirst: offset == 0, isLast: isAtEnd, isOverlong: isOverlong))
    chunk.records = records
    return chunk
  }

  /// Keeps the line's beginning and reads on to its end without keeping the rest.
  private mutating func overlong(_ buffer: [UInt8]) -> InputChunk {
    let kept = min(maximumLine, SampleLimits.kept)
    var skipped = Int64(buffer.count - kept)
    var piece: [UInt8] = []
    while true {
      piece.removeAll(keepingCapacity: true)
      let isMore = source.fill(&piece, to: max(size, 4096))
      if let newline = piece.firstIndex(of: UInt8(ascii: "\n")) {
        skipped += Int64(newline)
        carry = Array(piece[newline...])
        break
      }
      skipped += Int64(piece.count)
      if !isMore {
        isAtEnd = source.failure == nil
        break
      }
    }
    return chunk(Array(buffer[..<kept]), skipped: skipped, isOverlong: true)
  }
}

/// Reads the records of foreign JSON in a chunk: each becomes the samples that its layout makes of it.
///
/// A record that breaks a limit is refused and reading goes on; one that is not JSON ends the document, or its line.
@usableFromInline package struct ForeignJSONReader: RecordReader {
  /// Which paths led to something in this chunk.
  package let paths: RecordPathUse?
  private var samples: MappedSamples?

  /// Creates a reader at the chunk's beginning, and puts after the chunk's content what its samples have besides; see
  /// `InputChunk.appendix`.
  package init(preparing chunk: inout InputChunk) {
    guard var records = chunk.records, chunk.appendix == nil else {
      paths = nil
      return
    }
    var samples = RecordSamples(records.plan, after: chunk.contentCount)
    var reach = records.reach
    if let fault = records.plan.fault, chunk.contentCount > 0 {
      samples.add(fault, span: 0..<chunk.contentCount)
    } else if chunk.context.isOverlong {
      samples.add(
        RawProblem(.lineTooLong, .sampleTooLong, at: 0..<min(1, chunk.bytes.count)), span: 0..<chunk.bytes.count,
        isBroken: !records.isByLine)
    } else if records.isByLine {
      var lines = RecordLines(chunk, records.plan)
      records.found = lines.read(chunk.bytes.span.bytes, into: &samples)
      reach = max(reach, lines.reach)
    } else {
      Self.readDocument(records, chunk.bytes.span.bytes, end: chunk.contentCount, into: &samples)
    }
    chunk.records = records
    samples.finish(&chunk, reach: reach)
    paths = samples.paths
    self.samples = samples.samples
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
    guard samples != nil else { return .end }
    return samples?.next(in: bytes, into: &buffer) ?? Self.shortened(&buffer)
  }
}

/// Reads a chunk of lines each of which is a document of foreign JSON.
struct RecordLines {
  private var lines: DocumentLines
  private var scanner: RecordScanner

  var reach: Int { scanner.reach }

  init(_ chunk: InputChunk, _ plan: RecordPlan) {
    lines = DocumentLines(chunk)
    // A line is in memory as a whole, so no value in it is too far away.
    scanner = RecordScanner(plan, at: 1, window: .max)
  }

  /// Adds the samples of all lines; returns where their records are.
  mutating func read(_ bytes: RawSpan, into samples: inout RecordSamples) -> FoundRecords {
    if lines.isForeign {
      samples.add(RawProblem(.encoding, .wrongEncoding, at: 0..<2), span: 0..<lines.end, isBroken: true)
      return scanner.found
    }
    while let line = lines.next(bytes) {
      if let fault = line.fault {
        samples.add(fault, span: line.range, isBroken: false)
      } else {
        read(line, bytes, into: &samples)
      }
    }
    return scanner.found
  }

  private mutating func read(_ line: DocumentLines.Line, _ bytes: RawSpan, into samples: inout RecordSamples) {
    let first = scanner.found.places.count
    scanner.restart(from: line.range.lowerBound)
    scanner.scan(bytes, end: line.range.upperBound, isComplete: true)
    if scanner.fault != nil { scanner.giveUp(from: first, before: line.range.upperBound) }
    for place in scanner.found.places[first...] {
      _ = samples.add(place, of: scanner.found, in: bytes, isDocument: false)
    }
    if let fault = scanner.fault { samples.add(line.adjusted(fault), span: line.range, isBroken: false) }
  }
}

/// The lines of a chunk, each of which is a document, without the spaces around them.
struct DocumentLines {
  /// Whether the text is in another encoding, so that it has no lines.
  let isForeign: Bool
  let end: Int
  private let isLastChunk: Bool
  private var position: Int

  struct Line {
    var range: Range<Int>
    /// Whether the input ends with it, and without a line feed.
    var isLast: Bool

    /// Why it is not read whatever is in it; `nil` if it can be.
    var fault: RawProblem? {
      guard range.count > SampleLimits.longest else { return nil }
      return RawProblem(.lineTooLong, .sampleTooLong, at: range.lowerBound..<range.lowerBound + 1)
    }

    /// What a fault is of a document that ends with the line: only the input's end can cut one.
    func adjusted(_ fault: RawProblem) -> RawProblem {
      guard fault.code == .truncated else { return fault }
      return isLast
        ? RawProblem(.truncated, .unterminated, at: range.lowerBound..<range.lowerBound + 1)
        : RawProblem(.jsonSyntax, .expectedCommaOrEnd, at: range.upperBound - 1..<range.upperBound)
    }
  }

  init(_ chunk: InputChunk) {
    end = chunk.contentCount
    isLastChunk = chunk.context.isLast
    let bytes = chunk.bytes.span.bytes
    isForeign = chunk.context.isFirst && end > 0 && ByteOrderMark.isForeign(bytes, end: end)
    position = chunk.context.isFirst ? ByteOrderMark.length(bytes, end: end) : 0
  }

  /// The next line; `nil` after the last.
  mutating func next(_ bytes: RawSpan) -> Line? {
    while position < end {
      let newline = bytes.firstNewline(from: position, to: end)
      var line = position..<newline
      position = newline + 1
      while let last = line.last, Self.isSpace(bytes.byte(at: last)) { line.removeLast() }
      while let first = line.first, Self.isSpace(bytes.byte(at: first)) { line.removeFirst() }
      if !line.isEmpty { return Line(range: line, isLast: isLastChunk && newline == end) }
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
