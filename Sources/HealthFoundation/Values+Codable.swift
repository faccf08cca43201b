public import HealthModel
public import HealthQueries
import HealthUnits

// Values in the form in which files of samples write them: times, ids and dates as text, a quantity as its number and
// unit.

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
    do throws(UnitError) {
      unit = try UnitOfMeasure(text)
    } catch {
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
