/// A list of a structured sample: groups of fields, or values of one kind.
@usableFromInline package struct ListDefinition: Sendable, Hashable {
  /// The name, unique among the fields and lists of the type.
  package var name: String
  package var element: ListElement
  /// The fewest elements; a sample may leave out a list that has no minimum.
  package var minimum: Int
  /// The most elements.
  package var maximum: Int
  /// Whether the times of an element are within the sample's.
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

  /// The fields of an element: those of a group, or the one value.
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
