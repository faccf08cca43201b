import HealthModel

extension JSONLinesReader {
  /// Creates a reader at the chunk's beginning, after a byte-order mark if the input begins with one.
  package init(chunk: InputChunk) { self.init(bytes: chunk.bytes, context: chunk.context) }

  /// Reads lines of at most as many bytes as their chunker takes.
  init(chunk: InputChunk, maximumLine: Int) {
    self.init(bytes: chunk.bytes, context: chunk.context, maximumLine: maximumLine)
  }
}

extension JSONArrayReader {
  /// Creates a reader at the chunk's beginning, after a byte-order mark if the input begins with one.
  package init(chunk: InputChunk) { self.init(bytes: chunk.bytes, context: chunk.context) }
}
