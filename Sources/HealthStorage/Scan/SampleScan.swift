public import HealthModel

/// Makes columns of batches, for stores that keep samples as text.
@usableFromInline package struct ColumnBuilder: Sendable {
  package private(set) var columns = SampleColumns()
  private let wanted: SampleScan.Columns
  private var origins: [SampleOrigin: Int32] = [:]
  private var zones: [String: Int32] = [:]
  /// By their bytes: text with other bytes is another subject, even where Unicode calls the two equivalent.
  private var subjects: [[UInt8]?: Int32] = [:]

  package init(_ wanted: SampleScan.Columns) {
    self.wanted = wanted
    if !wanted.contains(.sources) { columns.sources = [SampleOrigin()] }
  }

  /// Puts a batch's samples in the place of the last one's; members that a query passes on after their correlation and
  /// samples without a time are left out.
  @usableFromInline package mutating func take(_ batch: SampleBatch) {
    columns.removeSamples()
    var known: [OriginKey: Int32] = [:]
    var numbers = SubjectNumbers(named: Array(repeating: -1, count: batch.subjects.ranges.count))
    for row in 0..<batch.count where batch.correlation[row] < 0 && batch.start[row] != SampleBatch.noTime {
      columns.start.append(batch.start[row])
      columns.end.append(batch.end[row])
      columns.startOffset.append(wanted.contains(.zones) ? batch.startOffset[row] : 0)
      columns.value.append(batch.value[row])
      columns.enumCase.append(batch.enumCase[row])
      if wanted.contains(.ids) { columns.id.append(batch.id[row]) }
      columns.source.append(wanted.contains(.sources) ? origin(row, of: batch, &known) : 0)
      columns.zone.append(wanted.contains(.zones) ? zone(row, of: batch) : -1)
      if wanted.contains(.subjects) { columns.subject.append(subject(row, of: batch, &numbers)) }
    }
  }

  /// The samples of the last batch that end at or after one moment and start before another; all of them without
  /// bounds.
  func columns(overlapping time: (from: Int64, to: Int64)?) -> SampleColumns {
    time.map { columns.overlapping($0) } ?? columns
  }

  /// The properties that distinguish the origins of one batch.
  private struct OriginKey: Hashable {
    var source: Int32
    var device: Int32
    var isUserEntered: Bool
  }

  private mutating func origin(_ row: Int, of batch: SampleBatch, _ known: inout [OriginKey: Int32]) -> Int32 {
    let isUserEntered = ScannedMetadata.isUserEntered(batch.metadata[row].indices, in: batch.arena)
    let key = OriginKey(source: batch.source[row], device: batch.device[row], isUserEntered: isUserEntered)
    if let index = known[key] { return index }
    let source = key.source < 0 ? nil : batch.sources.ranges[Int(key.source)].indices
    let device = key.device < 0 ? nil : batch.devices.ranges[Int(key.device)].indices
    let origin = SampleOrigin(source: source, device: device, in: batch.arena, isUserEntered: isUserEntered)
    let index = origins[origin] ?? Int32(truncatingIfNeeded: columns.sources.count)
    if origins.updateValue(index, forKey: origin) == nil { columns.sources.append(origin) }
    known[key] = index
    return index
  }

  /// The numbers of one batch's subjects; -1 for those that have not come yet.
  private struct SubjectNumbers {
    var named: [Int32]
    var none: Int32 = -1
  }

  private mutating func subject(_ row: Int, of batch: SampleBatch, _ numbers: inout SubjectNumbers) -> Int32 {
    let index = Int(batch.subject[row])
    let known = index < 0 ? numbers.none : numbers.named[index]
    if known >= 0 { return known }
    let name = index < 0 ? nil : Array(batch.arena[batch.subjects.ranges[index].indices])
    let number = subjects[name] ?? Int32(truncatingIfNeeded: columns.subjects.count)
    if subjects.updateValue(number, forKey: name) == nil {
      columns.subjects.append(name.map { String(decoding: $0, as: UTF8.self) })
    }
    if index < 0 { numbers.none = number } else { numbers.named[index] = number }
    return number
  }

  private mutating func zone(_ row: Int, of batch: SampleBatch) -> Int32 {
    guard let name = ScannedMetadata.timeZone(batch.metadata[row].indices, in: batch.arena) else { return -1 }
    let index = zones[name] ?? Int32(truncatingIfNeeded: columns.zones.count)
    if zones.updateValue(index, forKey: name) == nil { columns.zones.append(name) }
    return index
  }
}

/// The metadata that scans read.
package enum ScannedMetadata {
  /// Whether canonical metadata say that a person typed the sample in.
  package static func isUserEntered(_ metadata: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard !metadata.isEmpty, let value = CanonicalObject.value(of: "HKWasUserEntered", of: metadata, in: bytes) else {
      return false
    }
    return bytes[value].elementsEqual("true".utf8)
  }

  package static func timeZone(_ metadata: Range<Int>, in bytes: [UInt8]) -> String? {
    guard !metadata.isEmpty, let value = CanonicalObject.value(of: "HKTimeZone", of: metadata, in: bytes) else {
      return nil
    }
    return CanonicalObject.text(of: value, in: bytes)
  }
}

extension SampleOrigin {
  /// Reads the canonical objects of a source and a device.
  public init(source: Range<Int>?, device: Range<Int>?, in bytes: [UInt8], isUserEntered: Bool) {
    func text(_ key: String, _ object: Range<Int>?) -> String? {
      guard let object, let value = CanonicalObject.value(of: key, of: object, in: bytes) else { return nil }
      return CanonicalObject.text(of: value, in: bytes)
    }
    self.init(
      bundle: text("bundle", source), name: text("name", source), product: text("product", source),
      deviceName: text("name", device), deviceModel: text("model", device), isUserEntered: isUserEntered)
  }
}

/// A question for what statistics need of the samples of one type, part by part of the time.
public struct SampleScan: Sendable, Hashable {
  /// The columns requested beyond times and values.
  public struct Columns: OptionSet, Sendable, Hashable {
    /// The columns as bits.
    public let rawValue: Int

    /// Creates a set of the columns whose bits are set.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Who measured.
    public static let sources = Columns(rawValue: 1)
    /// The time zone: the offset, and the zone if the samples name one.
    public static let zones = Columns(rawValue: 2)
    /// The ids.
    public static let ids = Columns(rawValue: 4)
    /// Whose samples they are.
    public static let subjects = Columns(rawValue: 8)
  }

  /// The conditions.
  ///
  /// Exactly one type; order, limit, page and `omitsMembers` do not matter, and neither do `from` and
  /// `to` when there are cuts.
  package var query: SampleQuery
  /// Where the parts begin and end, ascending.
  ///
  /// Part *i* has the samples that overlap the time from cut *i* up to the
  /// next one. Without cuts there is one part, bounded by the query.
  ///
  /// A sample that overlaps several parts comes in each of them.
  package var cuts: [Int64]
  package var columns: Columns

  package init(_ query: SampleQuery, cuts: [Int64] = [], columns: Columns = []) {
    self.query = query
    self.cuts = cuts
    self.columns = columns
  }

  package var partCount: Int { cuts.isEmpty ? 1 : cuts.count - 1 }

  /// The bounds of a part; `nil` if there are no cuts.
  package func time(ofPart part: Int) -> (from: Int64, to: Int64)? {
    part >= 0 && part + 1 < cuts.count ? (cuts[part], cuts[part + 1]) : nil
  }

  /// The query of all parts together, in ascending order.
  package var queryOfAllParts: SampleQuery {
    guard let first = cuts.first, let last = cuts.last else { return query(ofPart: 0) }
    return SampleScan(query, cuts: [first, last]).query(ofPart: 0)
  }

  /// The query of one part, in ascending order.
  package func query(ofPart part: Int) -> SampleQuery {
    var query = query
    query.sort = .ascending
    query.limit = nil
    query.after = nil
    query.omitsMembers = false
    if part >= 0, part + 1 < cuts.count {
      query.from = cuts[part]
      query.to = cuts[part + 1]
      query.isStrictStart = false
      query.isStrictEnd = false
    }
    return query
  }
}

/// The columns of one type's samples that statistics need: columns of numbers, one entry per sample, without texts.
///
/// Sources and zones are numbered within one part of a scan: a number keeps its meaning until the part ends.
package struct SampleColumns: Sendable {
  /// Start in microseconds since 1970 UTC.
  package var start: [Int64] = []
  /// End in microseconds since 1970 UTC, never before the start.
  package var end: [Int64] = []
  /// Clock offset of the start in minutes; 0 throughout when the scan does not ask for zones.
  package var startOffset: [Int16] = []
  /// The quantity's value in the canonical unit; 0 for other kinds.
  package var value: [Double] = []
  /// The case's index in the type's enum; -1 for other kinds.
  package var enumCase: [Int32] = []
  /// The id; empty when the scan does not ask for ids.
  package var id: [SampleID] = []
  /// Index into `sources`; 0 throughout when the scan does not ask for sources.
  package var source: [Int32] = []
  /// Index into `zones`; -1 when the sample names none, or the scan does not ask for zones.
  package var zone: [Int32] = []
  /// Index into `subjects`; empty when the scan does not ask for subjects, and when the store has none of any type.
  package var subject: [Int32] = []
  package var sources: [SampleOrigin] = []
  /// The names of time zones (metadata `HKTimeZone`) in the part so far.
  package var zones: [String] = []
  /// The subjects in the part so far; `nil` for samples that name none.
  package var subjects: [String?] = []

  /// Creates columns without samples.
  package init() {}

  package var count: Int { start.count }

  /// Forgets the samples, but not the sources, zones and subjects.
  package mutating func removeSamples() {
    start.removeAll(keepingCapacity: true)
    end.removeAll(keepingCapacity: true)
    startOffset.removeAll(keepingCapacity: true)
    value.removeAll(keepingCapacity: true)
    enumCase.removeAll(keepingCapacity: true)
    id.removeAll(keepingCapacity: true)
    source.removeAll(keepingCapacity: true)
    zone.removeAll(keepingCapacity: true)
    subject.removeAll(keepingCapacity: true)
  }

  /// Adds one of the samples of another part of columns with the same sources, zones and subjects.
  package mutating func append(_ row: Int, of other: SampleColumns) {
    start.append(other.start[row])
    end.append(other.end[row])
    startOffset.append(other.startOffset[row])
    value.append(other.value[row])
    enumCase.append(other.enumCase[row])
    if !other.id.isEmpty { id.append(other.id[row]) }
    source.append(other.source[row])
    zone.append(other.zone[row])
    if !other.subject.isEmpty { subject.append(other.subject[row]) }
  }

  /// The samples that end at or after one moment and start before another.
  package func overlapping(_ time: (from: Int64, to: Int64)) -> SampleColumns {
    let rows = (0..<count).filter { end[$0] >= time.from && start[$0] < time.to }
    return rows.count == count ? self : selecting(rows)
  }

  /// Some of the samples, with the sources, zones and subjects of all.
  package func selecting(_ rows: [Int]) -> SampleColumns {
    var result = SampleColumns()
    result.start = rows.map { start[$0] }
    result.end = rows.map { end[$0] }
    result.startOffset = rows.map { startOffset[$0] }
    result.value = rows.map { value[$0] }
    result.enumCase = rows.map { enumCase[$0] }
    result.id = id.isEmpty ? [] : rows.map { id[$0] }
    result.source = rows.map { source[$0] }
    result.zone = rows.map { zone[$0] }
    result.subject = subject.isEmpty ? [] : rows.map { subject[$0] }
    result.sources = sources
    result.zones = zones
    result.subjects = subjects
    return result
  }
}

/// The origin of a measurement, for distinguishing and ranking sources: HealthKit's source revision and device without
/// their versions.
public struct SampleOrigin: Sendable, Hashable {
  /// The bundle of the source; `nil` when absent.
  public var bundle: String?
  /// The name of the source.
  public var name: String?
  /// The product type of the source revision: `Watch6,7`, `iPhone15,2`.
  public var product: String?
  /// The name of the device.
  public var deviceName: String?
  /// The model of the device.
  public var deviceModel: String?
  /// Whether a person typed the sample in (metadata `HKWasUserEntered`).
  public var isUserEntered: Bool

  /// Creates an origin.
  public init(
    bundle: String? = nil, name: String? = nil, product: String? = nil, deviceName: String? = nil,
    deviceModel: String? = nil, isUserEntered: Bool = false
  ) {
    self.bundle = bundle
    self.name = name
    self.product = product
    self.deviceName = deviceName
    self.deviceModel = deviceModel
    self.isUserEntered = isUserEntered
  }
}
