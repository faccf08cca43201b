import Assay
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage
import HealthUnits

struct StatsQuestion {
  let type: TypeDefinition
  /// The values of `--statistic`; empty means the default.
  let words: [StatsKeyword]
  let clock: StatsClock
  let interval: CalendarInterval?
  let anchor: Int64?
  let predicate: SampleQuery
  /// The unit of the answer; `nil` means the type's own.
  let unit: UnitOfMeasure?
  let priority: SourcePriority
  let hold: Int64
  let separatesBySource: Bool
  let separatesBySubject: Bool
  let explains: Bool
  var fillsGaps = false

  var answered: [StatsKeyword] { words.isEmpty ? StatsKeyword.usual(for: type) : words }

  var unitName: String? { type.shape.quantity.map { (unit ?? $0.unit).sampleText } }

  /// The unit's name for people; `nil` for what is not a quantity.
  var shownUnit: String? {
    guard let shape = type.shape.quantity else { return nil }
    return shape.shownUnit(unit ?? shape.unit)
  }

  var showsSubject: Bool { separatesBySubject || predicate.subject != nil }

  var isMerged: Bool { !separatesBySource && type.shape.mergesOverlaps }

  var hasCases: Bool { type.shape.hasTimedCases }

  func check(for store: HealthStore) throws {
    try advising { try store.checkStatistics(matching: predicate, aggregation) }
  }

  /// Asks a store, and passes the rows on as they come.
  ///
  /// - Returns: what merging left out, for each subject, and which sources of the priority there are.
  func answer(_ store: HealthStore, _ body: (Statistics) throws -> Void) async throws -> StatisticsEnd {
    do {
      return try await store.statisticsAnswer(matching: predicate, aggregation, body)
    } catch let error as QueryError {
      throw Failure.usage(advised(error).description)
    }
  }

  /// Rows by interval, with those of intervals without samples if they were asked for.
  func filled(_ rows: [Statistics]) throws -> [Statistics] {
    guard fillsGaps else { return rows }
    return try advising { try aggregation.filled(rows, of: predicate) }
  }

  private func advising<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as QueryError {
      throw Failure.usage(advised(error).description)
    }
  }

  private var aggregation: Aggregation {
    var options: StatisticsOptions = separatesBySource ? [.separateBySource] : []
    if separatesBySubject { options.insert(.separateBySubject) }
    for word in answered { options.formUnion(word.option) }
    let aggregation = Aggregation(
      options, by: interval, anchor: anchor, zone: clock.zone, unit: unit, priority: priority, hold: hold,
      fillsGaps: fillsGaps)
    return explains ? aggregation.explaining : aggregation
  }

  /// The error with what to ask instead in words of the command.
  private func advised(_ error: QueryError) -> QueryError {
    var error = error
    switch error.reason {
    case .wrongStatistic where type.shape.members != nil:
      error.instead =
        type.shape.members?.first.map { "ask for a member, for example --type \($0.type)" } ?? error.instead
    case .wrongStatistic:
      let words = StatsKeyword.allowed(for: type)
      let useful = words.contains(.sum) ? [.sum] : words.filter { hasCases || ($0 != .count && $0 != .duration) }
      // Of what is neither a number nor a case there is only how often and how long it was.
      error.instead = "ask for --statistic \(StatsKeyword.list(useful.isEmpty ? words : useful))"
    case .wrongKind where !type.shape.hasTime:
      error.instead = "`assay query --type \(type.id)` prints it"
    case .severalSubjects:
      error.instead = "name one by --subject, or answer for each by --separate-by-subject"
    case .wrongInterval:
      error.instead = "name a longer interval by --by, or less time by --from and --to"
    default: break
    }
    return error
  }
}

struct StatsAnswer {
  let question: StatsQuestion
  var rows: [Statistics] = []
  /// The samples that merging left out, for each subject.
  var explanations: [MergeExplanation] = []
}

/// How an answer writes times: those of a zone with its offset, or readings of each sample's own clock without one.
struct StatsClock {
  let zone: ReportZone
  let isDefault: Bool

  init(_ name: String, isDefault: Bool = false) throws {
    self.isDefault = isDefault
    if name == "sample" {
      zone = .sample
      return
    }
    zone = .named(try Failure.naming("--timezone:") { try TimeZoneRules(name, in: ZoneFolders.database) })
  }

  /// By which dates and times of the command line are read, and moments are written: UTC where samples' own clocks
  /// make the intervals.
  var rules: TimeZoneRules {
    switch zone {
    case .named(let rules): rules
    case .sample: .utc
    }
  }

  var name: String {
    switch zone {
    case .named(let rules): rules.identifier
    case .sample: "each sample's own time zone"
    }
  }

  /// The zone of a chart's time axis; edges of intervals by samples' clocks are readings already.
  var chart: ChartClock {
    let rules = rules
    return ChartClock(name: name, local: { rules.local($0) }, instant: { rules.instant(ofLocal: $0) })
  }

  func append(_ time: Int64, isReading: Bool = false, to text: inout [UInt8]) {
    let time = Self.inRange(time)
    guard !isReading else {
      TimestampWriter.append(time, to: &text)
      text.removeLast()
      return
    }
    TimestampWriter.append(Instant(microseconds: time, offset: minutes(time)), to: &text)
  }

  func string(_ time: Int64, isReading: Bool = false) -> String {
    var text: [UInt8] = []
    append(time, isReading: isReading, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The time for a table: a date where the clock shows midnight and days are meant, else the minute, with seconds
  /// where there are some, and the offset of zones that have several.
  func cell(_ time: Int64, isReading: Bool, isDate: Bool) -> String {
    let local = isReading ? Self.inRange(time) : rules.local(Self.inRange(time))
    if isDate, local % Instant.day == 0 { return Self.date(local) }
    let words = Self.date(local) + " " + Self.clock(local)
    if isReading || rules.identifier == "UTC" { return words }
    var offset: [UInt8] = []
    TimestampWriter.appendOffset(minutes(Self.inRange(time)), to: &offset)
    return words + " " + String(decoding: offset, as: UTF8.self)
  }

  func date(_ time: Int64, isReading: Bool) -> String {
    Self.date(isReading ? Self.inRange(time) : rules.local(Self.inRange(time)))
  }

  /// From one moment to another in few words: `2026-03-29 10:05-10:10`.
  func span(_ start: Int64, _ end: Int64) -> String {
    let first = rules.local(Self.inRange(start))
    let last = rules.local(Self.inRange(end))
    let begin = "\(Self.date(first)) \(Self.clock(first))"
    if start == end { return begin }
    if Self.date(first) == Self.date(last) { return "\(begin)-\(Self.clock(last))" }
    return "\(begin) - \(Self.date(last)) \(Self.clock(last))"
  }

  private func minutes(_ time: Int64) -> Int16 { Int16(clamping: rules.offset(at: time) / 60_000_000) }

  private static func inRange(_ time: Int64) -> Int64 { min(max(time, Instant.earliest), Instant.latest) }

  private static func date(_ local: Int64) -> String { String(TimestampWriter.string(local).prefix(10)) }

  private static func clock(_ local: Int64) -> String {
    let text = TimestampWriter.string(local).dropFirst(11).dropLast()
    return String(local % 60_000_000 == 0 ? text.prefix(5) : text)
  }
}
