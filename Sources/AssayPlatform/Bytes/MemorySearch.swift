public import CLibrary

/// What the C library does with bytes faster than a loop: it looks at 32 or 64 at once where the processor can.
@usableFromInline package enum MemorySearch {
  /// The first such byte of so many.
  @inlinable package static func first(
    _ byte: UInt8, in start: UnsafeRawPointer, count: Int
  ) -> UnsafeRawPointer? {
    memchr(start, Int32(byte), count).map { UnsafeRawPointer($0) }
  }

  /// Whether so many bytes at two places are the same.
  @inlinable package static func isSame(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int) -> Bool {
    memcmp(first, second, count) == 0
  }
}
