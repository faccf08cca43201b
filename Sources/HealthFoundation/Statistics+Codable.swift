import HealthModel
public import HealthQueries
import HealthUnits

// Statistics with the keys that `assay stats` writes.

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
    do throws(UnitError) {
      return try UnitOfMeasure(text)
    } catch {
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
    EncodingError.invalidValue(
      self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: words))
  }
}
