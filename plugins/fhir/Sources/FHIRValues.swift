import HealthFormats
import HealthModel

/// Writes the type and the value of an Observation, or of a component, as a sample has them.
struct FHIRValues {
  /// Who wrote it, which decides what `%` counts to.
  enum Dialect {
    /// `FHIRWriter`: nothing has to be guessed.
    case own
    /// A program that writes HealthKit's numbers as they are, such as fractions named percentages.
    case healthKit
    /// Any other: FHIR as it is meant.
    case any
  }

  let types: FHIRTypes
  let code: FHIRCode
  let dialect: Dialect
  private(set) var problems: [RawProblem] = []

  init(_ types: FHIRTypes, _ code: FHIRCode, dialect: Dialect) {
    self.types = types
    self.code = code
    self.dialect = dialect
  }

  var entry: FHIRTypes.Entry? { code.type.map { types.entries[$0] } }

  mutating func note(_ detail: SyntaxDetail, at place: RawField) {
    problems.append(RawProblem(.dialectMistake, detail, at: place.range))
  }

  /// The text that says the unit of a Quantity: its code, if that is one of UCUM, else its unit.
  static func unit(of quantity: RawField, _ bytes: RawSpan) -> RawField {
    let code = CheckedJSON.member("code", of: quantity, bytes)
    let system = CheckedJSON.member("system", of: quantity, bytes)
    return code.kind == .string && isUCUM(system, bytes) ? code : CheckedJSON.member("unit", of: quantity, bytes)
  }

  /// Whether a system of units is UCUM, by any of its names; without one it is taken to be.
  static func isUCUM(_ system: RawField, _ bytes: RawSpan) -> Bool {
    if !system.isPresent || CheckedJSON.isText(system, FHIRNames.ucum, bytes) { return true }
    guard system.kind == .string else { return false }
    let name = CheckedJSON.string(system, bytes)
    return name == FHIRNames.ucum + "/" || name == "https" + FHIRNames.ucum.dropFirst(4)
      || name == "urn:oid:2.16.840.1.113883.6.8"
  }

  mutating func note(_ others: [RawProblem]) { problems += others }

  func appendType(to text: inout RewrittenSamples, _ bytes: RawSpan) {
    if let entry {
      text.key("type")
      text.value(text: entry.id, for: code.place)
    } else if code.place.isPresent {
      text.key("type")
      let name = CheckedJSON.string(code.place, bytes)
      // A name that a type has, as a code of another system, does not mean the type.
      if types.registry.typeIndex(named: name) == nil {
        text.value(code.place, bytes)
      } else {
        text.value(text: "\(CheckedJSON.string(code.system, bytes))|\(name)".utf8, for: code.place)
      }
    }
  }

  mutating func appendValue(_ resource: FHIRObservation, _ bytes: RawSpan, to text: inout RewrittenSamples) {
    if resource.quantity.kind == .object {
      appendQuantity(resource.quantity, bytes, to: &text)
    } else if resource.concept.kind == .object {
      appendConcept(resource.concept, bytes, to: &text)
    } else if let entry, entry.isNotApplicable, resource.scalar.kind == .string, dialect != .own {
      // HealthKitOnFHIR writes the type in place of a value that says nothing.
      text.key("value")
      text.value(text: "notApplicable".utf8, for: resource.scalar)
    } else if resource.scalar.isPresent {
      text.key("value")
      text.value(resource.scalar, bytes)
      if resource.scalar.kind == .number { appendCount(for: resource.scalar, to: &text) }
    } else if resource.otherValue.isPresent {
      text.key("value")
      text.value(json: resource.otherValue.kind == .array ? "[]".utf8 : "{}".utf8, for: resource.otherValue)
    }
  }

  private mutating func appendQuantity(_ quantity: RawField, _ bytes: RawSpan, to text: inout RewrittenSamples) {
    let comparator = CheckedJSON.member("comparator", of: quantity, bytes)
    let value = CheckedJSON.member("value", of: quantity, bytes)
    let unit = Self.unit(of: quantity, bytes)
    let own = entry?.unit
    let isOwnUnit = own.map { isOwn($0, quantity, unit, bytes) } ?? false
    let system = CheckedJSON.member("system", of: quantity, bytes)
    if CheckedJSON.member("code", of: quantity, bytes).isPresent, !Self.isUCUM(system, bytes) {
      note(.otherUnits, at: system)
    }
    text.key("value")
    if comparator.isPresent {
      // Only a limit is known, which is not a value.
      text.value(comparator, bytes)
    } else if value.kind == .number, isOwnUnit, let own {
      text.value(value, shiftedBy: -own.shift, bytes)
    } else if value.isPresent, value.kind != .object, value.kind != .array {
      text.value(value, bytes)
    } else {
      text.value(json: "null".utf8, for: quantity)
    }
    if isOwnUnit, let own {
      text.key("unit")
      text.value(text: own.sampleText.utf8, for: unit)
    } else {
      appendUnit(unit, isCode: CheckedJSON.member("code", of: quantity, bytes).isPresent, bytes, to: &text)
    }
  }

  /// Whether a number is in the unit in which the type's numbers are written, so that nothing is converted.
  private func isOwn(_ own: FHIRUnit, _ quantity: RawField, _ unit: RawField, _ bytes: RawSpan) -> Bool {
    guard dialect == .own || own.shift == 0 else { return false }
    if let code = own.code {
      guard Self.isUCUM(CheckedJSON.member("system", of: quantity, bytes), bytes) else { return false }
      guard CheckedJSON.isText(CheckedJSON.member("code", of: quantity, bytes), code, bytes) else {
        // Counts have a unit in words and no code.
        return !CheckedJSON.member("code", of: quantity, bytes).isPresent && code == "1" && own.sampleText == "count"
      }
      return true
    }
    return dialect == .own && CheckedJSON.isText(unit, own.text, bytes)
  }

  /// Writes the unit of a number that has none, if the type counts: FHIR has no unit for integers and scores.
  private func appendCount(for place: RawField, to text: inout RewrittenSamples) {
    guard dialect != .own, entry?.unit?.sampleText == "count" else { return }
    text.key("unit")
    text.value(text: "count".utf8, for: place)
  }

  private mutating func appendUnit(_ unit: RawField, isCode: Bool, _ bytes: RawSpan, to text: inout RewrittenSamples) {
    guard unit.kind == .string, !unit.range.isEmpty else {
      if !unit.isPresent, !isCode { appendCount(for: unit, to: &text) }
      return
    }
    let name = CheckedJSON.string(unit, bytes)
    text.key("unit")
    if name == "%", dialect == .healthKit {
      note(.percentOfOne, at: unit)
      text.value(unit, bytes)
    } else if let meant = FHIRSlips.units[name] {
      if isCode { note(.unitSlip, at: unit) }
      text.value(text: meant.utf8, for: unit)
    } else if let known = ForeignUnits.ucum[name] {
      text.value(text: known.utf8, for: unit)
    } else {
      text.value(unit, bytes)
    }
  }

  private func appendConcept(_ concept: RawField, _ bytes: RawSpan, to text: inout RewrittenSamples) {
    var name: String?
    var place = RawField.absent
    var first = RawField.absent
    CheckedJSON.elements(of: CheckedJSON.member("coding", of: concept, bytes), bytes) { coding in
      let code = CheckedJSON.member("code", of: coding, bytes)
      guard code.kind == .string else { return }
      if !first.isPresent { first = code }
      let system = CheckedJSON.member("system", of: coding, bytes)
      guard name == nil, CheckedJSON.hasPrefix(system, FHIRNames.healthKitEnums, bytes) else { return }
      if let raw = Int(CheckedJSON.string(code, bytes)) { (name, place) = (entry?.cases[raw], code) }
    }
    let words = CheckedJSON.member("text", of: concept, bytes)
    text.key("value")
    if dialect == .own, words.kind == .string {
      text.value(words, bytes)
    } else if let name {
      text.value(text: name.utf8, for: place)
    } else if first.isPresent {
      text.value(first, bytes)
    } else if words.kind == .string {
      text.value(words, bytes)
    } else {
      text.value(json: "null".utf8, for: concept)
    }
  }
}

/// Units that programs write as UCUM and that are not, or not this one.
enum FHIRSlips {
  /// What samples write for them.
  ///
  /// Source: HealthKitOnFHIR and Microsoft's healthkit-to-fhir.
  static let units = [
    "dB(SPL)": "dBASPL", "dB(HL)": "dBHL", "B(SPL)": "dBASPL", "IU": "IU", "in": "in", "ft": "ft", "lb": "lb",
    "oz": "oz", "hertz": "Hz", "lux": "lux",
    "kcal/hr/kg": "kcal/hr·kg", "kcal/(kg*hr)": "kcal/hr·kg", "mmHg": "mmHg", "{tot}": "count", "count": "count",
    "steps": "count",
  ]
}

extension FHIRValues {
  mutating func appendMembers(
    _ resource: FHIRObservation, _ extras: FHIROwnExtras?, _ bytes: RawSpan, to text: inout RewrittenSamples
  ) {
    guard let entry, entry.hasMembers else { return }
    text.key("members")
    text.open("[")
    var number = 0
    var noted: [RawProblem] = []
    CheckedJSON.elements(of: resource.components, bytes) { place in
      guard let part = try? FHIRObservation(at: place.range, in: bytes), !FHIROwnExtras.isPart(part, bytes) else {
        return
      }
      // Of an own correlation each component is a member, also one whose value or type is elsewhere or not known.
      guard part.hasValue || dialect == .own else { return }
      let unit = Self.unit(of: part.quantity, bytes)
      let code = FHIRCode(part.code, unit: unit, by: types, bytes)
      guard code.type != nil || dialect == .own else { return }
      if let place = code.contradiction {
        noted.append(RawProblem(.recordUnreadable, .contradiction, at: place.range))
      }
      var values = FHIRValues(
        types, code, dialect: dialect == .own ? .own : code.isHealthKit || dialect == .healthKit ? .healthKit : .any)
      let own = dialect == .own ? FHIROwnExtras(part, bytes) : nil
      text.open("{")
      values.appendType(to: &text, bytes)
      if !(own?.hasValue ?? false) { values.appendValue(part, bytes, to: &text) }
      own?.append(to: &text, bytes)
      extras?.appendMember(number, to: &text)
      text.close("}")
      noted += values.problems
      number += 1
    }
    text.close("]")
    note(noted)
  }

  /// Writes fields, lists and points of a structured sample.
  func appendParts(
    _ resource: FHIRObservation, _ extras: FHIROwnExtras, _ bytes: RawSpan, to text: inout RewrittenSamples
  ) {
    var parts = extras.parts
    guard !parts.isEmpty else { return }
    if let entry, !entry.waves.isEmpty, parts.suffix(2).elementsEqual("}}".utf8) {
      var waves: [[UInt8]] = entry.waves.map { _ in [] }
      CheckedJSON.elements(of: resource.components, bytes) { place in
        guard let part = try? FHIRObservation(at: place.range, in: bytes), part.sampledData.isPresent,
          let name = FHIROwnExtras.partName(part, bytes),
          let index = entry.waves.firstIndex(where: { name.hasSuffix("." + $0.name) })
        else { return }
        let data = CheckedJSON.member("data", of: part.sampledData, bytes)
        guard data.kind == .string else { return }
        if !waves[index].isEmpty { waves[index].append(UInt8(ascii: ",")) }
        for place in data.range {
          switch bytes.byte(at: place) {
          case UInt8(ascii: " "): waves[index].append(UInt8(ascii: ","))
          case UInt8(ascii: "E"): waves[index] += "null".utf8
          case let byte: waves[index].append(byte)
          }
        }
      }
      var columns: [UInt8] = []
      for (wave, data) in zip(entry.waves, waves) where !data.isEmpty {
        columns += #","\#(wave.name)":["#.utf8
        columns += data
        columns.append(UInt8(ascii: "]"))
      }
      parts.insert(contentsOf: columns, at: parts.count - 2)
    }
    // The members without the braces.
    text.pairs(parts.dropFirst().dropLast(), for: resource.code)
  }
}
