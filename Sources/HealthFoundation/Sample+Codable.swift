import HealthModel
public import HealthQueries
import HealthUnits

// Samples with the keys that files of samples have. Two things are said that a file leaves to the catalog: the number of a
// case, and that a text of the metadata is a date.

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
