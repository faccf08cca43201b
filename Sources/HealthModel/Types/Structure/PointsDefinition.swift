import HealthUnits

/// The points of a series: columns of equal length, and where in time each point is.
///
/// A sample writes `"points":{"time":[0,1.5],"units":{"altitude":"m"},"altitude":[12,12.5]}`, where `time` counts
/// seconds after the sample's start, or `"points":{"rate":{"value":512,"unit":"Hz"},"voltage":[…]}`.
@usableFromInline package struct PointsDefinition: Sendable, Hashable {
  package var timing: PointTiming
  package var minimum: Int
  package var maximum: Int
  /// The columns, in the order of the definition; `time` is not among them.
  package var columns: [ColumnDefinition]
  /// The child element in which an export of Apple Health writes a point; empty when it does not.
  package var export: String

  @usableFromInline package init(
    timing: PointTiming, minimum: Int = 0, maximum: Int = 100_000, columns: [ColumnDefinition], export: String = ""
  ) {
    self.timing = timing
    self.minimum = minimum
    self.maximum = maximum
    self.columns = columns
    self.export = export
  }
}

@usableFromInline package enum PointTiming: Sendable, Hashable {
  /// At a fixed rate that the sample states, from its start on.
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

@usableFromInline package struct ColumnDefinition: Sendable, Hashable {
  /// The name; not `time`, `rate` or `units`.
  package var name: String
  /// What the numbers are: `quantity`, `number`, `integer`, or `boolean`.
  package var value: FieldValue
  /// Whether each sample has the column, with a value for each point; another column may be left out or have `null`.
  package var isRequired: Bool
  /// How exports of Apple Health write the value of a point; `nil` when they do not.
  package var export: ExportAttribute?

  @usableFromInline package init(
    name: String, value: FieldValue, isRequired: Bool = true, export: ExportAttribute? = nil
  ) {
    self.name = name
    self.value = value
    self.isRequired = isRequired
    self.export = export
  }
}
