import HealthModel
public import HealthUnits

/// Statistics of several types as a wide table: a row for each interval and subject, a column for each type, case and
/// statistic.
///
/// The answers of one kind of interval are added one after the other; rows are kept in memory until they are asked for.
/// Statistics that are separated by source have no place in it.
public struct WideStatistics: Sendable {
  /// A statistic of a type, or of one case of it.
  public struct Measure: Sendable, Hashable {
    /// The id of the type.
    public var type: String
    /// The name of the case; `nil` for types without cases.
    public var value: String?
    /// The name of the statistic: `sum`, `average`, `duration`.
    public var statistic: String
    /// The unit of the numbers; `nil` for counts.
    public var unit: UnitOfMeasure?

    /// Creates a measure.
    public init(type: String, value: String? = nil, statistic: String, unit: UnitOfMeasure? = nil) {
      self.type = type
      self.value = value
      self.statistic = statistic
      self.unit = unit
    }

    /// Its column: `stepCount.sum (count)`, `sleepAnalysis.asleepCore.duration (s)`.
    public var column: WideColumn {
      WideColumn(name: ([type] + [value].compactMap(\.self) + [statistic]).joined(separator: "."), unit: unit)
    }
  }

  private struct Key: Hashable {
    var start: Int64
    var subject: SubjectName
  }

  /// The measures, in the order of the columns.
  public let measures: [Measure]
  private var places: [String: Int] = [:]
  private var found: [Key: WideRow] = [:]

  /// Creates a table without rows.
  public init(_ measures: [Measure]) {
    self.measures = measures
    for (index, measure) in measures.enumerated() { places[measure.column.name] = index }
  }

  /// The columns beside the interval and the subject.
  public var columns: [WideColumn] { measures.map(\.column) }

  /// Puts the numbers of an answer's row into their cells.
  ///
  /// - Parameters:
  ///   - row: the statistics of one interval.
  ///   - numbers: the results by the names of their statistics; others than the table's are left out.
  public mutating func add(_ row: Statistics, numbers: [String: Double]) {
    let key = Key(start: row.start, subject: SubjectName(row.subject))
    var wide =
      found[key]
      ?? WideRow(
        start: row.start, end: row.end, isLocal: row.isLocal, subject: row.subject,
        cells: Array(repeating: .empty, count: measures.count))
    for (statistic, number) in numbers {
      let measure = Measure(type: row.type, value: row.value, statistic: statistic)
      if let place = places[measure.column.name] { wide.cells[place] = .number(number) }
    }
    // Of one subject's samples alone, the whole time of one type may end after that of another.
    wide.end = max(wide.end ?? row.end, row.end)
    found[key] = wide
  }

  /// The rows, by start, then by subject: samples without one first, the others by bytes.
  public var rows: [WideRow] {
    found.sorted { ($0.key.start, $0.key.subject) < ($1.key.start, $1.key.subject) }.map(\.value)
  }
}
