import HealthModel

/// The cases of a category over time, as steps: the stages of a night.
///
/// A pause of three hours begins another row, and so does another source or subject.
package struct StagesPicture: Sendable {
  /// A case for a time.
  package struct Stage: Sendable, Hashable {
    /// Microseconds since 1970 UTC.
    package var start: Int64
    package var end: Int64
    /// Index into the cases.
    package var lane: Int
    /// The source and the subject, which rows do not mix.
    package var group: String

    package init(start: Int64, end: Int64, lane: Int, group: String = "") {
      self.start = start
      self.end = end
      self.lane = lane
      self.group = group
    }
  }

  /// Stages without a long pause.
  struct Row: Hashable {
    var group: String
    var start: Int64
    var end: Int64
    var stages: [Stage]
  }

  /// The names of the cases, from the top.
  package let lanes: [String]
  /// The case that frames the others, as the time in bed does; `nil` if none does.
  package let session: Int?
  /// The clock of the time axis.
  package let clock: ChartClock
  /// The rows, by group and time.
  let rows: [Row]
  /// How many more rows there were.
  let omitted: Int

  /// The pause after which a row ends.
  private static let pause: Int64 = 3 * 3600 * Instant.second
  /// The most rows: a month of nights.
  private static let limit = 31

  package init(lanes: [String], session: Int?, stages: [Stage], clock: ChartClock) {
    let seen = Set(stages.map(\.lane))
    // Cases that nothing has would only make the picture higher.
    let kept = lanes.indices.filter { seen.contains($0) }
    self.lanes = kept.map { lanes[$0] }
    self.session = session.flatMap { kept.firstIndex(of: $0) }
    self.clock = clock
    let places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    let valid = stages.compactMap { stage -> Stage? in
      guard let lane = places[stage.lane], stage.start <= stage.end, stage.start >= Instant.earliest,
        stage.end <= Instant.latest
      else { return nil }
      return Stage(start: stage.start, end: stage.end, lane: lane, group: stage.group)
    }
    let all = Self.rows(
      valid.sorted { ($0.group, $0.start, $0.lane, $0.end) < ($1.group, $1.start, $1.lane, $1.end) })
    rows = Array(all.prefix(Self.limit))
    omitted = all.count - rows.count
  }

  private static func rows(_ stages: [Stage]) -> [Row] {
    var rows: [Row] = []
    for stage in stages {
      let last = rows.count - 1
      if last >= 0, rows[last].group == stage.group, stage.start - rows[last].end < pause {
        rows[last].end = max(rows[last].end, stage.end)
        rows[last].stages.append(stage)
      } else {
        rows.append(Row(group: stage.group, start: stage.start, end: stage.end, stages: [stage]))
      }
    }
    return rows
  }

  /// The time that every row has room for, so that hours are as wide in all of them.
  var span: Int64 { max(60 * Instant.second, rows.map { $0.end - $0.start }.max() ?? 0) }

  /// What a row is called: its first moment, and who recorded it.
  func title(_ row: Row) -> String {
    SamplePicture.period(row.start, clock: clock) + (row.group.isEmpty ? "" : ", " + ChartData.shown(row.group))
  }

  var summary: String {
    guard !rows.isEmpty else { return "no samples" }
    let count = rows.reduce(0) { $0 + $1.stages.count }
    var words = "\(GroupedDigits.string(count)) samples in \(rows.count) \(rows.count == 1 ? "row" : "rows"): "
    words += lanes.map { ChartData.shown($0) }.joined(separator: ", ") + ", from the top"
    if omitted > 0 { words += "; \(omitted) more \(omitted == 1 ? "row" : "rows") not drawn" }
    return words
  }
}

// As steps: a lane for each case, a bar for each sample, and a line from a case to the next one.
extension StagesPicture {
  private static let lane = 6.0
  private static let left = 46.0
  /// The frame case is lighter than the cases within it; all are distinct in gray.
  private static let colors = ["#0072B2", "#B9BDC4"]

  /// Draws the rows.
  func draw(top: Double, _ marks: inout SVGMarks) -> Double {
    guard !rows.isEmpty else {
      marks.words("no samples", x: SVGPicture.width / 2, y: top + 6, anchor: "middle")
      return top + 10
    }
    var y = top
    for row in rows { y = draw(row, top: y, &marks) }
    if omitted > 0 {
      let noun = omitted == 1 ? "row" : "rows"
      marks.words("\(omitted) more \(noun) not drawn", x: SVGPicture.margin, y: y + 2)
      y += 6
    }
    return y
  }

  private func draw(_ row: Row, top: Double, _ marks: inout SVGMarks) -> Double {
    let right = SVGPicture.width - SVGPicture.margin
    let share = Double(row.end - row.start) / Double(span)
    let end = row.start == row.end ? row.start + span : row.end
    let ticks = TimeTicks(from: row.start, to: end, clock: clock, limit: 12).ticks
    let frame = SVGFrame(
      left: Self.left, right: row.start == row.end ? right : Self.left + max(10, (right - Self.left) * share),
      top: top + 6, bottom: top + 6 + Double(lanes.count) * Self.lane,
      horizontal: PlotAxis(
        first: 0, last: Double(end - row.start),
        ticks: share < 0.1 && row.start != row.end
          ? [] : ticks.map { PlotAxis.Tick(value: Double($0.instant - row.start), label: $0.label) }),
      vertical: PlotAxis(
        first: Double(lanes.count), last: 0,
        ticks: lanes.enumerated().map { PlotAxis.Tick(value: Double($0) + 0.5, label: ChartData.shown($1)) }))
    marks.words(title(row), x: SVGPicture.margin, y: top + 3)
    frame.axes(&marks)
    marks.path(steps(row, frame), color: SVGMarks.ink, width: 0.3, name: "steps")
    for stage in row.stages {
      let start = frame.place(LinePoint(x: Double(stage.start - row.start), y: Double(stage.lane)))
      let end = frame.place(LinePoint(x: Double(stage.end - row.start), y: Double(stage.lane) + 1))
      marks.box(
        x: start.x, y: start.y + 1, width: max(0.2, end.x - start.x), height: Self.lane - 2,
        fill: Self.colors[stage.lane == session ? 1 : 0], name: "stage")
    }
    return frame.bottom + 9
  }

  /// Lines from the end of a case to the beginning of another one at the same second; the frame case has none.
  private func steps(_ row: Row, _ frame: SVGFrame) -> String {
    var ways = ""
    var last: Stage?
    for stage in row.stages where stage.lane != session {
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
