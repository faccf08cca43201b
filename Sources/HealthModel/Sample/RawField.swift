/// One value of a record as it is in the input: where it is and what kind of thing it is, never what it means.
@usableFromInline package struct RawField: Sendable, Hashable {
  /// The kinds of values; an export's attributes are all `string`.
  @usableFromInline package enum Kind: UInt8, Sendable, Hashable {
    case absent, string, number, boolean, null, object, array
    /// In place of an end: how many microseconds after the start it is. Only mappings of foreign records make it.
    case duration
  }

  /// Where the value's text begins; for a string after the quote.
  @usableFromInline package var start: Int32
  /// The length in the upper 28 bits, then whether there are escapes, then the kind: a record has many fields, and half
  /// the size is half the copying.
  @usableFromInline var packed: UInt32

  /// Creates a slice from its first byte to the byte after its last, less than 2^28 bytes long.
  @inlinable package init(kind: Kind, isEscaped: Bool = false, start: Int, end: Int) {
    self.start = Int32(truncatingIfNeeded: start)
    packed = UInt32(truncatingIfNeeded: end &- start) << 4 | (isEscaped ? 8 : 0) | UInt32(kind.rawValue)
  }

  @usableFromInline package var kind: Kind {
    @inlinable @inline(__always) get { Kind(rawValue: UInt8(truncatingIfNeeded: packed & 7)) ?? .absent }
    @inlinable @inline(__always) set { packed = packed & ~7 | UInt32(newValue.rawValue) }
  }

  /// Whether the text holds escapes (`\u0041`, `&amp;`) and must be decoded before it is compared or kept.
  @inlinable package var isEscaped: Bool { packed & 8 != 0 }

  /// Where the value's text ends; for a string before the closing quote.
  @inlinable package var end: Int32 { start &+ Int32(truncatingIfNeeded: packed >> 4) }

  /// Kind, escapes and length in one: fields that say the same in the same way have the same.
  @inlinable package var form: UInt32 { packed }

  /// A field that the record does not have.
  @inlinable package static var absent: RawField { RawField(kind: .absent, start: 0, end: 0) }

  @inlinable package var range: Range<Int> { Int(start)..<Int(end) }
  @inlinable package var isPresent: Bool { packed & 7 != 0 }
}
