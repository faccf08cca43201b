public import HealthModel
public import HealthUnits

/// What each element of a list, or each point, says: a field, or a column of points.
public struct PartColumn: Sendable, Hashable {
  /// The name as the definition has it; `time` and `seconds` of points that have a time.
  public let name: String
  package let value: FieldValue

  /// The unit of the numbers; `nil` for values without one, and for numbers that each have a unit of their own.
  public let unit: UnitOfMeasure?

  init(_ name: String, _ value: FieldValue, unit: UnitOfMeasure? = nil) {
    self.name = name
    self.value = value
    self.unit = unit ?? value.quantity?.unit
  }
}

/// The parts of one sample: the elements of a list, or its points.
public struct SampleParts: Sendable {
  /// The sample; its content is decoded.
  public let sample: Sample
  /// How many parts there are.
  public let count: Int
  /// What each part says.
  public let columns: [PartColumn]
  private let place: PartPlace
  private let elements: [GroupContent]
  private let series: Series?

  /// The parts of a sample at a place; `nil` when it is not of a structured type.
  init?(_ sample: Sample, _ place: PartPlace) {
    self.place = place
    columns = place.columns
    if let index = place.index {
      guard let content = sample.value.storedStructure?.content(withPoints: false),
        content.lists.indices.contains(index)
      else { return nil }
      self.sample = sample
      elements = content.lists[index]
      series = nil
      count = elements.count
    } else {
      guard let series = Series(sample) else { return nil }
      self.sample = series.sample
      self.series = series
      elements = []
      count = series.count
    }
  }

  /// What a part says; `nil` when it lacks that, and for a position or column that is not there.
  ///
  /// Numbers are in canonical units, those of points without the unit, which `columns` has.
  ///
  /// - Parameters:
  ///   - column: the column, as index into `columns`.
  ///   - position: the part, from 0.
  /// - Returns: the value.
  public func value(_ column: Int, at position: Int) -> FieldContent? {
    guard columns.indices.contains(column), position >= 0, position < count else { return nil }
    guard let series else { return elements[position].values[column] }
    guard place.isTimed else { return point(column, at: position, in: series) }
    switch column {
    case 0: return series.time(at: position).map { .time($0) }
    case 1: return series.seconds(to: position).map { .number($0) }
    default: return point(column - 2, at: position, in: series)
    }
  }

  /// What a part says, by the column's name.
  public func value(_ column: String, at position: Int) -> FieldContent? {
    columns.firstIndex { $0.name == column }.flatMap { value($0, at: position) }
  }

  /// A number of a point; an array that is shorter than another one lacks it.
  private func point(_ column: Int, at position: Int, in series: Series) -> FieldContent? {
    guard let points = series.content.points, points.columns.indices.contains(column),
      points.columns[column].indices.contains(position)
    else { return nil }
    let number = points.columns[column][position]
    if number.isNaN { return nil }
    if case .boolean = columns[column + (place.isTimed ? 2 : 0)].value { return .boolean(number != 0) }
    return .number(number)
  }
}
