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
  var versions: SeriesTable<SyncVersion>
  var instants: SeriesTable<InstantWindow>
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
    instants = SeriesTable(limit: options.maximumSeries)
  }

  /// Judges the samples of a batch.
  ///
  /// - Returns: the findings in input order, those about stages when they leave their window.
  package mutating func add(
    _ batch: SampleBatch, places: [SampleLocation], skipping repeats: Set<Int> = []
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
    _ kind: AcrossFinding.Kind, _ row: Int, of batch: SampleBatch, at place: SampleLocation, _ texts: SeriesTexts,
    related: SampleLocation?, found: Double = 0, limit: Double = 0
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

/// The rules over the samples of one series.
extension AcrossRules {
  mutating func judgeSeries(
    _ row: Int, of batch: SampleBatch, at place: SampleLocation, _ texts: SeriesTexts,
    into findings: inout [AcrossFinding]
  ) {
    let plan = plans[Int(batch.type[row])]
    guard plan.hasSeries, batch.start[row] != SampleBatch.noTime, batch.end[row] >= batch.start[row] else { return }
    let time = Stretch(start: batch.start[row], end: batch.end[row], place: place)
    let isSession = plan.session >= 0 && batch.enumCase[row] == plan.session
    // Two workouts of nobody knows whom may be of two.
    if plan.isExclusive, time.start < time.end, batch.source[row] >= 0 || !plan.isStructured {
      let key = texts.key(row, of: batch, tellsDevices: !plan.isStructured)
      let number = overlaps.use(key, new: OverlapWindow(comparesEnds: plan.isStructured)).number
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
        batch.value[row], from: time.start,
        to: RateWindow.end(of: time.start, to: time.end, offset: batch.startOffset[row]), maximum: plan.maximumRate,
        limit: options.seriesWindow, left: &losses.minutes)
      {
        findings.append(
          finding(.rate, row, of: batch, at: place, texts, related: nil, found: rate, limit: plan.maximumRate))
      }
    }
    // Metadata tell apart what belongs together: versions of a sample, the least and the greatest of a minute.
    if plan.isMeasured, time.start == time.end, batch.subject[row] < 0, batch.correlation[row] < 0,
      batch.metadata[row].indices.count <= 2
    {
      let number = instants.use(texts.key(row, of: batch, tellsDevices: true), new: InstantWindow()).number
      if let count = instants.contents[number].take(time.start) {
        findings.append(
          finding(
            .people, row, of: batch, at: place, texts, related: nil, found: Double(count.shared),
            limit: Double(count.all)))
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

/// *people-mixed*: how many samples of one series have the instant of another.
///
/// It is reported once for a series, when a quarter of its samples do and three at least: two readings of one minute
/// come from one person as well.
struct InstantWindow: Sendable {
  private static let limit = 4096
  private var seen: Set<Int64> = []
  private var (shared, all) = (0, 0)
  private var isReported = false

  mutating func take(_ instant: Int64) -> (shared: Int, all: Int)? {
    guard !isReported else { return nil }
    if seen.count == Self.limit { self = InstantWindow() }
    all += 1
    if !seen.insert(instant).inserted { shared += 1 }
    guard shared >= 3, shared * 4 >= all else { return nil }
    isReported = true
    seen = []
    return (shared, all)
  }
}

/// The parts of a type's definition that the rules over several samples use.
struct AcrossPlan: Sendable {
  /// Whether samples of one source and device never share time; those of a structured type, whether samples of one
  /// source never begin and end together.
  let isExclusive: Bool
  let isStructured: Bool
  /// The case that frames the others, as index into the type's cases; -1 for none.
  let session: Int32
  /// The most that values grow in a second; infinite when nothing is known.
  let maximumRate: Double
  /// Whether samples have a time; without it, an id made of a sample's content says nothing of its value.
  let hasTime: Bool
  /// Whether a body has one value at a time, so that two of one instant are of two people; what adds up, such as the
  /// parts of a meal, has many.
  let isMeasured: Bool

  var hasSeries: Bool { isMeasured || isExclusive || session >= 0 || maximumRate < .infinity }

  init(_ type: TypeDefinition) {
    isExclusive = type.isExclusive
    isStructured = type.shape.structure != nil
    let index = type.sessionCase.flatMap { name in
      type.shape.enumeration?.cases.firstIndex { $0.name == name || $0.aliases.contains(name) }
    }
    session = index.map { Int32(truncatingIfNeeded: $0) } ?? -1
    let rate = type.shape.quantity?.maximumRate ?? .infinity
    maximumRate = rate >= 0 ? rate : .infinity
    hasTime = type.shape.hasTime
    isMeasured = type.shape.quantity.map { $0.aggregation != .cumulative } ?? false
  }
}

/// How far the rules over several samples look back.
///
/// Windows are counted in samples, minutes and series, never in bytes or chunks, so that how the work is divided
/// changes nothing.
public struct AcrossOptions: Sendable, Hashable {
  /// How many samples are remembered by their ids and contents, in about 64 bytes each.
  package var window = 200_000
  /// How many samples of a series are remembered by their times, and how many of its minutes.
  ///
  /// A series is what one type, subject, source and device recorded.
  package var seriesWindow = 256
  /// The number of series remembered for each rule; a new one replaces the least recently read.
  package var maximumSeries = 1_024

  /// Whether only the versions of samples are compared, of which stores know nothing.
  package var judgesVersionsOnly = false

  /// Creates options with the usual windows.
  public init() {}

  /// The options with every window at least one and no larger than an index can count.
  var clamped: AcrossOptions {
    var options = self
    options.window = min(max(1, window), 1 << 28)
    options.seriesWindow = min(max(1, seriesWindow), 1 << 20)
    options.maximumSeries = min(max(1, maximumSeries), 1 << 20)
    return options
  }
}

/// The state of series, by key; limited in number: a new one replaces the least recently used.
struct SeriesTable<Content: Sendable>: Sendable {
  var contents: [Content] = []
  private(set) var left = 0

  private let limit: Int
  private var keys: [SeriesKey] = []
  private var numbers: [SeriesKey: Int] = [:]
  /// The series used just before each; -1 for the one used longest ago.
  private var older: [Int] = []
  /// The series used just after each; -1 for the one used last.
  private var newer: [Int] = []
  private var oldest = -1
  private var newest = -1

  init(limit: Int) { self.limit = limit }

  /// Uses a key's series, which begins with `content` when there is none.
  ///
  /// - Returns: the series' number, and the state of the one that it replaced.
  mutating func use(_ key: SeriesKey, new content: @autoclosure () -> Content) -> (number: Int, evicted: Content?) {
    // Samples of one series mostly follow each other.
    if newest >= 0, keys[newest] == key { return (newest, nil) }
    if let number = numbers[key] {
      unlink(number)
      link(number)
      return (number, nil)
    }
    var number = keys.count
    var evicted: Content?
    if number < limit {
      keys.append(key)
      contents.append(content())
      older.append(-1)
      newer.append(-1)
    } else {
      number = oldest
      unlink(number)
      numbers[keys[number]] = nil
      evicted = contents[number]
      keys[number] = key
      contents[number] = content()
      left += 1
    }
    numbers[key] = number
    link(number)
    return (number, evicted)
  }

  private mutating func unlink(_ number: Int) {
    let (before, behind) = (older[number], newer[number])
    if before >= 0 { newer[before] = behind } else { oldest = behind }
    if behind >= 0 { older[behind] = before } else { newest = before }
  }

  private mutating func link(_ number: Int) {
    older[number] = newest
    newer[number] = -1
    if newest >= 0 { newer[newest] = number } else { oldest = number }
    newest = number
  }
}

/// How much left the windows of the rules over several samples; what came later was not compared with it.
@usableFromInline package struct AcrossLosses: Sendable, Hashable {
  package var identities = 0
  package var versions = 0
  /// Samples that must not overlap others.
  package var overlaps = 0
  package var sessions = 0
  package var minutes = 0
  package var series = 0

  @usableFromInline package init() {}
}

extension AcrossRules {
  package var leftWindow: AcrossLosses {
    var result = losses
    result.identities = identities.left
    result.versions = versions.left
    result.series = overlaps.left + sessions.left + rates.left
    return result
  }

  /// The checks and their windows, and how much was beyond them, in words.
  package var coverage: String {
    let series = GroupedDigits.string(options.seriesWindow)
    let text =
      "duplicates within the last \(GroupedDigits.string(options.window)) samples; overlaps and sessions within the last "
      + "\(series) samples and rates within the last \(series) minutes of each type and source"
    let left = leftWindow
    let counts: [(number: Int, one: String, many: String)] = [
      (left.identities, "sample by id", "samples by id"),
      (left.versions, "sample by sync identifier", "samples by sync identifier"),
      (left.overlaps, "sample by overlap", "samples by overlap"),
      (left.sessions, "sample by session", "samples by session"), (left.minutes, "minute", "minutes"),
      (left.series, "series", "series"),
    ]
    var parts: [String] = []
    for count in counts where count.number > 0 {
      parts.append("\(GroupedDigits.string(count.number)) \(count.number == 1 ? count.one : count.many)")
    }
    return parts.isEmpty ? text : "\(text); left a window: \(parts.joined(separator: ", "))"
  }
}
