/// Audiograms and stages made of characters.
extension TerminalPicture {
  /// Circles for the right ear, crosses for the left one, both for both.
  func lines(_ audiogram: AudiogramPicture) -> [String] {
    let (vertical, horizontal) = (audiogram.levelAxis, audiogram.frequencyAxis)
    let margin = margin([vertical])
    // A line for each tick, so that no mark is nearer to a label that is not its own.
    var canvas = DotCanvas(columns: min(room(margin), 60), rows: 2 * vertical.ticks.count - 1)
    for ear in AudiogramPicture.Ear.allCases {
      for tone in audiogram.tones(ear) {
        let place = LinePoint(x: horizontal.place(of: tone.octave), y: vertical.place(of: tone.level))
        let sign: Character = ear == .left ? "X" : "O"
        let other = canvas.character(at: place)
        canvas.mark(other == nil || other == sign ? sign : "8", at: place)
      }
    }
    return ["hearing level (dBHL) over frequency (Hz)"]
      + framed(canvas, vertical: vertical, horizontal: horizontal, margin: margin)
      + ["X left ear, O right ear, 8 both"]
  }

  /// A line for each case; a cell is drawn when a sample of the case is in it.
  func lines(_ stages: StagesPicture) -> [String] {
    guard !stages.rows.isEmpty else { return ["no samples"] }
    let margin = stages.lanes.map { ChartData.shown($0).count }.max() ?? 0
    let room = room(margin)
    var lines: [String] = []
    for row in stages.rows {
      let share = Double(row.end - row.start) / Double(stages.span)
      let columns = max(1, Int((Double(room) * share).rounded(.up)))
      lines.append(stages.title(row))
      for (lane, name) in stages.lanes.enumerated() {
        var cells = Array(repeating: Character(" "), count: columns)
        for stage in row.stages where stage.lane == lane {
          let span = Double(max(1, row.end - row.start))
          let first = Int(Double(stage.start - row.start) / span * Double(columns))
          let last = Int((Double(stage.end - row.start) / span * Double(columns)).rounded(.up))
          for cell in min(first, columns - 1)..<max(min(first, columns - 1) + 1, min(last, columns)) {
            cells[cell] = sign(isSession: lane == stages.session)
          }
        }
        lines.append(padded(ChartData.shown(name), margin) + (usesUnicode ? " │" : " |") + String(cells))
      }
      lines += axis(row, of: stages, columns: columns, margin: margin)
    }
    if stages.omitted > 0 { lines.append("and \(stages.omitted) more rows; name less time by --from and --to") }
    return lines
  }

  private func sign(isSession: Bool) -> Character {
    usesUnicode ? (isSession ? "░" : "█") : (isSession ? "." : "#")
  }

  private func axis(_ row: StagesPicture.Row, of stages: StagesPicture, columns: Int, margin: Int) -> [String] {
    let ticks = TimeTicks(
      from: row.start, to: max(row.end, row.start + 1), clock: stages.clock, limit: max(1, columns / 8)
    ).ticks
    let axis = PlotAxis(
      first: 0, last: Double(max(1, row.end - row.start)),
      ticks: ticks.map { PlotAxis.Tick(value: Double($0.instant - row.start), label: $0.label) })
    let none = PlotAxis(first: 0, last: 1, ticks: [])
    return framed(DotCanvas(columns: columns, rows: 1), vertical: none, horizontal: axis, margin: margin).suffix(2)
  }
}
