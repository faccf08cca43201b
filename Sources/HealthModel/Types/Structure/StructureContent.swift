public import HealthUnits

/// The content of a structured sample: its fields, lists and points, and the sample that it belongs to.
///
/// ```swift
/// if let workout = sample.structure, case .enumeration("running")? = workout["activity"] {
///   for event in workout.list("events") { print(event["start"] as Any) }
/// }
/// ```
public struct StructureContent: Sendable, Hashable {
  /// The fields of the sample.
  public var fields: GroupContent
  /// The elements of each list, in the order of the definition.
  public var lists: [[GroupContent]]
  /// The points of a series; `nil` when the sample has none.
  public var points: PointsContent?
  /// The id of the sample that it belongs to.
  public var parent: SampleID?
  /// What the type says of its samples.
  public let shape: StructureShape

  /// Creates a content without anything in it.
  public init(shape: StructureShape) {
    self.shape = shape
    fields = GroupContent(shape.fields)
    lists = Array(repeating: [], count: shape.lists.count)
  }

  /// The value of a field; `nil` when the sample does not have it.
  public subscript(field: String) -> FieldContent? { fields[field] }

  /// The elements of a list; of a list of values, each has the one field `value`.
  public func list(_ name: String) -> [GroupContent] {
    shape.lists.firstIndex { $0.name == name }.map { lists[$0] } ?? []
  }
}

/// The fields of a sample, or of an element of a list.
public struct GroupContent: Sendable, Hashable {
  /// The values in the order of the definition; `nil` for a field that is not there.
  public var values: [FieldContent?]
  package let definitions: [FieldDefinition]

  package init(_ definitions: [FieldDefinition]) {
    self.definitions = definitions
    values = Array(repeating: nil, count: definitions.count)
  }

  /// The value of a field; `nil` when it is not there.
  public subscript(field: String) -> FieldContent? {
    definitions.firstIndex { $0.name == field }.flatMap { values[$0] }
  }
}

/// The value of a field.
public enum FieldContent: Sendable, Hashable {
  /// A number with its unit: the canonical one of the field or, of a quantity whose type a field names, that type's.
  case quantity(Double, UnitOfMeasure)
  /// A number without unit.
  case number(Double)
  /// A truth value.
  case boolean(Bool)
  /// The case of an enum, by name.
  case enumeration(String)
  /// Text; a date, a UUID and the id of a type are texts, too.
  case text(String)
  /// Microseconds since 1970 UTC.
  case time(Int64)
  /// An object of metadata, as canonical JSON.
  case metadata(String)
  /// A document and its SHA-256 in hexadecimal digits.
  case document(String, sha256: String)
}

/// The points of a series.
public struct PointsContent: Sendable, Hashable {
  /// The rate in its canonical unit; `nil` for points with times, or none.
  public var rate: Double?
  /// Seconds after the sample's start; empty for points with a rate, or none.
  public var times: [Double]
  /// The numbers of each column in the order of the definition, in its canonical unit; NaN for a missing one, 1 and 0
  /// for `true` and `false`.
  ///
  /// Empty for a column that is not there.
  public var columns: [[Double]]

  /// Creates points.
  public init(rate: Double? = nil, times: [Double] = [], columns: [[Double]]) {
    self.rate = rate
    self.times = times
    self.columns = columns
  }

  /// How many points there are.
  public var count: Int { columns.map(\.count).max().map { max($0, times.count) } ?? times.count }
}
