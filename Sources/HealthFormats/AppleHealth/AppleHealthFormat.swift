public import HealthModel

/// The main file of an Apple Health export.
package struct AppleHealthFormat: RecordFormat {
  package let name = "apple-health"
  package let fileEndings = [".xml"]
  package let page = "apple-health.md"
  package let syntax = RawSyntax.appleHealth
  package let origin: String? = AppleHealthFormat.origin
  // Other markup has the same ending.
  package let isKnownByName = false

  package init() {}

  package func recognizes(_ beginning: FormatBeginning) -> Bool {
    beginning.first == "<" && Self.isExport(prefix: beginning.bytes)
  }

  package func chunks(of source: some ByteSource, _ cut: ChunkCut) -> any ChunkSource {
    ElementChunker(source: source, size: cut.size, offset: cut.offset)
  }

  package func read<Work: RecordWork & ~Copyable>(
    _ result: inout Work.Result, in context: ReaderContext, by work: inout Work
  ) -> ReaderOutcome {
    var outcome = ReaderOutcome()
    guard result.chunk.file == nil else {
      var reader = ExportFileReader(preparing: &result.chunk, elements: context.elements)
      work.read(&reader, .appleHealth, &result)
      return outcome
    }
    var reader = AppleHealthReader(chunk: result.chunk, elements: context.elements, files: context.files)
    work.read(&reader, .appleHealth, &result)
    outcome.elements = reader.elementCounts
    return outcome
  }

  package static let elementNames = Set(ElementName.allCases.map { $0.text.description })

  /// The `origin` of samples that were read from an export.
  package static let origin = "apple-health"
  /// The number of bytes of a file that decide whether it is an export.
  package static let prefixLength = 16 * 1024

  /// Whether a file that begins with these bytes holds nothing so far but blanks.
  static func isBlank(prefix: [UInt8]) -> Bool {
    prefix[ByteOrderMark.length(prefix.span.bytes, end: prefix.count)...].allSatisfy(XMLMarkup.isSpace)
  }

  /// Whether a file that begins with these bytes is an export, by content: its name follows the phone's language.
  package static func isExport(prefix: [UInt8]) -> Bool {
    let bytes = prefix.span.bytes
    let end = prefix.count
    var position = ByteOrderMark.length(bytes, end: end)
    while position < end, XMLMarkup.isSpace(bytes.byte(at: position)) { position &+= 1 }
    guard position < end, bytes.byte(at: position) == UInt8(ascii: "<") else { return false }
    while position < end {
      if XMLProlog.isRoot(at: position, end: end, in: bytes) { return true }
      if bytes.hasPrefix("<!DOCTYPE", at: position, end: end) {
        var name = position &+ 9
        while name < end, XMLMarkup.isSpace(bytes.byte(at: name)) { name &+= 1 }
        if name > position &+ 9, bytes.hasPrefix("HealthData", at: name, end: end) { return true }
      }
      position = bytes.first(UInt8(ascii: "<"), from: position &+ 1, to: end)
    }
    return false
  }
}

/// Cuts an Apple Health export between its top-level elements, by following tags only; what they hold is for the reader
/// to check.
///
/// The first chunk begins with the document's first byte. The last one holds the root's end tag and everything after
/// it. An element over the limit becomes a separate chunk, cut at the limit.
@usableFromInline package struct ElementChunker<Source: ByteSource>: ChunkSource {
  private var source: DeferringSource<Source>
  private let size: Int
  private var buffer: [UInt8] = []
  private var offset: Int64
  private var index = 0
  private var scanner: ElementScanner
  private var isInContent: Bool
  private var isAtEnd = false

  /// The longest top-level element in bytes.
  package static var maximumElement: Int { ElementScanner.maximumElement }
  /// How many bytes after the root's end are kept.
  private static var maximumEpilogue: Int { 1 << 20 }

  package init(source: Source, size: Int, offset: Int64 = 0) {
    self.source = DeferringSource(source)
    self.size = max(1, size)
    self.offset = offset
    isInContent = offset > 0
    scanner = ElementScanner(isInside: offset > 0)
  }

  /// The next chunk; `nil` after the last.
  package mutating func next() throws(InputError) -> InputChunk? {
    if isAtEnd { return nil }
    var target = size
    while true {
      let isMore = source.fill(&buffer, to: target)
      if !isInContent, let chunk = prolog(isComplete: !isMore && source.failure == nil) { return chunk }
      if isInContent { scan() }
      if scanner.isRootClosed { return try closing() }
      let isOverlong = isInContent && scanner.isOverlong(count: buffer.count)
      if scanner.boundary > 0, isMore || isOverlong { return chunk(upTo: scanner.boundary) }
      if isOverlong { return overlong() }
      if !isMore { return try last() }
      target = buffer.count + min(max(size, buffer.count), 1 << 20)
    }
  }

  /// Looks for the root element; a document without one is handed on as it is, for the reader to say why.
  private mutating func prolog(isComplete: Bool) -> InputChunk? {
    switch XMLProlog.locate(in: buffer.span.bytes, end: buffer.count, isComplete: isComplete) {
    case .root(let place):
      scanner.begin(at: place)
      isInContent = true
      return nil
    case .incomplete: return nil
    case .fault:
      isAtEnd = true
      return chunk(upTo: buffer.count)
    }
  }

  private mutating func scan() {
    var follower = scanner
    follower.scan(buffer.span.bytes, to: buffer.count)
    scanner = follower
  }

  /// The chunk at the end of an input that ends inside the document; a source that broke off is reported after what
  /// came before.
  private mutating func last() throws(InputError) -> InputChunk? {
    if let failure = source.failure {
      if scanner.boundary > 0 { return chunk(upTo: scanner.boundary) }
      isAtEnd = true
      throw failure
    }
    isAtEnd = true
    return chunk(upTo: buffer.count)
  }

  /// The chunk with the root's end tag: reads the rest, of which only the beginning is kept.
  private mutating func closing() throws(InputError) -> InputChunk? {
    var skipped: Int64 = 0
    let most = scanner.position + Self.maximumEpilogue
    while source.fill(&buffer, to: buffer.count + max(size, 64 * 1024)) {
      if buffer.count > most {
        skipped += Int64(buffer.count - most)
        buffer.removeLast(buffer.count - most)
      }
    }
    if source.failure != nil { return try last() }
    if buffer.count > most {
      skipped += Int64(buffer.count - most)
      buffer.removeLast(buffer.count - most)
    }
    isAtEnd = true
    return chunk(upTo: buffer.count, skipped: skipped)
  }

  /// Keeps the element's beginning and reads on to its end without keeping the rest.
  private mutating func overlong() -> InputChunk {
    let kept = Array(buffer[..<Self.maximumElement])
    var dropped = 0
    scanner.beginSkipping()
    while true {
      scan()
      if scanner.boundary >= 0 { break }
      // A few bytes before the position show how a tag or comment ends.
      let done = max(0, min(scanner.position, buffer.count) - 16)
      buffer.removeFirst(done)
      scanner.rebase(by: done)
      dropped += done
      if !source.fill(&buffer, to: buffer.count + size) {
        scan()
        break
      }
    }
    let end = scanner.boundary >= 0 ? scanner.boundary : buffer.count
    if scanner.boundary < 0, source.failure == nil { isAtEnd = true }
    buffer.removeFirst(end)
    scanner.rebase(by: end)
    scanner.endSkipping()
    let skipped = Int64(dropped + end - kept.count)
    defer { advance(kept.count, skipped) }
    return InputChunk(
      bytes: kept, offset: offset, skipped: skipped, index: index,
      context: ChunkContext(isFirst: offset == 0, isLast: isAtEnd, isOverlong: true))
  }

  private mutating func chunk(upTo count: Int, skipped: Int64 = 0) -> InputChunk {
    let rest = Array(buffer[count...])
    buffer.removeLast(rest.count)
    defer {
      buffer = rest
      scanner.rebase(by: count)
      advance(count, skipped)
    }
    return InputChunk(
      bytes: buffer, offset: offset, skipped: skipped, index: index,
      context: ChunkContext(isFirst: offset == 0, isLast: isAtEnd))
  }

  private mutating func advance(_ count: Int, _ skipped: Int64) {
    offset += Int64(count) + skipped
    index += 1
  }
}

/// Follows tags, quotes and comments to find the places between two top-level elements, and checks nothing else.
///
/// It can stop at any byte and go on when more are there. Offsets are those of the buffer it is shown; `rebase` moves
/// them when the buffer's beginning was handed on.
struct ElementScanner {
  /// The context of the next byte.
  private enum Mode {
    case text, startTag, doubleQuotes, singleQuotes, endTag, comment, characterData, instruction, declaration
  }

  private var mode = Mode.text
  /// The next byte to look at.
  private(set) var position = 0
  private var markupStart = 0
  private var depth: Int
  /// The last place between two top-level elements, 0 when there is none in the buffer after its beginning.
  private(set) var boundary = 0
  /// Whether the root element has ended; `position` is after it.
  private(set) var isRootClosed = false
  private var isSkipping = false

  /// The longest top-level element in bytes.
  static let maximumElement = 1 << 24

  init(isInside: Bool) { depth = isInside ? 1 : 0 }

  mutating func begin(at place: Int) { position = place }

  func isOverlong(count: Int) -> Bool { !isRootClosed && count - boundary > Self.maximumElement }

  /// Goes on after the limit until the element ends, then stops at the boundary after it.
  mutating func beginSkipping() {
    isSkipping = true
    boundary = -1
  }

  /// Goes back to normal; the boundary that was found stays.
  mutating func endSkipping() {
    isSkipping = false
    boundary = max(0, boundary)
  }

  /// Adjusts positions after the buffer's first bytes were removed.
  mutating func rebase(by count: Int) {
    position -= count
    markupStart -= count
    if boundary >= 0 { boundary = max(0, boundary - count) }
  }

  /// Follows the bytes up to an end, to the root's end, or, when skipping, to the next boundary.
  mutating func scan(_ bytes: RawSpan, to end: Int) {
    var stop = limit(end)
    while position < stop, !isRootClosed, !(isSkipping && boundary >= 0) {
      switch mode {
      case .text:
        // The boundary may have moved, and with it the limit.
        if !text(bytes, stop), limit(end) == stop { return }
      case .startTag: startTag(bytes, stop)
      case .doubleQuotes: quoted(UInt8(ascii: "\""), bytes, stop)
      case .singleQuotes: quoted(UInt8(ascii: "'"), bytes, stop)
      case .endTag: if find(bytes, stop) { closed() }
      case .comment: other(.comment, bytes, stop)
      case .characterData: other(.characterData, bytes, stop)
      case .instruction: other(.instruction, bytes, stop)
      case .declaration: other(.declaration, bytes, stop)
      }
      stop = limit(end)
    }
  }

  /// The scanner reads nothing beyond the limit of the current element, so that reading in larger pieces changes nothing.
  @inline(__always) private func limit(_ end: Int) -> Int {
    isSkipping ? end : min(end, boundary &+ Self.maximumElement)
  }

  /// Moves to the next `<` and returns the kind of markup it begins; `false` if that takes more bytes.
  @inline(__always) private mutating func text(_ bytes: RawSpan, _ stop: Int) -> Bool {
    if depth == 1, boundary == position {
      while position < stop, XMLMarkup.isSpace(bytes.byte(at: position)) { position &+= 1 }
      boundary = position
      if position == stop { return true }
    }
    position = bytes.first(UInt8(ascii: "<"), from: position, to: stop)
    guard position < stop else { return true }
    if depth == 1 { boundary = position }
    guard let kind = XMLMarkup.kind(at: position, end: stop, in: bytes) else { return false }
    markupStart = position
    position &+= kind == .startTag ? 1 : 2
    mode =
      switch kind {
      case .startTag: .startTag
      case .endTag: .endTag
      case .comment: .comment
      case .characterData: .characterData
      case .instruction: .instruction
      case .declaration: .declaration
      }
    return true
  }

  @inline(__always) private mutating func startTag(_ bytes: RawSpan, _ stop: Int) {
    var index = position
    while true {
      index = XMLWord.firstTagMark(from: index, to: stop, in: bytes)
      guard index < stop else { break }
      let mark = bytes.byte(at: index)
      index &+= 1
      if mark == UInt8(ascii: ">") {
        position = index
        mode = .text
        opened(isEmpty: bytes.byte(at: index &- 2) == UInt8(ascii: "/"))
        return
      }
      let close = XMLWord.first(mark, from: index, to: stop, in: bytes)
      guard close < stop else {
        mode = mark == UInt8(ascii: "\"") ? .doubleQuotes : .singleQuotes
        break
      }
      index = close &+ 1
    }
    position = stop
  }

  private mutating func quoted(_ quote: UInt8, _ bytes: RawSpan, _ stop: Int) {
    let close = bytes.first(quote, from: position, to: stop)
    position = close
    guard close < stop else { return }
    position = close &+ 1
    mode = .startTag
  }

  private mutating func find(_ bytes: RawSpan, _ stop: Int) -> Bool {
    position = bytes.first(UInt8(ascii: ">"), from: position, to: stop)
    guard position < stop else { return false }
    position &+= 1
    return true
  }

  private mutating func other(_ kind: XMLMarkup, _ bytes: RawSpan, _ stop: Int) {
    while find(bytes, stop) {
      guard kind.closes(at: position &- 1, of: markupStart, in: bytes) else { continue }
      mode = .text
      if depth == 1 { boundary = position }
      return
    }
  }

  @inline(__always) private mutating func opened(isEmpty: Bool) {
    if !isEmpty { depth &+= 1 }
    if depth == 1 { boundary = position }
    if depth == 0 { isRootClosed = true }
  }

  @inline(__always) private mutating func closed() {
    mode = .text
    depth &-= 1
    if depth == 1 { boundary = position }
    if depth == 0 { isRootClosed = true }
  }
}

/// Reads a file of an export beside its main file: one sample, or nothing.
///
/// A route and a document are read with the element that names them, whose text lies after the file's content in the
/// chunk; an electrocardiogram is a sample by itself.
@usableFromInline package struct ExportFileReader: RecordReader, ~Copyable {
  private let file: ExportFileChunk?
  private let count: Int
  private let elements: ExportElements
  private let recording: RecordingReader?
  private var isFinished = false

  /// Creates a reader of a chunk that holds such a file, and puts after its content what the reader works out.
  package init(preparing chunk: inout InputChunk, elements: ExportElements) {
    file = chunk.file
    count = chunk.contentCount
    self.elements = elements
    recording =
      chunk.file?.file.kind == .electrocardiogram
      ? elements.recording.flatMap { RecordingReader(preparing: &chunk, $0) } : nil
  }

  /// Reads the file into the buffer, which the caller has emptied; see `RecordReader`.
  package mutating func next(in bytes: RawSpan, into buffer: inout RawSampleBuffer) -> RecordKind {
    guard let file, !isFinished else { return .end }
    isFinished = true
    let span = 0..<count
    switch file.fault {
    case .tooLong: buffer.report(.lineTooLong, .fileTooLong, at: 0..<0)
    case .damaged: buffer.report(.zipDamaged, .fileDamaged, at: 0..<0)
    case .encoding: buffer.report(.encoding, .badUTF8, at: 0..<0)
    case nil: return read(file, bytes, into: &buffer) ? .sample(span: span) : .unsupported(span: span)
    }
    return .sample(span: span)
  }

  /// Reads a sound file; `false` when it holds nothing that is read.
  private func read(_ file: ExportFileChunk, _ bytes: RawSpan, into buffer: inout RawSampleBuffer) -> Bool {
    if file.file.kind == .electrocardiogram {
      guard let recording else { return false }
      recording.read(bytes, into: &buffer)
    } else {
      var parser = RecordParser(
        cursor: XMLCursor(position: file.element.lowerBound, end: file.element.upperBound), elements: elements)
      parser.content = 0..<count
      guard let form = elements.form(at: parser.cursor.name(bytes), in: bytes) else { return false }
      do {
        try parser.structure(form, depth: 2, bytes, into: &buffer)
      } catch {
        // It was read as a part of the main file before.
        buffer.report(error.code, error.detail, at: 0..<0)
        return true
      }
      if file.file.kind == .route {
        var route = RouteReader(count: count, file.texts)
        route.read(bytes, into: &buffer)
      }
    }
    if !file.parent.isEmpty {
      buffer.tape.append(TapeEntry(.structure, key: file.texts[.parent], value: RawField(name: file.parent)))
    }
    guard !buffer.samples.isEmpty else { return true }
    buffer.samples[0].takeEntries(from: 0, of: buffer.tape)
    buffer.samples[0].span = 0..<Int32(truncatingIfNeeded: count)
    return true
  }
}

/// Reads an electrocardiogram: its header's lines are fields, its voltages one column.
struct RecordingReader {
  private let header: ElectrocardiogramText
  private let texts: FileTexts
  private let type: RawField
  private let end: RawField
  private let rate: RawField
  private let unit: RawField
  private let column: RawField
  private let voltages: RawField
  private var fields: [(key: RawField, value: RawField)] = []

  /// Finds the parts of a chunk's content, and puts after it the names of fields, the end, and numbers that have commas;
  /// `nil` when the content is not an electrocardiogram.
  init?(preparing chunk: inout InputChunk, _ form: RecordingFormat) {
    guard let file = chunk.file, let header = ElectrocardiogramText(chunk.bytes.span.bytes, end: chunk.contentCount)
    else { return nil }
    self.header = header
    texts = file.texts
    var bytes = chunk.bytes
    chunk.bytes = []
    func added(_ text: [UInt8]) -> RawField {
      let start = bytes.count
      bytes.append(contentsOf: text)
      return RawField(kind: .string, start: start, end: bytes.count)
    }
    type = added(form.type)
    column = added(form.column)
    rate = Self.withPoints(header.rate, &bytes)
    let count = Self.lines(header.voltages, bytes)
    end = added(Self.end(of: header, rate, count, bytes))
    unit = Self.isMicrovolt(header.unit, bytes) ? file.texts[.microvolt] : RawField(name: header.unit)
    var values = Self.withPoints(header.voltages, &bytes)
    values.kind = .array
    voltages = values
    let lines = [
      ("classification", header.classification), ("symptoms", header.symptoms), ("lead", header.lead),
      ("softwareversion", header.version),
    ]
    for (word, value) in lines where !value.isEmpty {
      guard let name = form.attribute(beginning: word) else { continue }
      fields.append((key: added(name), value: RawField(name: value)))
    }
    chunk.bytes = bytes
  }

  func read(_ bytes: RawSpan, into buffer: inout RawSampleBuffer) {
    var sample = RawSample()
    sample[.type] = type
    sample[.start] = RawField(name: header.recorded)
    sample[.end] = end
    if !header.version.isEmpty { sample[.sourceVersion] = RawField(name: header.version) }
    if !header.device.isEmpty { sample[.sourceProduct] = RawField(name: header.device) }
    for field in fields { buffer.tape.append(TapeEntry(.field, key: field.key, value: field.value)) }
    buffer.tape.append(TapeEntry(.point, key: texts[.rate], value: rate))
    if !unit.range.isEmpty {
      let place = buffer.tape.count
      buffer.tape.append(
        TapeEntry(
          .point, key: texts[.units], value: RawField(kind: .array, start: unit.range.lowerBound, end: Int(unit.end))))
      buffer.tape.append(unit, for: column, partOf: place)
    }
    buffer.tape.append(TapeEntry(.point, key: column, value: voltages))
    buffer.samples.append(sample)
  }

  /// The slice of a range, or where it was written anew with points for commas and without quotes.
  private static func withPoints(_ range: Range<Int>, _ bytes: inout [UInt8]) -> RawField {
    let needsWriting = bytes[range].contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }
    guard needsWriting else { return RawField(name: range) }
    let start = bytes.count
    bytes.reserveCapacity(start + range.count)
    for index in range {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") { continue }
      if byte == UInt8(ascii: ",") {
        // One at a line's end is a separator.
        let next = index + 1 < range.upperBound ? bytes[index + 1] : 0
        if next &- 0x30 <= 9 { bytes.append(UInt8(ascii: ".")) }
      } else {
        bytes.append(byte)
      }
    }
    return RawField(kind: .string, start: start, end: bytes.count)
  }

  private static func lines(_ range: Range<Int>, _ bytes: [UInt8]) -> Int {
    var count = 0
    var isEmpty = true
    for index in range {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n") {
        isEmpty = true
      } else if isEmpty, byte > 0x20 {
        count += 1
        isEmpty = false
      }
    }
    return count
  }

  /// When the recording ends: its start and a period for each voltage.
  private static func end(
    of header: ElectrocardiogramText, _ rate: RawField, _ count: Int, _ bytes: [UInt8]
  ) -> [UInt8] {
    let span = bytes.span.bytes
    guard let start = TimestampParser.parse(header.recorded, in: span, syntax: .appleHealth),
      let rate = DecimalParser.parse(rate.range, in: span)?.value, rate >= 1, rate <= 1_000_000
    else { return Array(bytes[header.recorded]) }
    var instant = start.instant
    instant.microseconds += Int64((Double(count) / rate * 1_000_000).rounded())
    guard instant.microseconds <= Instant.latest else { return Array(bytes[header.recorded]) }
    var text: [UInt8] = []
    TimestampWriter.append(instant, to: &text)
    return text
  }

  private static func isMicrovolt(_ unit: Range<Int>, _ bytes: [UInt8]) -> Bool {
    let text = bytes[unit]
    return text.elementsEqual("µV".utf8) || text.elementsEqual("μV".utf8)
  }
}
