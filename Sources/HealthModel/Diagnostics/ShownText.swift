/// A text of the input that words show and depend on in nothing else, and numbers that are computed of it, kept in place.
///
/// Findings that differ in such a text alone have the same words around it. These are made once, with a placeholder
/// where the text goes: a file with another wrong word in every record would have its words made for each of them.
package struct ShownText: Sendable {
  private var words = Fixed8<UInt64>(repeating: 0)
  /// Where the text at each place ends, after that of the place before.
  private var ends = Fixed3<UInt8>(repeating: 0)
  /// The most bytes that a text may have; messages cut longer ones.
  package static let limit = 60
  private static let size = 64
  /// The most bytes of a number.
  private static let numberLimit = 24

  /// What a placeholder stands for.
  package enum Place: UInt8, CaseIterable, Sendable {
    /// The text itself.
    case own
    /// A number that is shown beside it.
    case beside
    /// The number in the hint.
    case hint
  }

  /// No text.
  package init() {}

  /// The text of a range; none if it is not shown as it is written.
  package init(_ range: Range<Int>, of bytes: RawSpan) {
    guard Self.isFit(range, of: bytes) else { return }
    ends = Fixed3(repeating: UInt8(range.count))
    bytes.extracting(range).withUnsafeBytes { text in
      withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: text) }
    }
  }

  /// Whether a text is shown as it is written: short, printable ASCII and without quotes and backslashes.
  package static func isFit(_ range: Range<Int>, of bytes: RawSpan) -> Bool {
    !range.isEmpty && range.count <= limit && JSONText.isPlain(bytes.extracting(range))
  }

  /// Whether there is room for numbers beside a text.
  package static func canHold(_ range: Range<Int>, beside: Double?, hint: Double?) -> Bool {
    range.count + ((beside == nil ? 0 : 1) + (hint == nil ? 0 : 1)) * numberLimit <= size
  }

  /// Adds a number as messages show it, after those of the places before.
  ///
  /// - Parameters:
  ///   - number: the number.
  ///   - place: its place.
  ///   - scratch: an array that is used again.
  package mutating func add(_ number: Double, at place: Place, _ scratch: inout [UInt8]) {
    scratch.removeAll(keepingCapacity: true)
    DecimalWriter.appendText(number, to: &scratch)
    let start = Int(ends[2])
    let count = min(scratch.count, Self.size - start)
    withUnsafeMutableBytes(of: &words) { bytes in
      for index in 0..<count { bytes[start + index] = scratch[index] }
    }
    for index in Int(place.rawValue)..<3 { ends[index] = UInt8(start + count) }
  }

  /// Whether the text is empty.
  package var isEmpty: Bool { ends[0] == 0 }

  /// Appends the text of a place.
  package func append(_ place: Place = .own, to output: inout [UInt8]) {
    let index = Int(place.rawValue)
    let start = index == 0 ? 0 : Int(ends[index - 1])
    withUnsafeBytes(of: words) {
      output.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[start..<Int(ends[index])]))
    }
  }
}
