/// The end of a file of the Arrow format: its schema, and where its messages are.
///
/// Files of most programs are streams between two marks and are read from their beginning. Polars writes the schema of a
/// stream in another form there, so that its files are read by their end.
package struct ArrowFooter: Sendable {
  let schema: FlatBufferTable
  /// Where the messages are in the file, in its order, none within another.
  package let messages: [Range<Int64>]

  /// How many bytes at the end of a file say how long the footer is.
  package static let tailLength = 10

  /// How long the footer before the last bytes of a file is; `nil` if they are not the end of such a file.
  package static func length(_ tail: [UInt8]) -> Int? {
    guard tail.count == tailLength, tail[4...].elementsEqual("ARROW1".utf8) else { return nil }
    let length = (0..<4).reduce(0) { $0 | Int(tail[$1]) << (8 * $1) }
    return length > 0 && length <= ArrowMessages.maximumMetadata ? length : nil
  }

  /// Whether a file begins as one of the format without being a stream.
  package static func isNeeded(beginning: [UInt8]) -> Bool {
    beginning.count >= 12 && beginning.starts(with: "ARROW1\0\0".utf8)
      && beginning[8..<12] != [0xFF, 0xFF, 0xFF, 0xFF]
  }

  /// Reads a footer.
  ///
  /// - Parameters:
  ///   - bytes: the table `Footer` of `File.fbs`.
  ///   - size: how many bytes come before it in the file.
  /// - Throws: `ArrowReadError` when it contradicts itself or the file.
  package init(_ bytes: [UInt8], after size: Int64) throws(ArrowReadError) {
    let table = try FlatBufferTable(root: bytes)
    guard let schema = try table.table(1) else { throw .broken("the end of the file has no schema") }
    self.schema = schema
    var messages: [Range<Int64>] = []
    for field in [2, 3] {
      for block in try table.blocks(field) {
        let (length, isOver) = block.body.addingReportingOverflow(block.metadata)
        guard block.offset >= 8, block.metadata > 0, block.body >= 0, !isOver, length <= size,
          block.offset <= size - length
        else { throw .broken("a message is outside of the file") }
        messages.append(block.offset..<block.offset + length)
      }
    }
    messages.sort { $0.lowerBound < $1.lowerBound }
    guard zip(messages, messages.dropFirst()).allSatisfy({ $0.upperBound <= $1.lowerBound }) else {
      throw .broken("messages are in one another")
    }
    self.messages = messages
  }
}
