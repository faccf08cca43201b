#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension RawSpan {
  /// The offset of the next line feed, or `end` when there is none.
  @inline(__always) func firstNewline(from start: Int, to end: Int) -> Int {
    first(UInt8(ascii: "\n"), from: start, to: end)
  }

  /// The offset of the next such byte, or `end` when there is none.
  @inline(__always) func first(_ byte: UInt8, from start: Int, to end: Int) -> Int {
    guard start < end else { return end }
    return withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, end <= buffer.count,
        let found = memchr(base + start, Int32(byte), end - start)
      else { return end }
      return base.distance(to: UnsafeRawPointer(found))
    }
  }
}
