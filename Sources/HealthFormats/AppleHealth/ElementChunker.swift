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
