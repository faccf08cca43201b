/// The text of quoted cells (RFC 4180, section 2): two quotes stand for one.
package enum CSVText {
  /// Appends a quoted cell's text, given without its outer quotes, with doubled quotes made single.
  package static func appendDecoded(_ range: Range<Int>, in bytes: RawSpan, to output: inout [UInt8]) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      output.append(byte)
      offset &+= 1
      if byte == UInt8(ascii: "\""), offset < range.upperBound,
        bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self) == UInt8(ascii: "\"")
      {
        offset &+= 1
      }
    }
  }
}
