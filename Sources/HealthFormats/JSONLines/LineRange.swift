/// A part of a file of lines: the lines whose first byte is in it.
///
/// Ranges that cover a file without overlapping have every line exactly once, wherever they are cut.
package struct LineRange: Sendable, Hashable {
  /// The first offset in bytes.
  package let start: Int64
  /// The offset after the last one; it may be after the end of the file.
  package let end: Int64

  /// Creates a range; `nil` if these are not the ends of one.
  package init?(start: Int64, end: Int64) {
    guard start >= 0, start <= end else { return nil }
    self.start = start
    self.end = end
  }

  /// Reads `START:END`; `nil` if the text is not two numbers of which the second is no less than the first.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
      let start = Int64(parts[0]), let end = Int64(parts[1])
    else { return nil }
    self.init(start: start, end: end)
  }
}

/// The lines of a range, whole: from the first that begins in it to the line feed of the last one.
package struct LineRangeSource<Source: ByteSource>: ByteSource {
  /// Where the first line of the range begins; `nil` if none does.
  ///
  /// At the end of the file a line that would begin there has no byte.
  package let firstByte: Int64?
  private var source: Source
  private let end: Int64
  /// The offset of the next byte that is handed out.
  private var place: Int64
  /// Bytes that were read to find the first line.
  private var held: ArraySlice<UInt8> = []
  private var isAtEnd = false

  private static var lineFeed: UInt8 { UInt8(ascii: "\n") }

  package init(_ source: Source, range: LineRange) throws(InputError) {
    self.source = source
    end = range.end
    place = Self.place(before: range)
    guard range.start > 0, range.start < range.end else {
      firstByte = range.start < range.end ? 0 : nil
      isAtEnd = firstByte == nil
      return
    }
    // A line begins after a line feed. What is read here is all before the last byte of the range.
    var piece: [UInt8] = []
    while place < end - 1 {
      piece.removeAll(keepingCapacity: true)
      let got = try self.source.read(into: &piece, count: Int(min(end - 1 - place, 256 * 1024)))
      if got == 0 { break }
      if let lineFeed = piece.firstIndex(of: Self.lineFeed) {
        held = piece[(lineFeed + 1)...]
        place += Int64(lineFeed) + 1
        firstByte = place
        return
      }
      place += Int64(got)
    }
    firstByte = nil
    isAtEnd = true
  }

  /// Where to begin reading: the byte before the range says whether a line begins with it.
  package static func place(before range: LineRange) -> Int64 { max(0, range.start - 1) }

  /// Appends up to this number of bytes of the range's lines to the buffer; returns the number appended, 0 at the end.
  package mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    guard !isAtEnd, count > 0 else { return 0 }
    if !held.isEmpty {
      let piece = held.prefix(count)
      buffer.append(contentsOf: piece)
      held = held.dropFirst(piece.count)
      place += Int64(piece.count)
      return piece.count
    }
    // A line feed before the range's last byte has another line of the range after it.
    if place < end - 1 {
      let got = try source.read(into: &buffer, count: Int(min(Int64(count), end - 1 - place)))
      place += Int64(got)
      return got
    }
    let first = buffer.count
    let got = try source.read(into: &buffer, count: count)
    guard let lineFeed = buffer[first...].firstIndex(of: Self.lineFeed) else { return got }
    isAtEnd = true
    buffer.removeLast(buffer.count - lineFeed - 1)
    return lineFeed + 1 - first
  }
}
