import HealthModel

/// The elements that the points of a route had so far, in their order.
///
/// Nearly all points of a document have the same, so that a name is compared with the one in its place, eight bytes at
/// once, instead of being read.
struct PointPattern {
  /// A name, with the part of a point that it stands for.
  struct Element {
    /// The name and `>` after it, as the bytes of a number.
    fileprivate let word: UInt64
    fileprivate let mask: UInt64
    /// How many bytes the name has.
    let count: Int
    /// Which part it is; `nil` if it may be there again.
    let part: RouteElements.Parts?
    /// Its key; absent if that is the name itself.
    let key: RawField
    fileprivate static let none = Element(word: 1, mask: 0, count: 0, part: nil, key: .absent)

    @inline(__always) func isAt(_ place: Int, end: Int, _ bytes: RawSpan) -> Bool {
      place &+ 8 <= end && bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian & mask == word
    }
  }

  private static let size = 16
  /// The most bytes of a name that is kept.
  private static let limit = 7
  private var elements = Fixed16<Element>(repeating: .none)
  private var next = 0

  @inline(__always) mutating func beginPoint() { next = 0 }

  /// Goes on to the next element of the point.
  @inline(__always) mutating func element(at place: Int, end: Int, _ bytes: RawSpan) -> Element? {
    let number = next
    next = number &+ 1
    guard number < Self.size, elements[number].isAt(place, end: end, bytes) else { return nil }
    return elements[number]
  }

  /// Keeps the name of the element that came last, which has no attributes.
  mutating func keep(_ name: Range<Int>, _ part: RouteElements.Parts?, _ key: RawField, end: Int, _ bytes: RawSpan) {
    let count = name.count
    guard next <= Self.size, count <= Self.limit, name.upperBound < end,
      bytes.byte(at: name.upperBound) == UInt8(ascii: ">")
    else { return }
    elements[next - 1] = Element(
      word: bytes.word(from: name.lowerBound, count: count + 1), mask: UInt64.max >> UInt64(56 - 8 * count),
      count: count,
      part: part, key: key.range == name ? .absent : key)
  }
}
