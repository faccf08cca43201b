package import HealthUnits

/// What samples of a structured type hold: named fields, lists, and points.
///
/// A type without points is of the kind `composite`, one with points of the kind `series`. A sample writes
/// `"fields":{…}`, `"lists":{…}`, `"points":{…}` and `"parent":"…"`; `catalog/README.md` has the YAML form, and
/// decision 27 the normal form.
///
/// ```yaml
/// kind: composite
/// fields:
///   activity: {values: workoutActivityType, required: true}
///   duration: {unit: s, allowed: {min: 0}}
/// lists:
///   events: {within: sample, sorted: start, limit: 10000, fields: {start: {value: time, required: true}}}
/// ```
public struct StructureShape: Sendable, Hashable {
  package var fields: [FieldDefinition]
  package var lists: [ListDefinition]
  /// The points of a series; `nil` for a composite.
  package var points: PointsDefinition?
  /// The sample that samples of the type belong to, such as the workout of a route.
  package var parent: ParentDefinition?
  /// How exports of Apple Health write such samples; `nil` when they do not.
  package var export: ExportElement?

  @usableFromInline package init(
    fields: [FieldDefinition] = [], lists: [ListDefinition] = [], points: PointsDefinition? = nil,
    parent: ParentDefinition? = nil, export: ExportElement? = nil
  ) {
    self.fields = fields
    self.lists = lists
    self.points = points
    self.parent = parent
    self.export = export
  }
}

/// The sample that samples of a type belong to.
@usableFromInline package struct ParentDefinition: Sendable, Hashable {
  package var type: String
  /// Whether each sample must name its parent.
  package var isRequired: Bool

  @usableFromInline package init(type: String, isRequired: Bool = false) {
    self.type = type
    self.isRequired = isRequired
  }
}

/// How an export of Apple Health writes samples of a type.
@usableFromInline package struct ExportElement: Sendable, Hashable {
  /// The element's name, such as `Workout`; empty for samples that are in files of their own.
  package var element: String
  package var start: String
  /// The attribute with the end; the same as `start` for samples that are at one moment.
  package var end: String

  @usableFromInline package init(element: String, start: String = "startDate", end: String = "endDate") {
    self.element = element
    self.start = start
    self.end = end
  }
}

/// A named value of a structured sample, or of a group in one of its lists.
@usableFromInline package struct FieldDefinition: Sendable, Hashable {
  package var name: String
  package var value: FieldValue
  package var isRequired: Bool
  /// How exports of Apple Health write the field; `nil` when they do not.
  package var export: ExportAttribute?

  @usableFromInline package init(
    name: String, value: FieldValue, isRequired: Bool = false, export: ExportAttribute? = nil
  ) {
    self.name = name
    self.value = value
    self.isRequired = isRequired
    self.export = export
  }
}

@usableFromInline package enum FieldValue: Sendable, Hashable {
  /// A number with a unit: `{"value":30,"unit":"min"}`.
  case quantity(FieldQuantity)
  case number(ValueBounds)
  case integer(ValueBounds)
  /// `true` or `false`.
  case boolean
  case enumeration(EnumDefinition)
  /// Text of at most this many bytes.
  case text(maximumLength: Int)
  /// An instant, RFC 3339; normalized to UTC.
  case time
  /// A calendar date, `YYYY-MM-DD`.
  case date
  /// A UUID; normalized to upper case, as ids of samples are.
  case uuid
  case quantityType
  /// A quantity of the type that another field of the same group names, by that field's name.
  case quantityOf(field: String)
  case metadata
  /// A text that is kept as given, with its SHA-256: `{"text":"…","sha256":"…"}`, or the text alone.
  case document(DocumentFormat, maximumLength: Int)
}

/// The unit and the limits of a field or column.
@usableFromInline package struct FieldQuantity: Sendable, Hashable {
  package var unit: UnitOfMeasure
  /// Bounds in the canonical unit; outside is an error (`value-not-allowed`).
  package var allowed: ValueBounds
  /// Bounds in the canonical unit; outside is a warning (`value-implausible`).
  package var plausible: ValueBounds

  package init(unit: UnitOfMeasure, allowed: ValueBounds = ValueBounds(), plausible: ValueBounds = ValueBounds()) {
    self.unit = unit
    self.allowed = allowed
    self.plausible = plausible
  }
}

@usableFromInline package enum DocumentFormat: String, Sendable, Hashable, CaseIterable {
  /// JSON, such as a FHIR resource.
  case json
  case xml
  case text
}

/// The attributes in which an export of Apple Health writes a field.
@usableFromInline package struct ExportAttribute: Sendable, Hashable {
  package var name: String
  /// The attribute with the unit, of a quantity; by default the name followed by `Unit`.
  ///
  /// It is empty when exports write no unit: the number is in the canonical one.
  package var unit: String

  @usableFromInline package init(name: String, unit: String? = nil) {
    self.name = name
    self.unit = unit ?? name + "Unit"
  }
}

/// A list of a structured sample: groups of fields, or values of one kind.
@usableFromInline package struct ListDefinition: Sendable, Hashable {
  package var name: String
  package var element: ListElement
  package var minimum: Int
  package var maximum: Int
  package var isWithinSample: Bool
  /// The field by which elements are ordered in the normal form; `nil` keeps the order of the sample.
  package var sorted: String?
  /// The fields that no two elements have in common, taken together; for values `["value"]`.
  ///
  /// Empty for none.
  package var unique: [String]
  /// How exports of Apple Health write an element; `nil` when they do not.
  package var export: ExportChild?

  @usableFromInline package init(
    name: String, element: ListElement, minimum: Int = 0, maximum: Int = 10_000, isWithinSample: Bool = false,
    sorted: String? = nil, unique: [String] = [], export: ExportChild? = nil
  ) {
    self.name = name
    self.element = element
    self.minimum = minimum
    self.maximum = maximum
    self.isWithinSample = isWithinSample
    self.sorted = sorted
    self.unique = unique
    self.export = export
  }
}

@usableFromInline package enum ListElement: Sendable, Hashable {
  case group([FieldDefinition])
  /// A single value; the field's name is `value`.
  case value(FieldDefinition)

  @usableFromInline package var fields: [FieldDefinition] {
    switch self {
    case .group(let fields): fields
    case .value(let field): [field]
    }
  }
}

/// The child elements in which an export of Apple Health writes a list.
@usableFromInline package struct ExportChild: Sendable, Hashable {
  /// The elements' names; more than one when the name says the case of `nameField`, in the order of its cases.
  package var elements: [String]
  /// The field whose case the element's name says; `nil` when it says nothing.
  package var nameField: String?
  /// The child element within which the elements are; empty when they are children of the sample.
  package var parent: String

  @usableFromInline package init(elements: [String], nameField: String? = nil, parent: String = "") {
    self.elements = elements
    self.nameField = nameField
    self.parent = parent
  }
}

/// The points of a series: columns of equal length, and where in time each point is.
///
/// A sample writes `"points":{"time":[0,1.5],"units":{"altitude":"m"},"altitude":[12,12.5]}`, where `time` counts
/// seconds after the sample's start, or `"points":{"rate":{"value":512,"unit":"Hz"},"voltage":[…]}`.
@usableFromInline package struct PointsDefinition: Sendable, Hashable {
  package var timing: PointTiming
  package var minimum: Int
  package var maximum: Int
  package var columns: [FieldDefinition]
  /// The child element in which an export of Apple Health writes a point; empty when it does not.
  package var export: String

  @usableFromInline package init(
    timing: PointTiming, minimum: Int = 0, maximum: Int = 100_000, columns: [FieldDefinition], export: String = ""
  ) {
    self.timing = timing
    self.minimum = minimum
    self.maximum = maximum
    self.columns = columns
    self.export = export
  }
}

@usableFromInline package enum PointTiming: Sendable, Hashable {
  case rate(FieldQuantity)
  /// Each point has a time: seconds after the sample's start, never less than the one before.
  case times(export: String?)
  /// Points have no times, such as the frequencies of an audiogram.
  case none

  /// How many hertz the canonical unit of the rate is: 1 for `Hz`, 1/60 for `count/min`; `nil` for points without a
  /// rate.
  @usableFromInline package var hertz: Double? {
    guard case .rate(let quantity) = self, let unit = try? UnitOfMeasure("Hz") else { return nil }
    return try? quantity.unit.conversion(to: unit)(1)
  }
}

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
  package var enumerations: [EnumDefinition] {
    if let values = enumeration { return [values] }
    return structure?.parts.compactMap(\.value.enumeration) ?? []
  }
}
