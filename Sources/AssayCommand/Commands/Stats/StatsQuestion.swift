import Assay
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage
import HealthUnits

struct StatsQuestion {
  let type: TypeDefinition
  /// The number of structured samples that is asked for; `nil` for the type's values.
  let field: SampleExpression?
  /// The values of `--statistic`; empty means the default.
  let words: [StatsKeyword]
  let clock: StatsClock
  let interval: CalendarInterval?
  let anchor: Int64?
  let predicate: SampleQuery
  /// The unit of the answer; `nil` for what has none.
  let unit: UnitOfMeasure?
  let priority: SourcePriority
  let hold: Int64
  let separatesBySource: Bool
  let separatesBySubject: Bool
  let explains: Bool
  var fillsGaps = false

  /// What the answer is about: `stepCount`, `workout.distance`.
  var name: String { type.id + (field.map { "." + $0.text } ?? "") }

  var answered: [StatsKeyword] { words.isEmpty ? StatsKeyword.usual(for: type, ofField: field != nil) : words }

  /// The unit's name for people; `nil` for what has none.
  var shownUnit: String? { unit.map { type.shape.quantity?.shownUnit($0) ?? $0.peopleText } }

  var showsSubject: Bool { separatesBySubject || predicate.subject != nil }

  var isMerged: Bool { !separatesBySource && type.shape.mergesOverlaps }

  var hasCases: Bool { type.shape.hasTimedCases }

  /// Whether intervals are days, nights or longer.
  var hasDates: Bool { interval.map { $0.unit != .minute && $0.unit != .hour } ?? false }

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
      throw Failure(advised(error))
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
      throw Failure(advised(error))
    }
  }

  private var aggregation: Aggregation {
    var options: StatisticsOptions = separatesBySource ? [.separateBySource] : []
    if separatesBySubject { options.insert(.separateBySubject) }
    for word in answered { options.formUnion(word.option) }
    var aggregation = Aggregation(
      options, by: interval, anchor: anchor, zone: clock.zone, unit: unit, priority: priority, hold: hold,
      fillsGaps: fillsGaps)
    aggregation.field = field
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
      let words = StatsKeyword.allowed(for: type, ofField: field != nil)
      let useful = words.contains(.sum) ? [.sum] : words.filter { hasCases || ($0 != .count && $0 != .duration) }
      // Of what is neither a number nor a case there is only how often and how long it was.
      error.instead =
        "ask for --statistic \(StatsKeyword.list(useful.isEmpty ? words : useful))"
        + (type.shape.structure == nil ? "" : ", or for a number of its samples by --field")
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

  init(_ name: String, _ people: SubjectZones? = nil) throws {
    if let people {
      zone = .subject(people)
      return
    }
    if name == "sample" {
      zone = .sample
      return
    }
    zone = .named(try Failure.naming("--timezone:") { try TimeZoneRules(name, in: ZoneFolders.database) })
  }

  /// By which dates and times of the command line are read, and moments are written: UTC where own clocks make the
  /// intervals, which stands for their readings where each person has one.
  var rules: TimeZoneRules {
    switch zone {
    case .named(let rules): rules
    case .sample, .subject: .utc
    }
  }

  var name: String {
    switch zone {
    case .named(let rules): rules.identifier
    case .sample: "each sample's own time zone"
    case .subject: "each subject's time zone"
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

struct StatsRow {
  let question: StatsQuestion
  let statistics: Statistics
}

enum StatsColumns {
  /// All that any of the questions has, in their order; CSV leaves empty what does not apply, JSON leaves it out.
  static func columns(of questions: [StatsQuestion], _ format: RowFormat) -> [Column<StatsRow>] {
    let words = Set(questions.flatMap(\.answered))
    let isCSV = format == .csv
    var columns: [Column<StatsRow>] = []
    func add(_ name: String, if isShown: Bool = true, _ cell: @escaping (StatsRow) -> Cell) {
      if isShown || !isCSV { columns.append(Column(name, .left, cell)) }
    }
    func add(_ word: StatsKeyword, _ name: String, _ cell: @escaping (StatsRow) -> Cell) {
      add(name, if: words.contains(word)) { $0.question.answered.contains(word) ? cell($0) : .missing }
    }
    if isCSV, questions.contains(where: \.hasDates) {
      add("date") { row in
        guard row.question.hasDates else { return .missing }
        return .text(row.question.clock.date(row.statistics.start, isReading: row.statistics.isLocal))
      }
    }
    add("start") { .text($0.question.clock.string($0.statistics.start, isReading: $0.statistics.isLocal)) }
    add("end") { .text($0.question.clock.string($0.statistics.end, isReading: $0.statistics.isLocal)) }
    add("type") { .text($0.statistics.type) }
    add("field", if: questions.contains { $0.field != nil }) { Cell($0.question.field?.text) }
    add("subject", if: questions.contains { $0.showsSubject }) { Cell($0.statistics.subject) }
    add("unit", if: questions.contains { $0.unit != nil }) { Cell($0.statistics.unit?.sampleText) }
    add("source", if: questions.contains { $0.separatesBySource }) { Cell($0.statistics.source) }
    add("value", if: questions.contains { $0.hasCases }) { Cell($0.statistics.value) }
    add(.count, "count") { .count($0.statistics.count) }
    for word in [StatsKeyword.sum, .average, .minimum, .maximum, .mostRecent] {
      add(word, word.column) { Cell($0.statistics.number(word)) }
    }
    add(.mostRecent, "most_recent_date") { row in
      Cell(row.statistics.mostRecentStart.map { row.question.clock.string($0) })
    }
    add(.duration, isCSV ? "duration_s" : "duration") { .number($0.statistics.seconds) }
    return columns
  }
}

/// An answer as lines for people: one for each interval, thousands apart, each column with as many decimals as it needs.
struct StatsTable {
  let title: String
  private var rows: RowTable<Statistics>

  /// Begins a table; the rows at hand say how wide the columns are.
  init(_ answer: StatsAnswer) {
    let question = answer.question
    title = question.name + (question.interval == nil ? "" : " ") + question.division
    rows = RowTable(Self.columns(answer), .table, measuredRows: .max)
  }

  mutating func append(_ statistics: [Statistics], to text: inout [UInt8]) {
    for row in statistics { rows.append(row, to: &text) }
    rows.flush(to: &text)
  }

  private static func columns(_ answer: StatsAnswer) -> [Column<Statistics>] {
    let question = answer.question
    let clock = question.clock
    let isDate = question.hasDates || question.interval == nil
    func time(_ name: String, _ time: @escaping (Statistics) -> Int64) -> Column<Statistics> {
      Column(name) { row in
        .text(
          question.interval?.unit == .night
            ? clock.date(time(row), isReading: row.isLocal)
            : clock.cell(time(row), isReading: row.isLocal, isDate: isDate))
      }
    }
    var columns = [time("start") { $0.start }]
    if question.interval == nil { columns.append(time("end") { $0.end }) }
    if question.showsSubject { columns.append(Column("subject") { Cell($0.subject) }) }
    if question.hasCases { columns.append(Column("value") { Cell($0.value) }) }
    if question.separatesBySource { columns.append(Column("source") { Cell($0.source) }) }
    // How long samples of quantities are is answered to who asks.
    let isNumber = question.field != nil || question.type.shape.quantity != nil
    for word in question.answered where !(question.words.isEmpty && isNumber && word == .duration) {
      switch word {
      case .count: columns.append(Column("samples", .right) { .grouped($0.count) })
      case .duration:
        columns.append(Column("duration (h:mm:ss)", .right) { .shown(Cell.clockText($0.duration), .missing) })
      default:
        let decimals = StatsDecimals(answer.rows.lazy.compactMap { $0.number(word) })
        let unit = question.shownUnit.map { " (\(TextEscaping.escaped($0)))" } ?? ""
        columns.append(
          Column(word.title + unit, .right) { row in
            row.number(word).map { .shown(FixedDecimals.string($0, decimals.needed($0)), .number($0)) } ?? .missing
          })
      }
    }
    return columns
  }
}

private struct StatsDecimals {
  private var usual = 0
  private var limit = 0

  /// As many as show four digits of the largest number, or fewer where all numbers have fewer.
  init(_ values: some Sequence<Double>) {
    let largest = values.reduce(0) { max($0, $1.magnitude) }
    guard largest > 0, largest < 1e15 else { return }
    limit = 4
    var bound = 1.0
    while limit > 1, largest >= bound {
      limit -= 1
      bound *= 10
    }
    bound = 0.1
    while limit < 9, largest < bound {
      limit += 1
      bound /= 10
    }
    // 12.50 and 7.00 need one decimal.
    for value in values { usual = needed(value) }
  }

  /// How many decimals a value needs, the usual ones at least.
  func needed(_ value: Double) -> Int {
    var needed = usual
    while needed < limit, !isWritten(value, needed) { needed += 1 }
    return needed
  }

  /// Whether fewer decimals than the most say the same.
  private func isWritten(_ value: Double, _ decimals: Int) -> Bool {
    var text = FixedDecimals.string(value, limit)[...]
    for _ in decimals..<limit {
      guard text.last == "0" else { return false }
      text.removeLast()
    }
    return true
  }
}

extension Statistics {
  var seconds: Double { Double(duration) / Double(Instant.second) }

  /// The result, as a number in the unit of the answer; `nil` for counts and lengths.
  func number(_ word: StatsKeyword) -> Double? {
    switch word {
    case .sum: sum
    case .average: average
    case .minimum: minimum
    case .maximum: maximum
    case .mostRecent: mostRecent
    case .count, .duration: nil
    }
  }
}
