public import HealthModel

/// A run of whole records of an input, in input order.
public struct InputChunk: Sendable {
  /// The records' bytes.
  ///
  /// Readers see nothing before or behind them.
  public var bytes: [UInt8]
  /// Where `bytes` begins in the (decompressed) input.
  public var offset: Int64
  /// Bytes behind `bytes` that were skipped since their line or element is over the limit.
  public var skipped: Int64
  /// The chunk's number, from 0.
  public var index: Int
  /// What stands before the chunk; see `ChunkContext`.
  public var context: ChunkContext

  /// Creates a chunk.
  public init(bytes: [UInt8], offset: Int64, skipped: Int64 = 0, index: Int, context: ChunkContext) {
    self.bytes = bytes
    self.offset = offset
    self.skipped = skipped
    self.index = index
    self.context = context
  }
}

/// Where a chunk stands in its document.
public struct ChunkContext: Sendable, Hashable {
  /// Whether the document begins here.
  public var isFirst: Bool
  /// Whether the input ends here.
  public var isLast: Bool
  /// Whether `bytes` is the beginning of one record that is longer than the limit.
  public var isOverlong: Bool

  /// Creates a context.
  public init(isFirst: Bool, isLast: Bool, isOverlong: Bool = false) {
    self.isFirst = isFirst
    self.isLast = isLast
    self.isOverlong = isOverlong
  }
}

/// Cuts an input into chunks of whole records.
///
/// One thread asks for chunks; others read the records in them.
public protocol ChunkSource {
  /// The next chunk; `nil` after the last. The last chunk may be empty and tells that the input ended.
  ///
  /// - Throws: `InputError` when the input cannot be read.
  mutating func next() throws(InputError) -> InputChunk?
}

/// Reads the records of one chunk, one after the other.
public protocol RecordReader {
  /// Reads the next record into the buffer, which the caller has emptied.
  ///
  /// - Returns: what stood there; `.end` behind the last record.
  mutating func next(in bytes: RawSpan, into buffer: inout RawSampleBuffer) -> RecordKind
}

/// What a reader found at its position.
public enum RecordKind: Sendable, Hashable {
  /// A record: `buffer.samples` has its sample and members, or `buffer.problems` why not. `span` is its place.
  case sample(span: Range<Int>)
  /// An element without a type, listed in `buffer.unsupported`.
  case unsupported(span: Range<Int>)
  /// The document itself is broken or ends too early: what came before counts, nothing behind it does.
  /// `buffer.problems` says why.
  case broken(span: Range<Int>)
  /// No more records in this chunk.
  case end
}
