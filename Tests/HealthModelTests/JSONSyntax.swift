import HealthModel

/// The syntax layer by itself: whether a whole document is one JSON value.
enum JSONSyntax {
  /// What is wrong with a document; `nil` when it is one JSON value and nothing follows it.
  ///
  /// Follows RFC 8259, and stricter: no duplicate keys, nesting within 64, no lone surrogates, no byte-order mark.
  static func firstFault(in document: [UInt8]) -> SyntaxError? {
    var cursor = JSONCursor(end: document.count)
    let bytes = document.span.bytes
    do throws(SyntaxError) {
      _ = try cursor.value(bytes, depth: 0)
      try cursor.expectEnd(bytes)
      return nil
    } catch {
      return error
    }
  }
}
