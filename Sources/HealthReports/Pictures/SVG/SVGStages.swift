import HealthModel

/// Cases over time as steps: a lane for each case, a bar for each sample, and a line from a case to the next one.
struct SVGStages {
  let stages: StagesPicture

  private static let lane = 6.0
  private static let left = 46.0
  /// The frame case is lighter than the cases within it; all are distinct in gray.
  private static let colors = ["#0072B2", "#B9BDC4"]

  /// Draws the rows.
  ///
  /// - Returns: where they end.
  func draw(top: Double, _ marks: inout SVGMarks) -> Double {
    guard !stages.rows.isEmpty else {
      marks.words("no samples", x: SVGPicture.width / 2, y: top + 6, anchor: "middle")
      return top + 10
    }
    var y = top
    for row in stages.rows { y = draw(row, top: y, &marks) }
    if stages.omitted > 0 {
      let noun = stages.omitted == 1 ? "row" : "rows"
      marks.words("\(stages.omitted) more \(noun) not drawn", x: SVGPicture.margin, y: y + 2)
      y += 6
    }
    return y
  }

  private func draw(_ row: StagesPicture.Row, top: Double, _ marks: inout SVGMarks) -> Double {
    let right = SVGPicture.width - SVGPicture.margin
    let share = Double(row.end - row.start) / Double(stages.span)
    let end = row.start == row.end ? row.start + stages.span : row.end
    let ticks = TimeTicks(from: row.start, to: end, clock: stages.clock, limit: 12).ticks
    let frame = SVGFrame(
      left: Self.left, right: row.start == row.end ? right : Self.left + max(10, (right - Self.left) * share),
      top: top + 6, bottom: top + 6 + Double(stages.lanes.count) * Self.lane,
      horizontal: PlotAxis(
        first: 0, last: Double(end - row.start),
        ticks: share < 0.1 && row.start != row.end
          ? [] : ticks.map { PlotAxis.Tick(value: Double($0.instant - row.start), label: $0.label) }),
      vertical: PlotAxis(
        first: Double(stages.lanes.count), last: 0,
        ticks: stages.lanes.enumerated().map { PlotAxis.Tick(value: Double($0) + 0.5, label: ChartData.shown($1)) }))
    marks.words(stages.title(row), x: SVGPicture.margin, y: top + 3)
    frame.axes(&marks)
    marks.path(steps(row, frame), color: SVGMarks.ink, width: 0.3, name: "steps")
    for stage in row.stages {
      let start = frame.place(LinePoint(x: Double(stage.start - row.start), y: Double(stage.lane)))
      let end = frame.place(LinePoint(x: Double(stage.end - row.start), y: Double(stage.lane) + 1))
      marks.box(
        x: start.x, y: start.y + 1, width: max(0.2, end.x - start.x), height: Self.lane - 2,
        fill: Self.colors[stage.lane == stages.session ? 1 : 0], name: "stage")
    }
    return frame.bottom + 9
  }

  /// Lines from the end of a case to the beginning of another one at the same second; the frame case has none.
  private func steps(_ row: StagesPicture.Row, _ frame: SVGFrame) -> String {
    var ways = ""
    var last: StagesPicture.Stage?
    for stage in row.stages where stage.lane != stages.session {
      if let last, last.lane != stage.lane, (stage.start - last.end).magnitude <= UInt64(Instant.second) {
        let from = frame.place(LinePoint(x: Double(stage.start - row.start), y: Double(last.lane) + 0.5))
        let to = frame.place(LinePoint(x: Double(stage.start - row.start), y: Double(stage.lane) + 0.5))
        ways += "M\(SVGMarks.mm(from.x)) \(SVGMarks.mm(from.y))V\(SVGMarks.mm(to.y))"
      }
      last = stage
    }
    return ways
  }
}
