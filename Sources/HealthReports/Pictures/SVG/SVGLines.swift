/// Columns of numbers, one plot below the other, all over the same axis.
struct SVGLines {
  let lines: LinesPicture

  private static let height = 40.0

  /// Draws the plots.
  ///
  /// - Returns: where they end.
  func draw(top: Double, _ marks: inout SVGMarks) -> Double {
    let (horizontal, title) = lines.axis(steps: 10)
    guard !lines.columns.isEmpty else { return moments(horizontal, title, top: top, &marks) }
    var y = top
    for (number, column) in lines.columns.enumerated() {
      let points = lines.points(column)
      let frame = SVGFrame(
        left: 30, right: SVGPicture.width - SVGPicture.margin, top: y + 6, bottom: y + 6 + Self.height,
        horizontal: horizontal,
        vertical: PlotAxis(enclosing: points.lazy.map(\.y).filter { NiceScale.canHold($0) }, steps: 4))
      marks.words(LinesPicture.title(column), x: SVGPicture.margin, y: y + 3)
      let isLast = number == lines.columns.count - 1
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
    for place in lines.places where lines.isTimed && NiceScale.canHold(place) {
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
