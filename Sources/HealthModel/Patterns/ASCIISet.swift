/// The ASCII characters of a class, a bit for each.
struct ASCIISet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ set: ScalarSet) {
    for value in 0..<UInt32(128) where set.contains(value) {
      if value < 64 { low |= 1 << UInt64(value) } else { high |= 1 << UInt64(value - 64) }
    }
  }

  /// Whether all bytes of a range are characters of the class.
  func containsAll(of range: Range<Int>, in bytes: RawSpan) -> Bool {
    for offset in range {
      let byte = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      guard byte < 128, (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1 else { return false }
    }
    return true
  }
}

extension TextPatternNode {
  /// The class of a pattern that is nothing but a class, once or more.
  var repeatedSet: ScalarSet? {
    switch self {
    case .repeated(.set(let set), 1, nil): set
    case .sequence(let parts) where parts.count == 1: parts[0].repeatedSet
    default: nil
    }
  }
}
