/// JSON Pointers (RFC 6901) to records.
enum RecordPointer {
  /// Appends a step to a pointer.
  static func append(_ name: [UInt8], to pointer: inout [UInt8]) {
    pointer.append(UInt8(ascii: "/"))
    for byte in name {
      switch byte {
      case UInt8(ascii: "~"): pointer += "~0".utf8
      case UInt8(ascii: "/"): pointer += "~1".utf8
      default: pointer.append(byte)
      }
    }
  }
}
