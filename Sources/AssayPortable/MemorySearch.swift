public import CLibrary

/// Functions of the C library that process bytes faster than a loop: 32 or 64 at once if the processor supports it.
@usableFromInline package enum MemorySearch {
  /// The first occurrence of a byte within a number of bytes.
  @inlinable package static func first(_ byte: UInt8, in start: UnsafeRawPointer, count: Int) -> UnsafeRawPointer? {
    memchr(start, Int32(byte), count).map { UnsafeRawPointer($0) }
  }

  /// Whether two ranges of equal length have the same bytes.
  @inlinable package static func isSame(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int) -> Bool {
    memcmp(first, second, count) == 0
  }
}
