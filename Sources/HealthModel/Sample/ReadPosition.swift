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
