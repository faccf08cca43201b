import HealthModel

/// Writes observations anew as samples.
struct FHIRReading {
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
