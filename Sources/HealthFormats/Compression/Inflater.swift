import CZLib

/// zlib's inflater for one stream (RFC 1951).
final class Inflater {
  /// The format around the deflated data.
  enum Wrapper: Int32 {
    case raw = -15
    /// A header and a checksum (RFC 1952); a window of 2^15 bytes is the largest, and 16 more takes gzip only.
    case gzip = 31
  }

  /// zlib's state points back at the stream, which therefore must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private(set) var isAtEnd = false

  /// An inflater at a stream's beginning; `nil` if allocating it fails.
  init?(_ wrapper: Wrapper) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = inflateInit2_(stream, wrapper.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      stream.deallocate()
      return nil
    }
    self.stream = stream
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  func reset() {
    inflateReset(stream)
    isAtEnd = false
  }

  /// Inflates the available input until the output is full.
  func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecodeStep {
    let (given, room) = (UInt32(clamping: input.count), UInt32(clamping: output.count))
    stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = given
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = room
    let status = inflate(stream, Z_NO_FLUSH)
    let consumed = Int(given - stream.pointee.avail_in)
    let produced = Int(room - stream.pointee.avail_out)
    // The stream must not keep pointers that are not valid after this call.
    stream.pointee.next_in = nil
    stream.pointee.avail_in = 0
    stream.pointee.next_out = nil
    stream.pointee.avail_out = 0
    switch status {
    case Z_OK, Z_BUF_ERROR: return DecodeStep(consumed: consumed, produced: produced, state: .inside)
    case Z_STREAM_END:
      isAtEnd = true
      return DecodeStep(consumed: consumed, produced: produced, state: .atEnd)
    default:
      let words = stream.pointee.msg.map { String(cString: $0) } ?? "error \(status)"
      return DecodeStep(consumed: consumed, produced: produced, state: .damaged(words))
    }
  }
}
