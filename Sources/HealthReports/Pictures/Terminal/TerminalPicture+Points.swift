/// Strips, routes and lines made of dots.
extension TerminalPicture {
  /// Each row of ten seconds, all of a lead on one scale.
  func lines(_ strip: StripPicture) -> [String] {
    var lines: [String] = []
    for lead in strip.leads {
      let vertical = PlotAxis(enclosing: lead.millivolts.lazy.filter { NiceScale.canHold($0) }, steps: 3)
      let margin = margin([vertical])
      for row in 0..<min(strip.rows, Self.rowLimit) {
        let start = Double(row) * StripPicture.rowSeconds
        let ticks = (0...10).map { PlotAxis.Tick(value: Double($0), label: "\(Int(start) + $0) s") }
        let points = strip.points(lead, row: row)
        if row == 0 { lines.append("\(ChartData.shown(lead.name)) (mV)") }
        lines += plot(
          points, vertical: vertical,
          horizontal: PlotAxis(first: 0, last: StripPicture.rowSeconds, ticks: ticks), margin: margin, rows: 8)
      }
    }
    let more = strip.rows - Self.rowLimit
    if more > 0 { lines.append("and \(more) more rows; --plot out.svg draws all") }
    return lines
  }

  /// The map, on which cells are twice as high as wide, and the profile.
  func lines(_ route: RoutePicture) -> [String] {
    let known = route.places.filter { !$0.x.isNaN }
    guard let first = known.first, let last = known.last else { return ["no places"] }
    let east = (known.map(\.x).max() ?? 0) * 2
    let north = (known.map(\.y).max() ?? 0) * 2
    let span = max(east, north, 1) < 50 ? 50 : max(east, north)
    // Dots are as high as wide, so that one scale is right for both directions.
    let most = (width: width * 2, height: 24 * 4)
    let scale = min(
      Double(most.width - 1) / max(east, 1e-3, span == 50 ? 50 : 0), Double(most.height - 1) / max(north, 1e-3))
    let rows = min(24, max(4, Int((north * scale / 4).rounded(.up)) + 1))
    var canvas = DotCanvas(columns: width, rows: rows)
    func share(_ point: LinePoint) -> LinePoint {
      LinePoint(
        x: 0.5 + point.x * scale / Double(canvas.width - 1), y: 0.5 + point.y * scale / Double(canvas.height - 1))
    }
    let runs = route.places.runs.map { $0.map(share) }
    let ends = (first: share(first), last: share(last))
    for run in runs { canvas.line(run) }
    canvas.mark("E", at: ends.last)
    canvas.mark("S", at: ends.first)
    var lines = canvas.lines(usesUnicode: usesUnicode)
    // A cell is two dots wide.
    let bar = RoutePicture.barLength(atMost: Double(width / 3 * 2) / scale)
    let cells = max(2, Int((bar * scale / 2).rounded()))
    lines.append(
      "|" + String(repeating: "-", count: cells - 2) + "| " + RoutePicture.barWords(bar)
        + "; \(RoutePicture.words(route.length)) from S to E, north is up")
    guard route.hasAltitudes else { return lines }
    let isFar = route.length >= 2000
    let vertical = PlotAxis(enclosing: route.profile.lazy.map(\.y).filter { NiceScale.canHold($0) }, steps: 3)
    lines.append("\(ChartData.shown(route.altitudeName)) (m) over distance (\(isFar ? "km" : "m"))")
    let horizontal = PlotAxis(from: 0, to: route.length, size: isFar ? 1000 : 1, steps: 6)
    return lines
      + plot(route.profile, vertical: vertical, horizontal: horizontal, margin: margin([vertical]), rows: 6)
  }

  /// Each column in a plot of its own.
  func lines(_ columns: LinesPicture) -> [String] {
    guard !columns.columns.isEmpty else { return [columns.summary] }
    let (horizontal, title) = columns.axis(steps: 6)
    let verticals = columns.columns.map { column in
      PlotAxis(enclosing: column.values.lazy.filter { NiceScale.canHold($0) }, steps: 3)
    }
    let margin = margin(verticals)
    var lines: [String] = []
    for (column, vertical) in zip(columns.columns, verticals) {
      lines.append(LinesPicture.title(column))
      lines += plot(
        columns.points(column), vertical: vertical, horizontal: horizontal, margin: margin, rows: 8)
    }
    return lines + [title]
  }
}
