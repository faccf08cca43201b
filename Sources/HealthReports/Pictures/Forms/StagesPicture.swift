import HealthModel

/// The cases of a category over time, as steps: the stages of a night.
///
/// A pause of three hours begins another row, and so does another source or subject.
package struct StagesPicture: Sendable {
  /// A case for a time.
  package struct Stage: Sendable, Hashable {
    /// Microseconds since 1970 UTC.
    package var start: Int64
    /// The end, at or after the start.
    package var end: Int64
    /// Index into the cases.
    package var lane: Int
    /// The source and the subject, which rows do not mix.
    package var group: String

    /// Creates a stage.
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

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - lanes: the names of the cases, in the order of the definition.
  ///   - session: the case that frames the others.
  ///   - stages: what was recorded, in any order.
  ///   - clock: the clock of the time axis.
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
