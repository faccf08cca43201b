import HealthReports

/// What a picture of one chart says, read back from its shapes.
struct DrawnSVGChart {
  /// What cannot be read.
  struct Fault: Error {
    var text: String
  }

  /// A bar's two ends, or a line's point twice, in pixels from the top.
  struct Shape {
    var x: Double
    var top: Double
    var bottom: Double
  }

  /// The least and the greatest tick, from their labels.
  let axis: ClosedRange<Double>
  /// Where they are, in pixels from the top.
  let bottom: Double
  let top: Double
  /// Where times begin and end, in pixels from the left.
  let left: Double
  let right: Double
  /// How many intervals are in a shape.
  let factor: Int
  /// The shapes of the values, series by series.
  let shapes: [Shape]

  init(_ text: String, form: ChartData.Form) throws {
    let lines = text.split(separator: "\n")
    var ticks: [(value: Double, y: Double, line: [Double])] = []
    for (line, next) in zip(lines, lines.dropFirst()) where line.contains("stroke-opacity") && line.contains("H") {
      guard let path = Self.attribute("d", of: line), let end = next.firstIndex(of: ">"),
        let value = Double(
          String(next[next.index(after: end)...].prefix { $0 != "<" }.filter { !" ,\u{202F}".contains($0) }))
      else { throw Fault(text: String(next)) }
      let places = Self.numbers(path)
      ticks.append((value, places[1], places))
    }
    guard let first = ticks.first, let last = ticks.last, first.value < last.value else {
      throw Fault(text: String(text))
    }
    axis = first.value...last.value
    (bottom, top) = (first.y, last.y)
    (left, right) = (first.line[0], first.line[2])
    let period = lines.first { $0.contains("intervals each") }
    factor =
      period.flatMap { line in
        line.split(separator: ",").first { $0.contains("intervals each") }
      }.flatMap { Int($0.split(separator: " ").first ?? "") } ?? 1
    var shapes: [Shape] = []
    for line in lines {
      let isLegend = Self.attribute("width", of: line) == "10" && Self.attribute("height", of: line) == "10"
      if form == .bars, line.hasPrefix("<rect"), !isLegend {
        let places = ["x", "y", "height"].map { Self.attribute($0, of: line).flatMap { Double($0) } ?? .nan }
        shapes.append(Shape(x: places[0], top: places[1], bottom: places[1] + places[2]))
      } else if form == .line, line.hasPrefix("<path fill=\"none\""), let path = Self.attribute("d", of: line) {
        let places = Self.numbers(path)
        for index in stride(from: 0, to: places.count - 1, by: 2) {
          shapes.append(Shape(x: places[index], top: places[index + 1], bottom: places[index + 1]))
        }
      } else if form == .line, line.hasPrefix("<circle") {
        let places = ["cx", "cy"].map { Self.attribute($0, of: line).flatMap { Double($0) } ?? .nan }
        shapes.append(Shape(x: places[0], top: places[1], bottom: places[1]))
      }
    }
    self.shapes = shapes
  }

  /// The pictures of a chart whose series have a plot each.
  static func panels(_ text: String, form: ChartData.Form) throws -> [DrawnSVGChart] {
    let parts = text.split(separator: "<g>\n")
    return try parts.dropFirst(2).map { part in try DrawnSVGChart(String(parts[1] + part), form: form) }
  }

  /// Where a value should be, in pixels from the top.
  func y(_ value: Double) -> Double {
    let share = (value - axis.lowerBound) / (axis.upperBound - axis.lowerBound)
    return bottom - share * (bottom - top)
  }

  private static func attribute(_ name: String, of line: Substring) -> String? {
    guard let start = line.firstRange(of: " \(name)=\"")?.upperBound else { return nil }
    return String(line[start...].prefix { $0 != "\"" })
  }

  private static func numbers(_ path: String) -> [Double] {
    path.split { "MLHZ ".contains($0) }.compactMap { Double(String($0)) }
  }
}
