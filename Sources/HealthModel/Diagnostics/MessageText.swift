/// Text of a message, in UTF-8, that is safe to show; written as a string with interpolations.
///
/// A file in which every record is wrong has a message for each of them. Pieces go into one array as they come, and
/// from there into a report: strings would be made, checked and released for every piece. Text without interpolations
/// stays where the program has it.
package struct MessageText: Sendable, ExpressibleByStringInterpolation {
  private enum Storage: Sendable {
    case literal(StaticString)
    case bytes([UInt8])
  }

  private var storage: Storage

  /// Takes bytes that are UTF-8.
  package init(bytes: [UInt8]) { storage = .bytes(bytes) }

  package init(_ text: String) { storage = .bytes(Array(text.utf8)) }

  package init(stringLiteral text: StaticString) { storage = .literal(text) }

  package init(stringInterpolation text: StringInterpolation) { storage = .bytes(text.bytes) }

  package var string: String {
    switch storage {
    case .literal(let text): text.description
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }

  package func append(to output: inout [UInt8]) {
    switch storage {
    case .literal(let text): text.withUTF8Buffer { output.append(contentsOf: $0) }
    case .bytes(let bytes): output.append(contentsOf: bytes)
    }
  }

  /// Appends the text as a JSON string.
  package func appendShown(to output: inout [UInt8]) {
    switch storage {
    case .literal(let text): text.withUTF8Buffer { JSONText.append($0.span.bytes, .shown, to: &output) }
    case .bytes(let bytes): JSONText.append(bytes.span.bytes, .shown, to: &output)
    }
  }

  /// Foreign text, escaped, of which at most `limit` characters are shown.
  package struct Foreign: Sendable {
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

    package mutating func appendLiteral(_ text: StaticString) {
      text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    package mutating func appendInterpolation(_ text: String) { bytes.append(contentsOf: text.utf8) }

    package mutating func appendInterpolation(_ text: MessageText) { text.append(to: &bytes) }

    package mutating func appendInterpolation(_ text: Foreign) {
      TextEscaping.append(text.bytes.span.bytes, limit: text.limit, to: &bytes)
    }

    package mutating func appendInterpolation(_ number: Int) { DecimalWriter.append(Int64(number), to: &bytes) }

    package mutating func appendInterpolation(_ number: Double) { DecimalWriter.appendText(number, to: &bytes) }
  }
}
