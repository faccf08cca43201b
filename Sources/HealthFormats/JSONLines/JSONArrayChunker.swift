import HealthModel

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
