package import HealthModel

/// Judges samples among others, in one pass and with bounded memory: what came before, what shares time, what adds up.
///
/// Samples come in batches in input order, sorted by time or not. Windows count samples, minutes and series, so that
/// the division into batches changes nothing; `coverage` says what was checked. A sample that came before, or whose id
/// did, is reported as such and not judged further.
@usableFromInline package struct AcrossRules: Sendable {
  let options: AcrossOptions
  let plans: [AcrossPlan]
  var identities: IdentityWindow
  var overlaps: SeriesTable<OverlapWindow>
  var sessions: SeriesTable<SessionWindow>
  var rates: SeriesTable<RateWindow>
  /// The newest versions by sync identifier.
  var versions: SeriesTable<SyncVersion>
  /// The counts of samples that left the windows of series.
  var losses = AcrossLosses()

  package init(registry: Registry, options: AcrossOptions = AcrossOptions()) {
    let options = options.clamped
    self.options = options
    plans = registry.types.map { AcrossPlan($0) }
    identities = IdentityWindow(limit: options.window)
    overlaps = SeriesTable(limit: options.maximumSeries)
    sessions = SeriesTable(limit: options.maximumSeries)
    rates = SeriesTable(limit: options.maximumSeries)
    versions = SeriesTable(limit: options.window)
  }

  /// Judges the samples of a batch.
  ///
  /// - Returns: the findings in input order, those about stages when they leave their window.
  package mutating func add(
    _ batch: SampleBatch, places: [SamplePlace], skipping repeats: Set<Int> = []
  ) -> [AcrossFinding] {
    var findings: [AcrossFinding] = []
    let texts = SeriesTexts(batch)
    // The last record that came before or whose id did: what is said of a correlation is not said of its members.
    var known: (row: Int32, isConflict: Bool) = (-1, false)
    for row in 0..<min(batch.count, places.count) where repeats.isEmpty || !repeats.contains(row) {
      let place = places[row]
      let head = batch.correlation[row]
      let count = findings.count
      defer { for index in count..<findings.count { findings[index].cause = place.byteOffset } }
      if options.judgesVersionsOnly {
        judgeVersion(row, of: batch, at: place, texts, into: &findings)
        continue
      }
      if head >= 0, head == known.row {
        if !known.isConflict { _ = identities.take(IdentityEntry(row, of: batch, at: place)) }
        continue
      }
      if let (kind, first) = identities.take(IdentityEntry(row, of: batch, at: place)) {
        if head < 0 { known = (Int32(truncatingIfNeeded: row), kind == .conflict) }
        // Equal members of one correlation are one sample.
        if kind == .conflict || first != place {
          findings.append(finding(kind, row, of: batch, at: place, texts, related: first))
        }
        continue
      }
      judgeVersion(row, of: batch, at: place, texts, into: &findings)
      judgeSeries(row, of: batch, at: place, texts, into: &findings)
    }
    return findings
  }

  /// Ends the data set: judges what was waiting.
  package mutating func finish() -> [AcrossFinding] {
    let found = sessions.contents.flatMap { $0.findings() }
    for number in sessions.contents.indices { sessions.contents[number].removeStages() }
    let order = found.indices.sorted {
      let (left, right) = (found[$0].place, found[$1].place)
      return (left.file, left.byteOffset, left.line, left.column, $0)
        < (right.file, right.byteOffset, right.line, right.column, $1)
    }
    return order.map { found[$0] }
  }

  func finding(
    _ kind: AcrossFinding.Kind, _ row: Int, of batch: SampleBatch, at place: SamplePlace, _ texts: SeriesTexts,
    related: SamplePlace?, found: Double = 0, limit: Double = 0
  ) -> AcrossFinding {
    let source = texts.names(row, of: batch)
    return AcrossFinding(
      kind: kind, type: batch.type[row], id: batch.id[row], isGivenID: isGivenID(row, of: batch), place: place,
      related: related, source: source.name ?? source.bundle, sourceBundle: source.bundle,
      subject: texts.subject(row, of: batch), found: found, limit: limit)
  }

  /// Whether the id came with the sample.
  ///
  /// A batch counts a characteristic's derived id as given, since the id does not imply the value.
  func isGivenID(_ row: Int, of batch: SampleBatch) -> Bool {
    batch.isGivenID[row] && (plans[Int(batch.type[row])].hasTime || batch.id[row].version != 8)
  }
}
