import HealthModel
import HealthStorage

/// The reducer of a part of the time of one subject.
///
/// There may be one for each of thousands of subjects: what they share is in the tables of the part.
protocol PartReducer: Sendable {
  init(_ plan: StatisticsPlan, _ time: PartTime)
  /// Whether no sample counted so far.
  var isEmpty: Bool { get }
  /// Adds some samples, in the order of start and id.
  mutating func take(_ columns: SampleColumns, _ tables: inout PartTables) throws(QueryError)
  mutating func finish(_ tables: inout PartTables) throws(QueryError)
  /// The result of the part; called after `finish`.
  func outcome(_ tables: borrowing PartTables) -> PartOutcome
}

/// The result of a part of the time of one subject.
struct PartOutcome: Sendable {
  var tallies: [IntervalTally] = []
  /// By the numbers in the tallies; empty when sources are not separated.
  var sources: [MergeSource] = []
  var extent = TimeExtent()
  /// The samples that merging left out, if they are to be explained.
  var account: MergeAccount?
}

/// Reduces a part of the time, the samples of each subject by themselves: what the devices of one person measured never
/// meets what those of another did.
struct SubjectReducer<Reducer: PartReducer>: Sendable {
  private struct Entry: Sendable {
    var subject: SubjectName
    var reducer: Reducer
    /// The subject's first and last row of the columns at hand; -1 when it has none.
    var rows: (first: Int32, last: Int32) = (-1, -1)
  }

  private let plan: StatisticsPlan
  private let time: PartTime
  private var tables: PartTables
  private var entries: [Entry] = []
  /// The entry of each of the part's subjects.
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

  /// Adds some samples.
  ///
  /// - Throws: `QueryError`: `severalSubjects` when subjects are not separated and a second one counts.
  mutating func take(_ columns: SampleColumns) throws(QueryError) {
    // Samples that were added before name two subjects; now there are more samples, and maybe more subjects.
    try checkSubjects(atMost: 1)
    learnSubjects(columns)
    if !plan.priority.order.isEmpty { learnListed(columns) }
    if plan.isMerged || plan.isSeparated { tables.learn(columns.sources, plan.priority) }
    guard entries.count > 1 else { return try entries[0].reducer.take(columns, &tables) }
    for place in chainRows(of: columns) {
      select(place, of: columns)
      try entries[place].reducer.take(own, &tables)
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
      try entry.reducer.finish(&tables)
      if !entry.reducer.isEmpty { body(entry.subject, entry.reducer.outcome(tables)) }
    }
    tables = PartTables(tables.intervals)
    own = SampleColumns()
  }

  private mutating func learnSubjects(_ columns: SampleColumns) {
    if columns.subjects.isEmpty, entries.isEmpty {
      entries.append(Entry(subject: SubjectName(plan.subject), reducer: Reducer(plan, time)))
    }
    while places.count < columns.subjects.count {
      places.append(entries.count)
      entries.append(Entry(subject: SubjectName(columns.subjects[places.count - 1]), reducer: Reducer(plan, time)))
    }
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
    let counted = entries.filter { !$0.reducer.isEmpty }.map(\.subject)
    if counted.count > limit { throw .severalSubjects(counted, of: plan.type, areAll: false) }
  }
}
