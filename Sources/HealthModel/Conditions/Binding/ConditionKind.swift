import HealthUnits

enum ConditionKind {
  case number(MeasuredNumber)
  case values([TypeDefinition])
  case cases(EnumDefinition)
  case typeName
  /// Texts, of which only some have an order or a form.
  case text(TextForm)
  case boolean
  case time
  case metadata(MetadataMeaning)
  case source
  case subject
  case device
  /// What can be there or not, and is not compared: metadata and documents in a field.
  case whole(String)

  enum TextForm { case free, date, uuid }

  var isNumber: Bool {
    if case .number = self { return true }
    return false
  }

  var words: String {
    switch self {
    case .number(let number): number.unit.map { "a number of \($0)" } ?? "a number"
    case .values, .cases: "a case"
    case .typeName: "the name of a type"
    case .text(.date): "a date"
    case .text, .source, .subject, .device: "a text"
    case .boolean: "true or false"
    case .time: "a time"
    case .metadata: "a value of metadata"
    case .whole(let words): words
    }
  }
}

/// A number: the unit it is in, and how people write it.
struct MeasuredNumber {
  /// The unit; `nil` for a number without one, and for values of types that differ in theirs.
  var unit: UnitOfMeasure?
  var allowed = AllowedUnits()
  var name: String
  /// Whether it is a number that is written without a unit, which takes that of the other side.
  var isPlainLiteral = false
  /// The field of the same element that names the type whose unit it has.
  var typeField: String?
  /// The types whose values it is, when it is those of several.
  var types: [TypeDefinition] = []

  /// Whether it counts: no unit, or one without a dimension.
  var isDimensionless: Bool { unit?.dimension.isDimensionless ?? types.isEmpty }
}

/// A part of a condition with its names bound.
struct BoundPart {
  var expression: BoundExpression
  var kind: ConditionKind
  var shown: String
}
