extension StructureShape {
  /// What each field, element of a list, column and rate is, with the path of its key in a definition:
  /// `fields.activity`, `lists.events.fields.kind`, `lists.labels`, `points.columns.speed`, `points.rate`.
  package var parts: [(path: String, value: FieldValue)] {
    var parts = fields.map { (path: "fields." + $0.name, value: $0.value) }
    for list in lists {
      switch list.element {
      case .group(let group): parts += group.map { (path: "lists.\(list.name).fields.\($0.name)", value: $0.value) }
      case .value(let field): parts.append((path: "lists." + list.name, value: field.value))
      }
    }
    guard let points else { return parts }
    if case .rate(let quantity) = points.timing { parts.append((path: "points.rate", value: .quantity(quantity))) }
    parts += points.columns.map { (path: "points.columns." + $0.name, value: $0.value) }
    return parts
  }
}

extension FieldValue {
  /// The unit and limits of a quantity; `nil` for anything else.
  package var quantity: FieldQuantity? {
    if case .quantity(let quantity) = self { return quantity }
    return nil
  }

  /// The cases of an enum; `nil` for anything else.
  package var enumeration: EnumDefinition? {
    if case .enumeration(let list) = self { return list }
    return nil
  }

  /// The limits of a number with or without a unit: first those outside of which it is refused, then the plausible ones.
  package var limits: (allowed: ValueBounds, plausible: ValueBounds) {
    switch self {
    case .quantity(let quantity): (quantity.allowed, quantity.plausible)
    case .number(let bounds), .integer(let bounds): (bounds, ValueBounds())
    case .boolean, .enumeration, .text, .time, .date, .uuid, .quantityType, .quantityOf, .metadata, .document:
      (ValueBounds(), ValueBounds())
    }
  }
}

extension TypeShape {
  /// All cases that a value, or a part of it, is one of.
  package var enumerations: [EnumDefinition] {
    if let values = enumeration { return [values] }
    return structure?.parts.compactMap(\.value.enumeration) ?? []
  }
}
