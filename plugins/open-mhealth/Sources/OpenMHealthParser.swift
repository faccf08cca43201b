import HealthFormats
import HealthModel

/// Writes data points anew as samples: made once for an input, from the codes of definitions.
final class OpenMHealthTypes: RecordRewriter {
  private let registry: Registry
  /// The types by namespace and name of their schemas, such as `omh:heart-rate`, of any version.
  private let types: [String: TypeDefinition]

  init(_ registry: Registry) {
    self.registry = registry
    var types: [String: TypeDefinition] = [:]
    for (code, id) in registry.typesByCode("open_mhealth") {
      let parts = code.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      types[Self.key(parts.count > 1 ? parts[0] : "omh", parts.count > 1 ? parts[1] : code)] = registry.type(named: id)
    }
    self.types = types
  }

  /// Schemas of IEEE 1752 have the names that they had in Open mHealth.
  private static func key(_ namespace: String, _ name: String) -> String {
    (namespace.isEmpty || namespace == "ieee" ? "omh" : namespace) + ":" + name
  }

  func rewrite(
    _ record: Range<Int>, in bytes: RawSpan, to text: inout RewrittenSamples
  ) throws(SyntaxError) -> RewrittenRecord {
    var cursor = JSONCursor(
      position: record.lowerBound, end: record.upperBound, longestString: CheckedJSON.longestString)
    guard cursor.peek(bytes) == UInt8(ascii: "{") else { throw SyntaxError(.expectedObject, at: record.lowerBound) }
    let point = try cursor.value(bytes, depth: 0)
    try cursor.expectEnd(bytes)
    let header = CheckedJSON.member("header", of: point, bytes)
    let body = CheckedJSON.member("body", of: point, bytes)
    let frame = CheckedJSON.member("effective_time_frame", of: body, bytes)
    let times = OpenMHealthTimes(frame, bytes)
    if let problem = times.problem, !registry.types.isEmpty { return .refused(problem) }
    text.begin(record: record.lowerBound)
    if let (type, schema) = appendType(header, bytes, to: &text) {
      appendValue(of: type, schema, body, bytes, to: &text)
    }
    times.append(to: &text, bytes)
    appendHeader(header, body, bytes, to: &text)
    text.finish()
    return .sample
  }

  /// Writes the type; returns it with the name of the schema.
  private func appendType(
    _ header: RawField, _ bytes: RawSpan, to text: inout RewrittenSamples
  ) -> (TypeDefinition, String)? {
    let schema = CheckedJSON.member("schema_id", of: header, bytes)
    let place = CheckedJSON.member("name", of: schema, bytes)
    guard place.isPresent else { return nil }
    text.key("type")
    guard place.kind == .string else {
      text.value(place, bytes)
      return nil
    }
    let namespace = CheckedJSON.member("namespace", of: schema, bytes)
    let name = CheckedJSON.string(place, bytes)
    let key = Self.key(namespace.kind == .string ? CheckedJSON.string(namespace, bytes) : "", name)
    let type = types[key]
    // A schema with the name that a type has does not mean the type.
    text.value(text: (type?.id ?? (registry.typeIndex(named: name) == nil ? name : key)).utf8, for: place)
    return type.map { ($0, name) }
  }

  /// Writes the member of the body that is called as the schema, or the members of a correlation.
  private func appendValue(
    of type: TypeDefinition, _ name: String, _ body: RawField, _ bytes: RawSpan, to text: inout RewrittenSamples
  ) {
    guard type.shape.members != nil else {
      let measure = name == "calories-burned" ? "kcal_burned" : name.replacing("-", with: "_")
      return append(Self.member(measure, of: body, bytes), of: type, bytes, to: &text)
    }
    text.key("members")
    text.open("[")
    for (role, part) in [("bloodPressureSystolic", "systolic"), ("bloodPressureDiastolic", "diastolic")] {
      let measure = Self.member(part + "_blood_pressure", of: body, bytes)
      guard measure.isPresent else { continue }
      text.open("{")
      text.key("type")
      text.value(text: role.utf8, for: measure)
      append(measure, of: registry.type(named: role), bytes, to: &text)
      text.close("}")
    }
    text.close("]")
  }

  private static func member(_ name: String, of object: RawField, _ bytes: RawSpan) -> RawField {
    var found = RawField.absent
    CheckedJSON.members(of: object, bytes) { key, value in
      if CheckedJSON.isText(key, name, bytes) { found = value }
    }
    return found
  }

  /// Writes a value with its unit; the first schemas have a count by itself.
  private func append(
    _ measure: RawField, of type: TypeDefinition?, _ bytes: RawSpan, to text: inout RewrittenSamples
  ) {
    let isObject = measure.kind == .object
    let value = isObject ? CheckedJSON.member("value", of: measure, bytes) : measure
    let unit = isObject ? CheckedJSON.member("unit", of: measure, bytes) : .absent
    if value.isPresent {
      text.key("value")
      text.value(value, bytes)
    }
    if unit.kind == .string {
      text.key("unit")
      let known = ForeignUnits.openMHealth[CheckedJSON.string(unit, bytes)]
      if let known { text.value(text: known.utf8, for: unit) } else { text.value(unit, bytes) }
    } else if !isObject, value.isPresent, type?.shape.quantity?.unit.sampleText == "count" {
      text.key("unit")
      text.value(text: "count".utf8, for: value)
    }
  }

  private func appendHeader(
    _ header: RawField, _ body: RawField, _ bytes: RawSpan, to text: inout RewrittenSamples
  ) {
    let provenance = CheckedJSON.member("acquisition_provenance", of: header, bytes)
    func append(_ key: StaticString, _ values: [RawField], where isMeant: (RawField) -> Bool = { _ in true }) {
      guard let value = values.first(where: { $0.kind == .string && !$0.range.isEmpty && isMeant($0) }) else { return }
      text.key(key)
      text.value(value, bytes)
    }
    append("uuid", [CheckedJSON.member("uuid", of: header, bytes), CheckedJSON.member("id", of: header, bytes)]) {
      SampleID(at: $0.range, in: bytes) != nil
    }
    append(
      "created",
      [
        CheckedJSON.member("source_creation_date_time", of: header, bytes),
        CheckedJSON.member("source_creation_date_time", of: provenance, bytes),
        CheckedJSON.member("creation_date_time", of: header, bytes),
      ])
    append("subject", [CheckedJSON.member("user_id", of: header, bytes)])
    let source = CheckedJSON.member("source_name", of: provenance, bytes)
    if source.kind == .string {
      text.key("source")
      text.open("{")
      append("name", [source])
      text.close("}")
    }
    let words = ["sensed": "false", "self-reported": "true"]
    let modality = [
      CheckedJSON.member("modality", of: header, bytes), CheckedJSON.member("modality", of: provenance, bytes),
    ].first { $0.kind == .string && words[CheckedJSON.string($0, bytes)] != nil }
    let statistic = CheckedJSON.member("descriptive_statistic", of: body, bytes)
    guard modality != nil || statistic.kind == .string else { return }
    text.key("metadata")
    text.open("{")
    if let modality, let meaning = words[CheckedJSON.string(modality, bytes)] {
      text.key("HKWasUserEntered")
      text.value(json: meaning.utf8, for: modality)
    }
    append("descriptive_statistic", [statistic])
    text.close("}")
  }
}

/// The times of a time frame: an instant, or an interval in one of its forms, in which any two of two times and a length
/// say the third.
private struct OpenMHealthTimes {
  private(set) var problem: RawProblem?
  private var start = RawField.absent
  private var end = RawField.absent
  private var length = RawField.absent
  /// The time that follows from the other one and the length.
  private var computed: [UInt8] = []

  init(_ frame: RawField, _ bytes: RawSpan) {
    start = CheckedJSON.member("date_time", of: frame, bytes)
    let interval = CheckedJSON.member("time_interval", of: frame, bytes)
    guard interval.isPresent, interval.kind != .null else { return }
    if start.isPresent, start.kind != .null {
      problem = RawProblem(.recordUnreadable, .twoTimes, at: interval.range)
      return
    }
    start = CheckedJSON.member("start_date_time", of: interval, bytes)
    end = CheckedJSON.member("end_date_time", of: interval, bytes)
    length = CheckedJSON.member("duration", of: interval, bytes)
    guard length.isPresent, length.kind != .null else { return }
    guard let microseconds = Self.microseconds(length, bytes) else {
      problem = RawProblem(.timeInvalid, .unknownLength, at: length.range)
      return
    }
    // Without a time that can be read its own finding says so.
    guard let given = [start, end].first(where: { $0.kind == .string }),
      let time = TimestampParser.parse(given.range, in: bytes, syntax: .json)
    else { return }
    var other = time.instant
    other.microseconds += start.kind == .string ? microseconds : -microseconds
    guard Instant.earliest + Instant.day...Instant.latest - Instant.day ~= other.microseconds else {
      problem = RawProblem(.timeInvalid, .unknownLength, at: length.range)
      return
    }
    TimestampWriter.append(other, to: &computed)
    // A time without an offset has another one beside it.
    if !time.hasOffset { computed.removeLast() }
    guard start.kind == .string, end.kind == .string else { return }
    let said = TimestampParser.parse(end.range, in: bytes, syntax: .json)
    if said?.instant.microseconds != other.microseconds {
      problem = RawProblem(.recordUnreadable, .twoTimes, at: length.range)
    }
  }

  /// The lengths of units in microseconds; a sample of months or years is longer than any type allows.
  ///
  /// Source: duration-unit-value of openmhealth/schemas.
  private static let units: [String: Double] = [
    "ps": 1e-6, "ns": 1e-3, "us": 1, "ms": 1e3, "sec": 1e6, "min": 60e6, "h": 3600e6, "d": 86400e6, "wk": 604800e6,
  ]

  private static func microseconds(_ length: RawField, _ bytes: RawSpan) -> Int64? {
    let value = CheckedJSON.member("value", of: length, bytes)
    let unit = CheckedJSON.string(CheckedJSON.member("unit", of: length, bytes), bytes)
    guard value.kind == .number, let number = DecimalParser.parse(value.range, in: bytes)?.value, number >= 0,
      let one = units[unit], number * one < 36600 * 86400e6
    else { return nil }
    return Int64((number * one).rounded())
  }

  func append(to text: inout RewrittenSamples, _ bytes: RawSpan) {
    for (key, time, other) in [("start", start, end), ("end", end, start)] {
      if time.isPresent, time.kind != .null {
        text.key(key.utf8)
        text.value(time, bytes)
      } else if other.kind == .string, !computed.isEmpty {
        text.key(key.utf8)
        text.value(text: computed, for: length)
      }
    }
  }
}
