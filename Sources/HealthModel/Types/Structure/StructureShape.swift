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
  /// The named fields of a sample, in the order of the definition.
  package var fields: [FieldDefinition]
  /// The lists of a sample, in the order of the definition.
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
  /// The id of the parent's type.
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
