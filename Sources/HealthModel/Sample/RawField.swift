/// One value of a record as it stands in the input: where it is and what kind of thing it is, never what it means.
public struct RawField: Sendable, Hashable {
  /// The kinds of values; an export's attributes are all `string`.
  public enum Kind: UInt8, Sendable, Hashable {
    case absent, string, number, boolean, null, object, array
  }

  /// What kind of value stands there.
  public var kind: Kind
  /// Whether the text holds escapes (`\u0041`, `&amp;`) and must be decoded before it is compared or kept.
  public var isEscaped: Bool
  /// Where the value's text begins; for a string behind the quote.
  public var start: Int32
  /// Where the value's text ends; for a string before the closing quote.
  public var end: Int32

  @inlinable public init(kind: Kind, isEscaped: Bool = false, start: Int, end: Int) {
    self.kind = kind
    self.isEscaped = isEscaped
    self.start = Int32(truncatingIfNeeded: start)
    self.end = Int32(truncatingIfNeeded: end)
  }

  /// A field that the record does not have.
  public static let absent = RawField(kind: .absent, start: 0, end: 0)

  /// Where the value's text stands.
  @inlinable public var range: Range<Int> { Int(start)..<Int(end) }
  /// Whether the record has the field.
  @inlinable public var isPresent: Bool { kind != .absent }
}
