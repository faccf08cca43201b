public import HealthModel
public import HealthStorage
public import HealthUnits

extension HealthStore {
  /// The series of a type that match, or those of a sample, with their points: routes, electrocardiograms, heartbeats, and
  /// those that a team defines.
  ///
  /// ```swift
  /// for workout in try await store.samples(matching: .samples(of: "workout")) {
  ///   for route in try await store.series(matching: .samples(of: "workoutRoute"), of: workout) {
  ///     print(route.count, route.first?.time ?? 0)
  ///   }
  /// }
  /// ```
  ///
  /// The series of a sample are those that name it as their `parent` and, of those that name none, the ones within its
  /// time that are of its subject and source. Of a sample that is of this type itself it is the sample.
  ///
  /// All of them are held in memory; see `forEachSeries(matching:of:_:)`.
  ///
  /// - Parameters:
  ///   - query: series of one type.
  ///   - owner: the sample whose series are wanted, such as the workout of routes; `nil` for all that match.
  /// - Returns: the series, in the query's order.
  /// - Throws: `QueryError`: `wrongKind` when samples of the type have no points; else as `samples(matching:)`.
  public func series(matching query: SampleQuery, of owner: Sample? = nil) async throws -> [Series] {
    var series: [Series] = []
    try await forEachSeries(matching: query, of: owner) { found in
      series.append(found)
      return true
    }
    return series
  }

  /// Passes the series that match to a function, one by one, all of them as of one moment.
  ///
  /// - Parameters:
  ///   - asked: series of one type.
  ///   - owner: the sample whose series are wanted; `nil` for all that match.
  ///   - body: called in the query's order; `false` ends the query.
  /// - Throws: as `series(matching:of:)`, and what `body` throws.
  public func forEachSeries(
    matching asked: SampleQuery, of owner: Sample? = nil, _ body: (Series) throws -> Bool
  ) async throws {
    let definition = try asked.onlyType(in: self, for: "series")
    guard definition.shape.structure?.points != nil else { throw QueryError.noSeries(definition, in: registry) }
    var query = asked
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
    try await forEachSample(matching: query) { sample in
      guard Self.isWanted(sample, definition, of: owner), let series = Series(sample) else { return true }
      left -= 1
      return try body(series) && left > 0
    }
  }

  private static func isWanted(_ sample: Sample, _ type: TypeDefinition, of owner: Sample?) -> Bool {
    guard let owner, owner.type != type.id else { return true }
    guard sample.subject == owner.subject else { return false }
    if let parent = sample.parent { return parent == owner.id }
    guard let start = owner.start, let end = owner.end, let first = sample.start, let last = sample.end else {
      return false
    }
    return first.microseconds >= start.microseconds && last.microseconds <= end.microseconds
      && sample.source?.bundle == owner.source?.bundle && sample.source?.name == owner.source?.name
  }

  /// The places of a workout, or those of one route: HealthKit's `HKWorkoutRouteQuery`.
  ///
  /// The columns are `latitude` and `longitude` in degrees and, where they are known, `altitude`, `horizontalAccuracy`
  /// and `verticalAccuracy` in meters, `speed` in m/s, and `course` in degrees.
  public func workoutRoutes(of sample: Sample) async throws -> [Series] {
    try await series(matching: .samples(of: "workoutRoute"), of: sample)
  }

  /// The beats of a heartbeat series, or of the heart rate variability that was computed from it: HealthKit's
  /// `HKHeartbeatSeriesQuery`.
  ///
  /// Each point is a beat; `precededByGap` is 1 where beats before it were missed.
  public func heartbeatSeries(of sample: Sample) async throws -> [Series] {
    try await series(matching: .samples(of: "heartbeatSeries"), of: sample)
  }

  /// The voltages of an electrocardiogram, as the column `voltage` in microvolts: HealthKit's `HKElectrocardiogramQuery`.
  public func voltages(of sample: Sample) async throws -> [Series] {
    try await series(matching: .samples(of: "electrocardiogram"), of: sample)
  }
}

extension QueryError {
  static func noSeries(_ type: TypeDefinition, in registry: Registry) -> QueryError {
    let all = registry.types.filter { $0.shape.structure?.points != nil }
    let near = all.filter { $0.shape.structure?.parent?.type == type.id }
    let names = (near.isEmpty ? all : near).prefix(5).map { "`\($0.id)`" }.joined(separator: ", ")
    return QueryError(
      .wrongKind, "\(type.id) is a \(type.kind.rawValue), whose samples have no points",
      instead: names.isEmpty ? nil : "ask for a series: \(names)")
  }
}

/// The points of one sample of a series type, each at its moment.
///
/// ```swift
/// for point in route {
///   print(point.time ?? 0, point["latitude"] ?? 0, point["longitude"] ?? 0)
/// }
/// ```
///
/// Numbers are in the canonical units of their columns; `unit(of:)` says which these are.
public struct Series: Sendable, Hashable {
  /// The sample, its content decoded.
  public let sample: Sample
  /// The content: fields beside the points, too.
  public let content: StructureContent
  private let interval: Double?

  /// The points of a sample; `nil` when its type is not a series.
  public init?(_ sample: Sample) {
    guard let content = sample.structure, let points = content.shape.points else { return nil }
    var decoded = sample
    decoded.value = .structure(content)
    self.sample = decoded
    self.content = content
    interval = content.points?.rate.flatMap { Self.interval($0, points.timing) }
  }

  /// The names of the columns, in the order of the definition; a sample may lack some.
  public var columns: [String] { content.shape.points?.columns.map(\.name) ?? [] }

  /// The unit of a column's numbers; `nil` for a column that has none.
  public func unit(of column: String) -> UnitOfMeasure? { place(of: column)?.definition.value.quantity?.unit }

  /// The numbers of a column, one for each point; NaN for a missing one, 1 and 0 for `true` and `false`.
  ///
  /// Empty when the sample does not have the column.
  public func values(of column: String) -> [Double] {
    guard let place = place(of: column), let columns = content.points?.columns else { return [] }
    return columns.indices.contains(place.index) ? columns[place.index] : []
  }

  /// Seconds from the sample's start to a point; `nil` for points that have no time, as those of an audiogram.
  public func seconds(to index: Int) -> Double? {
    guard let points = content.points else { return nil }
    if points.times.indices.contains(index) { return points.times[index] }
    return interval.map { Double(index) * $0 }
  }

  /// When a point is, in microseconds since 1970 UTC; `nil` for a point that has no time.
  func time(at index: Int) -> Int64? {
    guard let start = sample.start, let seconds = seconds(to: index),
      let step = Int64(exactly: (seconds * Double(Instant.second)).rounded())
    else { return nil }
    let (moment, isBeyond) = start.microseconds.addingReportingOverflow(step)
    return isBeyond ? nil : moment
  }

  fileprivate func number(_ column: String, at index: Int) -> Double? {
    let values = values(of: column)
    guard values.indices.contains(index), !values[index].isNaN else { return nil }
    return values[index]
  }

  private func place(of column: String) -> (index: Int, definition: FieldDefinition)? {
    guard let columns = content.shape.points?.columns, let index = columns.firstIndex(where: { $0.name == column })
    else { return nil }
    return (index, columns[index])
  }

  private static func interval(_ rate: Double, _ timing: PointTiming) -> Double? {
    guard case .rate(let quantity) = timing, let hertz = try? UnitOfMeasure("Hz"),
      let conversion = try? quantity.unit.conversion(to: hertz)
    else { return nil }
    let perSecond = conversion(rate)
    return perSecond > 0 ? 1 / perSecond : nil
  }
}

extension Series: RandomAccessCollection {
  /// The place of the first point.
  public var startIndex: Int { 0 }
  /// How many points there are.
  public var endIndex: Int { content.points?.count ?? 0 }

  /// A point.
  public subscript(index: Int) -> SeriesPoint { SeriesPoint(series: self, index: index) }
}

/// One point of a series.
public struct SeriesPoint: Sendable, Hashable {
  fileprivate let series: Series
  /// Which point it is, from 0.
  public let index: Int

  /// When it is, in microseconds since 1970 UTC; `nil` for a point that has no time.
  public var time: Int64? { series.time(at: index) }

  /// The number of a column in its canonical unit, 1 or 0 for `true` or `false`; `nil` when it is missing.
  public subscript(column: String) -> Double? { series.number(column, at: index) }

  /// The number of a column with its unit; `nil` when it is missing, or the column has no unit.
  public func quantity(_ column: String) -> Quantity? {
    guard let unit = series.unit(of: column), let number = self[column] else { return nil }
    return Quantity(number, unit)
  }
}
