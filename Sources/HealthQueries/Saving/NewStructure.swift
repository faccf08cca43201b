public import HealthModel
public import HealthUnits

/// The content of a sample of a structured type that is not stored yet: a workout, a route, an electrocardiogram.
///
/// ```swift
/// var run = NewStructure(fields: ["activity": .text("running"), "duration": .quantity(1800, .second)])
/// run.lists["events"] = [.group(["kind": .text("pause"), "start": .time(paused)])]
/// ```
///
/// Names are those of the definition, which `assay catalog show workout` lists.
public struct NewStructure: Sendable, Hashable {
  /// The fields, by name.
  public var fields: [String: NewField]
  /// The elements of each list, by name: groups, or values.
  public var lists: [String: [NewField]]
  /// The points of a series.
  public var points: NewPoints?
  /// The id of the sample that it belongs to, such as the workout of a route.
  public var parent: SampleID?

  /// Creates a content.
  public init(
    fields: [String: NewField] = [:], lists: [String: [NewField]] = [:], points: NewPoints? = nil,
    parent: SampleID? = nil
  ) {
    self.fields = fields
    self.lists = lists
    self.points = points
    self.parent = parent
  }
}

/// The value of a field, or an element of a list.
public enum NewField: Sendable, Hashable {
  /// A number with its unit.
  case quantity(Double, UnitOfMeasure)
  /// A number without unit.
  case number(Double)
  /// A truth value.
  case boolean(Bool)
  /// Text: a case by name, a date as `YYYY-MM-DD`, the name of a type, or any other text.
  case text(String)
  /// The id of a sample.
  case id(SampleID)
  /// A moment.
  case time(Instant)
  /// Metadata, by key.
  case metadata([String: MetadataValue])
  /// The fields of an element of a list, by name.
  case group([String: NewField])
}

/// The points of a series: columns of equal length.
public struct NewPoints: Sendable, Hashable {
  /// When the points are.
  public enum Timing: Sendable, Hashable {
    /// Seconds after the start of the sample, one for each point.
    case seconds([Double])
    /// This many points in a time: 512 Hz.
    case rate(Double, UnitOfMeasure)
    /// Points without a time, as those of an audiogram.
    case none
  }

  /// The values of a column, one for each point.
  public enum Column: Sendable, Hashable {
    /// Numbers with their unit; NaN where a point lacks one.
    case quantities([Double], UnitOfMeasure)
    /// Numbers without unit; NaN where a point lacks one.
    case numbers([Double])
    /// Truth values; `nil` where a point lacks one.
    case booleans([Bool?])
  }

  /// When the points are.
  public var timing: Timing
  /// The columns, by name.
  public var columns: [String: Column]

  /// Creates points.
  public init(_ timing: Timing = .none, columns: [String: Column]) {
    self.timing = timing
    self.columns = columns
  }
}
