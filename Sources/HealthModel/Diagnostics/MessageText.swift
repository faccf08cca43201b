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

  /// Takes a string.
  package init(_ text: String) { storage = .bytes(Array(text.utf8)) }

  package init(stringLiteral text: StaticString) { storage = .literal(text) }

  package init(stringInterpolation text: StringInterpolation) { storage = .bytes(text.bytes) }

  /// The text as a string.
  package var string: String {
    switch storage {
    case .literal(let text): text.description
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Appends the text.
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
    fileprivate let place: ShownText.Place?
    /// Where a `ShownText` goes.
    package static let placeholder = Foreign(.own)

    /// Where the text of a place goes.
    package static func placeholder(_ place: ShownText.Place) -> Foreign { Foreign(place) }

    package init(_ bytes: [UInt8], limit: Int) {
      self.bytes = bytes
      self.limit = limit
      place = nil
    }

    private init(_ place: ShownText.Place) {
      bytes = []
      limit = 0
      self.place = place
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
      if let place = text.place { return bytes.append(MessageText.firstPlaceholder + place.rawValue) }
      TextEscaping.append(text.bytes.span.bytes, limit: text.limit, to: &bytes)
    }

    package mutating func appendInterpolation(_ number: Int) { DecimalWriter.append(Int64(number), to: &bytes) }

    package mutating func appendInterpolation(_ number: Double) { DecimalWriter.appendText(number, to: &bytes) }
  }
}

// MARK: Placeholders

extension MessageText {
  /// The first of the bytes where the texts of a `ShownText` go, which UTF-8 does not have.
  private static var firstPlaceholder: UInt8 { 0xF8 }

  /// The place that a byte stands for.
  private static func place(_ byte: UInt8) -> ShownText.Place? {
    byte < firstPlaceholder ? nil : ShownText.Place(rawValue: byte - firstPlaceholder)
  }

  /// Where in a text the text of a place goes.
  package struct Placeholder: Sendable {
    let offset: Int
    let place: ShownText.Place
  }

  /// The text with another one at its placeholders.
  package func filled(with shown: ShownText) -> MessageText {
    guard !shown.isEmpty, case .bytes(let bytes) = storage else { return self }
    var text: [UInt8] = []
    for byte in bytes {
      if let place = Self.place(byte) { shown.append(place, to: &text) } else { text.append(byte) }
    }
    return MessageText(bytes: text)
  }

  /// Appends the text as a JSON string; where places are wanted, without its placeholders, whose places are added.
  package func appendShown(to output: inout [UInt8], placeholders: inout [Placeholder]?) {
    guard placeholders != nil, case .bytes(let bytes) = storage else { return appendShown(to: &output) }
    output.append(UInt8(ascii: "\""))
    var rest = bytes[...]
    while let end = rest.firstIndex(where: { $0 >= Self.firstPlaceholder }) {
      Self.appendInner(rest[..<end], to: &output)
      if let place = Self.place(rest[end]) { placeholders?.append(Placeholder(offset: output.count, place: place)) }
      rest = rest[(end + 1)...]
    }
    Self.appendInner(rest, to: &output)
    output.append(UInt8(ascii: "\""))
  }

  /// Appends a piece of a JSON string.
  private static func appendInner(_ piece: ArraySlice<UInt8>, to output: inout [UInt8]) {
    var text: [UInt8] = []
    JSONText.append(piece.span.bytes, .shown, to: &text)
    output += text.dropFirst().dropLast()
  }
}
