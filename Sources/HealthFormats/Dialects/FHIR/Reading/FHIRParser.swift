import HealthModel

/// Writes observations anew as samples.
struct FHIRParser {
  let types: FHIRTypes
  /// How many records made no sample, by what they are.
  private(set) var skipped: [String: Int] = [:]

  init(_ types: FHIRTypes) { self.types = types }

  /// Counts a record that makes no sample.
  mutating func skip(_ name: String) { skipped[name, default: 0] += 1 }

  mutating func read(
    _ resource: FHIRObservation, _ span: Range<Int>, _ bytes: RawSpan, into text: inout ObservedSamples,
    _ problems: inout [RawProblem]
  ) -> Bool {
    if let reason = Self.reason(toSkip: resource, bytes) {
      skipped[reason, default: 0] += 1
      return false
    }
    let isOwn = resource.isOwn(bytes)
    let unit = Self.unit(of: resource.quantity, bytes)
    let code = FHIRCode(resource.code, unit: unit, by: types, bytes)
    var values = FHIRValues(types, code, dialect: Self.dialect(isOwn, code, resource, bytes))
    let extras = isOwn ? FHIROwnExtras(resource, bytes) : nil
    text.begin(record: span.lowerBound)
    appendID(resource, isOwn, bytes, to: &text)
    values.appendType(to: &text, bytes)
    if code.disagrees { values.note(.codesDisagree, at: code.place) }
    if code.isMisnamed { values.note(.codeOfAnother, at: code.place) }
    if !(extras?.hasValue ?? false) { values.appendValue(resource, bytes, to: &text) }
    appendTimes(resource, bytes, &values, to: &text)
    appendSubject(resource, isOwn, extras, bytes, to: &text)
    if let extras {
      extras.append(to: &text, bytes)
      values.appendParts(resource, extras, bytes, to: &text)
    } else {
      FHIRForeignExtras(resource, bytes).append(to: &text, bytes, besides: values)
    }
    values.appendMembers(resource, extras, bytes, to: &text)
    text.finish()
    problems += values.problems
    return true
  }

  /// Why a record is not a sample; `nil` for one that may be.
  private static func reason(toSkip resource: FHIRObservation, _ bytes: RawSpan) -> String? {
    guard FHIRText.isText(resource.resourceType, "Observation", bytes) else {
      guard resource.resourceType.kind == .string, resource.resourceType.range.count <= 64 else { return "resource" }
      return FHIRText.string(resource.resourceType, bytes)
    }
    for status in ["entered-in-error", "cancelled"] where FHIRText.isText(resource.status, status, bytes) {
      return "Observation (\(status))"
    }
    if resource.absentReason.isPresent, !resource.hasValue, !resource.components.isPresent {
      return "Observation (data absent)"
    }
    return nil
  }

  private static func dialect(
    _ isOwn: Bool, _ code: FHIRCode, _ resource: FHIRObservation, _ bytes: RawSpan
  ) -> FHIRValues.Dialect {
    isOwn ? .own : code.isHealthKit ? .healthKit : .any
  }

  /// The text that says the unit of a Quantity: its code, if that is one of UCUM, else its unit.
  static func unit(of quantity: RawField, _ bytes: RawSpan) -> RawField {
    let code = FHIRText.member("code", of: quantity, bytes)
    let system = FHIRText.member("system", of: quantity, bytes)
    return code.kind == .string && isUCUM(system, bytes) ? code : FHIRText.member("unit", of: quantity, bytes)
  }

  /// Whether a system of units is UCUM, by any of its names; without one it is taken to be.
  static func isUCUM(_ system: RawField, _ bytes: RawSpan) -> Bool {
    if !system.isPresent || FHIRText.isText(system, FHIRNames.ucum, bytes) { return true }
    guard system.kind == .string else { return false }
    let name = FHIRText.string(system, bytes)
    return name == FHIRNames.ucum + "/" || name == "https" + FHIRNames.ucum.dropFirst(4)
      || name == "urn:oid:2.16.840.1.113883.6.8"
  }

  private func appendID(_ resource: FHIRObservation, _ isOwn: Bool, _ bytes: RawSpan, to text: inout ObservedSamples) {
    var found = RawField.absent
    FHIRText.elements(of: resource.identifier, bytes) { identifier in
      var value = FHIRText.member("value", of: identifier, bytes)
      if FHIRText.hasPrefix(value, "urn:uuid:", bytes) {
        value = RawField(kind: .string, start: Int(value.start) + 9, end: Int(value.end))
      }
      if !found.isPresent, value.kind == .string, SampleID(at: value.range, in: bytes) != nil { found = value }
    }
    let isID = resource.id.kind == .string && SampleID(at: resource.id.range, in: bytes) != nil
    // A server gives ids of its own, and keeps identifiers.
    let id = isOwn && found.isPresent || !isID ? found : resource.id
    guard id.isPresent else { return }
    text.key("uuid")
    text.value(id, bytes)
  }

  private func appendTimes(
    _ resource: FHIRObservation, _ bytes: RawSpan, _ values: inout FHIRValues, to text: inout ObservedSamples
  ) {
    let start = resource.period.isPresent ? FHIRText.member("start", of: resource.period, bytes) : resource.effective
    if start.kind == .string {
      text.key("start")
      text.value(start, bytes)
    }
    if resource.period.isPresent {
      let end = FHIRText.member("end", of: resource.period, bytes)
      if end.kind == .string {
        text.key("end")
        text.value(end, bytes)
      } else if start.isPresent {
        values.note(.openPeriod, at: start)
      }
    }
    if resource.issued.kind == .string {
      text.key("created")
      text.value(resource.issued, bytes)
    }
  }

  private func appendSubject(
    _ resource: FHIRObservation, _ isOwn: Bool, _ extras: FHIROwnExtras?, _ bytes: RawSpan,
    to text: inout ObservedSamples
  ) {
    if extras?.hasSubject ?? false { return }
    let reference = FHIRText.member("reference", of: resource.subject, bytes)
    let identifier = FHIRText.member("identifier", of: resource.subject, bytes)
    let subject = reference.kind == .string ? reference : FHIRText.member("value", of: identifier, bytes)
    guard subject.kind == .string, !subject.range.isEmpty else { return }
    text.key("subject")
    text.value(subject, bytes)
  }
}

/// What an observation says beside its sample, as an entry of metadata.
struct FHIRMetadataEntry {
  var key: String
  var place: RawField
  /// The text that stands for the value; `nil` if what is at the place is the value itself.
  var text: [UInt8]?
}

/// Components that are not members of a correlation, as metadata: nothing that they say is dropped.
extension FHIRValues {
  /// The entries of components, by their first code.
  ///
  /// Repeated codes are numbered: `x`, `x 2`.
  ///
  /// A quantity with a unit is `5 mg`, a concept its text or what its first coding says, and a value of another form its
  /// JSON.
  func metadata(
    of resource: FHIRObservation, besides keys: inout Set<String>, _ bytes: RawSpan
  ) -> [FHIRMetadataEntry] {
    var found: [FHIRMetadataEntry] = []
    // How often a code was there: of many equal ones none tries the numbers of those before it.
    var numbers: [String: Int] = [:]
    FHIRText.elements(of: resource.components, bytes) { place in
      guard let part = try? FHIRObservation(at: place.range, in: bytes) else { return }
      let code = FHIRCode(part.code, unit: FHIRParser.unit(of: part.quantity, bytes), by: types, bytes)
      guard code.type == nil || !(entry?.hasMembers ?? false), code.place.isPresent, part.hasValue else { return }
      let name = FHIRText.string(code.place, bytes)
      var number = numbers[name, default: 0] + 1
      var key = number == 1 ? name : "\(name) \(number)"
      while !keys.insert(key).inserted {
        number += 1
        key = "\(name) \(number)"
      }
      numbers[name] = number
      let (value, text) = Self.value(of: part, bytes)
      guard value.isPresent, value.kind != .null else { return }
      found.append(FHIRMetadataEntry(key: key, place: value, text: text))
    }
    return found
  }

  private static func value(of part: FHIRObservation, _ bytes: RawSpan) -> (RawField, [UInt8]?) {
    if part.scalar.isPresent { return (part.scalar, nil) }
    if part.quantity.kind == .object {
      let number = FHIRText.member("value", of: part.quantity, bytes)
      let unit = FHIRParser.unit(of: part.quantity, bytes)
      let comparator = FHIRText.member("comparator", of: part.quantity, bytes)
      guard number.kind == .number else { return json(part.quantity, bytes) }
      var text = comparator.kind == .string ? JSONText.decoded(comparator.range, in: bytes) : []
      text += number.range.map { bytes.byte(at: $0) }
      guard unit.kind == .string, !unit.range.isEmpty, !FHIRText.isText(unit, "1", bytes) else {
        return (number, comparator.kind == .string ? text : nil)
      }
      return (number, text + [0x20] + JSONText.decoded(unit.range, in: bytes))
    }
    if part.concept.kind == .object {
      let text = FHIRText.member("text", of: part.concept, bytes)
      if text.kind == .string { return (text, nil) }
      var coding = RawField.absent
      FHIRText.elements(of: FHIRText.member("coding", of: part.concept, bytes), bytes) { item in
        if !coding.isPresent { coding = item }
      }
      for name: StaticString in ["display", "code"] {
        let word = FHIRText.member(name, of: coding, bytes)
        if word.kind == .string { return (word, nil) }
      }
      return json(part.concept, bytes)
    }
    for other in [part.sampledData, part.otherValue] where other.isPresent { return json(other, bytes) }
    return (.absent, nil)
  }

  private static func json(_ value: RawField, _ bytes: RawSpan) -> (RawField, [UInt8]?) {
    (value, value.range.map { bytes.byte(at: $0) })
  }
}

/// What observations of other programs have beside their value: the extensions of HealthKitOnFHIR, the name of a device,
/// and what has no place in a sample, as metadata.
struct FHIRForeignExtras {
  private let resource: FHIRObservation
  private var source = RawField.absent
  private var device = RawField.absent
  private var metadata = RawField.absent

  /// Where HealthKitOnFHIR's extensions are defined.
  private static let base = "https://bdh.stanford.edu/fhir/defs/"

  init(_ resource: FHIRObservation, _ bytes: RawSpan) {
    self.resource = resource
    func children(_ name: String) -> RawField {
      FHIRText.member("extension", of: FHIRText.extensionNamed(Self.base + name, in: resource.extensions, bytes), bytes)
    }
    guard resource.extensions.isPresent else { return }
    source = children("sourceRevision")
    device = children("sourceDevice")
    metadata = children("metadata")
  }

  func append(to text: inout ObservedSamples, _ bytes: RawSpan, besides values: FHIRValues) {
    appendSource(to: &text, bytes)
    if device.isPresent {
      text.key("device")
      text.open("{")
      appendChildren(
        of: device,
        [
          ("name", "name"), ("manufacturer", "manufacturer"), ("model", "model"), ("hardwareVersion", "hardware"),
          ("firmwareVersion", "firmware"), ("softwareVersion", "software"), ("localIdentifier", "local"),
          ("udiDeviceIdentifier", "udi"),
        ], to: &text, bytes)
      text.close("}")
    }
    appendMetadata(to: &text, bytes, values)
  }

  private func appendSource(to text: inout ObservedSamples, _ bytes: RawSpan) {
    let display = FHIRText.member("display", of: resource.device, bytes)
    guard source.isPresent || display.kind == .string else { return }
    text.key("source")
    text.open("{")
    if source.isPresent {
      var inner = RawField.absent
      FHIRText.elements(of: source, bytes) { item in
        if FHIRForeignExtras.isNamed("source", item, bytes) { inner = FHIRText.member("extension", of: item, bytes) }
      }
      appendChildren(of: inner, [("name", "name"), ("bundleIdentifier", "bundle")], to: &text, bytes)
      appendChildren(
        of: source, [("version", "version"), ("productType", "product"), ("OSVersion", "os")], to: &text, bytes)
    } else {
      text.key("name")
      text.value(display, bytes)
    }
    text.close("}")
  }

  private func appendChildren(
    of list: RawField, _ names: [(url: String, field: String)], to text: inout ObservedSamples, _ bytes: RawSpan
  ) {
    for name in names {
      var value = RawField.absent
      FHIRText.elements(of: list, bytes) { item in
        if Self.isNamed(name.url, item, bytes) { value = FHIRText.member("valueString", of: item, bytes) }
      }
      guard value.kind == .string else { continue }
      text.key(name.field.utf8)
      text.value(value, bytes)
    }
  }

  /// Whether an extension's URL is a name, or ends in it.
  private static func isNamed(_ name: String, _ item: RawField, _ bytes: RawSpan) -> Bool {
    let url = FHIRText.member("url", of: item, bytes)
    guard url.kind == .string else { return false }
    let text = FHIRText.string(url, bytes)
    return text == name || text.hasSuffix("/" + name)
  }

  private func appendMetadata(to text: inout ObservedSamples, _ bytes: RawSpan, _ values: FHIRValues) {
    var object: [UInt8] = []
    FHIRExtensionValue.appendObject(metadata, bytes, to: &object)
    var others: [FHIRMetadataEntry] = []
    if resource.components.isPresent {
      var keys: Set<String> = ["fhir_id", "fhir_status"]
      for own in JSONValue(parsing: object)?.members ?? [] { keys.insert(own.key) }
      others = values.metadata(of: resource, besides: &keys, bytes)
    }
    let isUnusual = ["preliminary", "unknown", "registered"].contains { FHIRText.isText(resource.status, $0, bytes) }
    guard object.count > 2 || resource.id.kind == .string || isUnusual || !others.isEmpty else { return }
    text.key("metadata")
    text.open("{")
    text.pairs(object.dropFirst().dropLast(), for: metadata)
    if resource.id.kind == .string {
      text.key("fhir_id")
      text.value(resource.id, bytes)
    }
    if isUnusual {
      text.key("fhir_status")
      text.value(resource.status, bytes)
    }
    for other in others {
      text.key(other.key.utf8)
      if let own = other.text { text.value(text: own, for: other.place) } else { text.value(other.place, bytes) }
    }
    text.close("}")
  }
}
