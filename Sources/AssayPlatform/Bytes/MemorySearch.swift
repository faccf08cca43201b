public import CLibrary

/// What the C library does with bytes faster than a loop: it looks at 32 or 64 at once where the processor can.
@usableFromInline package enum MemorySearch {
  /// The first occurrence of a byte within a number of bytes.
  @inlinable package static func first(
    _ byte: UInt8, in start: UnsafeRawPointer, count: Int
  ) -> UnsafeRawPointer? {
    memchr(start, Int32(byte), count).map { UnsafeRawPointer($0) }
  }

  /// Whether two ranges of equal length have the same bytes.
  @inlinable package static func isSame(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int) -> Bool {
    memcmp(first, second, count) == 0
  }
}
