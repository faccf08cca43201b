extension [UInt8] {
  /// Appends at most so many bytes that a function writes in place, without clearing them first.
  ///
  /// - Parameters:
  ///   - count: how many bytes there is room for.
  ///   - body: writes bytes and returns how many; a negative number writes none.
  /// - Returns: what the function returned.
  mutating func append(upTo count: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    var written = 0
    append(addingCapacity: count) { (output: inout OutputSpan<UInt8>) in
      output.withUnsafeMutableBufferPointer { bytes, initialized in
        let free = UnsafeMutableBufferPointer(rebasing: bytes[initialized...].prefix(count))
        written = body(UnsafeMutableRawBufferPointer(free))
        initialized += Swift.max(0, Swift.min(written, free.count))
      }
    }
    return written
  }
}
