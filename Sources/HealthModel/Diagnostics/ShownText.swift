/// A text of the input that words show and depend on in nothing else, kept in place.
///
/// Findings that differ in such a text alone have the same words around it. These are made once, with a placeholder
/// where the text goes: a file with another wrong word in every record would have its words made for each of them.
package struct ShownText: Sendable {
  private var words = InlineArray<8, UInt64>(repeating: 0)
  private var count = 0
  /// The most bytes that a text may have; messages cut longer ones.
  package static let limit = 60

  /// No text.
  package init() {}

  /// A text that is shown as it is written: short, printable ASCII and without quotes and backslashes.
  ///
  /// `nil` for any other text.
  package init?(_ range: Range<Int>, of bytes: RawSpan) {
    guard !range.isEmpty, range.count <= Self.limit, JSONText.isPlain(bytes.extracting(range)) else { return nil }
    count = range.count
    var offset = range.lowerBound
    var index = 0
    while offset < range.upperBound {
      words[index] = bytes.word(from: offset, count: range.upperBound &- offset)
      index &+= 1
      offset &+= 8
    }
  }

  /// Whether there is no text.
  package var isEmpty: Bool { count == 0 }

  /// Appends the text.
  package func append(to output: inout [UInt8]) {
    words.span.bytes.extracting(0..<count).withUnsafeBytes { output.append(contentsOf: $0) }
  }
}
