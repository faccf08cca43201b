/// The beginning of a file whose format is to be found out.
package struct FormatBeginning {
  /// Its first bytes, inflated; at most `FormatSniffer.prefixLength` of them.
  package let bytes: [UInt8]
  package let path: String
  /// The format that its name says, if it says one.
  package let hint: InputFormat?
  /// Where its text begins: after a byte order mark and blanks.
  package let start: Int

  package init(_ bytes: [UInt8], path: String, hint: InputFormat? = nil) {
    self.bytes = bytes
    self.path = path
    self.hint = hint
    var start = ByteOrderMark.length(bytes.span.bytes, end: bytes.count)
    while start < bytes.count, XMLMarkup.isSpace(bytes[start]) { start += 1 }
    self.start = start
  }

  /// The first character of its text; `nil` if there is none.
  package var first: Unicode.Scalar? { start < bytes.count ? Unicode.Scalar(bytes[start]) : nil }

  /// Whether it is a document: an object, an array, or markup.
  package var isDocument: Bool { first == "{" || first == "[" || first == "<" }

  /// Whether the file begins with these bytes.
  package func has(magic: [UInt8], at offset: Int = 0) -> Bool {
    offset >= 0 && offset <= bytes.count && bytes[offset...].starts(with: magic)
  }
}
