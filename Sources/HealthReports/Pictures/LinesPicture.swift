import HealthModel

/// Columns of numbers, each as a line of its own over time, or over the points' numbers where they have no times.
package struct LinesPicture: Sendable {
  package struct Column: Sendable {
    package var name: String
    /// The unit of its numbers; empty if they have none.
    package var unit: String
    /// The numbers, NaN for a missing one; empty for a column that is not there.
    package var values: [Double]

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
  package let columns: [Column]

  /// The most columns.
  static let limit = 12

  /// Creates a picture; columns without numbers are left out, and so are those after the twelfth.
  package init(places: [Double], isTimed: Bool, columns: [Column]) {
    self.places = places
    self.isTimed = isTimed
    self.columns = Array(columns.filter { $0.values.contains { NiceScale.canHold($0) } }.prefix(Self.limit))
  }

  func points(_ column: Column) -> [LinePoint] { zip(places, column.values).map { LinePoint(x: $0, y: $1) } }

  /// The axis that all columns share, from the start or the first point on, and what it counts.
  private var axis: (axis: PlotAxis, title: String) {
    let known = places.lazy.filter { NiceScale.canHold($0) }
    let low = isTimed ? min(0, known.min() ?? 0) : 1
    let high = known.max() ?? low
    guard isTimed else { return (PlotAxis(from: low, to: high, steps: 10), "point") }
    let unit = PlotAxis.elapsedUnit(high - low)
    return (PlotAxis(from: low, to: high, size: unit.seconds, steps: 10), "\(unit.name) after the start")
  }

  static func title(_ column: Column) -> String {
    ChartData.shown(column.name) + (column.unit.isEmpty ? "" : " (\(ChartData.shown(column.unit)))")
  }

  var summary: String {
    let count = "\(GroupedDigits.string(places.count)) \(places.count == 1 ? "point" : "points")"
    if columns.isEmpty { return count + " without numbers" }
    return count + " with " + columns.map { Self.title($0) }.joined(separator: ", ") + ", each as a line"
  }
}

// One plot below the other, all over the same axis.
extension LinesPicture {
  private static let height = 40.0

  /// Draws the plots.
  func draw(top: Double, _ marks: inout SVGMarks) -> Double {
    let (horizontal, title) = axis
    guard !columns.isEmpty else { return moments(horizontal, title, top: top, &marks) }
    var y = top
    for (number, column) in columns.enumerated() {
      let points = self.points(column)
      let frame = SVGFrame(
        left: 30, right: SVGPicture.width - SVGPicture.margin, top: y + 6, bottom: y + 6 + Self.height,
        horizontal: horizontal,
        vertical: PlotAxis(enclosing: points.lazy.map(\.y).filter { NiceScale.canHold($0) }, steps: 4))
      marks.words(Self.title(column), x: SVGPicture.margin, y: y + 3)
      let isLast = number == columns.count - 1
      frame.axes(&marks, title: isLast ? title : "")
      frame.lines(points, &marks, color: "#0072B2", name: "line")
      y = frame.bottom + (isLast ? 8.5 : 7)
    }
    return y
  }

  /// A stroke at each point, when points have times and nothing else.
  private func moments(_ horizontal: PlotAxis, _ title: String, top: Double, _ marks: inout SVGMarks) -> Double {
    let frame = SVGFrame(
      left: 30, right: SVGPicture.width - SVGPicture.margin, top: top + 2, bottom: top + 17, horizontal: horizontal,
      vertical: PlotAxis(first: 0, last: 1, ticks: []))
    frame.axes(&marks, title: title)
    var seen: Set<String> = []
    var ways = ""
    for place in places where isTimed && NiceScale.canHold(place) {
      let x = SVGMarks.mm(frame.place(LinePoint(x: place, y: 0)).x)
      if seen.insert(x).inserted { ways += "M\(x) \(SVGMarks.mm(frame.top))V\(SVGMarks.mm(frame.bottom))" }
    }
    if ways.isEmpty {
      marks.words("no points", x: (frame.left + frame.right) / 2, y: frame.top + 9, anchor: "middle")
    } else {
      marks.path(ways, color: SVGMarks.ink, width: 0.2, name: "moments")
    }
    return frame.bottom + 8.5
  }
}
