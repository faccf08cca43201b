/// Text of a message, in UTF-8, that is safe to show; written as a string with interpolations.
///
/// A file in which every record is wrong has a message for each of them. Pieces go into one array as they come, and
/// from there into a report: strings would be made, checked and released for every piece.
package struct MessageText: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The text as UTF-8.
  package var bytes: [UInt8]

  /// Takes bytes that are UTF-8.
  package init(bytes: [UInt8] = []) { self.bytes = bytes }

  /// Takes a string.
  package init(_ text: String) { bytes = Array(text.utf8) }

  package init(stringLiteral text: String) { self.init(text) }

  package init(stringInterpolation text: StringInterpolation) { bytes = text.bytes }

  /// The text as a string.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Foreign text of which only so many characters are shown, escaped.
  package struct Foreign: Sendable, Hashable {
    package let bytes: [UInt8]
    package let limit: Int

    package init(_ bytes: [UInt8], limit: Int) {
      self.bytes = bytes
      self.limit = limit
    }
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + 32 * interpolationCount)
    }

    package mutating func appendLiteral(_ text: String) { bytes.append(contentsOf: text.utf8) }

    package mutating func appendInterpolation(_ text: String) { bytes.append(contentsOf: text.utf8) }

    package mutating func appendInterpolation(_ text: MessageText) { bytes.append(contentsOf: text.bytes) }

    package mutating func appendInterpolation(_ text: Foreign) {
      TextEscaping.append(text.bytes.span.bytes, limit: text.limit, to: &bytes)
    }

    package mutating func appendInterpolation(_ number: Int) { DecimalWriter.append(Int64(number), to: &bytes) }

    package mutating func appendInterpolation(_ number: Double) { DecimalWriter.appendText(number, to: &bytes) }
  }
}

extension MessageText {
  /// One text after the other.
  package static func += (left: inout MessageText, right: MessageText) { left.bytes += right.bytes }
}
