/// The type of a column of the Arrow format, of those that samples need.
package indirect enum ArrowType: Sendable, Hashable {
  /// Text in UTF-8 with offsets of 32 bits.
  case text
  /// A whole number of 8 bits without a sign.
  case uint8
  /// A whole number of 16 bits.
  case int16
  /// A whole number of 32 bits.
  case int32
  /// A whole number of 64 bits.
  case int64
  /// A whole number of 64 bits without a sign.
  case uint64
  /// A floating-point number of 64 bits.
  case double
  /// An instant in microseconds since 1970, UTC.
  case instant
  case bytes(Int)
  /// Texts of the dictionary with this number, by indexes of 32 bits.
  case entry(Int)
  case list(ArrowField)
  case structure([ArrowField])
  case map(ArrowField)

  package var children: [ArrowField] {
    switch self {
    case .list(let item): [item]
    case .structure(let fields): fields
    case .map(let value):
      [ArrowField("entries", .structure([ArrowField("key", .text, isNullable: false), value]), isNullable: false)]
    default: []
    }
  }
}

/// A column of a schema.
package struct ArrowField: Sendable, Hashable {
  package let name: String
  package let type: ArrowType
  package let isNullable: Bool

  package init(_ name: String, _ type: ArrowType, isNullable: Bool = true) {
    self.name = name
    self.type = type
    self.isNullable = isNullable
  }
}

/// The columns of a stream and what it says of itself.
package struct ArrowSchema: Sendable {
  package let fields: [ArrowField]
  package var metadata: [(key: String, value: String)]

  package init(fields: [ArrowField], metadata: [(key: String, value: String)] = []) {
    self.fields = fields
    self.metadata = metadata
  }
}
