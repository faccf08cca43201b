/// Follows JSON text byte by byte and tells its strings from what is between them, however much of it is there: for
/// those who cut or lay out text and leave its grammar to others.
public struct JSONQuotes {
  /// Whether the byte before belonged to a string that goes on.
  public var isInString = false
  /// Whether the byte before was a backslash that escapes the next one.
  public var isEscaped = false

  /// Begins outside a string.
  @inlinable public init() {}

  /// Takes the next byte; says whether it belongs to a string, whose quotes do.
  @inlinable @inline(__always) public mutating func take(_ byte: UInt8) -> Bool {
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
