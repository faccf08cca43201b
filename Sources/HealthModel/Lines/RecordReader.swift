/// Reads the records of one chunk, one after the other.
package protocol RecordReader: ~Copyable {
  /// Reads the next record into the buffer, which the caller has emptied.
  ///
  /// - Returns: what was there; `.end` after the last record, `.broken` for a text that is shorter than the chunk.
  mutating func next(in bytes: RawSpan, into buffer: inout RawSampleBuffer) -> RecordKind
}

extension RecordReader where Self: ~Copyable {
  /// Reports a text that is shorter than the chunk it is said to be: reading on would leave it.
  package static func shortened(_ buffer: inout RawSampleBuffer) -> RecordKind {
    buffer.removeAll()
    buffer.problems.append(RawProblem(.truncated, .unterminated, at: 0..<0))
    return .broken(span: 0..<0)
  }
}

/// The result of a reader at its position.
@usableFromInline package enum RecordKind: Sendable, Hashable {
  /// A record: `buffer.samples` has its sample and members, or `buffer.problems` why not. `span` is its place.
  case sample(span: Range<Int>)
  /// An element without a type, listed in `buffer.unsupported`.
  case unsupported(span: Range<Int>)
  /// An element whose sample is read with a file of its own, listed in `buffer.companions`.
  case companion(span: Range<Int>)
  /// The document itself is broken or ends too early: what came before counts, nothing after it does.
  /// `buffer.problems` says why.
  case broken(span: Range<Int>)
  case end
}

@usableFromInline package struct ChunkContext: Sendable, Hashable {
  package var isFirst: Bool
  package var isLast: Bool
  /// Whether `bytes` is the beginning of one record that is longer than the limit.
  package var isOverlong: Bool

  @usableFromInline package init(isFirst: Bool, isLast: Bool, isOverlong: Bool = false) {
    self.isFirst = isFirst
    self.isLast = isLast
    self.isOverlong = isOverlong
  }
}

/// How far an input has been read and stored: committed in the same transaction as the samples before it.
public struct ReadPosition: Sendable, Hashable {
  /// Bytes of the (decompressed) input consumed, always between two top-level records.
  public var byteOffset: Int64
  /// 1-based line of the next byte.
  public var line: Int
  /// 1-based column of the next byte, in Unicode scalars.
  public var column: Int

  /// Creates a position; without arguments it is the input's beginning.
  public init(byteOffset: Int64 = 0, line: Int = 1, column: Int = 1) {
    self.byteOffset = byteOffset
    self.line = line
    self.column = column
  }
}
