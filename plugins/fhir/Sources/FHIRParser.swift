import HealthFormats
import HealthModel

/// Writes observations anew as samples.
extension FHIRTypes: RecordRewriter {
  func rewrite(
    _ record: Range<Int>, in bytes: RawSpan, to text: inout RewrittenSamples
  ) throws(SyntaxError) -> RewrittenRecord {
    let resource = try FHIRObservation(at: record, in: bytes)
    if CheckedJSON.isText(resource.resourceType, "Bundle", bytes) { return .container(resource.resourceType.range) }
    // Without types only the subject counts, which a refused Observation has as well.
    if CheckedJSON.isText(resource.resourceType, "Observation", bytes), !registry.types.isEmpty,
      let refusal = resource.refusal(bytes) ?? Self.refusal(ofStatus: resource.status, bytes)
    {
      return .refused(refusal)
    }
    if let reason = Self.reason(toSkip: resource, bytes) { return .skipped(reason) }
    let isOwn = resource.isOwn(bytes)
    let code = FHIRCode(resource.code, unit: FHIRValues.unit(of: resource.quantity, bytes), by: self, bytes)
    var values = FHIRValues(self, code, dialect: isOwn ? .own : code.isHealthKit ? .healthKit : .any)
    if let code = code.contradiction, !registry.types.isEmpty {
      return .refused(RawProblem(.recordUnreadable, .contradiction, at: code.range))
    }
    let extras = isOwn ? FHIROwnExtras(resource, bytes) : nil
    text.begin(record: record.lowerBound)
    appendID(resource, isOwn, bytes, to: &text)
    values.appendType(to: &text, bytes)
    if code.disagrees { values.note(.codesDisagree, at: code.place) }
    if !resource.status.isPresent { values.note(.noStatus, at: resource.resourceType) }
    if code.isMisnamed { values.note(.codeOfAnother, at: code.place) }
    if !(extras?.hasValue ?? false) { values.appendValue(resource, bytes, to: &text) }
    appendTimes(resource, bytes, &values, to: &text)
    if !(extras?.hasSubject ?? false) { appendSubject(resource, bytes, to: &text) }
    if let extras {
      extras.append(to: &text, bytes)
      values.appendParts(resource, extras, bytes, to: &text)
    } else {
      FHIRForeignExtras(resource, bytes).append(to: &text, bytes, besides: values)
    }
    values.appendMembers(resource, extras, bytes, to: &text)
    text.finish()
    text.problems += values.problems
    return .sample
  }

  /// Why a record is not a sample; `nil` for one that may be.
  private static func reason(toSkip resource: FHIRObservation, _ bytes: RawSpan) -> String? {
    guard CheckedJSON.isText(resource.resourceType, "Observation", bytes) else {
      guard resource.resourceType.kind == .string, resource.resourceType.range.count <= 64 else { return "resource" }
      return CheckedJSON.string(resource.resourceType, bytes)
    }
    for status in ["entered-in-error", "cancelled"] where CheckedJSON.isText(resource.status, status, bytes) {
      return "Observation (\(status))"
    }
    if resource.absentReason.isPresent, !resource.hasValue, !resource.components.isPresent {
      return "Observation (data absent)"
    }
    return nil
  }

  /// The words of FHIR R4 for the status of an Observation.
  private static let statuses = [
    "final", "amended", "corrected", "preliminary", "registered", "unknown", "entered-in-error", "cancelled",
  ]

  private static func refusal(ofStatus status: RawField, _ bytes: RawSpan) -> RawProblem? {
    guard status.isPresent, !statuses.contains(where: { CheckedJSON.isText(status, $0, bytes) }) else { return nil }
    return RawProblem(.recordUnreadable, .unknownStatus, at: status.range)
  }

  private func appendID(_ resource: FHIRObservation, _ isOwn: Bool, _ bytes: RawSpan, to text: inout RewrittenSamples) {
    var found = RawField.absent
    CheckedJSON.elements(of: resource.identifier, bytes) { identifier in
      var value = CheckedJSON.member("value", of: identifier, bytes)
      if CheckedJSON.hasPrefix(value, "urn:uuid:", bytes) {
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
    _ resource: FHIRObservation, _ bytes: RawSpan, _ values: inout FHIRValues, to text: inout RewrittenSamples
  ) {
    let start = resource.period.isPresent ? CheckedJSON.member("start", of: resource.period, bytes) : resource.effective
    if start.kind == .string {
      text.key("start")
      appendTime(start, bytes, to: &text)
    }
    if resource.period.isPresent {
      let end = CheckedJSON.member("end", of: resource.period, bytes)
      if end.kind == .string {
        text.key("end")
        // The last day of a period is in it.
        appendTime(end, daysLater: 1, bytes, to: &text)
      } else if start.isPresent {
        values.note(.openPeriod, at: start)
      }
    } else if resource.day(bytes) != nil, values.entry?.isCumulative ?? false {
      text.key("end")
      appendTime(start, daysLater: 1, bytes, to: &text)
    }
    if resource.issued.kind == .string {
      text.key("created")
      text.value(resource.issued, bytes)
    }
  }

  /// Writes a time; of a day the midnight with which it begins, or some days later, in the zone of times without one.
  private func appendTime(
    _ time: RawField, daysLater days: Int = 0, _ bytes: RawSpan, to text: inout RewrittenSamples
  ) {
    guard let day = TimestampParser.parseDate(time.range, in: bytes) else { return text.value(time, bytes) }
    var midnight: [UInt8] = []
    TimestampWriter.appendDate(CivilDate(daysSince1970: day.daysSince1970 + days), to: &midnight)
    text.value(text: midnight + "T00:00:00".utf8, for: time)
  }

  private func appendSubject(_ resource: FHIRObservation, _ bytes: RawSpan, to text: inout RewrittenSamples) {
    let reference = CheckedJSON.member("reference", of: resource.subject, bytes)
    let identifier = CheckedJSON.member("identifier", of: resource.subject, bytes)
    let subject = reference.kind == .string ? reference : CheckedJSON.member("value", of: identifier, bytes)
    guard subject.kind == .string, !subject.range.isEmpty else { return }
    text.key("subject")
    text.value(subject, bytes)
  }
}
