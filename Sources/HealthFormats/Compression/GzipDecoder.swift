import CZLib

/// Inflates gzip data (RFC 1952): members one behind the other, each with its checksum.
final class GzipDecoder: StreamDecoder {
  static let name = "gzip"

  /// zlib's state points back at the stream, which therefore must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var isAtEnd = false

  init?() {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // A window of 2^15 bytes is the largest; 16 more takes gzip's header and checksum and nothing else.
    let status = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
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

  /// Inflates what is there, as far as there is room.
  func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecodeStep {
    if isAtEnd {
      guard !input.isEmpty else { return DecodeStep(consumed: 0, produced: 0, state: .atEnd) }
      inflateReset(stream)
      isAtEnd = false
    }
    stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(truncatingIfNeeded: output.count)
    let status = inflate(stream, Z_NO_FLUSH)
    let consumed = input.count - Int(stream.pointee.avail_in)
    let produced = output.count - Int(stream.pointee.avail_out)
    // The stream must not keep pointers that are not valid behind this call.
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
