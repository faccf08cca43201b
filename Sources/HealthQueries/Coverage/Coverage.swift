public import HealthModel
public import HealthStorage

extension HealthStore {
  /// Which data there are: of whom, of which types, from when to when, and with which gaps.
  ///
  /// A sample belongs to the day on which it starts. The members of correlations count in their types as well.
  ///
  /// ```swift
  /// for row in try await store.coverage() {
  ///   print(row.subject ?? "no subject", row.type, row.count, row.days, row.longestGap)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - query: which samples are counted; without types those of all stored types. Order, limit and page do not matter.
  ///   - zone: by which clock days begin and end; UTC unless told.
  /// - Returns: one row for each subject and type, by subject (samples without one first, the others by bytes), then by
  ///   type.
  /// - Throws: `QueryError`, see `samples(matching:)`; `StorageError` when the store cannot be read.
  public func coverage(
    matching query: SampleQuery = SampleQuery(), zone: ReportZone = .named(.utc)
  ) async throws -> [SubjectCoverage] {
    var rows: [SubjectCoverage] = []
    for (query, type) in try await queriesByType(query) { rows += try await coverage(query, of: type, zone) }
    return rows.sorted { left, right in
      let (first, second) = (SubjectName(left.subject), SubjectName(right.subject))
      if first != second { return first < second }
      return left.type.utf8.lexicographicallyPrecedes(right.type.utf8)
    }
  }

  private func coverage(
    _ query: SampleQuery, of type: TypeDefinition, _ zone: ReportZone
  ) async throws -> [SubjectCoverage] {
    let days = SampleDays(zone, zones: zones)
    guard type.shape.hasTime else {
      // Scans leave out samples without a time.
      var counts: [SubjectName: Int] = [:]
      try await read(query) { batch in
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
    let tallies = try await scan(SampleScan(query, columns: columns), into: { _ in CoverageTally(days) }) {
      tally, columns in try tally.add(columns)
    }
    return tallies.flatMap { $0.rows(of: type.id) }
  }

  /// A query once for each of its types, or of the stored ones, without order, limit and page.
  func queriesByType(_ asked: SampleQuery) async throws -> [(query: SampleQuery, type: TypeDefinition)] {
    var query = try asked.checked(for: self)
    (query.limit, query.after, query.omitsMembers) = (nil, nil, false)
    let types = query.types.isEmpty ? try await counts().map(\.type) : query.types
    return try types.map { name in
      query.types = [name]
      return (query, try type(named: name))
    }
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
  public var days = 0
  /// The most days in a row, between the first and the last, on which no sample starts.
  public var longestGap = 0
}

/// Counts the samples and days of each subject of one type.
private struct CoverageTally: Sendable {
  private struct Entry: Sendable {
    var count = 0
    var days: Set<Int32> = []
    var last: Int32?
  }

  private var days: SampleDays
  private var names: [String?] = [nil]
  private var entries: [Entry] = []

  init(_ days: SampleDays) { self.days = days }

  mutating func add(_ columns: SampleColumns) throws(QueryError) {
    if !columns.subjects.isEmpty { names = columns.subjects }
    while entries.count < names.count { entries.append(Entry()) }
    for row in 0..<columns.count {
      let subject = columns.subject.isEmpty ? 0 : Int(columns.subject[row])
      let day = try days.day(ofRow: row, of: columns)
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

/// The calendar days on which samples start, by the clock of one zone, by each person's or by each sample's own.
struct SampleDays: Sendable {
  private let rules: TimeZoneRules?
  private let people: SubjectZones?
  private var local: LocalIntervals
  /// The clocks before any zone was named.
  private let unused: LocalIntervals
  /// The time zones that samples named: texts of any content, of which some 600 are zones.
  private(set) var zoneNames: [String] = []
  private var zoneNumbers: [String: Int32] = [:]
  /// How many names are remembered, and how long one is; zones have at most 32 bytes.
  static let maximumNames = 1024
  static let longestName = 128
  /// The last day that was found, and the instants that belong to it by the zone's clock.
  private var last: (from: Int64, to: Int64, day: Int32) = (0, 0, 0)

  init(_ zone: ReportZone, zones: TimeZoneDatabase) {
    let grid = IntervalGrid(CalendarInterval(.day), zone: .utc)
    unused = LocalIntervals(grid, window: Instant.earliest..<Instant.latest + 1, zones: zones)
    local = unused
    people = zone.subjects
    if case .named(let rules) = zone { self.rules = rules } else { rules = nil }
  }

  var needsZones: Bool { rules == nil }

  mutating func day(ofRow row: Int, of columns: SampleColumns) throws(QueryError) -> Int32 {
    let start = columns.start[row]
    if let people {
      let subject = columns.subject.isEmpty ? nil : columns.subjects[Int(columns.subject[row])]
      return Self.number(ofReading: try people.required(subject).local(start))
    }
    if let rules { return day(of: start, by: rules) }
    let clock = local.clock(zone: columns.zone[row], offset: columns.startOffset[row], names: columns.zones)
    return Self.number(ofReading: local.place(of: start, clock: clock)?.key ?? start)
  }

  /// The number of the day on which a sample starts, since 1970.
  mutating func day(ofStart start: Int64, offset: Int16, zone: String?, of subject: () -> String? = { nil }) -> Int32 {
    if let rules { return day(of: start, by: rules) }
    if let rules = people?[subject()] { return Self.number(ofReading: rules.local(start)) }
    var number: Int32 = -1
    if let zone, zone.utf8.count <= Self.longestName {
      if zoneNames.count >= Self.maximumNames, zoneNumbers[zone] == nil {
        (local, zoneNames, zoneNumbers) = (unused, [], [:])
      }
      number = zoneNumbers[zone] ?? Int32(truncatingIfNeeded: zoneNames.count)
      if zoneNumbers.updateValue(number, forKey: zone) == nil { zoneNames.append(zone) }
    }
    let clock = local.clock(zone: number, offset: offset, names: zoneNames)
    return Self.number(ofReading: local.place(of: start, clock: clock)?.key ?? start)
  }

  private mutating func day(of instant: Int64, by rules: TimeZoneRules) -> Int32 {
    if instant >= last.from, instant < last.to { return last.day }
    let period = rules.period(at: instant)
    let reading = instant &+ period.offset
    let day = Self.number(ofReading: reading)
    let midnight = Int64(day) &* Instant.day &- period.offset
    last = (max(midnight, period.start), min(midnight &+ Instant.day, period.end), day)
    return day
  }

  private static func number(ofReading reading: Int64) -> Int32 {
    let (days, rest) = reading.quotientAndRemainder(dividingBy: Instant.day)
    return Int32(truncatingIfNeeded: rest < 0 ? days - 1 : days)
  }
}
