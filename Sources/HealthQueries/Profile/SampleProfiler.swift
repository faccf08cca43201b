public import HealthModel
import HealthStorage

/// Makes profiles of samples that come batch by batch, in any order: of files as they are read, or of a store.
///
/// ```swift
/// var profiler = SampleProfiler(registry: registry)
/// try await store.query(SampleQuery()) { batch in
///   profiler.add(batch)
///   return true
/// }
/// for profile in profiler.profiles { print(profile.type, profile.count, profile.quartiles as Any) }
/// ```
public struct SampleProfiler: Sendable {
  private struct Key: Hashable, Sendable {
    var type: Int
    var subject: SubjectName
  }

  fileprivate struct Tally: Sendable {
    var count = 0
    var values = ValueDistribution()
    var cases: [Int]
    var firstDay = Int32.max
    var lastDay = Int32.min
  }

  private let registry: Registry
  private let separatesSubjects: Bool
  private var days: SampleDays
  private let isQuantity: [Bool]
  private var tallies: [Key: Tally] = [:]

  /// Creates a profiler without samples.
  ///
  /// - Parameters:
  ///   - registry: the types of the samples.
  ///   - zone: by which clock days begin and end; UTC unless told.
  ///   - zones: where the time zones are looked up that samples name.
  ///   - separatesSubjects: whether each subject has profiles of its own.
  public init(
    registry: Registry, zone: ReportZone = .named(.utc), zones: TimeZoneDatabase = .system(),
    separatesSubjects: Bool = false
  ) {
    self.registry = registry
    self.separatesSubjects = separatesSubjects
    days = SampleDays(zone, zones: zones)
    isQuantity = registry.types.map { $0.shape.quantity != nil }
  }

  /// Adds the samples of a batch.
  ///
  /// - Parameters:
  ///   - batch: the samples, of the profiler's registry.
  ///   - countsMembers: whether members of correlations count as well. In an answer of a store they come a second time,
  ///     as samples of their types.
  ///   - skipped: rows that do not count.
  public mutating func add(_ batch: SampleBatch, countsMembers: Bool = false, skipping skipped: Set<Int> = []) {
    let subjects = batch.subjects.ranges.map { range in
      separatesSubjects ? SubjectName(String(decoding: batch.arena[range.indices], as: UTF8.self)) : SubjectName(nil)
    }
    // Samples of one type come one after the other, and a look-up costs more than a count.
    var current: (key: Key, tally: Tally)?
    for row in 0..<batch.count where (countsMembers || batch.correlation[row] < 0) && !skipped.contains(row) {
      let subject = Int(batch.subject[row])
      let key = Key(type: Int(batch.type[row]), subject: subject < 0 ? SubjectName(nil) : subjects[subject])
      if current?.key != key {
        if let last = current { tallies[last.key] = last.tally }
        current = nil
        let tally = tallies.removeValue(forKey: key)
        current = (key, tally ?? Tally(cases: emptyCases(key.type)))
      }
      let day = day(of: row, in: batch)
      current?.tally.add(
        isQuantity[key.type] ? batch.value[row] : nil, enumCase: Int(batch.enumCase[row]), day: day)
    }
    if let last = current { tallies[last.key] = last.tally }
  }

  /// The profiles so far, by subject (samples without one first, the others by bytes), then by type.
  public var profiles: [TypeProfile] {
    tallies.sorted { left, right in
      if left.key.subject != right.key.subject { return left.key.subject < right.key.subject }
      return registry.types[left.key.type].id.utf8.lexicographicallyPrecedes(registry.types[right.key.type].id.utf8)
    }.map { key, tally in
      let type = registry.types[key.type]
      var profile = TypeProfile(subject: key.subject.name, type: type.id, unit: type.shape.quantity?.unit)
      (profile.count, profile.values) = (tally.count, tally.values)
      if let cases = type.shape.enumeration?.cases {
        profile.cases = zip(cases, tally.cases).compactMap { item, count in
          count == 0 ? nil : TypeProfile.Case(name: item.name, count: count)
        }
      }
      guard tally.firstDay <= tally.lastDay else { return profile }
      profile.firstDay = CivilDate(daysSince1970: Int(tally.firstDay))
      profile.lastDay = CivilDate(daysSince1970: Int(tally.lastDay))
      return profile
    }
  }

  private func emptyCases(_ type: Int) -> [Int] {
    Array(repeating: 0, count: registry.types[type].shape.enumeration?.cases.count ?? 0)
  }

  private mutating func day(of row: Int, in batch: SampleBatch) -> Int32? {
    guard batch.start[row] != SampleBatch.noTime else { return nil }
    let offset = batch.startOffset[row] == SampleBatch.noOffset ? 0 : batch.startOffset[row]
    let zone = days.needsZones ? ScannedMetadata.timeZone(batch.metadata[row].indices, in: batch.arena) : nil
    return days.day(ofStart: batch.start[row], offset: offset, zone: zone)
  }
}

extension SampleProfiler.Tally {
  fileprivate mutating func add(_ value: Double?, enumCase: Int, day: Int32?) {
    count += 1
    if let value { values.add(value) }
    if cases.indices.contains(enumCase) { cases[enumCase] += 1 }
    guard let day else { return }
    firstDay = min(firstDay, day)
    lastDay = max(lastDay, day)
  }
}
