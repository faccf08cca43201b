/// A text of the input that words show and depend on in nothing else, kept in place.
///
/// Findings that differ in such a text alone have the same words around it. These are made once, with a placeholder
/// where the text goes: a file with another wrong word in every record would have its words made for each of them.
package struct ShownText: Sendable {
  private var words = Fixed8<UInt64>(repeating: 0)
  private var count = 0
  /// The most bytes that a text may have; messages cut longer ones.
  package static let limit = 60

  /// No text.
  package init() {}

  /// The text of a range; none if it is not shown as it is written.
  package init(_ range: Range<Int>, of bytes: RawSpan) {
    guard Self.isFit(range, of: bytes) else { return }
    count = range.count
    bytes.extracting(range).withUnsafeBytes { text in
      withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: text) }
    }
  }

  /// Whether a text is shown as it is written: short, printable ASCII and without quotes and backslashes.
  package static func isFit(_ range: Range<Int>, of bytes: RawSpan) -> Bool {
    !range.isEmpty && range.count <= limit && JSONText.isPlain(bytes.extracting(range))
  }

  /// Whether the text is empty.
  package var isEmpty: Bool { count == 0 }

  /// Appends the text.
  package func append(to output: inout [UInt8]) {
    withUnsafeBytes(of: words) { output.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }
}
