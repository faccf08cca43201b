public import HealthModel
import HealthStorage
public import HealthUnits

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
  ///   - zone: by which clock days begin and end; UTC unless told. Of people whose zones are not known it is that of each
  ///     sample.
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
      current?.tally.add(isQuantity[key.type] ? batch.value[row] : nil, enumCase: Int(batch.enumCase[row]), day: day)
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
    return days.day(ofStart: batch.start[row], offset: offset, zone: zone) {
      let subject = Int(batch.subject[row])
      return subject < 0 ? nil : String(decoding: batch.arena[batch.subjects.ranges[subject].indices], as: UTF8.self)
    }
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

/// What the samples of one type are like.
public struct TypeProfile: Sendable, Hashable {
  /// Whose samples they are, when subjects are separated; `nil` when they do not say it.
  public var subject: String?
  /// The id of the type.
  public var type: String
  /// The unit of the values; `nil` for what is not a quantity.
  public var unit: UnitOfMeasure?
  /// How many samples.
  public var count = 0
  /// The values of a quantity; empty for other types.
  public var values = ValueDistribution()
  /// How many samples there are of each case of a category, in the order of the definition; those without are left out.
  public var cases: [Case] = []
  /// The day on which the first sample starts; `nil` for types without times.
  public var firstDay: CivilDate?
  /// The day on which the last sample starts; `nil` for types without times.
  public var lastDay: CivilDate?

  /// How many samples have a case.
  public struct Case: Sendable, Hashable {
    /// The name of the case.
    public var name: String
    /// How many samples.
    public var count: Int

    package init(name: String, count: Int) {
      self.name = name
      self.count = count
    }
  }

  /// The lower quartile, the median and the upper quartile; `nil` without values.
  public var quartiles: (lower: Double, median: Double, upper: Double)? {
    let found = values.quantiles([0.25, 0.5, 0.75])
    return found.count == 3 ? (found[0], found[1], found[2]) : nil
  }
}

/// How numbers are distributed: how many, the smallest and largest, and quartiles.
///
/// Each different value is counted by itself, so quartiles are exact, up to 32,768 different values. Beyond that, values
/// that agree in their leading bits are counted together, with one bit less whenever there are too many again. Memory
/// is bounded, and a quartile differs from the exact one by at most `relativeError` of it. The order of the values does
/// not matter, and two distributions can be added.
public struct ValueDistribution: Sendable, Hashable {
  /// How many values there are; NaN is not one.
  public private(set) var count = 0
  /// The smallest value; `nil` without values.
  public private(set) var minimum: Double?
  /// The largest value; `nil` without values.
  public private(set) var maximum: Double?
  private var counts: [UInt64: Int] = [:]
  /// How many of the last bits of a number are not looked at.
  private var dropped: UInt64 = 0

  /// The most different values that are counted by themselves, unless another limit is set.
  package static let limit = 32_768

  /// The most different values that are counted by themselves; less than there are makes quartiles coarser at once.
  ///
  /// Many distributions at a time share memory by smaller limits.
  package var limit = Self.limit { didSet { if counts.count > limit { coarsen(to: dropped + 1) } } }

  /// How many values are counted by themselves, which is what takes memory.
  package var countedValues: Int { counts.count }

  package init() {}

  /// Whether quartiles are exact.
  public var isExact: Bool { dropped == 0 }

  /// How far a quartile is from the exact one at most, as a part of it; 0 when it is exact.
  ///
  /// Numbers below the least normal one are not covered.
  package var relativeError: Double { isExact ? 0 : Double(sign: .plus, exponent: Int(dropped) - 53, significand: 1) }

  package mutating func add(_ value: Double) {
    guard !value.isNaN else { return }
    count += 1
    minimum = min(minimum ?? value, value)
    maximum = max(maximum ?? value, value)
    counts[Self.key(of: value) >> dropped, default: 0] += 1
    if counts.count > limit { coarsen(to: dropped + 1) }
  }

  package mutating func add(_ other: ValueDistribution) {
    guard let least = other.minimum, let greatest = other.maximum else { return }
    count += other.count
    minimum = min(minimum ?? least, least)
    maximum = max(maximum ?? greatest, greatest)
    if dropped < other.dropped { coarsen(to: other.dropped) }
    for (key, number) in other.counts { counts[key >> (dropped - other.dropped), default: 0] += number }
    if counts.count > limit { coarsen(to: dropped + 1) }
  }

  /// The values below which some parts of all are: 0.5 for the median.
  ///
  /// Between two values the result is in proportion, as in R's type 7 and NumPy's default.
  ///
  /// - Parameter parts: numbers from 0 to 1; what is beyond is taken for the nearest.
  /// - Returns: one value for each part; empty without values.
  public func quantiles(_ parts: [Double]) -> [Double] {
    guard count > 0, let minimum, let maximum else { return [] }
    let sorted = counts.sorted { $0.key < $1.key }
    // How many values there are up to each key.
    var ends: [Int] = []
    ends.reserveCapacity(sorted.count)
    for (_, number) in sorted { ends.append((ends.last ?? 0) + number) }
    func value(at rank: Int) -> Double {
      var (low, high) = (0, ends.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] > rank { high = middle } else { low = middle + 1 }
      }
      return min(max(Self.value(of: sorted[low].key, dropped), minimum), maximum)
    }
    return parts.map { part in
      let place = min(max(part, 0), 1) * Double(count - 1)
      let rank = Int(place.rounded(.down))
      let (below, above) = (value(at: rank), value(at: min(rank + 1, count - 1)))
      let share = place - Double(rank)
      return share == 0 || below == above ? below : below + (above - below) * share
    }
  }

  private mutating func coarsen(to bits: UInt64) {
    var bits = bits
    while true {
      var merged: [UInt64: Int] = [:]
      for (key, number) in counts { merged[key >> (bits - dropped), default: 0] += number }
      (counts, dropped) = (merged, bits)
      // Half of the room stays free, so that values are not merged again at once.
      if merged.count <= limit / 2 || bits >= 52 { return }
      bits += 1
    }
  }

  private static func key(of value: Double) -> UInt64 {
    let bits = (value == 0 ? 0 : value).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  private static func value(of key: UInt64, _ dropped: UInt64) -> Double {
    let bits = dropped == 0 ? key : key << dropped | 1 << (dropped - 1)
    return Double(bitPattern: bits >> 63 == 1 ? bits & ~(1 << 63) : ~bits)
  }
}
