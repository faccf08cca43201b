import AssayPlatform

extension [UInt8] {
  /// Appends up to this number of bytes that a function writes in place, without clearing them first.
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

  /// Appends up to this number of bytes of a file: the next ones, or those at a place.
  mutating func append(
    upTo count: Int, from file: borrowing Descriptor, at offset: Int64? = nil
  ) throws(SystemError) -> Int {
    var failure: SystemError?
    let got = append(upTo: count) { bytes in
      do throws(SystemError) {
        if let offset { return try file.read(into: bytes, at: offset) }
        return try file.read(into: bytes)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return got
  }
}
