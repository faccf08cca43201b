import HealthFormats
import HealthModel
import HealthUnits

/// What all observations of a type share, as JSON text: made once from the codes of its definition.
struct FHIRTypeText: Sendable {
  /// The members `category`, if it has one, and `code`, with a comma before each.
  let members: [UInt8]
  let code: [UInt8]
  /// How its numbers are written.
  let unit: FHIRUnit?
  let quantityEnd: [UInt8]
  /// Whether a validator applies a profile of vital signs, which demands a subject.
  let isVitalSign: Bool
  /// The value of `valueCodeableConcept` for each case.
  let cases: [[UInt8]]
  /// The role of each member, if the member's type does not say it; empty otherwise.
  let roles: [[UInt8]]
  let column: ValueColumn
  /// The columns of points at an even rate.
  let waves: [FHIRWave]

  init(_ type: TypeDefinition) {
    let shape = type.shape
    let profile = VitalSignsProfile.of(InterchangeUnits.codes(of: type, in: "loinc"))
    isVitalSign = profile != nil
    code = Self.code(of: type, profile)
    var members: [UInt8] = []
    if isVitalSign {
      members += #","category":[{"coding":[{"system":"\#(FHIRNames.categories)","code":"vital-signs"}]}]"#.utf8
    }
    members += #","code":"#.utf8
    self.members = members + code
    unit = FHIRUnit(type)
    quantityEnd = unit.map { Self.quantityEnd($0) } ?? []
    column = shape.column
    cases = shape.enumeration.map { list in list.cases.map { Self.concept($0, of: list) } } ?? []
    roles = shape.members?.map { $0.role == $0.type ? [] : Array($0.role.utf8) } ?? []
    if let points = shape.structure?.points, case .rate = points.timing {
      waves = points.columns.compactMap { FHIRWave($0, of: type) }
    } else {
      waves = []
    }
  }

  private static func code(of type: TypeDefinition, _ profile: VitalSignsProfile?) -> [UInt8] {
    var json = JSONText.Object()
    var codings: [(system: String, code: String)] = []
    for system in FHIRNames.systems {
      var codes = Array(InterchangeUnits.codes(of: type, in: system.name).prefix(1))
      if system.name == "loinc", let profile, !codes.contains(profile.required) { codes.append(profile.required) }
      codings += codes.map { (system.uri, $0) }
    }
    if let identifier = type.identifiers.first, identifier.hasPrefix("HK") {
      codings.append((FHIRNames.healthKit, identifier))
    } else {
      codings.append((FHIRNames.typeSystem, type.id))
    }
    json.member("coding", codings.map { coding($0.system, $0.code) })
    json.member("text", type.title)
    return json.finished
  }

  /// A coding, without a display: a validator refuses one that is not the system's own.
  static func coding(_ system: String, _ code: String) -> [UInt8] {
    var json = JSONText.Object()
    json.member("system", system)
    json.member("code", code)
    return json.finished
  }

  private static func concept(_ item: EnumCase, of list: EnumDefinition) -> [UInt8] {
    var json = JSONText.Object()
    if let identifier = list.identifier, let raw = item.raw {
      json.member("coding", [coding(FHIRNames.healthKitEnums + identifier.lowercased(), String(raw))])
    } else {
      json.member("coding", [coding(FHIRNames.caseSystem + list.id, item.name)])
    }
    json.member("text", item.name)
    return json.finished
  }

  static func quantityEnd(_ unit: FHIRUnit) -> [UInt8] {
    var json = JSONText.Object()
    json.member("unit", unit.text)
    if let code = unit.code {
      json.member("system", FHIRNames.ucum)
      json.member("code", code)
    }
    return [UInt8(ascii: ",")] + json.finished.dropFirst()
  }
}

/// A column of points at an even rate, as a component with SampledData.
struct FHIRWave: Sendable {
  let column: String
  /// The name as bytes.
  let name: [UInt8]
  /// The value of the component's `code`.
  let code: [UInt8]
  let origin: [UInt8]

  init?(_ column: FieldDefinition, of type: TypeDefinition) {
    guard case .quantity(let quantity) = column.value else { return nil }
    self.column = column.name
    name = Array(column.name.utf8)
    var json = JSONText.Object()
    json.member("coding", [FHIRTypeText.coding(FHIRNames.partSystem, type.id + "." + column.name)])
    code = json.finished
    let ucum = InterchangeUnits.codes(of: type, in: "ucum").first
    let unit = FHIRUnit(quantity.unit, ucum: ucum)
    // The numbers are written as they are, so a code whose numbers have another point does not say what they are in.
    let isSame = unit.code != nil && unit.shift == 0
    let end = FHIRTypeText.quantityEnd(isSame ? unit : FHIRUnit(quantity.unit, ucum: nil))
    origin = Array(#"{"value":0"#.utf8) + end
  }
}

extension JSONText {
  /// An object of a document for other programs, built member by member.
  struct Object {
    private var bytes = [UInt8(ascii: "{")]

    var finished: [UInt8] { bytes + [UInt8(ascii: "}")] }
    var isEmpty: Bool { bytes.count == 1 }

    mutating func member(_ name: String, _ text: String) {
      key(name)
      JSONText.appendQuoted(text.utf8, to: &bytes)
    }

    /// A member whose value is a list of values that are JSON already.
    mutating func member(_ name: String, _ list: [[UInt8]]) {
      key(name)
      bytes.append(UInt8(ascii: "["))
      for (index, item) in list.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes += item
      }
      bytes.append(UInt8(ascii: "]"))
    }

    mutating func member(_ name: String, json: some Sequence<UInt8>) {
      key(name)
      bytes += json
    }

    private mutating func key(_ name: String) {
      if !isEmpty { bytes.append(UInt8(ascii: ",")) }
      JSONText.appendQuoted(name.utf8, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
    }
  }
}
