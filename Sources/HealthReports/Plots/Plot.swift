/// One axis of a plot: what its two ends mean, and the ticks between them.
///
/// An axis whose first end is the greater one runs the other way, as hearing levels do.
struct PlotAxis: Hashable {
  /// A labeled place.
  struct Tick: Hashable {
    var value: Double
    var label: String
  }

  /// The value at the left, or at the bottom.
  var first: Double
  /// The value at the right, or at the top.
  var last: Double
  /// The labeled places.
  var ticks: [Tick]

  /// Where a value is between the ends: 0 at the first, 1 at the last.
  func place(of value: Double) -> Double {
    first == last ? 0.5 : min(max((value - first) / (last - first), 0), 1)
  }

  init(first: Double, last: Double, ticks: [Tick]) {
    self.first = first
    self.last = last
    self.ticks = ticks
  }

  /// The axis of values: it ends at ticks.
  init(_ scale: NiceScale) {
    self.init(
      first: scale.minimum, last: scale.maximum, ticks: scale.ticks.map { Tick(value: $0, label: scale.label($0)) })
  }

  /// The axis of values that encloses all of some; from 0 to 1 if there are none.
  init(enclosing values: some Sequence<Double>, steps: Int) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for value in values {
      low = min(low, value)
      high = max(high, value)
    }
    self.init(low <= high ? NiceScale(low, high, steps: steps) : NiceScale(0, 1, steps: steps))
  }

  /// An axis that ends where the values end, with round numbers of a unit as ticks.
  init(from low: Double, to high: Double, size: Double = 1, steps: Int) {
    let scale = NiceScale(low / size, high / size, steps: steps)
    let room = (high - low).magnitude * 1e-9
    let ticks = scale.ticks.filter { $0 * size >= low - room && $0 * size <= high + room }
    self.init(
      first: low, last: high, ticks: ticks.map { Tick(value: $0 * size, label: scale.label($0)) })
  }

  /// A unit of elapsed time whose numbers are short, for a length in seconds.
  static func elapsedUnit(_ seconds: Double) -> (name: String, seconds: Double) {
    switch seconds {
    case ..<181: ("s", 1)
    case ..<10_801: ("min", 60)
    case ..<259_201: ("h", 3600)
    default: ("d", 86_400)
    }
  }
}

/// A plot in a picture: where its axes are, in millimeters.
struct SVGFrame {
  let left: Double
  let right: Double
  let top: Double
  let bottom: Double
  let horizontal: PlotAxis
  let vertical: PlotAxis

  func place(_ point: LinePoint) -> LinePoint {
    LinePoint(
      x: left + (right - left) * horizontal.place(of: point.x),
      y: bottom - (bottom - top) * vertical.place(of: point.y))
  }

  /// The frame, with a line at each tick and its label.
  func axes(_ marks: inout SVGMarks, title: String = "") {
    var grid = ""
    for tick in vertical.ticks {
      let y = bottom - (bottom - top) * vertical.place(of: tick.value)
      grid += "M\(SVGMarks.mm(left)) \(SVGMarks.mm(y))H\(SVGMarks.mm(right))"
      marks.words(tick.label, x: left - 1.5, y: y + 1.1, anchor: "end")
    }
    for tick in horizontal.ticks {
      let x = left + (right - left) * horizontal.place(of: tick.value)
      grid += "M\(SVGMarks.mm(x)) \(SVGMarks.mm(top))V\(SVGMarks.mm(bottom))"
      marks.words(tick.label, x: x, y: bottom + 4.5, anchor: "middle")
    }
    if !grid.isEmpty { marks.path(grid, color: SVGMarks.faint, width: 0.15, name: "grid") }
    marks.box(
      x: left, y: top, width: right - left, height: bottom - top, fill: "none", stroke: SVGMarks.ink, name: "frame")
    if !title.isEmpty { marks.words(title, x: right, y: bottom + 8.5, anchor: "end") }
  }

  /// Lines through points, broken at gaps; a point between two gaps is a dot.
  func lines(_ points: [LinePoint], _ marks: inout SVGMarks, color: String, name: String) {
    let runs = points.runs.map { run in run.map { place($0) } }
    marks.line(runs.map { $0.thinned(columns: 0.1) }, color: color, width: 0.35, name: name)
    for run in runs where run.count == 1 {
      marks.circle(run[0], radius: 0.5, color: color, isFilled: true, name: name)
    }
  }
}
