/// A JSON value of a message, with the members of objects in the order they came.
///
/// Samples never become one. Notes and counts need the order, and texts as long as a line may be.
package indirect enum MessageJSON: Sendable, Hashable {
  case null
  case boolean(Bool)
  /// A number without fraction and exponent that fits.
  case int64(Int64)
  /// Any other number.
  case double(Double)
  case string(String)
  case array([MessageJSON])
  case object([Member])

  /// A member of an object.
  package struct Member: Sendable, Hashable {
    /// The key.
    package var key: String
    /// The value.
    package var value: MessageJSON

    /// Creates a member.
    package init(_ key: String, _ value: MessageJSON) {
      self.key = key
      self.value = value
    }
  }

  /// Reads one document with nothing behind it; `nil` when it is not strict JSON.
  package init?(parsing bytes: [UInt8]) {
    var reader = MessageReader(bytes: bytes)
    guard let value = reader.document() else { return nil }
    self = value
  }

  /// The member of an object; `nil` when there is none or it is `null`.
  package subscript(key: String) -> MessageJSON? {
    guard case .object(let members) = self, let member = members.first(where: { $0.key == key }),
      member.value != .null
    else { return nil }
    return member.value
  }

  /// The text of a string.
  package var text: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  /// A whole number.
  package var integer: Int64? {
    switch self {
    case .int64(let value): value
    // What is written with a fraction of zero or an exponent is whole too.
    case .double(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// Any number.
  package var number: Double? {
    switch self {
    case .int64(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The value of `true` or `false`.
  package var flag: Bool? {
    if case .boolean(let flag) = self { return flag }
    return nil
  }

  /// The elements of an array.
  package var elements: [MessageJSON]? {
    if case .array(let elements) = self { return elements }
    return nil
  }

  /// The members of an object, in order.
  package var members: [Member]? {
    if case .object(let members) = self { return members }
    return nil
  }
}
