import HealthModel
import HealthStorage

extension StatisticsRun {
  func read(_ parts: [StatisticsPart], isStep: Bool, into answer: inout StatisticsAnswer) async throws {
    if plan.isMerged {
      try await read(parts, isStep: isStep, as: MergingAccumulator.self, into: &answer)
    } else {
      try await read(parts, isStep: isStep, as: DiscreteAccumulator.self, into: &answer)
    }
  }

  private func read<Kind: Accumulator>(
    _ parts: [StatisticsPart], isStep: Bool, as kind: Kind.Type, into answer: inout StatisticsAnswer
  ) async throws {
    guard !parts.isEmpty else { return }
    let plan = plan
    var scan = scan(of: parts, isStep: isStep)
    if plan.isMerged || plan.isSeparated || !plan.priority.order.isEmpty { scan.columns.insert(.sources) }
    if let first = parts.first, !first.intervals.isFixed { scan.columns.insert(.zones) }
    var accumulators: [SubjectAccumulators<Kind>]
    do {
      accumulators = try await columns(of: scan, into: { SubjectAccumulators<Kind>(plan, parts[$0]) }) {
        accumulator, columns in try accumulator.take(columns)
      }
    } catch let error as QueryError where error.reason == .severalSubjects {
      // Which part meets a second subject first depends on the threads; the refusal names the first of all.
      try await checkSubjects(parts)
      throw error
    }
    for index in accumulators.indices {
      try accumulators[index].finish { answer.add($1, of: $0) }
      answer.listed.formUnion(accumulators[index].listed)
    }
    try answer.checkSubjects()
  }

  /// What a store scans; the numbers of a field are read from whole samples, and those without it are left out.
  private func columns<Result: Sendable>(
    of scan: SampleScan, into initial: @escaping @Sendable (_ part: Int) -> Result,
    _ update: @escaping @Sendable (inout Result, SampleColumns) throws -> Void
  ) async throws -> [Result] {
    guard let field = plan.field else { return try await store.scan(scan, into: initial, update) }
    let decoder = SampleDecoder(registry: store.registry)
    var results: [Result] = []
    for part in 0..<scan.partCount {
      var result = initial(part)
      var builder = ColumnBuilder(scan.columns)
      try await store.read(scan.query(ofPart: part)) { batch in
        builder.take(batch)
        var columns = builder.columns
        let samples = decoder.structured(in: batch)
        columns.value = (0..<batch.count).map { samples[$0].flatMap { field.value(of: $0) } ?? .nan }
        columns = columns.selecting(columns.value.indices.filter { !columns.value[$0].isNaN })
        if columns.count > 0 { try update(&result, columns) }
        return true
      }
      results.append(result)
    }
    return results
  }

  func checkSubjects(_ parts: [StatisticsPart]) async throws {
    guard !plan.separatesSubjects, query.subject == nil else { return }
    let found: [SubjectCheck]
    do {
      found = try await store.scan(scan(of: parts, isStep: true), into: { SubjectCheck(part: parts[$0]) }) {
        check, columns in try check.take(columns)
      }
    } catch is CancellationError {
      // The store has no subjects, and the check gave up.
      return try Task.checkCancellation()
    }
    let subjects = found.reduce(into: Set<SubjectName>()) { $0.formUnion($1.found) }
    if subjects.count > 1 { throw QueryError.severalSubjects(subjects, of: plan.type) }
  }

  private func scan(of parts: [StatisticsPart], isStep: Bool) -> SampleScan {
    var query = query
    (query.sort, query.limit, query.after, query.omitsMembers) = (.ascending, nil, nil, false)
    var scan = SampleScan(query)
    if parts.count > 1 || isStep {
      scan.cuts = parts.map(\.window.lowerBound) + parts.suffix(1).map(\.window.upperBound)
    }
    if query.subject == nil { scan.columns.insert(.subjects) }
    return scan
  }
}

/// The subjects of which something counts in a part of the time.
private struct SubjectCheck: Sendable {
  let part: StatisticsPart
  private(set) var found: Set<SubjectName> = []
  private var isFound: [Bool] = []

  init(part: StatisticsPart) { self.part = part }

  /// Throws when the store has no subjects: there is nothing more to read.
  mutating func take(_ columns: SampleColumns) throws(CancellationError) {
    guard !columns.subject.isEmpty else { throw CancellationError() }
    isFound += Array(repeating: false, count: max(0, columns.subjects.count - isFound.count))
    for row in 0..<columns.count {
      let subject = Int(columns.subject[row])
      guard !isFound[subject], part.time.counts(columns.start[row], columns.end[row]) else { continue }
      isFound[subject] = true
      found.insert(SubjectName(columns.subjects[subject]))
    }
  }
}

/// The accumulator of a part of the time of one subject.
///
/// There may be one for each of thousands of subjects: what they share is in the tables of the part.
protocol Accumulator: Sendable {
  init(_ plan: StatisticsPlan, _ time: PartTime)
  /// Whether no sample counted so far.
  var isEmpty: Bool { get }
  /// Adds some samples, in the order of start and id.
  mutating func take(_ columns: SampleColumns, _ tables: inout PartTables) throws(QueryError)
  mutating func finish(_ tables: inout PartTables) throws(QueryError)
  func outcome(_ tables: borrowing PartTables) -> PartOutcome
}

/// The result of a part of the time of one subject.
struct PartOutcome: Sendable {
  var tallies: [IntervalTally] = []
  /// By the numbers in the tallies; empty when sources are not separated.
  var sources: [MergeSource] = []
  var extent = TimeExtent()
  var losses: MergeCounter?
}

/// Reduces a part of the time, the samples of each subject by themselves: what the devices of one person measured never
/// meets what those of another did.
struct SubjectAccumulators<Kind: Accumulator>: Sendable {
  private struct Entry: Sendable {
    var subject: SubjectName
    var accumulator: Kind
    /// The subject's first and last row of the columns at hand; -1 when it has none.
    var rows: (first: Int32, last: Int32) = (-1, -1)
  }

  private let plan: StatisticsPlan
  private let time: PartTime
  private var tables: PartTables
  private var entries: [Entry] = []
  private var places: [Int] = []
  /// The samples of one subject, and the next row of the same subject after each row.
  private var own = SampleColumns()
  private var nextRows: [Int32] = []
  /// Which of the scan's origins a sample had; empty as long as the priority names no source.
  private var isMet: [Bool] = []
  /// The places in the priority's order of the sources that samples had.
  private(set) var listed: Set<Int> = []

  init(_ plan: StatisticsPlan, _ part: StatisticsPart) {
    self.plan = plan
    time = part.time
    tables = PartTables(part.intervals)
  }

  mutating func take(_ columns: SampleColumns) throws(QueryError) {
    // Samples that were added before name two subjects; now there are more samples, and maybe more subjects.
    try checkSubjects(atMost: 1)
    learnSubjects(columns)
    if !plan.priority.order.isEmpty { learnListed(columns) }
    if plan.isMerged || plan.isSeparated { tables.learn(columns.sources, plan.priority) }
    guard entries.count > 1 else {
      try useClock(of: 0)
      return try entries[0].accumulator.take(columns, &tables)
    }
    for place in chainRows(of: columns) {
      select(place, of: columns)
      try useClock(of: place)
      try entries[place].accumulator.take(own, &tables)
    }
    // Whether two are all is known at the end.
    try checkSubjects(atMost: 2)
  }

  /// Ends the part, and passes on what each subject's samples came to; subjects of which nothing counted are left out.
  ///
  /// Several subjects are not refused here: other parts may have more of them. Nothing is kept of a subject that was
  /// passed on.
  mutating func finish(_ body: (SubjectName, PartOutcome) -> Void) throws(QueryError) {
    while var entry = entries.popLast() {
      try entry.accumulator.finish(&tables)
      if !entry.accumulator.isEmpty { body(entry.subject, entry.accumulator.outcome(tables)) }
    }
    tables = PartTables(tables.intervals)
    own = SampleColumns()
  }

  private mutating func learnSubjects(_ columns: SampleColumns) {
    if columns.subjects.isEmpty, entries.isEmpty { addEntry(plan.subject) }
    while places.count < columns.subjects.count {
      places.append(entries.count)
      addEntry(columns.subjects[places.count - 1])
    }
  }

  private mutating func addEntry(_ subject: String?) {
    let own = plan.zones?[subject].map { PartTime(time.window, readings: plan.query, by: $0) }
    entries.append(Entry(subject: SubjectName(subject), accumulator: Kind(plan, own ?? time)))
  }

  /// Goes by the clock of a person of whom there are samples, where the clock of each person counts.
  private mutating func useClock(of place: Int) throws(QueryError) {
    let subject = entries[place].subject
    if let zones = plan.zones { tables.intervals.use(try zones.required(subject.name), of: subject) }
  }

  /// Notes which sources of the priority there are; a scan may know origins of which it has no sample.
  private mutating func learnListed(_ columns: SampleColumns) {
    isMet += Array(repeating: false, count: max(0, columns.sources.count - isMet.count))
    for row in 0..<columns.count {
      let origin = Int(columns.source[row])
      guard isMet.indices.contains(origin), !isMet[origin] else { continue }
      isMet[origin] = true
      let place = plan.priority.source(of: columns.sources[origin]).place
      if place < Int.max { listed.insert(place) }
    }
  }

  private mutating func chainRows(of columns: SampleColumns) -> [Int] {
    nextRows.removeAll(keepingCapacity: true)
    var found: [Int] = []
    for row in 0..<columns.count {
      let place = places[Int(columns.subject[row])]
      let last = Int(entries[place].rows.last)
      if last < 0 {
        found.append(place)
        entries[place].rows.first = Int32(truncatingIfNeeded: row)
      } else {
        nextRows[last] = Int32(truncatingIfNeeded: row)
      }
      entries[place].rows.last = Int32(truncatingIfNeeded: row)
      nextRows.append(-1)
    }
    return found
  }

  private mutating func select(_ place: Int, of columns: SampleColumns) {
    own.removeSamples()
    own.sources = columns.sources
    own.zones = columns.zones
    var row = Int(entries[place].rows.first)
    while row >= 0 {
      own.append(row, of: columns)
      row = Int(nextRows[row])
    }
    entries[place].rows = (-1, -1)
  }

  /// Refuses more subjects of which something counts; a sample that only touches the part does not.
  private func checkSubjects(atMost limit: Int) throws(QueryError) {
    guard !plan.separatesSubjects, entries.count > 1 else { return }
    let counted = entries.filter { !$0.accumulator.isEmpty }.map(\.subject)
    if counted.count > limit { throw .severalSubjects(counted, of: plan.type, areAll: false) }
  }
}

/// The state that the subjects of a part of the time share, so that each of thousands keeps only its own part.
struct PartTables: Sendable {
  var intervals: IntervalFinder
  private var sources: [MergeSource] = []
  private var known: [MergeSource: Int32] = [:]
  private var numbers: [Int32] = []

  init(_ intervals: IntervalFinder) { self.intervals = intervals }

  mutating func learn(_ origins: [SampleOrigin], _ priority: SourcePriority) {
    while numbers.count < origins.count {
      let source = priority.source(of: origins[numbers.count])
      let number = known[source] ?? Int32(truncatingIfNeeded: sources.count)
      if known.updateValue(number, forKey: source) == nil { sources.append(source) }
      numbers.append(number)
    }
  }

  func number(ofOrigin origin: Int32) -> Int32 {
    let index = Int(origin)
    return numbers.indices.contains(index) ? numbers[index] : 0
  }

  func source(_ number: Int32) -> MergeSource? {
    let index = Int(number)
    return sources.indices.contains(index) ? sources[index] : nil
  }
}

/// The sources of one subject, numbered from 0 in the order they are met.
///
/// Only sources that the subject has take memory: if each of thousands of subjects has a different watch, a table of
/// all sources for each subject would grow quadratically.
struct SubjectSources: Sendable {
  private static let fewCount = 8

  private var partNumbers: [Int32] = []
  /// The subject's number of each source of the part; empty as long as there are few.
  private var places: [Int32: Int32] = [:]
  /// The sample before most often has the same source.
  private var last: (partNumber: Int32, number: Int32) = (-1, -1)

  var count: Int { partNumbers.count }

  mutating func number(of partNumber: Int32) -> Int32 {
    if last.partNumber == partNumber { return last.number }
    let number = find(partNumber) ?? add(partNumber)
    last = (partNumber, number)
    return number
  }

  func source(_ number: Int32, _ tables: borrowing PartTables) -> MergeSource? {
    let index = Int(number)
    return partNumbers.indices.contains(index) ? tables.source(partNumbers[index]) : nil
  }

  func all(_ tables: borrowing PartTables) -> [MergeSource] {
    var all: [MergeSource] = []
    for number in partNumbers { if let source = tables.source(number) { all.append(source) } }
    return all
  }

  private func find(_ partNumber: Int32) -> Int32? {
    guard places.isEmpty else { return places[partNumber] }
    return partNumbers.firstIndex(of: partNumber).map { Int32(truncatingIfNeeded: $0) }
  }

  private mutating func add(_ partNumber: Int32) -> Int32 {
    let number = Int32(truncatingIfNeeded: count)
    partNumbers.append(partNumber)
    if count > Self.fewCount {
      for (place, other) in partNumbers.enumerated().dropFirst(places.count) {
        places[other] = Int32(truncatingIfNeeded: place)
      }
    }
    return number
  }
}

/// A part of the time that is worked on by itself.
struct StatisticsPart: Sendable {
  let time: PartTime
  let intervals: IntervalFinder

  init(_ window: Range<Int64>, _ intervals: IntervalFinder, of query: SampleQuery) {
    time = PartTime(window, of: query)
    self.intervals = intervals
  }

  /// The part outside does not count.
  var window: Range<Int64> { time.window }
}

/// When samples must be to count in a part of the time.
struct PartTime: Sendable {
  /// The part outside does not count.
  let window: Range<Int64>
  /// Where samples must start and end to count at all.
  private let strictStart: Int64
  private let strictEnd: Int64

  init(_ window: Range<Int64>, of query: SampleQuery) {
    self.window = window
    strictStart = query.isStrictStart ? query.from ?? Int64.min : Int64.min
    strictEnd = query.isStrictEnd ? query.to ?? Int64.max : Int64.max
  }

  /// The part of a window that is in a range of readings of a clock.
  init(_ window: Range<Int64>, readings: SampleQuery, by zone: TimeZoneRules) {
    var query = readings
    query.from = readings.from.map { zone.instant(ofLocal: $0) }
    query.to = readings.to.map { zone.instant(ofLocal: $0) }
    let start = max(window.lowerBound, query.from ?? window.lowerBound)
    self.init(start..<max(start, min(window.upperBound, query.to ?? window.upperBound)), of: query)
  }

  func takes(_ start: Int64, _ end: Int64) -> Bool { start >= strictStart && end <= strictEnd && start <= end }

  /// Whether something of a sample counts in the part; one that only touches it does not.
  func counts(_ start: Int64, _ end: Int64) -> Bool {
    takes(start, end) && (window.contains(start) || start < window.lowerBound && end > window.lowerBound)
  }
}

/// From when to when samples last.
struct TimeExtent: Sendable {
  var start = Int64.max
  var end = Int64.min

  mutating func take(_ columns: SampleColumns) {
    if let first = columns.start.first { start = min(start, first) }
    for moment in columns.end where moment > end { end = moment }
  }

  mutating func add(_ other: TimeExtent) {
    start = min(start, other.start)
    end = max(end, other.end)
  }
}

/// Whose samples: a name, or none; compared by bytes, as stores do.
struct SubjectName: Sendable {
  let name: String?

  init(_ name: String?) { self.name = name }

  var shown: String { name.map { "`\(TextEscaping.escaped($0, limit: 60))`" } ?? "samples without a subject" }
}

extension SubjectName: Hashable {
  static func == (left: SubjectName, right: SubjectName) -> Bool {
    guard let name = left.name, let other = right.name else { return left.name == nil && right.name == nil }
    return name.utf8.elementsEqual(other.utf8)
  }

  func hash(into hasher: inout Hasher) {
    guard let name else { return }
    for byte in name.utf8 { hasher.combine(byte) }
  }
}

extension SubjectName: Comparable {
  /// The order of answers: samples without a subject first.
  static func < (left: SubjectName, right: SubjectName) -> Bool {
    guard let other = right.name else { return false }
    guard let name = left.name else { return true }
    return name.utf8.lexicographicallyPrecedes(other.utf8)
  }
}
