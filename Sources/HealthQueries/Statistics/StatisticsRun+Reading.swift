import HealthModel
import HealthStorage

/// Has parts of the time reduced where the samples are.
extension StatisticsRun {
  /// Reads parts that follow each other into an answer.
  func read(_ parts: [StatisticsPart], isStep: Bool, into answer: inout StatisticsAnswer) async throws {
    if plan.isMerged {
      try await read(parts, isStep: isStep, as: MergingReducer.self, into: &answer)
    } else {
      try await read(parts, isStep: isStep, as: DiscreteReducer.self, into: &answer)
    }
  }

  private func read<Reducer: PartReducer>(
    _ parts: [StatisticsPart], isStep: Bool, as kind: Reducer.Type, into answer: inout StatisticsAnswer
  ) async throws {
    guard !parts.isEmpty else { return }
    let plan = plan
    var scan = scan(of: parts, isStep: isStep)
    if plan.isMerged || plan.isSeparated || !plan.priority.order.isEmpty { scan.columns.insert(.sources) }
    if let first = parts.first, !first.intervals.isFixed { scan.columns.insert(.zones) }
    var reducers: [SubjectReducer<Reducer>]
    do {
      reducers = try await store.scan(scan, into: { SubjectReducer<Reducer>(plan, parts[$0]) }) { reducer, columns in
        try reducer.take(columns)
      }
    } catch let error as QueryError where error.reason == .severalSubjects {
      // Which part meets a second subject first depends on the threads; the refusal names the first of all.
      try await checkSubjects(parts)
      throw error
    }
    for index in reducers.indices {
      try reducers[index].finish { answer.add($1, of: $0) }
      answer.listed.formUnion(reducers[index].listed)
    }
    try answer.checkSubjects()
  }

  /// Refuses several subjects before the first row is passed on.
  func checkSubjects(_ parts: [StatisticsPart]) async throws {
    guard !plan.separatesSubjects, query.subject == nil else { return }
    let found: [SubjectCheck]
    do {
      found = try await store.scan(scan(of: parts, isStep: true), into: { SubjectCheck(part: parts[$0]) }) {
        check, columns in
        try check.take(columns)
      }
    } catch SubjectCheck.Ending.noSubjects {
      return
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
  /// Why there is nothing more to read.
  enum Ending: Error {
    /// The store has none.
    case noSubjects
  }

  let part: StatisticsPart
  private(set) var found: Set<SubjectName> = []
  private var isFound: [Bool] = []

  init(part: StatisticsPart) { self.part = part }

  mutating func take(_ columns: SampleColumns) throws(Ending) {
    guard !columns.subject.isEmpty else { throw .noSubjects }
    isFound += Array(repeating: false, count: max(0, columns.subjects.count - isFound.count))
    for row in 0..<columns.count {
      let subject = Int(columns.subject[row])
      guard !isFound[subject], part.time.counts(columns.start[row], columns.end[row]) else { continue }
      isFound[subject] = true
      found.insert(SubjectName(columns.subjects[subject]))
    }
  }
}
