public import HealthModel
public import HealthStorage

/// A question for which data there are: of whom, of which types, from when to when, and with which gaps.
///
/// ```swift
/// for row in try await CoverageQuery().result(for: store) {
///   print(row.subject ?? "no subject", row.type, row.count, row.days, row.longestGap)
/// }
/// ```
public struct CoverageQuery: Sendable, Hashable {
  /// Which samples are counted; without types those of all stored types.
  ///
  /// Order, limit and page do not matter.
  package var predicate: SampleQuery
  /// By which clock days begin and end.
  package var zone: ReportZone

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - predicate: which samples are counted; without types those of all stored types.
  ///   - zone: by which clock days begin and end; UTC unless told.
  public init(matching predicate: SampleQuery = SampleQuery(), zone: ReportZone = .named(.utc)) {
    self.predicate = predicate
    self.zone = zone
  }

  /// One row for each subject and type, by subject (samples without one first, the others by bytes), then by type.
  ///
  /// A sample belongs to the day on which it starts. The members of correlations count in their types as well.
  ///
  /// - Parameter store: where the samples are.
  /// - Returns: the rows.
  /// - Throws: `QueryError`, see `SampleQuery.checked(for:)`; `StorageError` when the store cannot be read.
  public func result(for store: HealthStore) async throws -> [SubjectCoverage] {
    var query = try predicate.checked(for: store)
    (query.limit, query.after, query.omitsMembers) = (nil, nil, false)
    var types = query.types
    if types.isEmpty { types = try await store.counts().map(\.type) }
    var rows: [SubjectCoverage] = []
    for type in types {
      query.types = [type]
      rows += try await coverage(query, of: try store.type(named: type), in: store)
    }
    return rows.sorted { left, right in
      let (first, second) = (SubjectName(left.subject), SubjectName(right.subject))
      if first != second { return first < second }
      return left.type.utf8.lexicographicallyPrecedes(right.type.utf8)
    }
  }

  private func coverage(
    _ query: SampleQuery, of type: TypeDefinition, in store: HealthStore
  ) async throws -> [SubjectCoverage] {
    let days = SampleDays(zone, zones: store.zones)
    guard type.shape.hasTime else {
      // Scans leave out samples without a time.
      var counts: [SubjectName: Int] = [:]
      try await store.read(query) { batch in
        for row in 0..<batch.count where batch.correlation[row] < 0 {
          let subject = Int(batch.subject[row])
          let name = subject < 0 ? nil : batch.arena[batch.subjects.ranges[subject].indices]
          counts[SubjectName(name.map { String(decoding: $0, as: UTF8.self) }), default: 0] += 1
        }
        return true
      }
      return counts.map { SubjectCoverage(subject: $0.key.name, type: type.id, count: $0.value) }
    }
    var columns: SampleScan.Columns = .subjects
    if days.needsZones { columns.insert(.zones) }
    let tallies = try await store.scan(SampleScan(query, columns: columns), into: { _ in CoverageTally(days) }) {
      tally, columns in tally.add(columns)
    }
    return tallies.flatMap { $0.rows(of: type.id) }
  }
}

/// Which data there are of one subject and type.
public struct SubjectCoverage: Sendable, Hashable {
  /// Whose samples they are; `nil` when they do not say it.
  public var subject: String?
  /// The id of the type.
  public var type: String
  /// How many samples.
  public var count: Int
  /// The day on which the first sample starts; `nil` for types without times.
  public var firstDay: CivilDate?
  /// The day on which the last sample starts; `nil` for types without times.
  public var lastDay: CivilDate?
  /// On how many days a sample starts.
  public var days: Int
  /// The most days in a row, between the first and the last, on which no sample starts.
  public var longestGap: Int

  package init(
    subject: String?, type: String, count: Int, firstDay: CivilDate? = nil, lastDay: CivilDate? = nil, days: Int = 0,
    longestGap: Int = 0
  ) {
    self.subject = subject
    self.type = type
    self.count = count
    self.firstDay = firstDay
    self.lastDay = lastDay
    self.days = days
    self.longestGap = longestGap
  }
}

/// Counts the samples and days of each subject of one type.
private struct CoverageTally: Sendable {
  private struct Entry: Sendable {
    var count = 0
    /// The numbers of the days, since 1970.
    var days: Set<Int32> = []
    var last: Int32?
  }

  private var days: SampleDays
  private var names: [String?] = [nil]
  private var entries: [Entry] = []

  init(_ days: SampleDays) { self.days = days }

  mutating func add(_ columns: SampleColumns) {
    if !columns.subjects.isEmpty { names = columns.subjects }
    while entries.count < names.count { entries.append(Entry()) }
    for row in 0..<columns.count {
      let subject = columns.subject.isEmpty ? 0 : Int(columns.subject[row])
      let day = days.day(ofRow: row, of: columns)
      entries[subject].count += 1
      // Samples come in the order of their starts, so most are of the day of the one before.
      if entries[subject].last == day { continue }
      entries[subject].last = day
      entries[subject].days.insert(day)
    }
  }

  func rows(of type: String) -> [SubjectCoverage] {
    zip(names, entries).compactMap { name, entry in
      guard entry.count > 0 else { return nil }
      let days = entry.days.sorted()
      let gap = zip(days, days.dropFirst()).reduce(0) { max($0, Int($1.1) - Int($1.0) - 1) }
      return SubjectCoverage(
        subject: name, type: type, count: entry.count, firstDay: days.first.map { CivilDate(daysSince1970: Int($0)) },
        lastDay: days.last.map { CivilDate(daysSince1970: Int($0)) }, days: days.count, longestGap: gap)
    }
  }
}
