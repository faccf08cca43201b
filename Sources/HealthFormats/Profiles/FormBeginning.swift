import HealthModel

/// What the beginning of a file of another program says of its form.
package enum FormBeginning {
  /// The names of a table's columns.
  ///
  /// - Returns: the names in their order; none if the header is not there.
  package static func columns(in bytes: [UInt8], by layout: TableLayout) -> [String] {
    let span = bytes.span.bytes
    let place = TableHeader.locate(
      in: span, end: bytes.count, isComplete: true, delimiter: layout.delimiter, skipping: layout.skippedLines)
    guard case .header(let header) = place else { return [] }
    var faults = RawSampleBuffer(syntax: .csv)
    return header.cells(in: span, into: &faults).map { String(decoding: $0.name, as: UTF8.self) }
  }

  /// The name of the encoding that a byte order mark says, if it is not UTF-8; `nil` otherwise.
  package static func foreignEncoding(of bytes: [UInt8]) -> String? {
    ByteOrderMark.name(bytes.span.bytes, end: bytes.count)
  }

  /// The keys of objects in JSON, at any depth, each once.
  ///
  /// The text may be cut anywhere, and need not be JSON: a key is a string with a colon after it.
  package static func keys(in bytes: [UInt8]) -> Set<[UInt8]> {
    var keys: Set<[UInt8]> = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\"") else {
        index += 1
        continue
      }
      let start = index + 1
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
      index = end + 1
      while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
      if index < bytes.count, bytes[index] == UInt8(ascii: ":") { keys.insert(Array(bytes[start..<end])) }
    }
    return keys
  }
}
