/// The last few `source` or `device` objects, or descriptions of devices, that were read.
///
/// Most samples repeat one of them byte for byte. An object ends where its text says, so the same bytes are the same
/// object: its fields are taken over, and its text is compared instead of read.
@usableFromInline package struct RepeatedObjects {
  @usableFromInline struct Entry {
    @usableFromInline var range = 0..<0
    @usableFromInline var fields: FieldRun
  }

  @usableFromInline var entries: [Entry] = []
  /// The entry that the next new one takes the place of.
  private var oldest = 0
  private static let limit = 8

  package init() {}

  /// Takes the fields of the object at a position over from an earlier one with the same text.
  ///
  /// - Returns: where the object ends; `nil` when none is the same.
  @inlinable @inline(__always) package func take(
    at position: Int, end: Int, in bytes: RawSpan, into sample: inout RawSample
  ) -> Int? {
    guard let index = find(at: position, in: bytes, where: { position &+ $0.count <= end }) else { return nil }
    sample.take(entries[index].fields, at: position)
    return position &+ entries[index].range.count
  }

  /// Takes the fields of the text in a range over from an earlier one that is the same; says whether there was one.
  @inlinable @inline(__always) package func take(_ text: Range<Int>, in bytes: RawSpan, into sample: inout RawSample)
    -> Bool
  {
    guard let index = find(at: text.lowerBound, in: bytes, where: { $0.count == text.count }) else { return false }
    sample.take(entries[index].fields, at: text.lowerBound)
    return true
  }

  @inlinable @inline(__always) func find(
    at position: Int, in bytes: RawSpan, where fits: (Range<Int>) -> Bool
  ) -> Int? {
    for index in entries.indices {
      let range = entries[index].range
      if range.upperBound <= position, fits(range), bytes.isSame(range, at: position) { return index }
    }
    return nil
  }

  /// Keeps an object that was read.
  package mutating func keep(_ fields: FieldRun, at range: Range<Int>) {
    let entry = Entry(range: range, fields: fields)
    if entries.count < Self.limit {
      entries.append(entry)
    } else {
      entries[oldest] = entry
      oldest = (oldest + 1) % Self.limit
    }
  }
}

extension RawSpan {
  /// Whether the bytes of a range are at another place as well.
  ///
  /// The end is compared first: objects that differ often begin alike.
  @inlinable @inline(__always) func isSame(_ range: Range<Int>, at place: Int) -> Bool {
    let count = range.count
    guard count >= 8 else { return false }
    let last = count &- 8
    let end = unsafeLoadUnaligned(fromByteOffset: range.lowerBound &+ last, as: UInt64.self)
    return end == unsafeLoadUnaligned(fromByteOffset: place &+ last, as: UInt64.self)
      && isSame(range.lowerBound, as: place, count: count)
  }
}
