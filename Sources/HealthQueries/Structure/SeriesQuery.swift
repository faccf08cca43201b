import HealthModel
package import HealthStorage

/// A question for the points of series: routes, electrocardiograms, heartbeats, and those that a team defines.
///
/// It asks for all series of a type that match, or for those of a sample:
///
/// ```swift
/// for workout in try await SampleQuery.samples(of: "workout").result(for: store) {
///   for route in try await SeriesQuery("workoutRoute", of: workout).result(for: store) {
///     print(route.count, route.first?.time ?? 0)
///   }
/// }
/// ```
///
/// HealthKit's `HKWorkoutRouteQuery`, `HKElectrocardiogramQuery` and `HKHeartbeatSeriesQuery` are the same question for
/// one type each, and have entry points of their own: `workoutRoutes(of:)` and so on.
public struct SeriesQuery: Sendable, Hashable {
  package var type: String
  /// The conditions on the series, their order, limit and page; its types do not matter.
  package var predicate: SampleQuery
  /// The sample whose series are wanted; `nil` for all that match.
  package var owner: Sample?

  /// Creates a query for the series of a type within a range of time, as `SampleQuery.samples` takes it.
  public init(_ type: String, from start: Int64? = nil, to end: Int64? = nil, options: QueryOptions = []) {
    self.type = type
    predicate = SampleQuery()
    predicate.setTime(from: start, to: end, options: options)
  }

  /// Creates a query for the series of a sample.
  ///
  /// These are the series that name it as their `parent` and, of those that name none, the ones within its time that
  /// are of its subject and source. Of a sample that is of this type itself it is the sample.
  ///
  /// - Parameters:
  ///   - type: the series' type, by any of its names.
  ///   - sample: the sample, such as the workout of routes.
  public init(_ type: String, of sample: Sample) {
    self.init(type)
    owner = sample
  }

  /// The series that match, in the predicate's order, with their points.
  ///
  /// All of them are held in memory; see `forEachSeries(for:_:)`.
  ///
  /// - Throws: `QueryError`: `unknownType`; `wrongKind` when samples of the type have no points; else as
  ///   `SampleQuery.result(for:)`.
  public func result(for store: HealthStore) async throws -> [Series] {
    var series: [Series] = []
    try await forEachSeries(for: store) { found in
      series.append(found)
      return true
    }
    return series
  }

  /// Passes the series that match to a function, one by one, all of them as of one moment.
  ///
  /// - Parameters:
  ///   - store: the store that runs the query.
  ///   - body: called in the predicate's order; `false` ends the query.
  /// - Throws: as `result(for:)`, and what `body` throws.
  public func forEachSeries(for store: HealthStore, _ body: (Series) throws -> Bool) async throws {
    let definition = try store.type(named: type)
    guard definition.shape.structure?.points != nil else { throw QueryError.noSeries(definition, in: store.registry) }
    var query = predicate
    query.types = [definition.id]
    var left = owner == nil ? Int.max : query.limit ?? Int.max
    if owner?.type == definition.id, let owner {
      query.ids = [owner.id]
    } else if let owner {
      // The source of what names no parent is compared here, so that the limit counts here.
      query.limit = nil
      if let subject = owner.subject, !query.require(subjects: [subject]) { return }
      let hasParents = definition.shape.structure?.parent != nil
      query = hasParents ? query.belonging(to: owner) : query.within(owner)
    }
    guard left > 0 else { return }
    try await query.forEachSample(for: store) { sample in
      guard isWanted(sample, definition), let series = Series(sample) else { return true }
      left -= 1
      return try body(series) && left > 0
    }
  }

  /// Whether a series is one of the owner's.
  private func isWanted(_ sample: Sample, _ type: TypeDefinition) -> Bool {
    guard let owner, owner.type != type.id else { return true }
    guard sample.subject == owner.subject else { return false }
    if let parent = sample.parent { return parent == owner.id }
    guard let start = owner.start, let end = owner.end, let first = sample.start, let last = sample.end else {
      return false
    }
    return first.microseconds >= start.microseconds && last.microseconds <= end.microseconds
      && sample.source?.bundle == owner.source?.bundle && sample.source?.name == owner.source?.name
  }
}

extension QueryError {
  /// A question for the points of a type that has none.
  static func noSeries(_ type: TypeDefinition, in registry: Registry) -> QueryError {
    let all = registry.types.filter { $0.shape.structure?.points != nil }
    let near = all.filter { $0.shape.structure?.parent?.type == type.id }
    let names = (near.isEmpty ? all : near).prefix(5).map { "`\($0.id)`" }.joined(separator: ", ")
    return QueryError(
      .wrongKind, "\(type.id) is a \(type.kind.rawValue), whose samples have no points",
      instead: names.isEmpty ? nil : "ask for a series: \(names)")
  }
}

/// The series queries of HealthKit, by its names.
extension SeriesQuery {
  /// The places of a workout, or those of one route: HealthKit's `HKWorkoutRouteQuery`.
  ///
  /// The columns are `latitude` and `longitude` in degrees and, where they are known, `altitude`, `horizontalAccuracy`
  /// and `verticalAccuracy` in meters, `speed` in m/s, and `course` in degrees.
  ///
  /// - Parameter sample: a workout, or a route.
  /// - Returns: the query.
  public static func workoutRoutes(of sample: Sample) -> SeriesQuery { SeriesQuery("workoutRoute", of: sample) }

  /// The beats of hearts: HealthKit's `HKHeartbeatSeriesQuery`.
  ///
  /// Each point is a beat; `precededByGap` is 1 where beats before it were missed.
  ///
  /// - Parameter sample: a heartbeat series, or the sample of heart rate variability that was computed from it.
  /// - Returns: the query.
  public static func heartbeatSeries(of sample: Sample) -> SeriesQuery { SeriesQuery("heartbeatSeries", of: sample) }

  /// The voltages of an electrocardiogram: HealthKit's `HKElectrocardiogramQuery`.
  ///
  /// The column is `voltage`, in microvolts.
  ///
  /// - Parameter sample: an electrocardiogram.
  /// - Returns: the query.
  public static func voltages(of sample: Sample) -> SeriesQuery { SeriesQuery("electrocardiogram", of: sample) }
}
