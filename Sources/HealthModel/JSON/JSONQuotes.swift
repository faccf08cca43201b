/// Follows JSON text byte by byte and distinguishes its strings from the text between them.
///
/// The text may arrive in pieces of any size. For code that cuts or lays out text and leaves the grammar to other types.
@usableFromInline package struct JSONQuotes {
  /// Whether the byte before belonged to a string that goes on.
  @usableFromInline package var isInString = false
  /// Whether the byte before was a backslash that escapes the next one.
  @usableFromInline package var isEscaped = false

  @inlinable package init() {}

  /// Takes the next byte; says whether it belongs to a string, whose quotes do.
  @inlinable @inline(__always) package mutating func take(_ byte: UInt8) -> Bool {
    guard isInString else {
      isInString = byte == UInt8(ascii: "\"")
      return isInString
    }
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
    }
    return true
  }
}
