public import HealthModel

/// The columns of one type's samples that statistics need: columns of numbers, one entry per sample, without texts.
///
/// Sources and zones are numbered within one part of a scan: a number keeps its meaning until the part ends.
public struct SampleColumns: Sendable {
  /// Start in microseconds since 1970 UTC.
  public var start: [Int64] = []
  /// End in microseconds since 1970 UTC, never before the start.
  public var end: [Int64] = []
  /// Clock offset of the start in minutes; 0 throughout when the scan does not ask for zones.
  public var startOffset: [Int16] = []
  /// The quantity's value in the canonical unit; 0 for other kinds.
  public var value: [Double] = []
  /// The case's index in the type's enum; -1 for other kinds.
  public var enumCase: [Int32] = []
  /// The id; empty when the scan does not ask for ids.
  public var id: [SampleID] = []
  /// Index into `sources`; 0 throughout when the scan does not ask for sources.
  public var source: [Int32] = []
  /// Index into `zones`; -1 when the sample names none, or the scan does not ask for zones.
  public var zone: [Int32] = []
  /// Index into `subjects`; empty when the scan does not ask for subjects, and when the store has none of any type.
  public var subject: [Int32] = []
  /// The sources in the part so far.
  public var sources: [SampleOrigin] = []
  /// The names of time zones (metadata `HKTimeZone`) in the part so far.
  public var zones: [String] = []
  /// The subjects in the part so far; `nil` for samples that name none.
  public var subjects: [String?] = []

  /// Creates columns without samples.
  public init() {}

  /// How many samples there are.
  public var count: Int { start.count }

  /// Forgets the samples, but not the sources, zones and subjects.
  public mutating func removeSamples() {
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
  public mutating func append(_ row: Int, of other: SampleColumns) {
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
  func selecting(_ rows: [Int]) -> SampleColumns {
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
