public import HealthUnits

/// The kind of a metadata key's value.
@usableFromInline package struct MetadataKeyDefinition: Sendable, Hashable {
  package var key: String
  package var identifiers: [String]
  package var value: MetadataValueShape
  package var mark: CatalogMark?

  @usableFromInline package init(
    key: String, identifiers: [String] = [], value: MetadataValueShape, mark: CatalogMark? = nil
  ) {
    self.key = key
    self.identifiers = identifiers
    self.value = value
    self.mark = mark
  }
}

@usableFromInline package enum MetadataValueShape: Sendable, Hashable {
  /// Text; `pattern` is a list of accepted characters' classes, see `TextPattern`.
  case string(maximumLength: Int?, pattern: TextPattern?)
  case number
  case integer
  /// `true`, `false`, `1` or `0`.
  case boolean
  /// An instant: RFC 3339 in sample files, the export's form in exports.
  case date
  /// A quantity; `unit` is any unit of its dimension, `nil` when the key takes any.
  case quantity(unit: UnitOfMeasure?)
  case `enum`(EnumDefinition)
}

extension MetadataValueShape {
  /// The kind's word in a definition.
  package var word: String {
    switch self {
    case .string: "string"
    case .number: "number"
    case .integer: "integer"
    case .boolean: "boolean"
    case .date: "date"
    case .quantity: "quantity"
    case .enum: "enum"
    }
  }
}
