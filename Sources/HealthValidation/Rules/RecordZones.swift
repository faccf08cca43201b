import HealthModel

/// The time zones that records name, each looked up once.
struct RecordZones: Sendable {
  /// Where the record that is judged names its zone; absent when it does not.
  private(set) var place = RawField.absent
  /// That zone; `nil` when there is none of the name.
  private(set) var zone: TimeZoneRules?
  /// Whether the record's zone has been reported, which is said once for all of its times.
  private var isReported = false
  /// The text of the name that came last.
  private var text: [UInt8] = []
  private(set) var known: [[UInt8]: TimeZoneRules?] = [:]

  /// There are some 600 zones of at most 32 bytes; other texts are faults, and looked up again if they are longer than
  /// this or too many.
  static let maximumNames = 1024
  static let longestName = 128

  mutating func begin(_ field: RawField, _ syntax: RawSyntax, in bytes: RawSpan, _ find: (String) -> TimeZoneRules?) {
    place = field
    isReported = false
    guard field.isPresent else { return }
    if !field.isEscaped, !text.isEmpty, bytes.equals(field.range, text) { return }
    text = CanonicalText.decoded(field, syntax, bytes)
    if let found = known[text] {
      zone = found
      return
    }
    zone = find(String(decoding: text, as: UTF8.self))
    guard text.count <= Self.longestName else { return }
    if known.count >= Self.maximumNames { known.removeAll() }
    known.updateValue(zone, forKey: text)
  }

  /// Whether a zone that does not exist is to be reported: the first time that it is asked of a record.
  mutating func takeReport() -> Bool {
    defer { isReported = true }
    return !isReported
  }
}

extension SampleJudge {
  /// What a local time is in the zone of its record, or else in that of the run; reports a zone that does not exist.
  ///
  /// - Returns: the time's meaning; `nil` when there is no zone, which has been reported.
  mutating func meaning(
    ofLocal local: Int64, _ field: SampleField, _ place: RawField, _ context: RuleContext
  ) -> TimeZoneRules.Meaning? {
    let named = recordZones.place
    guard named.isPresent else {
      if let meaning = validator.options.timeZone?.meaning(ofLocal: local) { return meaning }
      find(.timeNoOffset, context, field: field, span: place.place, type: item.type)
      return nil
    }
    if let zone = recordZones.zone { return zone.meaning(ofLocal: local) }
    if recordZones.takeReport() {
      find(.timeInvalid, context, field: field, span: named.place, type: item.type, .unknownZone)
    }
    return nil
  }
}
