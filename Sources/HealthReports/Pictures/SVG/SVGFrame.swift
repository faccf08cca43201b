/// A plot in a picture: where its axes are, in millimeters.
struct SVGFrame {
  let left: Double
  let right: Double
  let top: Double
  let bottom: Double
  let horizontal: PlotAxis
  let vertical: PlotAxis

  /// Where a point is.
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
