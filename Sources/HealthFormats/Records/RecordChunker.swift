import HealthModel

/// Cuts a document of foreign JSON between its records, however large it is.
///
/// A record over the limit ends the input: nothing after it can be separated from it.
struct RecordChunker<Source: ByteSource>: ChunkSource {
  private var source: DeferringSource<Source>
  private let size: Int
  private let layout: TableLayout
  private var scanner: RecordScanner
  private var buffer: [UInt8] = []
  private var offset: Int64
  private var index = 0
  private var isAtEnd = false

  init(
    source: Source, size: Int, layout: TableLayout, after passed: PassedRecords? = nil,
    window: Int64 = RecordScanner.window
  ) {
    self.source = DeferringSource(source)
    self.size = max(1, size)
    self.layout = layout
    scanner = passed?.scanner ?? RecordScanner(RecordPlan(layout), window: window)
    offset = passed?.offset ?? 0
  }

  /// The next records; `nil` after the last chunk.
  mutating func next() throws(InputError) -> InputChunk? {
    if isAtEnd { return nil }
    while true {
      let known = buffer.count
      let isMore = source.fill(&buffer, to: known + max(min(size, 64 * 1024), size - known))
      let isComplete = !isMore && source.failure == nil
      scanner.scan(buffer, isComplete: isComplete)
      if scanner.fault != nil || isComplete {
        isAtEnd = true
        return chunk(upTo: buffer.count)
      }
      let cut = scanner.cut
      if let failure = source.failure {
        if cut > 0 { return chunk(upTo: cut) }
        isAtEnd = true
        throw failure
      }
      if buffer.count >= size, cut > 0 { return chunk(upTo: cut) }
      if let start = scanner.unfinishedRecord, buffer.count - start > SampleLimits.longest {
        return cut > 0 ? chunk(upTo: cut) : overlong()
      }
    }
  }

  private mutating func chunk(upTo count: Int, isOverlong: Bool = false) -> InputChunk {
    var chunk = InputChunk(
      bytes: Array(buffer[..<count]), offset: offset, index: index,
      context: ChunkContext(isFirst: offset == 0, isLast: isAtEnd, isOverlong: isOverlong))
    scanner.giveUp(before: count)
    var records = ChunkRecords(scanner.plan, layout, scanner.found.take(before: count))
    records.fault = scanner.fault
    records.reach = scanner.reach
    records.watched = scanner.takeWatched()
    chunk.records = records
    buffer.removeFirst(count)
    scanner.rebase(by: count)
    offset += Int64(count)
    index += 1
    return chunk
  }

  private mutating func overlong() -> InputChunk {
    isAtEnd = true
    return chunk(upTo: min(buffer.count, SampleLimits.kept), isOverlong: true)
  }
}

/// The beginning of a document that an earlier run has read: what its records left behind.
struct PassedRecords {
  private(set) var scanner: RecordScanner
  /// How many bytes were passed over.
  private(set) var offset: Int64 = 0
  private var buffer: [UInt8] = []

  init(_ layout: TableLayout, window: Int64 = RecordScanner.window) {
    scanner = RecordScanner(RecordPlan(layout), window: window)
  }

  /// Passes over the next bytes; `isLast` says that a record or a token ends with them.
  mutating func pass(_ piece: [UInt8], isLast: Bool) {
    buffer += piece
    scanner.scan(buffer, isComplete: false, isBetween: isLast)
    let count = isLast ? buffer.count : min(scanner.cut, scanner.position)
    _ = scanner.found.take(before: count)
    scanner.rebase(by: count)
    buffer.removeFirst(count)
    offset += Int64(count)
  }
}
