/// The type of a column of the Arrow format, of those that samples need.
package enum ArrowType: Sendable, Hashable {
  /// Text in UTF-8 with offsets of 32 bits.
  case text
  /// A whole number of 32 bits.
  case int32
  /// A whole number of 64 bits.
  case int64
  /// A floating-point number of 64 bits.
  case double
  /// An instant in microseconds since 1970, UTC.
  case instant

  /// The bytes of one value; `nil` for texts.
  package var width: Int? {
    switch self {
    case .text: nil
    case .int32: 4
    case .int64, .double, .instant: 8
    }
  }
}

/// A column of a schema.
package struct ArrowField: Sendable, Hashable {
  /// The column's name.
  package let name: String
  /// The type of its values.
  package let type: ArrowType
  /// Whether values may be absent.
  package let isNullable: Bool

  /// Creates a column.
  package init(_ name: String, _ type: ArrowType, isNullable: Bool = true) {
    self.name = name
    self.type = type
    self.isNullable = isNullable
  }
}

/// The columns of a stream and what it says of itself.
package struct ArrowSchema: Sendable, Hashable {
  /// An entry of the metadata.
  package struct Entry: Sendable, Hashable {
    /// The key.
    package let key: String
    /// The value.
    package let value: String

    /// Creates an entry.
    package init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The columns, in order.
  package let fields: [ArrowField]
  /// The metadata, in order.
  package let metadata: [Entry]

  /// Creates a schema.
  package init(fields: [ArrowField], metadata: [Entry] = []) {
    self.fields = fields
    self.metadata = metadata
  }
}
