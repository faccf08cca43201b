import HealthModel

/// A range of a file of lines, and what was read of it: proof of what a report is about.
package struct ReadRange: Sendable, Hashable, Codable {
  /// The file, as findings name it.
  package var path: String
  /// Where the range begins, in bytes.
  package let start: Int64
  package let end: Int64
  /// How many bytes the file had when it was opened, if that is known.
  package let size: Int64?
  /// Where its first line begins; `nil` if it has no line.
  package let firstByte: Int64?
  /// The lines that begin in it, empty ones too.
  package let lines: Int
  /// The bytes of these lines with their line feeds.
  package let bytes: Int64
  /// The SHA-256 of these bytes, in hexadecimal; `nil` where nothing of the samples is shown, since a guess could be
  /// held against it.
  package let sha256: String?
  /// The finding, as JSON, that the file gets if no range of it has a record; `nil` when this range has one.
  package var ifEmpty: [UInt8]?

  package init(
    path: String, start: Int64, end: Int64, size: Int64?, firstByte: Int64?, lines: Int, bytes: Int64, sha256: String?
  ) {
    self.size = size
    self.path = path
    self.start = start
    self.end = end
    self.firstByte = firstByte
    self.lines = lines
    self.bytes = bytes
    self.sha256 = sha256
  }

  /// Appends the range as the next object of a list.
  func append(to list: inout JSONBuilder) {
    list.object { item in
      item.member("path", path)
      item.member("start", Int(start))
      item.member("end", Int(end))
      item.member("size", size)
      if let firstByte { item.member("first_byte", Int(firstByte)) }
      item.member("lines", lines)
      item.member("bytes", Int(bytes))
      item.member("sha256", sha256)
      if let ifEmpty {
        item.key("if_empty")
        item.value(json: ifEmpty)
      }
    }
  }
}
