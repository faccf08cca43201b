import HealthModel

extension SamplePicture {
  /// The most fields that a caption has.
  private static let limit = 12

  /// What the fields of a sample say, in the order of the definition: `classification: sinusRhythm`.
  static func captions(_ fields: GroupContent) -> [String] {
    var captions: [String] = []
    for (definition, value) in zip(fields.definitions, fields.values) {
      guard captions.count < limit, let value, let text = words(value) else { continue }
      captions.append("\(definition.name): \(text)")
    }
    return captions
  }

  /// A value in a few words; `nil` for a document or metadata, which no caption has room for.
  private static func words(_ value: FieldContent) -> String? {
    switch value {
    case .quantity(let number, let unit): "\(FixedDecimals.trimmed(number, 3, isGrouped: true)) \(unit)"
    case .number(let number): FixedDecimals.trimmed(number, 3, isGrouped: true)
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .enumeration(let name), .text(let name): ChartData.shown(name)
    case .time(let time): TimestampWriter.string(min(max(time, Instant.earliest), Instant.latest))
    case .metadata, .document: nil
    }
  }
}
