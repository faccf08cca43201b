import HealthModel

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

  private func appendMetadata(
    to text: inout ObservedSamples, _ bytes: RawSpan, _ values: FHIRValues
  ) {
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
