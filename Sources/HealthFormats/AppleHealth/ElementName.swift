import HealthModel

/// The elements of exports from version 3 to 14; the raw value is the name's place in `ElementCounts`.
enum ElementName: Int, CaseIterable, Sendable {
  case healthData, exportDate, me, record, metadataEntry, beatList, beat, correlation
  case workout, workoutEvent, workoutActivity, workoutStatistics, workoutRoute, fileReference, location
  case activitySummary, clinicalRecord, audiogram, sensitivityPoint, visionPrescription, rightEye, leftEye, attachment

  var text: StaticString {
    switch self {
    case .healthData: "HealthData"
    case .exportDate: "ExportDate"
    case .me: "Me"
    case .record: "Record"
    case .metadataEntry: "MetadataEntry"
    case .beatList: "HeartRateVariabilityMetadataList"
    case .beat: "InstantaneousBeatsPerMinute"
    case .correlation: "Correlation"
    case .workout: "Workout"
    case .workoutEvent: "WorkoutEvent"
    case .workoutActivity: "WorkoutActivity"
    case .workoutStatistics: "WorkoutStatistics"
    case .workoutRoute: "WorkoutRoute"
    case .fileReference: "FileReference"
    case .location: "Location"
    case .activitySummary: "ActivitySummary"
    case .clinicalRecord: "ClinicalRecord"
    case .audiogram: "Audiogram"
    case .sensitivityPoint: "SensitivityPoint"
    case .visionPrescription: "VisionPrescription"
    case .rightEye: "RightEye"
    case .leftEye: "LeftEye"
    case .attachment: "Attachment"
    }
  }

  /// The element of a name; `nil` when exports have none of that name.
  @inline(__always) static func of(_ name: Range<Int>, in bytes: RawSpan) -> ElementName? {
    switch name.count {
    case 6: bytes.equals(name, "Record") ? .record : nil
    case 13:
      bytes.equals(name, "MetadataEntry") ? .metadataEntry : bytes.equals(name, "FileReference") ? .fileReference : nil
    case 27: bytes.equals(name, "InstantaneousBeatsPerMinute") ? .beat : nil
    default: rare(name, bytes)
    }
  }

  private static func rare(_ name: Range<Int>, _ bytes: RawSpan) -> ElementName? {
    for candidate in allCases where bytes.equals(name, candidate.text) { return candidate }
    return nil
  }
}

struct ElementCounts: Sendable {
  private var known = [Int](repeating: 0, count: ElementName.allCases.count)
  private var others: [String: Int] = [:]

  /// The most distinct names that exports do not have; what exceeds them is counted together.
  private static let maximumOthers = 256

  @inline(__always) mutating func add(_ name: ElementName) { known[name.rawValue] &+= 1 }

  @inline(__always) mutating func add(_ name: Range<Int>, in bytes: RawSpan) {
    if let element = ElementName.of(name, in: bytes) { add(element) } else { addOther(name, bytes) }
  }

  private mutating func addOther(_ name: Range<Int>, _ bytes: RawSpan) {
    let text = String(decoding: name.prefix(128).map { bytes.byte(at: $0) }, as: UTF8.self)
    if others[text] != nil || others.count < Self.maximumOthers {
      others[text, default: 0] += 1
    } else {
      others["…", default: 0] += 1
    }
  }

  /// The names that occur with their numbers: those of exports first, then others by name.
  var entries: [(name: String, count: Int)] {
    var entries: [(name: String, count: Int)] = []
    for element in ElementName.allCases where known[element.rawValue] > 0 {
      entries.append((name: element.text.description, count: known[element.rawValue]))
    }
    for name in others.keys.sorted() { entries.append((name: name, count: others[name] ?? 0)) }
    return entries
  }
}
