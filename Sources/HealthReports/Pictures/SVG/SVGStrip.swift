/// Voltages on millimeter paper: rows of ten seconds, 25 mm a second.
struct SVGStrip {
  let strip: StripPicture

  /// Millimeters of paper a second.
  static let speed = 25.0
  /// The fine and the bold lines of the paper, and the curve: distinct in gray, too.
  private static let fine = "#F2C4BC"
  private static let bold = "#D98880"
  private static let curve = "#111111"

  /// Draws the rows of each lead.
  ///
  /// - Returns: where they end.
  func draw(top: Double, _ marks: inout SVGMarks) -> Double {
    var y = top
    for lead in strip.leads {
      let paper = StripPaper(lead.millivolts)
      for row in 0..<strip.rows {
        var words = "\(row * Int(StripPicture.rowSeconds)) s"
        if row == 0 { words = "\(ChartData.shown(lead.name)), 25 mm/s, \(paper.words)" }
        y += 4
        marks.words(words, x: SVGPicture.margin, y: y)
        y += 2
        draw(strip.points(lead, row: row), on: paper, top: y, &marks)
        y += paper.height
      }
      y += 2
    }
    return y
  }

  private func draw(_ points: [LinePoint], on paper: StripPaper, top: Double, _ marks: inout SVGMarks) {
    let left = SVGPicture.margin
    let width = StripPicture.rowSeconds * Self.speed
    let bottom = top + paper.height
    for (name, color, stroke) in [("fine", Self.fine, 0.1), ("bold", Self.bold, 0.2)] {
      var ways = ""
      for line in 0...Int(width) where line.isMultiple(of: 5) == (name == "bold") {
        ways += "M\(SVGMarks.mm(left + Double(line))) \(SVGMarks.mm(top))V\(SVGMarks.mm(bottom))"
      }
      for line in 0...Int(paper.height) where line.isMultiple(of: 5) == (name == "bold") {
        ways += "M\(SVGMarks.mm(left)) \(SVGMarks.mm(top + Double(line)))H\(SVGMarks.mm(left + width))"
      }
      marks.path(ways, color: color, width: stroke, name: name)
    }
    let zero = bottom + paper.low
    let runs = points.runs.map { run in
      run.map { LinePoint(x: left + $0.x * Self.speed, y: zero - $0.y * paper.gain) }
    }
    // At 512 Hz neighbors are 0.05 mm apart; only denser curves lose points, never an extreme.
    marks.line(runs.map { $0.thinned(columns: 0.02) }, color: Self.curve, width: 0.25, name: "curve")
    for run in runs where run.count == 1 {
      marks.circle(run[0], radius: 0.3, color: Self.curve, isFilled: true, name: "curve")
    }
  }
}
