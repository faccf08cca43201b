public import HealthModel
public import HealthUnits

/// The points of one sample of a series type, each at its moment.
///
/// ```swift
/// for point in route {
///   print(point.time ?? 0, point["latitude"] ?? 0, point["longitude"] ?? 0)
/// }
/// ```
///
/// Numbers are in the canonical units of their columns; `unit(of:)` says which these are.
public struct Series: Sendable, Hashable {
  /// The sample, its content decoded.
  public let sample: Sample
  /// The content: fields beside the points, too.
  public let content: StructureContent
  /// Seconds from one point to the next, of points at a fixed rate.
  private let interval: Double?

  /// The points of a sample; `nil` when its type is not a series.
  public init?(_ sample: Sample) {
    guard let content = sample.structure, let points = content.shape.points else { return nil }
    var decoded = sample
    decoded.value = .structure(content)
    self.sample = decoded
    self.content = content
    interval = content.points?.rate.flatMap { Self.interval($0, points.timing) }
  }

  /// The names of the columns, in the order of the definition; a sample may lack some.
  public var columns: [String] { content.shape.points?.columns.map(\.name) ?? [] }

  /// The unit of a column's numbers; `nil` for a column that has none.
  public func unit(of column: String) -> UnitOfMeasure? { place(of: column)?.definition.value.quantity?.unit }

  /// The numbers of a column, one for each point; NaN for a missing one, 1 and 0 for `true` and `false`.
  ///
  /// Empty when the sample does not have the column.
  public func values(of column: String) -> [Double] {
    guard let place = place(of: column), let columns = content.points?.columns else { return [] }
    return columns.indices.contains(place.index) ? columns[place.index] : []
  }

  /// Seconds from the sample's start to a point; `nil` for points that have no time, as those of an audiogram.
  public func seconds(to index: Int) -> Double? {
    guard let points = content.points else { return nil }
    if points.times.indices.contains(index) { return points.times[index] }
    return interval.map { Double(index) * $0 }
  }

  /// When a point is, in microseconds since 1970 UTC; `nil` for a point that has no time.
  func time(at index: Int) -> Int64? {
    guard let start = sample.start, let seconds = seconds(to: index),
      let step = Int64(exactly: (seconds * Double(Instant.second)).rounded())
    else { return nil }
    let (moment, isBeyond) = start.microseconds.addingReportingOverflow(step)
    return isBeyond ? nil : moment
  }

  fileprivate func number(_ column: String, at index: Int) -> Double? {
    let values = values(of: column)
    guard values.indices.contains(index), !values[index].isNaN else { return nil }
    return values[index]
  }

  private func place(of column: String) -> (index: Int, definition: ColumnDefinition)? {
    guard let columns = content.shape.points?.columns, let index = columns.firstIndex(where: { $0.name == column })
    else { return nil }
    return (index, columns[index])
  }

  private static func interval(_ rate: Double, _ timing: PointTiming) -> Double? {
    guard case .rate(let quantity) = timing, let hertz = try? UnitOfMeasure("Hz"),
      let conversion = try? quantity.unit.conversion(to: hertz)
    else { return nil }
    let perSecond = conversion(rate)
    return perSecond > 0 ? 1 / perSecond : nil
  }
}

extension Series: RandomAccessCollection {
  /// The place of the first point.
  public var startIndex: Int { 0 }
  /// How many points there are.
  public var endIndex: Int { content.points?.count ?? 0 }

  /// A point.
  public subscript(index: Int) -> SeriesPoint { SeriesPoint(series: self, index: index) }
}

/// One point of a series.
public struct SeriesPoint: Sendable, Hashable {
  fileprivate let series: Series
  /// Which point it is, from 0.
  public let index: Int

  /// When it is, in microseconds since 1970 UTC; `nil` for a point that has no time.
  public var time: Int64? { series.time(at: index) }

  /// The number of a column in its canonical unit, 1 or 0 for `true` or `false`; `nil` when it is missing.
  public subscript(column: String) -> Double? { series.number(column, at: index) }

  /// The number of a column with its unit; `nil` when it is missing, or the column has no unit.
  public func quantity(_ column: String) -> Quantity? {
    guard let unit = series.unit(of: column), let number = self[column] else { return nil }
    return Quantity(number, unit)
  }
}
