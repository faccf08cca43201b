import CZLib

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

  /// Begins the next stream.
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
