/// The type of a column of the Arrow format, of those that samples need.
indirect enum ArrowType: Sendable, Hashable {
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
  case list(ArrowField)
  case structure([ArrowField])
  case map(ArrowField)

  /// How values are laid out in memory.
  var layout: ArrowLayout {
    switch self {
    case .text: .text
    case .int32: .fixed(4)
    case .int64, .double, .instant: .fixed(8)
    case .list, .map: .list
    case .structure: .structure
    }
  }

  var children: [ArrowField] {
    switch self {
    case .text, .int32, .int64, .double, .instant: []
    case .list(let item): [item]
    case .structure(let fields): fields
    case .map(let value):
      [ArrowField("entries", .structure([ArrowField("key", .text, isNullable: false), value]), isNullable: false)]
    }
  }
}

/// How the values of a column are laid out in memory.
enum ArrowLayout: Sendable, Hashable {
  /// Values of this many bytes each.
  case fixed(Int)
  /// Offsets, and the bytes of texts.
  case text
  /// Offsets, and a column of the elements of all values.
  case list
  case structure
}

/// A column of a schema.
struct ArrowField: Sendable, Hashable {
  /// The column's name.
  let name: String
  let type: ArrowType
  let isNullable: Bool

  init(_ name: String, _ type: ArrowType, isNullable: Bool = true) {
    self.name = name
    self.type = type
    self.isNullable = isNullable
  }
}

/// The columns of a stream and what it says of itself.
package struct ArrowSchema: Sendable {
  /// The columns, in order.
  let fields: [ArrowField]
  /// The metadata, in order.
  var metadata: [(key: String, value: String)] = []
}
