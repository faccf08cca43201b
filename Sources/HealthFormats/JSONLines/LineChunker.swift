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
