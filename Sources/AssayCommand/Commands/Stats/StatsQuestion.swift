import Assay
import HealthModel
import HealthQueries
import HealthStorage
import HealthUnits

/// A question for the statistics of one type.
struct StatsQuestion {
  let type: TypeDefinition
  /// The values of `--statistic`; empty means the default.
  let words: [StatsKeyword]
  let clock: StatsClock
  /// The intervals; `nil` for the whole time.
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
  /// Whether intervals without samples have rows.
  var fillsGaps = false

  var answered: [StatsKeyword] { words.isEmpty ? StatsKeyword.usual(for: type) : words }

  /// The unit's name; `nil` for what is not a quantity.
  var unitName: String? {
    type.shape.quantity.map { (unit ?? $0.unit).sampleText }
  }

  /// The unit's name for people; `nil` for what is not a quantity.
  var shownUnit: String? {
    guard let shape = type.shape.quantity else { return nil }
    return shape.shownUnit(unit ?? shape.unit)
  }

  /// Whether answers say whose samples they are of.
  var showsSubject: Bool { separatesBySubject || predicate.subject != nil }

  /// Whether one source counts where several overlap.
  var isMerged: Bool { !separatesBySource && type.shape.mergesOverlaps }

  var hasCases: Bool { type.shape.hasTimedCases }

  /// Refuses a question that is wrong whatever the store has.
  func check(for store: HealthStore) throws {
    do throws(QueryError) {
      try whole.check(for: store)
    } catch {
      throw Failure.usage(advised(error).description)
    }
  }

  /// Asks a store, and passes the rows on as they come.
  ///
  /// - Returns: what merging left out, for each subject, and which sources of the priority there are.
  /// - Throws: `Failure`, for a wrong question a usage error that says what to ask instead.
  func answer(_ store: HealthStore, _ body: (Statistics) throws -> Void) async throws -> StatisticsEnd {
    do {
      guard let interval else { return try await whole.answer(for: store, body) }
      return try await StatisticsCollectionQuery(
        predicate, interval: interval, anchor: anchor, zone: clock.zone, options: options, unit: unit,
        priority: priority, hold: hold, explains: explains, fillsGaps: fillsGaps
      ).answer(for: store, body)
    } catch let error as QueryError {
      throw Failure.usage(advised(error).description)
    } catch {
      throw Failure(error)
    }
  }

  /// Rows by interval, with those of intervals without samples if they were asked for.
  func filled(_ rows: [Statistics]) throws -> [Statistics] {
    guard fillsGaps, let interval else { return rows }
    do throws(QueryError) {
      return try StatisticsCollectionQuery(
        predicate, interval: interval, anchor: anchor, zone: clock.zone, options: options, unit: unit,
        priority: priority, hold: hold, explains: explains, fillsGaps: true
      ).filled(rows)
    } catch {
      throw Failure.usage(advised(error).description)
    }
  }

  private var options: StatisticsOptions {
    var options: StatisticsOptions = separatesBySource ? [.separateBySource] : []
    if separatesBySubject { options.insert(.separateBySubject) }
    for word in answered { options.formUnion(word.option) }
    return options
  }

  private var whole: StatisticsQuery {
    StatisticsQuery(predicate, options: options, unit: unit, priority: priority, hold: hold, explains: explains)
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

/// A question with its answer, or with as much of it as is at hand.
struct StatsAnswer {
  let question: StatsQuestion
  var rows: [Statistics] = []
  /// The samples that merging left out, for each subject.
  var explanations: [MergeExplanation] = []
}
