import HealthModel

/// The rules over the samples of one series.
extension AcrossRules {
  mutating func judgeSeries(
    _ row: Int, of batch: SampleBatch, at place: SamplePlace, _ texts: SeriesTexts,
    into findings: inout [AcrossFinding]
  ) {
    let plan = plans[Int(batch.type[row])]
    guard plan.hasSeries, batch.start[row] != SampleBatch.noTime, batch.end[row] >= batch.start[row] else { return }
    let time = Stretch(start: batch.start[row], end: batch.end[row], place: place)
    let isSession = plan.session >= 0 && batch.enumCase[row] == plan.session
    if plan.isExclusive, time.start < time.end {
      let number = overlaps.use(texts.key(row, of: batch, tellsDevices: true), new: OverlapWindow()).number
      if let other = overlaps.contents[number].take(
        time, isSession: isSession, limit: options.seriesWindow, left: &losses.overlaps)
      {
        let shared = min(time.end, other.end) &- max(time.start, other.start)
        findings.append(
          finding(
            .overlap, row, of: batch, at: place, texts, related: other.place,
            found: Double(shared) / Double(Instant.second)))
      }
    }
    if plan.maximumRate < .infinity {
      let number = rates.use(texts.key(row, of: batch, tellsDevices: true), new: RateWindow()).number
      if let rate = rates.contents[number].take(
        batch.value[row], from: time.start, to: time.end, maximum: plan.maximumRate, limit: options.seriesWindow,
        left: &losses.minutes)
      {
        findings.append(
          finding(
            .rate, row, of: batch, at: place, texts, related: nil, found: rate, limit: plan.maximumRate))
      }
    }
    if plan.session >= 0 { judgeSession(row, time, isSession: isSession, of: batch, texts, into: &findings) }
  }

  /// Sessions and stages come from different devices of one source: the phone by the bed and the watch.
  private mutating func judgeSession(
    _ row: Int, _ time: Stretch, isSession: Bool, of batch: SampleBatch, _ texts: SeriesTexts,
    into findings: inout [AcrossFinding]
  ) {
    let (number, evicted) = sessions.use(
      texts.key(row, of: batch, tellsDevices: false),
      new: SessionWindow(
        type: batch.type[row], source: texts.names(row, of: batch), subject: texts.subject(row, of: batch)))
    if let evicted { findings += evicted.findings() }
    if isSession {
      sessions.contents[number].take(session: time, limit: options.seriesWindow, left: &losses.sessions)
      return
    }
    let stage = SessionStage(
      time: time, id: batch.id[row], isGivenID: isGivenID(row, of: batch), enumCase: batch.enumCase[row])
    let outside = sessions.contents[number].take(stage, limit: options.seriesWindow, left: &losses.sessions)
    if let outside { findings.append(outside) }
  }
}
