import HealthFormats
import HealthModel

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
    CheckedJSON.elements(of: resource.components, bytes) { place in
      guard let part = try? FHIRObservation(at: place.range, in: bytes) else { return }
      let code = FHIRCode(part.code, unit: Self.unit(of: part.quantity, bytes), by: types, bytes)
      guard code.type == nil || !(entry?.hasMembers ?? false), code.place.isPresent, part.hasValue else { return }
      let name = CheckedJSON.string(code.place, bytes)
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
      let number = CheckedJSON.member("value", of: part.quantity, bytes)
      let unit = Self.unit(of: part.quantity, bytes)
      let comparator = CheckedJSON.member("comparator", of: part.quantity, bytes)
      guard number.kind == .number else { return json(part.quantity, bytes) }
      var text = comparator.kind == .string ? JSONText.decoded(comparator.range, in: bytes) : []
      text += number.range.map { bytes.byte(at: $0) }
      guard unit.kind == .string, !unit.range.isEmpty, !CheckedJSON.isText(unit, "1", bytes) else {
        return (number, comparator.kind == .string ? text : nil)
      }
      return (number, text + [0x20] + JSONText.decoded(unit.range, in: bytes))
    }
    if part.concept.kind == .object {
      let text = CheckedJSON.member("text", of: part.concept, bytes)
      if text.kind == .string { return (text, nil) }
      var coding = RawField.absent
      CheckedJSON.elements(of: CheckedJSON.member("coding", of: part.concept, bytes), bytes) { item in
        if !coding.isPresent { coding = item }
      }
      for name: StaticString in ["display", "code"] {
        let word = CheckedJSON.member(name, of: coding, bytes)
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
      CheckedJSON.member(
        "extension", of: CheckedJSON.extensionNamed(Self.base + name, in: resource.extensions, bytes), bytes)
    }
    guard resource.extensions.isPresent else { return }
    source = children("sourceRevision")
    device = children("sourceDevice")
    metadata = children("metadata")
  }

  func append(to text: inout RewrittenSamples, _ bytes: RawSpan, besides values: FHIRValues) {
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

  private func appendSource(to text: inout RewrittenSamples, _ bytes: RawSpan) {
    let display = CheckedJSON.member("display", of: resource.device, bytes)
    guard source.isPresent || display.kind == .string else { return }
    text.key("source")
    text.open("{")
    if source.isPresent {
      var inner = RawField.absent
      CheckedJSON.elements(of: source, bytes) { item in
        if FHIRForeignExtras.isNamed("source", item, bytes) { inner = CheckedJSON.member("extension", of: item, bytes) }
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
    of list: RawField, _ names: [(url: String, field: String)], to text: inout RewrittenSamples, _ bytes: RawSpan
  ) {
    for name in names {
      var value = RawField.absent
      CheckedJSON.elements(of: list, bytes) { item in
        if Self.isNamed(name.url, item, bytes) { value = CheckedJSON.member("valueString", of: item, bytes) }
      }
      guard value.kind == .string else { continue }
      text.key(name.field.utf8)
      text.value(value, bytes)
    }
  }

  /// Whether an extension's URL is a name, or ends in it.
  private static func isNamed(_ name: String, _ item: RawField, _ bytes: RawSpan) -> Bool {
    let url = CheckedJSON.member("url", of: item, bytes)
    guard url.kind == .string else { return false }
    let text = CheckedJSON.string(url, bytes)
    return text == name || text.hasSuffix("/" + name)
  }

  private func appendMetadata(to text: inout RewrittenSamples, _ bytes: RawSpan, _ values: FHIRValues) {
    var object: [UInt8] = []
    FHIRExtensionValue.appendObject(metadata, bytes, to: &object)
    var others: [FHIRMetadataEntry] = []
    if resource.components.isPresent {
      var keys: Set<String> = ["fhir_id", "fhir_status", "fhir_effective"]
      for own in JSONValue(parsing: object)?.members ?? [] { keys.insert(own.key) }
      others = values.metadata(of: resource, besides: &keys, bytes)
    }
    let isUnusual = ["preliminary", "unknown", "registered"].contains { CheckedJSON.isText(resource.status, $0, bytes) }
    // An instant does not say that its time is a day.
    let day = values.entry?.isCumulative ?? false ? nil : resource.day(bytes)
    guard object.count > 2 || resource.id.kind == .string || isUnusual || day != nil || !others.isEmpty else { return }
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
    if let day {
      text.key("fhir_effective")
      text.value(day, bytes)
    }
    for other in others {
      text.key(other.key.utf8)
      if let own = other.text { text.value(text: own, for: other.place) } else { text.value(other.place, bytes) }
    }
    text.close("}")
  }
}
