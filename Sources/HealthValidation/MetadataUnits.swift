import HealthModel
import HealthUnits

/// A unit of metadata, with what its values are for content ids.
struct MetadataUnit: Sendable {
  let unit: UnitOfMeasure
  let baseConversion: UnitConversion

  init(_ unit: UnitOfMeasure) {
    self.unit = unit
    baseConversion = unit.baseConversion
  }
}

/// Units of metadata, which have no type: resolved once for each spelling.
struct UnitTexts: Sendable {
  private var entries: [(text: [UInt8], unit: MetadataUnit?)] = []
  /// The most spellings kept, so that hostile input cannot fill memory.
  private static let limit = 64

  /// The unit that a text names; `nil` if the text is not a unit.
  mutating func unit(at range: Range<Int>, in bytes: RawSpan, _ table: UnitTable) -> MetadataUnit? {
    for entry in entries where bytes.equals(range, entry.text) { return entry.unit }
    let text = range.map { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
    let unit = (try? UnitOfMeasure(utf8: text, table: table)).map(MetadataUnit.init)
    if entries.count < Self.limit { entries.append((text, unit)) }
    return unit
  }
}
