import HealthFormats
import HealthModel

/// The URIs of FHIR R4 that observations are written and read with.
enum FHIRNames {
  /// Where this project's own extensions and code systems begin.
  static let base = "https://assay.dev/fhir/"
  static let sampleExtension = base + "StructureDefinition/sample"
  /// The system of the tag that says how a resource was written.
  static let dialectSystem = base + "CodeSystem/dialect"
  static let dialectCode = "sample-1"
  static let typeSystem = base + "CodeSystem/type"
  /// The system of the cases of enums that HealthKit does not have, followed by the enum.
  static let caseSystem = base + "CodeSystem/case/"
  /// The system of components: parts of structured samples, and `sample` for what there is no place for.
  static let partSystem = base + "CodeSystem/part"
  static let samplePart = "sample"
  static let subjectSystem = base + "subject"

  /// The system of HealthKit's type identifiers.
  ///
  /// Source: HealthKitOnFHIR.
  static let healthKit = "http://developer.apple.com/documentation/healthkit"
  /// The beginning of the systems of HealthKit's enums, which the name of the enum in small letters follows.
  static let healthKitEnums = "https://developer.apple.com/documentation/healthkit/"
  static let loinc = "http://loinc.org"
  static let ucum = "http://unitsofmeasure.org"
  static let categories = "http://terminology.hl7.org/CodeSystem/observation-category"
  static let dataAbsent = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"
  /// The system of identifiers that are URIs themselves.
  static let uris = "urn:ietf:rfc:3986"

  /// The systems of FHIR by the names that `codes` of definitions have, in the order in which codes are written.
  static let systems = [
    (name: "loinc", uri: loinc), (name: "snomed", uri: "http://snomed.info/sct"),
    (name: "mdc", uri: "urn:oid:2.16.840.1.113883.6.24"),
  ]
}

/// A profile of FHIR R4 for vital signs: a validator applies it to each Observation with one of its LOINC codes.
///
/// Source: FHIR R4 (4.0.1), Vital Signs Profiles.
struct VitalSignsProfile: Sendable, Hashable {
  /// The codes by which a validator chooses the profile.
  let codes: [String]
  /// The code that must be among those of the Observation.
  let required: String
  /// The UCUM codes that its value may have; empty where the components have the values.
  let units: [String]

  static let all = [
    VitalSignsProfile(codes: ["8867-4"], required: "8867-4", units: ["/min"]),
    VitalSignsProfile(codes: ["9279-1"], required: "9279-1", units: ["/min"]),
    VitalSignsProfile(codes: ["2708-6", "59408-5"], required: "2708-6", units: ["%"]),
    VitalSignsProfile(codes: ["85354-9"], required: "85354-9", units: []),
    VitalSignsProfile(codes: ["29463-7"], required: "29463-7", units: ["kg", "g", "[lb_av]"]),
    VitalSignsProfile(codes: ["8302-2"], required: "8302-2", units: ["cm", "[in_i]"]),
    VitalSignsProfile(codes: ["8310-5"], required: "8310-5", units: ["Cel", "[degF]"]),
    VitalSignsProfile(codes: ["39156-5"], required: "39156-5", units: ["kg/m2"]),
  ]

  /// Whether a code is the one that a profile demands, also beside a code that says more.
  static func isRequired(_ code: RawField, _ bytes: RawSpan) -> Bool {
    all.contains { CheckedJSON.isText(code, $0.required, bytes) }
  }

  /// The profile that LOINC codes choose; `nil` for none.
  static func of(_ codes: [String]) -> VitalSignsProfile? {
    all.first { profile in profile.codes.contains { codes.contains($0) } }
  }
}

/// What the subject of an Observation may be: a reference of FHIR R4, or the text of an identifier.
enum FHIRSubject {
  private static let resources = ["Patient", "Group", "Device", "Location"]

  /// Throws for a subject that FHIR does not have.
  static func check(_ options: InterchangeOptions) throws {
    guard let subject = options.subject, !isValid(subject) else { return }
    throw Failure.usage(
      "--fhir-subject takes a reference such as Patient/1, a URL, `urn:uuid:` and a UUID, or an identifier without `/`; "
        + "got `\(TextEscaping.escaped(subject, limit: 100))`")
  }

  static func isValid(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    if text.hasPrefix("urn:") {
      if text.hasPrefix("urn:uuid:") { return SampleID(String(text.dropFirst(9))) != nil }
      return text.hasPrefix("urn:oid:") && text.dropFirst(8).utf8.allSatisfy { $0 == 0x2E || $0 &- 0x30 < 10 }
    }
    guard text.contains("/") else { return !text.isEmpty }
    let isURL = text.hasPrefix("https://") || text.hasPrefix("http://")
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard isPlain, isURL || parts.count == 2, let id = parts.last, resources.contains(String(parts[parts.count - 2]))
    else { return false }
    return (1...64).contains(id.utf8.count)
      && id.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D || $0 == 0x2E }
  }
}
