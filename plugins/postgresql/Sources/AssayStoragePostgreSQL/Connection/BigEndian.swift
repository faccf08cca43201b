import HealthModel

/// Numbers as the server's binary forms hold them: most significant byte first.
extension [UInt8] {
  @inline(__always) mutating func append(bigEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }

  /// Appends the 16 bytes of an id.
  @inline(__always) mutating func append(_ id: SampleID) {
    append(bigEndian: id.high)
    append(bigEndian: id.low)
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes as one whole number with a sign; 0 when there are none.
  var bigEndianInteger: Int64 {
    guard let first else { return 0 }
    var value: Int64 = first >= 0x80 ? -1 : 0
    for byte in self { value = value << 8 | Int64(byte) }
    return value
  }
}
