import HealthModel
import HealthUnits

/// What samples of a structured type say in a wide table: how long they are, their fields, and what their type computes.
///
/// A definition that computes values gives its required fields and these, as in tables of the type alone; another one
/// gives all its fields. Lists and points have more than one value, and numbers with a unit of their own do not fit under
/// a header: `PartQuery` and `SampleQuery` have them.
struct WideStructure: Sendable {
  private enum Content: Sendable {
    case number(SampleExpression)
    case field(Int)
  }

  private var contents: [(column: Int, content: Content)] = []

  /// The columns of a type, each named `TYPE.NAME`.
  init(
    _ type: TypeDefinition, _ shape: StructureShape, in registry: Registry,
    _ place: (String, UnitOfMeasure?) -> Int
  ) {
    if let length = SampleExpression.length(of: type, in: registry) {
      contents.append((place("\(type.id).duration", length.unit), .number(length)))
    }
    // An expression that means nothing by this catalog is a finding of lint.
    let computed = type.expressions.compactMap { try? SampleExpression($0.name, of: type, in: registry) }
    for (index, field) in shape.fields.enumerated() where field.name != "duration" {
      guard computed.isEmpty || field.isRequired, field.value.fitsCell else { continue }
      contents.append((place("\(type.id).\(field.name)", field.value.quantity?.unit), .field(index)))
    }
    for expression in computed {
      contents.append((place("\(type.id).\(expression.text)", expression.unit), .number(expression)))
    }
  }

  /// The cells of a sample, empty ones too: what it lacks is not taken from another sample that starts at the same time.
  func cells(of sample: Sample) -> [(column: Int, cell: WideCell)] {
    let outline = sample.outline
    return contents.map { column, content in
      let cell: WideCell
      switch content {
      case .number(let expression):
        let number =
          expression.needsPoints ? expression.value(of: sample) : expression.value(of: sample, content: outline)
        cell = number.map { .number($0) } ?? .empty
      case .field(let index): cell = outline?.fields.values[index].map(WideCell.init) ?? .empty
      }
      return (column, cell)
    }
  }
}

extension WideCell {
  /// The value of a field, its number in the field's unit.
  fileprivate init(_ value: FieldContent) {
    switch value {
    case .quantity(let number, _), .number(let number): self = .number(number)
    case .boolean(let value): self = .text(value ? "true" : "false")
    case .enumeration(let text), .text(let text): self = .text(text)
    case .time(let moment): self = .text(TimestampWriter.string(moment))
    case .metadata, .document: self = .empty
    }
  }
}

extension FieldValue {
  /// Whether a value fits into a cell whose header says its unit.
  fileprivate var fitsCell: Bool {
    switch self {
    case .quantityOf, .metadata, .document: false
    default: true
    }
  }
}
