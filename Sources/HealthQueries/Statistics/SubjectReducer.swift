import HealthModel
import HealthStorage

/// What reduces a part of the time of one subject.
protocol PartReducer: Sendable {
  init(_ plan: StatisticsPlan, _ part: StatisticsPart)
  /// Whether no sample counted so far.
  var isEmpty: Bool { get }
  /// Takes up some samples, in the order of start and id.
  mutating func take(_ columns: SampleColumns) throws(QueryError)
  /// Ends the part.
  mutating func finish() throws(QueryError)
  /// What the part came to; called after `finish`.
  var outcome: PartOutcome { get }
}

/// What a part of the time of one subject came to.
struct PartOutcome: Sendable {
  var tallies: [Tally] = []
  /// By the numbers in the tallies.
  var sources: [MergeSource] = []
  var extent = TimeExtent()
  /// What merging left out, when that is to be explained.
  var account: MergeAccount?
}

/// Reduces a part of the time, the samples of each subject by themselves: what the devices of one person measured never
/// meets what those of another did.
struct SubjectReducer<Reducer: PartReducer>: Sendable {
  private struct Entry: Sendable {
    var subject: SubjectName
    var reducer: Reducer
    /// The samples of the subject in the columns at hand, when these have others as well.
    var columns = SampleColumns()
  }

  private let plan: StatisticsPlan
  private let part: StatisticsPart
  private var entries: [Entry] = []
  /// The entry of each of the part's subjects.
  private var places: [Int] = []

  init(_ plan: StatisticsPlan, _ part: StatisticsPart) {
    self.plan = plan
    self.part = part
  }

  /// Takes up some samples.
  ///
  /// - Throws: `QueryError`: `severalSubjects` when subjects are not separated and a second one counts.
  mutating func take(_ columns: SampleColumns) throws(QueryError) {
    // Samples that were taken up before tell two subjects; now there are more samples, and maybe more subjects.
    try checkSubjects(atMost: 1)
    learnSubjects(columns)
    guard entries.count > 1 else { return try entries[0].reducer.take(columns) }
    for index in entries.indices {
      entries[index].columns.removeSamples()
      entries[index].columns.sources = columns.sources
      entries[index].columns.zones = columns.zones
    }
    for row in 0..<columns.count { entries[places[Int(columns.subject[row])]].columns.append(row, of: columns) }
    for index in entries.indices where entries[index].columns.count > 0 {
      let own = entries[index].columns
      try entries[index].reducer.take(own)
    }
    // Whether two are all is known at the end.
    try checkSubjects(atMost: 2)
  }

  /// Ends the part.
  ///
  /// Several subjects are not refused here: other parts may have more of them.
  ///
  /// - Returns: what each subject's samples came to; subjects of which nothing counted are left out.
  mutating func finish() throws(QueryError) -> [(subject: SubjectName, outcome: PartOutcome)] {
    for index in entries.indices { try entries[index].reducer.finish() }
    return entries.filter { !$0.reducer.isEmpty }.map { ($0.subject, $0.reducer.outcome) }
  }

  private mutating func learnSubjects(_ columns: SampleColumns) {
    if columns.subjects.isEmpty, entries.isEmpty {
      entries.append(Entry(subject: SubjectName(plan.subject), reducer: Reducer(plan, part)))
    }
    while places.count < columns.subjects.count {
      places.append(entries.count)
      entries.append(Entry(subject: SubjectName(columns.subjects[places.count - 1]), reducer: Reducer(plan, part)))
    }
  }

  /// Refuses more subjects of which something counts; a sample that only touches the part does not.
  private func checkSubjects(atMost limit: Int) throws(QueryError) {
    guard !plan.separatesSubjects, entries.count > 1 else { return }
    let counted = entries.filter { !$0.reducer.isEmpty }.map(\.subject)
    if counted.count > limit { throw .severalSubjects(counted, of: plan.type, areAll: false) }
  }
}
