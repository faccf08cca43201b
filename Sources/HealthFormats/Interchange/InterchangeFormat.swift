import HealthModel

/// The published forms of JSON in which samples are written for other programs.
public enum InterchangeFormat: String, Sendable, Hashable, CaseIterable {
  /// Observations of FHIR R4.
  case fhir
  /// Data points of Open mHealth and IEEE 1752.1.
  case openMHealth = "open-mhealth"
  /// Records of Health Connect, as an importing app inserts them.
  case healthConnect = "health-connect"
}

/// How samples are written in a published form.
public struct InterchangeOptions: Sendable, Hashable {
  /// Whether all records are one document: a Bundle of FHIR, or an array; otherwise each is a line.
  public var isDocument = false
  /// The subject of all observations of FHIR, a reference such as `Patient/1` or an identifier; `nil` for that of each
  /// sample.
  public var subject: String?
  /// Whether observations of FHIR have an extension for what FHIR has no place for; otherwise a component has it as text.
  public var hasExtensions = true
  /// Whether data points of Open mHealth have its header, version 1.2; otherwise that of IEEE 1752.1.
  public var hasOpenMHealthHeader = false

  /// Creates options: lines, each sample's subject, with extensions, headers of IEEE 1752.1.
  public init() {}
}

/// Why a sample is not written in a published form.
public enum InterchangeOmission: Sendable, Hashable, Comparable {
  /// The form has no record for the type; the id of the type.
  case type(String)
  /// The form has no word for the case; the ids of the type and the case.
  case enumCase(String, String)
  /// The receiver refuses the value, which is outside of its range; the id of the type.
  case range(String)
  /// The receiver refuses an instant where it wants a span; the id of the type.
  case instant(String)
  /// The form has one time for a correlation and its members, and a member has another; the id of the correlation's type.
  case memberTime(String)

  /// The id of the type.
  public var type: String {
    switch self {
    case .type(let id), .enumCase(let id, _), .range(let id), .instant(let id), .memberTime(let id): id
    }
  }

  /// The type and why, in words: `heartRate: the value is outside of the range`.
  public var description: String {
    switch self {
    case .type(let id): "\(id): no record holds it"
    case .enumCase(let id, let name): "\(id): no value means \(name)"
    case .range(let id): "\(id): the value is outside of the range"
    case .instant(let id): "\(id): the start must be before the end"
    case .memberTime(let id): "\(id): a member has a time of its own"
    }
  }

  /// By the id of the type, then by the reason.
  public static func < (left: InterchangeOmission, right: InterchangeOmission) -> Bool {
    left.description < right.description
  }
}

extension SampleBatch {
  func hasMemberTime(_ group: Range<Int>) -> Bool {
    let row = group.lowerBound
    return group.dropFirst().contains { start[$0] != start[row] || end[$0] != end[row] }
  }
}
