import HealthFormats
import HealthModel

/// The types of a registry as observations name them: made once for an input, from the codes of definitions.
final class FHIRTypes: Sendable {
  struct Entry: Sendable {
    let id: [UInt8]
    let unit: FHIRUnit?
    let roles: [String]
    /// The names of cases by raw value.
    let cases: [Int: String]
    let isNotApplicable: Bool
    /// The columns of points at an even rate: names, and the unit of each as samples write it.
    let waves: [(name: String, unit: String)]
    let hasMembers: Bool
    let isCumulative: Bool
  }

  /// A type that a program writes under another one's code, in a unit that tells them apart.
  struct Misnamed: Sendable {
    let unit: String?
    let type: Int
  }

  let registry: Registry
  let entries: [Entry]
  private let byLOINC: ByteKeyTable
  private let misnamed: [[Misnamed]]
  private let misnamedCodes: ByteKeyTable

  init(_ registry: Registry) {
    self.registry = registry
    entries = registry.types.map { type in
      let list = type.shape.enumeration
      var waves: [(String, String)] = []
      if let points = type.shape.structure?.points, case .rate = points.timing {
        waves = points.columns.compactMap { column in
          guard case .quantity(let quantity) = column.value else { return nil }
          return (column.name, quantity.unit.sampleText)
        }
      }
      return Entry(
        id: Array(type.id.utf8), unit: FHIRUnit(type), roles: type.shape.members?.map(\.role) ?? [],
        cases: Dictionary(
          (list?.cases ?? []).compactMap { item in item.raw.map { ($0, item.name) } },
          uniquingKeysWith: { first, _ in first }),
        isNotApplicable: list?.isValueOptional ?? false, waves: waves, hasMembers: type.shape.members != nil,
        isCumulative: type.shape.quantity?.aggregation == .cumulative)
    }
    var table = ByteKeyTable()
    for (code, id) in registry.typesByCode("loinc") {
      if let index = registry.typeIndex(named: id) { _ = table.insert(Array(code.utf8), value: index) }
    }
    byLOINC = table
    var misnamed: [String: [Misnamed]] = [:]
    for (index, type) in registry.types.enumerated() {
      for text in type.codes["healthkit_on_fhir"] ?? [] {
        let code = CodeInSystem(text)
        misnamed[code.code, default: []].append(Misnamed(unit: code.difference, type: index))
      }
    }
    var codes = ByteKeyTable()
    for (index, code) in misnamed.keys.sorted().enumerated() { _ = codes.insert(Array(code.utf8), value: index) }
    misnamedCodes = codes
    self.misnamed = misnamed.keys.sorted().map { misnamed[$0] ?? [] }
  }

  func type(loinc field: RawField, _ bytes: RawSpan) -> Int? { byLOINC.value(at: field.range, in: bytes) }

  /// The type that a program writes under a code at a place, which is that of another one, and in a unit.
  func type(misnamed code: RawField, in unit: RawField, _ bytes: RawSpan) -> Int? {
    guard let place = misnamedCodes.value(at: code.range, in: bytes) else { return nil }
    return misnamed[place].first { $0.unit.map { CheckedJSON.isText(unit, $0, bytes) } ?? true }?.type
  }
}

/// The type that the codings of an Observation, or of a component, mean.
struct FHIRCode {
  /// The index of the type; `nil` if no code means one.
  var type: Int?
  /// Where the code is that decided; for no type the first code, for a finding.
  var place = RawField.absent
  /// The system of the first code.
  private(set) var system = RawField.absent
  /// Whether a code of HealthKit, or of another program that writes HealthKit's samples, is among them.
  var isHealthKit = false
  /// Where a code is that means another type than one of the same system before it; `nil` if there is none.
  private(set) var contradiction: RawField?
  /// Whether the code of LOINC means another type.
  var disagrees = false
  /// Whether the type is written under the code of another one.
  var isMisnamed = false

  init(_ concept: RawField, unit: RawField, by types: FHIRTypes, _ bytes: RawSpan) {
    var (healthKit, loinc): (Int?, Int?)
    var (healthKitPlace, loincPlace) = (RawField.absent, RawField.absent)
    CheckedJSON.elements(of: CheckedJSON.member("coding", of: concept, bytes), bytes) { coding in
      let system = CheckedJSON.member("system", of: coding, bytes)
      let code = CheckedJSON.member("code", of: coding, bytes)
      guard code.kind == .string, !code.range.isEmpty else { return }
      if !place.isPresent { (place, self.system) = (code, system) }
      let isKit = Self.isHealthKit(system, bytes)
      if isKit || CheckedJSON.isText(system, FHIRNames.typeSystem, bytes) {
        isHealthKit = isHealthKit || isKit
        let other = types.type(misnamed: code, in: unit, bytes)
        guard let type = other ?? types.registry.typeIndex(at: code.range, in: bytes) else {
          if healthKit == nil { healthKitPlace = code }
          return
        }
        if let healthKit, healthKit != type { contradiction = contradiction ?? code }
        guard healthKit == nil else { return }
        (healthKit, healthKitPlace, isMisnamed) = (type, code, other != nil)
      } else if !system.isPresent || CheckedJSON.isText(system, FHIRNames.loinc, bytes),
        let type = types.type(loinc: code, bytes), type != loinc
      {
        // A profile of vital signs demands its general code beside a finer one.
        let wasGeneral = loinc == nil || VitalSignsProfile.isRequired(loincPlace, bytes)
        if loinc != nil, wasGeneral == VitalSignsProfile.isRequired(code, bytes) {
          contradiction = contradiction ?? code
        }
        if wasGeneral { (loinc, loincPlace) = (type, code) }
      }
    }
    type = healthKit ?? loinc
    if healthKit != nil || (loinc == nil && healthKitPlace.isPresent) {
      place = healthKitPlace
    } else if loinc != nil {
      place = loincPlace
    }
    if let healthKit, let loinc { disagrees = healthKit != loinc }
  }

  /// The system of HealthKit's types, with or without TLS and a slash at its end, or that of Microsoft's converter.
  private static func isHealthKit(_ system: RawField, _ bytes: RawSpan) -> Bool {
    var system = system
    guard system.kind == .string, !system.range.isEmpty else { return false }
    if bytes.byte(at: Int(system.end) - 1) == UInt8(ascii: "/") {
      system = RawField(kind: .string, start: Int(system.start), end: Int(system.end) - 1)
    }
    return CheckedJSON.isText(system, FHIRNames.healthKit, bytes)
      || CheckedJSON.isText(system, "https" + FHIRNames.healthKit.dropFirst(4), bytes)
      || CheckedJSON.isText(system, "com.apple.health", bytes)
  }
}
