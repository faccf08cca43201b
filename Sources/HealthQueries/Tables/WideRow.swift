import HealthModel
public import HealthUnits

/// A column of a wide table: one type, one role of a correlation, or one statistic of a type.
public struct WideColumn: Sendable, Hashable {
  /// The name: `heartRate`, `test.sitting.before`, `stepCount.sum`, `sleepAnalysis.asleepCore.duration`.
  public var name: String
  /// The unit of its numbers; `nil` if they have none.
  public var unit: UnitOfMeasure?

  package init(name: String, unit: UnitOfMeasure? = nil) {
    self.name = name
    self.unit = unit
  }

  /// The name with the unit as people write it, `heartRate (count/min)`: what a header says.
  ///
  /// A molar mass, which HealthKit's grammar needs, is left out: `bloodGlucose (mmol/L)`. `unit` has it.
  public var title: String {
    guard let text = unit?.sampleText else { return name }
    // A mass begins with `<` and ends with `>`; nothing else in a unit has either.
    let parts = text.split(separator: "<", omittingEmptySubsequences: false)
    let rest = parts.dropFirst().map { $0.drop { $0 != ">" }.dropFirst() }
    return "\(name) (\(([parts[0]] + rest).joined()))"
  }
}

/// A cell of a wide table.
public enum WideCell: Sendable, Hashable {
  /// Nothing was measured.
  case empty
  /// A number in the unit of the column.
  case number(Double)
  /// The case of a category.
  case text(String)
}

/// A row of a wide table: a time, or an interval of it, of one subject.
public struct WideRow: Sendable, Hashable {
  /// The start in microseconds since 1970 UTC.
  public var start: Int64
  /// The offset that the first of its samples was written with, in minutes; `nil` for intervals.
  public var offset: Int16?
  /// The end of the interval; `nil` for a time.
  public var end: Int64?
  /// Whether start and end are readings of each sample's own clock, written as if it showed UTC.
  public var isLocal: Bool
  /// Whose samples they are; `nil` when they do not say it.
  public var subject: String?
  /// One cell for each column.
  public var cells: [WideCell]

  package init(
    start: Int64, offset: Int16? = nil, end: Int64? = nil, isLocal: Bool = false, subject: String? = nil,
    cells: [WideCell]
  ) {
    self.start = start
    self.offset = offset
    self.end = end
    self.isLocal = isLocal
    self.subject = subject
    self.cells = cells
  }
}
