import CZLib

/// Writes a zip archive as a stream: members one after the other, each deflated as it comes.
///
/// The same members give the same bytes: all have the same time, 1980-01-01, with which a zip's clock begins. What is
/// written is appended to a buffer that the caller empties, so memory holds a member's place in the table of contents and
/// nothing of its content. Sizes follow a member's content in a data descriptor; Zip64 records are written where the
/// usual ones are too small, and for members that are announced as large.
///
/// ```swift
/// let zip = ZipWriter()
/// zip?.begin("notes/first.txt", to: &bytes)
/// zip?.append(Array("text".utf8), to: &bytes)
/// zip?.finish(to: &bytes)
/// ```
@usableFromInline package final class ZipWriter {
  private let deflater: Deflater
  private var directory: [UInt8] = []
  private var count = 0
  private var written: UInt64 = 0
  private var member: Member?

  private struct Member {
    var name: [UInt8]
    var place: UInt64
    var isLarge: Bool
    var size: UInt64 = 0
    var packedSize: UInt64 = 0
    var checksum: UInt = 0
  }

  /// Creates a writer of an archive without members; `nil` if there is not enough memory.
  @usableFromInline package init?() {
    guard let deflater = Deflater() else { return nil }
    self.deflater = deflater
  }

  /// Begins a member, ending the one before.
  package func begin(_ name: String, isLarge: Bool = false, to output: inout [UInt8]) {
    end(to: &output)
    deflater.reset()
    let member = Member(name: Array(name.utf8.prefix(0xFFFF)), place: written, isLarge: isLarge)
    var header: [UInt8] = []
    header.append(0x0403_4B50, width: 4)
    header.append(isLarge ? 45 : 20, width: 2)
    header.appendFormat()
    // Checksum and sizes are in the data descriptor.
    header.append(0, width: 4)
    header.append(isLarge ? ZipNumber.elsewhere : 0, width: 4)
    header.append(isLarge ? ZipNumber.elsewhere : 0, width: 4)
    header.append(UInt64(member.name.count), width: 2)
    header.append(isLarge ? 20 : 0, width: 2)
    header += member.name
    if isLarge { header.appendZip64([0, 0]) }
    self.member = member
    add(header, to: &output)
  }

  /// Adds bytes to the member that was begun last.
  package func append(_ bytes: [UInt8], to output: inout [UInt8]) {
    guard var member, !bytes.isEmpty else { return }
    member.size += UInt64(bytes.count)
    member.checksum = bytes.withUnsafeBufferPointer { crc32_z(member.checksum, $0.baseAddress, $0.count) }
    let start = output.count
    deflater.append(bytes, isLast: false, to: &output)
    member.packedSize += UInt64(output.count - start)
    written += UInt64(output.count - start)
    self.member = member
  }

  /// Ends the last member, and the archive with its table of contents.
  package func finish(to output: inout [UInt8]) {
    end(to: &output)
    let place = written
    let length = UInt64(directory.count)
    add(directory, to: &output)
    directory.removeAll()
    let number = UInt64(count)
    var record: [UInt8] = []
    if number >= 0xFFFF || place >= ZipNumber.elsewhere || length >= ZipNumber.elsewhere {
      let start = written
      record.append(0x0606_4B50, width: 4)
      // How long the rest of this record is.
      record.append(44, width: 8)
      record.append(ZipNumber.madeBy, width: 2)
      record.append(45, width: 2)
      record.append(0, width: 8)
      record.append(number, width: 8)
      record.append(number, width: 8)
      record.append(length, width: 8)
      record.append(place, width: 8)
      record.append(0x0706_4B50, width: 4)
      record.append(0, width: 4)
      record.append(start, width: 8)
      record.append(1, width: 4)
    }
    record.append(0x0605_4B50, width: 4)
    record.append(0, width: 4)
    record.append(min(number, 0xFFFF), width: 2)
    record.append(min(number, 0xFFFF), width: 2)
    record.append(min(length, ZipNumber.elsewhere), width: 4)
    record.append(min(place, ZipNumber.elsewhere), width: 4)
    record.append(0, width: 2)
    add(record, to: &output)
  }

  /// Ends the member with its data descriptor, and puts it into the table of contents.
  private func end(to output: inout [UInt8]) {
    guard var member else { return }
    let start = output.count
    deflater.append([], isLast: true, to: &output)
    member.packedSize += UInt64(output.count - start)
    written += UInt64(output.count - start)
    self.member = nil
    let isWide = member.size >= ZipNumber.elsewhere || member.packedSize >= ZipNumber.elsewhere
    let width = isWide || member.isLarge ? 8 : 4
    var descriptor: [UInt8] = []
    descriptor.append(0x0807_4B50, width: 4)
    descriptor.append(UInt64(member.checksum), width: 4)
    descriptor.append(member.packedSize, width: width)
    descriptor.append(member.size, width: width)
    add(descriptor, to: &output)
    list(member, isWide: isWide)
  }

  private func list(_ member: Member, isWide: Bool) {
    let numbers = [member.size, member.packedSize, member.place]
    let wide = numbers.filter { $0 >= ZipNumber.elsewhere }
    directory.append(0x0201_4B50, width: 4)
    directory.append(ZipNumber.madeBy, width: 2)
    directory.append(member.isLarge || !wide.isEmpty ? 45 : 20, width: 2)
    directory.appendFormat()
    directory.append(UInt64(member.checksum), width: 4)
    directory.append(min(member.packedSize, ZipNumber.elsewhere), width: 4)
    directory.append(min(member.size, ZipNumber.elsewhere), width: 4)
    directory.append(UInt64(member.name.count), width: 2)
    directory.append(wide.isEmpty ? 0 : UInt64(4 + 8 * wide.count), width: 2)
    // No comment, the first disk, no attributes inside.
    directory.append(0, width: 6)
    directory.append(ZipNumber.attributes, width: 4)
    directory.append(min(member.place, ZipNumber.elsewhere), width: 4)
    directory += member.name
    if !wide.isEmpty { directory.appendZip64(wide) }
    count += 1
  }

  private func add(_ bytes: [UInt8], to output: inout [UInt8]) {
    output += bytes
    written += UInt64(bytes.count)
  }
}

/// Numbers of the records of an archive.
private enum ZipNumber {
  /// Stands for a number that is in the Zip64 field.
  static let elsewhere: UInt64 = 0xFFFF_FFFF
  /// By a Unix system, with what Zip64 needs.
  static let madeBy: UInt64 = 3 << 8 | 45
  /// A regular file that its owner writes and everybody reads, as Unix keeps it.
  static let attributes: UInt64 = 0o100644 << 16
}

extension [UInt8] {
  /// Appends the low bytes of a number, the lowest first.
  fileprivate mutating func append(_ number: UInt64, width: Int) {
    for index in 0..<width { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
  }

  /// Appends flags, method and time: a data descriptor and a name in UTF-8, deflated, 1980-01-01.
  fileprivate mutating func appendFormat() {
    append(0x0808, width: 2)
    append(8, width: 2)
    append(0, width: 2)
    append(0x0021, width: 2)
  }

  /// Appends the extra field of 64-bit numbers.
  fileprivate mutating func appendZip64(_ numbers: [UInt64]) {
    append(1, width: 2)
    append(UInt64(8 * numbers.count), width: 2)
    for number in numbers { append(number, width: 8) }
  }
}

/// zlib's deflater for one stream after another, without a header (RFC 1951).
final class Deflater {
  /// zlib's state points back at the stream, which therefore must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var piece = [UInt8](repeating: 0, count: 64 * 1024)

  /// zlib's own balance of time and size; another level would make other bytes of the same content.
  private static var level: Int32 { 6 }

  /// A deflater at a stream's beginning; `nil` if allocating it fails.
  init?() {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // A window of 2^15 bytes, nothing around the data, and zlib's usual memory.
    let status = deflateInit2_(
      stream, Self.level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      stream.deallocate()
      return nil
    }
    self.stream = stream
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  func reset() { deflateReset(stream) }

  /// Deflates bytes of the stream, of less than 2 GiB; the last ones end it.
  func append(_ input: [UInt8], isLast: Bool, to output: inout [UInt8]) {
    input.withUnsafeBufferPointer { bytes in
      stream.pointee.next_in = bytes.baseAddress
      stream.pointee.avail_in = UInt32(clamping: bytes.count)
      var isFull = true
      while isFull {
        let (status, room) = piece.withUnsafeMutableBufferPointer { free in
          stream.pointee.next_out = free.baseAddress
          stream.pointee.avail_out = UInt32(clamping: free.count)
          return (deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH), stream.pointee.avail_out)
        }
        output.append(contentsOf: piece[..<(piece.count - Int(room))])
        isFull = room == 0 && status != Z_STREAM_END
      }
    }
    // The stream must not keep pointers that are not valid after this call.
    stream.pointee.next_in = nil
    stream.pointee.avail_in = 0
    stream.pointee.next_out = nil
    stream.pointee.avail_out = 0
  }
}
