import HealthModel

/// Columns of numbers, each as a line of its own over time, or over the points' numbers where they have no times.
package struct LinesPicture: Sendable {
  /// A column.
  package struct Column: Sendable {
    /// Its name.
    package var name: String
    /// The unit of its numbers; empty if they have none.
    package var unit: String
    /// The numbers, NaN for a missing one; empty for a column that is not there.
    package var values: [Double]

    /// Creates a column.
    package init(name: String, unit: String, values: [Double]) {
      self.name = name
      self.unit = unit
      self.values = values
    }
  }

  /// Seconds after the sample's start, or numbers of points.
  package let places: [Double]
  /// Whether places are seconds.
  package let isTimed: Bool
  /// The columns that have numbers.
  package let columns: [Column]

  /// The most columns.
  static let limit = 12

  /// Creates a picture; columns without numbers are left out, and so are those after the twelfth.
  package init(places: [Double], isTimed: Bool, columns: [Column]) {
    self.places = places
    self.isTimed = isTimed
    self.columns = Array(columns.filter { $0.values.contains { NiceScale.canHold($0) } }.prefix(Self.limit))
  }

  /// The points of a column.
  func points(_ column: Column) -> [LinePoint] { zip(places, column.values).map { LinePoint(x: $0, y: $1) } }

  /// The axis that all columns share, from the start or the first point on.
  ///
  /// - Parameter steps: about the number of steps between ticks.
  /// - Returns: the axis, and what it counts.
  func axis(steps: Int) -> (axis: PlotAxis, title: String) {
    let known = places.lazy.filter { NiceScale.canHold($0) }
    let low = isTimed ? min(0, known.min() ?? 0) : 1
    let high = known.max() ?? low
    guard isTimed else { return (PlotAxis(from: low, to: high, steps: steps), "point") }
    let unit = PlotAxis.elapsedUnit(high - low)
    return (PlotAxis(from: low, to: high, size: unit.seconds, steps: steps), "\(unit.name) after the start")
  }

  /// The name of a column with its unit.
  static func title(_ column: Column) -> String {
    ChartData.shown(column.name) + (column.unit.isEmpty ? "" : " (\(ChartData.shown(column.unit)))")
  }

  var summary: String {
    let count = "\(GroupedDigits.string(places.count)) \(places.count == 1 ? "point" : "points")"
    if columns.isEmpty { return count + " without numbers" }
    return count + " with " + columns.map { Self.title($0) }.joined(separator: ", ") + ", each as a line"
  }
}
