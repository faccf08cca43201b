public import HealthModel
public import HealthQueries
import HealthUnits

// Values in the form in which files of samples, reports in JSON and `assay stats` write them.

extension Instant: Codable {
  /// Reads RFC 3339 with an offset.
  ///
  /// - Throws: `DecodingError` for another text.
  public init(from decoder: any Decoder) throws { self = try decoder.value { Instant($0) } }

  /// Writes RFC 3339 with the clock offset.
  public func encode(to encoder: any Encoder) throws { try encoder.write(description) }
}

extension SampleID: Codable {
  /// Reads a UUID.
  ///
  /// - Throws: `DecodingError` for another text.
  public init(from decoder: any Decoder) throws { self = try decoder.value { SampleID($0) } }

  /// Writes the UUID.
  public func encode(to encoder: any Encoder) throws { try encoder.write(description) }
}

extension CivilDate: Codable {
  /// Reads `YYYY-MM-DD`.
  ///
  /// - Throws: `DecodingError` for another text.
  public init(from decoder: any Decoder) throws { self = try decoder.value { CivilDate(sampleText: $0) } }

  /// Writes `YYYY-MM-DD`.
  public func encode(to encoder: any Encoder) throws { try encoder.write(sampleText) }
}

extension Quantity: Codable {
  private enum CodingKeys: String, CodingKey { case value, unit }

  /// Reads `{"value":72,"unit":"count/min"}`.
  ///
  /// - Throws: `DecodingError` when a part is missing or the unit is none.
  public init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    let value = try parts.decode(Double.self, forKey: .value)
    let text = try parts.decode(String.self, forKey: .unit)
    let unit: UnitOfMeasure
    do throws(UnitError) { unit = try UnitOfMeasure(text) } catch {
      throw DecodingError.dataCorruptedError(forKey: .unit, in: parts, debugDescription: error.description)
    }
    self.init(value, unit)
  }

  /// Writes number and unit.
  ///
  /// - Throws: `EncodingError` for a unit of UCUM, which this form does not tell from one of HealthKit, and for an
  ///   impossible one.
  public func encode(to encoder: any Encoder) throws {
    guard unit.grammar == .healthKit, !unit.isImpossible else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "\(unit) is not a unit of HealthKit"))
    }
    var parts = encoder.container(keyedBy: CodingKeys.self)
    try parts.encode(value, forKey: .value)
    try parts.encode(unit.unitString, forKey: .unit)
  }
}

extension Decoder {
  fileprivate func value<Value>(_ reading: (String) -> Value?) throws -> Value {
    let container = try singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = reading(text) else {
      let words = "\(TextEscaping.escaped(text)) is not a valid \(Value.self)"
      throw DecodingError.dataCorruptedError(in: container, debugDescription: words)
    }
    return value
  }
}

extension Encoder {
  fileprivate func write(_ text: String) throws {
    var container = singleValueContainer()
    try container.encode(text)
  }
}

// Two things are said that a file leaves to the catalog: the number of a case, and that a text of the metadata is a date.

extension Sample: Codable {
  private enum CodingKeys: String, CodingKey {
    case type, value, unit, raw, start, end, created, source, device, subject, metadata, members, fields, lists, points
    case id = "uuid"
  }

  /// Reads the object that `encode` writes.
  ///
  /// Lines of sample files are read by `BodyValidator` or an import: without the catalog, a case is a text.
  ///
  /// - Throws: `DecodingError` when a part is missing or is none of its kind, and for a sample of a structured type.
  public init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try parts.decode(SampleID.self, forKey: .id), type: try parts.decode(String.self, forKey: .type),
      value: try Self.value(in: parts, of: decoder), start: try parts.decodeIfPresent(Instant.self, forKey: .start),
      end: try parts.decodeIfPresent(Instant.self, forKey: .end),
      created: try parts.decodeIfPresent(Instant.self, forKey: .created),
      source: try parts.decodeIfPresent(SourceRevision.self, forKey: .source),
      device: try parts.decodeIfPresent(Device.self, forKey: .device),
      subject: try parts.decodeIfPresent(String.self, forKey: .subject),
      metadata: try parts.decodeIfPresent([String: MetadataValue].self, forKey: .metadata) ?? [:],
      members: try parts.decodeIfPresent([CorrelatedSample].self, forKey: .members) ?? [])
  }

  private static func value(
    in parts: KeyedDecodingContainer<CodingKeys>, of decoder: any Decoder
  ) throws -> SampleValue {
    guard !parts.contains(.fields), !parts.contains(.lists), !parts.contains(.points) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "a sample of a structured type has no form here"))
    }
    guard parts.contains(.value) else { return .correlation }
    if parts.contains(.unit) { return .quantity(try Quantity(from: decoder)) }
    let text = try parts.decode(String.self, forKey: .value)
    guard parts.contains(.raw) else { return .text(text) }
    return .category(name: text, raw: try parts.decode(Int?.self, forKey: .raw))
  }

  /// Writes one object; the members of a correlation are in it.
  ///
  /// - Throws: `EncodingError` for a sample of a structured type, which only its definition can read, and for a unit that
  ///   is not HealthKit's.
  public func encode(to encoder: any Encoder) throws {
    var parts = encoder.container(keyedBy: CodingKeys.self)
    try parts.encode(id, forKey: .id)
    try parts.encode(type, forKey: .type)
    if let quantity = value.quantity {
      try quantity.encode(to: encoder)
    } else if let item = value.enumCase {
      try parts.encode(item.name, forKey: .value)
      // A case without a number is still no text.
      try parts.encode(item.raw, forKey: .raw)
    } else if let text = value.text {
      try parts.encode(text, forKey: .value)
    } else if value != .correlation {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "a sample of a structured type has no form here"))
    }
    try parts.encodeIfPresent(start, forKey: .start)
    try parts.encodeIfPresent(end, forKey: .end)
    try parts.encodeIfPresent(created, forKey: .created)
    try parts.encodeIfPresent(source, forKey: .source)
    try parts.encodeIfPresent(device, forKey: .device)
    try parts.encodeIfPresent(subject, forKey: .subject)
    if !metadata.isEmpty { try parts.encode(metadata, forKey: .metadata) }
    if !members.isEmpty { try parts.encode(members, forKey: .members) }
  }
}

extension CorrelatedSample: Codable {
  private enum CodingKeys: String, CodingKey { case role }

  /// Reads a sample that says its role.
  ///
  /// - Throws: `DecodingError` when a part is missing.
  public init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    self.init(role: try parts.decode(String.self, forKey: .role), sample: try Sample(from: decoder))
  }

  /// Writes the role into the sample's object.
  public func encode(to encoder: any Encoder) throws {
    var parts = encoder.container(keyedBy: CodingKeys.self)
    try parts.encode(role, forKey: .role)
    try sample.encode(to: encoder)
  }
}

extension MetadataValue: Codable {
  private enum CodingKeys: String, CodingKey { case date, json }

  /// Reads a text, number, truth value, quantity, or an object that `encode` writes.
  ///
  /// - Throws: `DecodingError` for anything else.
  public init(from decoder: any Decoder) throws {
    if let parts = try? decoder.container(keyedBy: CodingKeys.self) {
      if parts.contains(.date) {
        self = .date(try parts.decode(Instant.self, forKey: .date))
      } else if parts.contains(.json) {
        self = .other(try parts.decode(String.self, forKey: .json))
      } else {
        self = .quantity(try Quantity(from: decoder))
      }
      return
    }
    let value = try decoder.singleValueContainer()
    if let flag = try? value.decode(Bool.self) {
      self = .boolean(flag)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else {
      self = .string(try value.decode(String.self))
    }
  }

  /// Writes a text, number, truth value or quantity as files of samples have it, a date as `{"date":"…"}`, and any other
  /// value as `{"json":"…"}`.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .string(let text): try Self.write(text, to: encoder)
    case .number(let number): try Self.write(number, to: encoder)
    case .boolean(let flag): try Self.write(flag, to: encoder)
    case .quantity(let quantity): try quantity.encode(to: encoder)
    case .date(let instant):
      var parts = encoder.container(keyedBy: CodingKeys.self)
      try parts.encode(instant, forKey: .date)
    case .other(let text):
      var parts = encoder.container(keyedBy: CodingKeys.self)
      try parts.encode(text, forKey: .json)
    }
  }

  private static func write(_ value: some Encodable, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension Statistics: Codable {
  private enum CodingKeys: String, CodingKey {
    case start, end, type, unit, subject, source, value, count, sum, average, minimum, maximum, duration
    case isLocal = "local"
    case mostRecent = "most_recent"
    case mostRecentStart = "most_recent_date"
    case mostRecentEnd = "most_recent_end"
  }

  /// Reads the object that `encode` writes.
  ///
  /// - Throws: `DecodingError` when a part is missing, or a time or unit is invalid.
  public init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    let isLocal = try parts.decodeIfPresent(Bool.self, forKey: .isLocal) ?? false
    func time(_ key: CodingKeys) throws -> Int64? {
      guard let text = try parts.decodeIfPresent(String.self, forKey: key) else { return nil }
      guard let instant = Instant(isLocal ? text + "Z" : text) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: parts, debugDescription: "\(TextEscaping.escaped(text, limit: 80)) is not a time")
      }
      return instant.microseconds
    }
    guard let start = try time(.start), let end = try time(.end) else {
      throw DecodingError.dataCorruptedError(forKey: .start, in: parts, debugDescription: "start or end is missing")
    }
    let seconds = try parts.decode(Double.self, forKey: .duration)
    guard let duration = Int64(exactly: (seconds * Double(Instant.second)).rounded()) else {
      throw DecodingError.dataCorruptedError(forKey: .duration, in: parts, debugDescription: "\(seconds) s is too long")
    }
    self.init(
      type: try parts.decode(String.self, forKey: .type), unit: try Self.unit(in: parts), start: start, end: end,
      isLocal: isLocal, subject: try parts.decodeIfPresent(String.self, forKey: .subject),
      source: try parts.decodeIfPresent(String.self, forKey: .source),
      value: try parts.decodeIfPresent(String.self, forKey: .value), count: try parts.decode(Int.self, forKey: .count),
      sum: try parts.decodeIfPresent(Double.self, forKey: .sum),
      average: try parts.decodeIfPresent(Double.self, forKey: .average),
      minimum: try parts.decodeIfPresent(Double.self, forKey: .minimum),
      maximum: try parts.decodeIfPresent(Double.self, forKey: .maximum),
      mostRecent: try parts.decodeIfPresent(Double.self, forKey: .mostRecent),
      mostRecentStart: try time(.mostRecentStart), mostRecentEnd: try time(.mostRecentEnd), duration: duration)
  }

  private static func unit(in parts: KeyedDecodingContainer<CodingKeys>) throws -> UnitOfMeasure? {
    guard let text = try parts.decodeIfPresent(String.self, forKey: .unit) else { return nil }
    do throws(UnitError) { return try UnitOfMeasure(text) } catch {
      throw DecodingError.dataCorruptedError(forKey: .unit, in: parts, debugDescription: error.description)
    }
  }

  /// Writes times as RFC 3339 in UTC, or without an offset where each sample's own clock counts; the duration in seconds.
  ///
  /// - Throws: `EncodingError` for a time that no sample can have, and for a unit that is not HealthKit's.
  public func encode(to encoder: any Encoder) throws {
    var parts = encoder.container(keyedBy: CodingKeys.self)
    func write(_ microseconds: Int64?, _ key: CodingKeys) throws {
      guard let microseconds else { return }
      guard (Instant.earliest...Instant.latest).contains(microseconds) else {
        throw invalid(encoder, "\(microseconds) microseconds since 1970 are outside the years 1 to 9999")
      }
      let text = Instant(microseconds: microseconds).description
      try parts.encode(isLocal ? String(text.dropLast()) : text, forKey: key)
    }
    try write(start, .start)
    try write(end, .end)
    if isLocal { try parts.encode(true, forKey: .isLocal) }
    try parts.encode(type, forKey: .type)
    if let unit {
      guard unit.grammar == .healthKit, !unit.isImpossible else {
        throw invalid(encoder, "\(unit) is not a unit of HealthKit")
      }
      try parts.encode(unit.unitString, forKey: .unit)
    }
    try parts.encodeIfPresent(subject, forKey: .subject)
    try parts.encodeIfPresent(source, forKey: .source)
    try parts.encodeIfPresent(value, forKey: .value)
    try parts.encode(count, forKey: .count)
    try parts.encodeIfPresent(sum, forKey: .sum)
    try parts.encodeIfPresent(average, forKey: .average)
    try parts.encodeIfPresent(minimum, forKey: .minimum)
    try parts.encodeIfPresent(maximum, forKey: .maximum)
    try parts.encodeIfPresent(mostRecent, forKey: .mostRecent)
    try write(mostRecentStart, .mostRecentStart)
    try write(mostRecentEnd, .mostRecentEnd)
    try parts.encode(Double(duration) / Double(Instant.second), forKey: .duration)
  }

  private func invalid(_ encoder: any Encoder, _ words: String) -> EncodingError {
    EncodingError.invalidValue(self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: words))
  }
}

extension Diagnostic: Codable {
  private enum CodingKeys: String, CodingKey {
    case code, severity, message, pointer, type, uuid, hint, field, evidence, excerpt, related
    case ruleLocation = "rule_location"
  }

  /// Reads the object that `encode` writes.
  ///
  /// - Throws: `DecodingError` when a part is missing, or the code or severity is unknown.
  public init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    let code = try parts.decode(String.self, forKey: .code)
    let severity = try parts.decode(String.self, forKey: .severity)
    let rule = code.contains("/") ? code : nil
    var known = rule == nil ? DiagnosticCode(name: code) : .pluginRule
    // How a plugin failed is a code of failures.
    let failure = known == nil && code.hasPrefix("plugin-") ? code : nil
    if failure != nil { known = .notChecked }
    guard let known else {
      throw DecodingError.dataCorruptedError(
        forKey: .code, in: parts, debugDescription: "the code \(TextEscaping.escaped(code, limit: 80)) is unknown")
    }
    guard let grade = Severity.allCases.first(where: { $0.name == severity }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .severity, in: parts,
        debugDescription: "the severity \(TextEscaping.escaped(severity, limit: 80)) is unknown")
    }
    self.init(
      code: known, severity: grade, message: try parts.decode(String.self, forKey: .message),
      location: try SourceLocation(from: decoder), pointer: try parts.decodeIfPresent(String.self, forKey: .pointer),
      type: try parts.decodeIfPresent(String.self, forKey: .type),
      uuid: try parts.decodeIfPresent(String.self, forKey: .uuid),
      ruleLocation: try parts.decodeIfPresent(CatalogMark.self, forKey: .ruleLocation),
      hint: try parts.decodeIfPresent(String.self, forKey: .hint))
    self.rule = rule
    self.failure = failure
    field = try parts.decodeIfPresent(String.self, forKey: .field)
    evidence = try parts.decodeIfPresent(String.self, forKey: .evidence)
    excerpt = try parts.decodeIfPresent(SourceExcerpt.self, forKey: .excerpt)
    related = try parts.decodeIfPresent([RelatedLocation].self, forKey: .related) ?? []
  }

  /// Writes one object: code and severity by their names, the place beside them.
  ///
  /// The code of a rule that is not the catalog's is `NAME/rule`.
  public func encode(to encoder: any Encoder) throws {
    var parts = encoder.container(keyedBy: CodingKeys.self)
    try parts.encode(ruleName, forKey: .code)
    try parts.encode(severity.name, forKey: .severity)
    try parts.encode(message, forKey: .message)
    try location.encode(to: encoder)
    try parts.encodeIfPresent(pointer, forKey: .pointer)
    try parts.encodeIfPresent(type, forKey: .type)
    try parts.encodeIfPresent(uuid, forKey: .uuid)
    try parts.encodeIfPresent(ruleLocation, forKey: .ruleLocation)
    try parts.encodeIfPresent(hint, forKey: .hint)
    try parts.encodeIfPresent(field, forKey: .field)
    try parts.encodeIfPresent(evidence, forKey: .evidence)
    try parts.encodeIfPresent(excerpt, forKey: .excerpt)
    if !related.isEmpty { try parts.encode(related, forKey: .related) }
  }
}

extension SourceLocation: Codable {
  private enum CodingKeys: String, CodingKey {
    case path, line, column, place
    case byteOffset = "byte_offset"
  }

  /// Reads path, line, column and offset.
  ///
  /// - Throws: `DecodingError` when a part is missing.
  public init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      path: try parts.decode(String.self, forKey: .path), line: try parts.decode(Int.self, forKey: .line),
      column: try parts.decode(Int.self, forKey: .column),
      byteOffset: try parts.decodeIfPresent(Int64.self, forKey: .byteOffset))
    place = try parts.decodeIfPresent(String.self, forKey: .place)
  }

  /// Writes path, line, column and, if it is known, the offset.
  public func encode(to encoder: any Encoder) throws {
    var parts = encoder.container(keyedBy: CodingKeys.self)
    try parts.encode(path, forKey: .path)
    try parts.encode(line, forKey: .line)
    try parts.encode(column, forKey: .column)
    try parts.encodeIfPresent(byteOffset, forKey: .byteOffset)
    try parts.encodeIfPresent(place, forKey: .place)
  }
}

extension RelatedLocation: Codable {
  private enum CodingKeys: String, CodingKey { case message }

  /// Reads a place and its words.
  ///
  /// - Throws: `DecodingError` when a part is missing.
  public init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    self.init(location: try SourceLocation(from: decoder), message: try parts.decode(String.self, forKey: .message))
  }

  /// Writes a place and its words into one object.
  public func encode(to encoder: any Encoder) throws {
    var parts = encoder.container(keyedBy: CodingKeys.self)
    try parts.encode(message, forKey: .message)
    try location.encode(to: encoder)
  }
}

extension SourceExcerpt: Codable {
  private enum CodingKeys: String, CodingKey { case text, caret, length }

  /// Reads a text and the place in it.
  ///
  /// - Throws: `DecodingError` when a part is missing.
  public init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      text: try parts.decode(String.self, forKey: .text), caret: try parts.decode(Int.self, forKey: .caret),
      length: try parts.decode(Int.self, forKey: .length))
  }

  /// Writes a text and the place in it.
  public func encode(to encoder: any Encoder) throws {
    var parts = encoder.container(keyedBy: CodingKeys.self)
    try parts.encode(text, forKey: .text)
    try parts.encode(caret, forKey: .caret)
    try parts.encode(length, forKey: .length)
  }
}

extension CatalogMark: Codable {
  /// Reads `PATH:LINE:COLUMN`.
  ///
  /// - Throws: `DecodingError` for another text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 2, let line = Int(parts[parts.count - 2]), let column = Int(parts[parts.count - 1]) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(TextEscaping.escaped(text, limit: 200)) is not PATH:LINE:COLUMN")
    }
    self.init(path: parts.dropLast(2).joined(separator: ":"), line: line, column: column)
  }

  /// Writes `PATH:LINE:COLUMN`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(path):\(line):\(column)")
  }
}
