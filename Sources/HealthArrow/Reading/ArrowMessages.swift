/// Cuts a stream, or a file, of the Arrow format into its messages.
///
/// A file of the format is a stream between two marks with a list of its messages at the end; it is read as a stream
/// from its beginning, and the list is not used unless the file is not a stream; see `ArrowFooter`.
struct ArrowMessages {
  /// A message: its header and the bytes after it.
  struct Message {
    /// The kind of the header, by its number in the union `MessageHeader` of `Message.fbs`.
    let kind: UInt8
    let header: FlatBufferTable
    let body: [UInt8]
    let offset: Int64
  }

  /// Appends up to a number of bytes of the input to an array, and returns how many; 0 at the end.
  typealias Source = (inout [UInt8], Int) throws -> Int

  /// The most bytes of metadata; programs put descriptions of their own into that of a schema.
  static let maximumMetadata = 16 << 20
  /// The most bytes of a record batch.
  static let maximumBody = 512 << 20

  /// How many bytes were read.
  private(set) var offset: Int64 = 0
  private var isBegun = false
  /// Whether the mark of the end was read.
  private(set) var isEnded = false

  /// The next message; `nil` after the last.
  ///
  /// - Parameter read: reads the input.
  /// - Returns: the message.
  /// - Throws: `ArrowReadError` when the bytes are not of the format, and what `read` throws.
  mutating func next(_ read: Source) throws -> Message? {
    if isEnded { return nil }
    var beginning = try bytes(8, read)
    let isFile = !isBegun && beginning == Array("ARROW1\0\0".utf8)
    if isFile { beginning = try bytes(8, read) }
    isBegun = true
    if beginning.isEmpty { return nil }
    guard beginning.count == 8 else { throw ArrowReadError.ended(at: offset) }
    let start = offset - 8
    let (mark, size) = (Self.number(beginning, 0), Int(Self.number(beginning, 4)))
    guard mark == 0xFFFF_FFFF else {
      if isFile {
        throw ArrowReadError.unsupported(
          "the file does not begin with its schema, as files of Polars do not, and is read from its end, which a pipe or "
            + "a compressed file does not have",
          hint: "name the file itself, or write a stream: write_ipc_stream with Polars")
      }
      throw ArrowReadError(
        "no message begins here", hint: "write it with a current version of Arrow, 0.15 or newer", at: start)
    }
    if size == 0 {
      isEnded = true
      return nil
    }
    guard size <= Self.maximumMetadata else {
      throw ArrowReadError("metadata of \(size) bytes; the limit is 16 MiB", at: start)
    }
    let metadata = try bytes(size, read)
    guard metadata.count == size else { throw ArrowReadError.ended(at: start) }
    let (kind, header, length) = try Self.header(metadata, at: start)
    let body = try bytes(length, read)
    guard body.count == length else { throw ArrowReadError.ended(at: start) }
    return Message(kind: kind, header: header, body: body, offset: start)
  }

  private static func header(
    _ metadata: [UInt8], at start: Int64
  ) throws(ArrowReadError) -> (kind: UInt8, header: FlatBufferTable, length: Int) {
    do throws(ArrowReadError) {
      let message = try FlatBufferTable(root: metadata)
      let length = try message.number(3, default: Int64(0))
      guard let header = try message.table(2) else { throw .broken("a message without a header") }
      guard length >= 0, length <= maximumBody else {
        throw .unsupported(
          "a record batch of \(length) bytes; the limit is 512 MiB",
          hint: "write smaller ones, with pyarrow by write_table(table, max_chunksize=65536)")
      }
      return (try message.number(1, default: UInt8(0)), header, Int(length))
    } catch {
      throw error.at(start)
    }
  }

  /// Bytes of the input; fewer at its end.
  ///
  /// Memory grows with what is there, not with what a length says.
  private mutating func bytes(_ count: Int, _ read: Source) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard try read(&bytes, min(1 << 20, count - bytes.count)) > 0 else { break }
    }
    offset += Int64(bytes.count)
    return bytes
  }

  private static func number(_ bytes: [UInt8], _ start: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) }
  }
}
