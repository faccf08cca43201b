import HealthJSON
import HealthModel

/// The points of a series as lists of numbers by column, their rate, and the units.
enum PointsText {
  /// Appends the points of a sample; absent ones are absent values.
  static func append(_ points: Range<Int>?, _ bytes: RawSpan, to table: inout ArrowTable) {
    guard let points else {
      table[.points].appendNone()
      table[.pointsRate].appendNone()
      return table[.pointsUnits].appendNone()
    }
    var (rate, rateUnit) = (RawField.absent, RawField.absent)
    var units: Range<Int>?
    table[.points].appendList { entries in
      ContentText.members(of: points, bytes) { key, value in
        if value.kind == .array {
          entries.appendStructure { columns in
            columns[0].append { JSONText.appendDecoded(key.range, in: bytes, to: &$0) }
            columns[1].appendList { numbers in
              ContentText.elements(of: value, bytes) { ContentText.appendNumber($0, bytes, to: &numbers) }
            }
          }
        } else if bytes.equals(key.range, "units") {
          units = value.range
        } else if bytes.equals(key.range, "rate") {
          ContentText.members(of: value.range, bytes) { key, part in
            if bytes.equals(key.range, "value") { rate = part } else { rateUnit = part }
          }
        }
      }
    }
    ContentText.appendNumber(rate, bytes, to: &table[.pointsRate])
    guard units != nil || rateUnit.isPresent else { return table[.pointsUnits].appendNone() }
    table[.pointsUnits].appendList { entries in
      func append(_ name: some Collection<UInt8>, _ unit: RawField) {
        entries.appendStructure { columns in
          columns[0].append(name)
          ContentText.appendText(unit.range, bytes, to: &columns[1])
        }
      }
      if rateUnit.isPresent { append("rate".utf8, rateUnit) }
      guard let units else { return }
      ContentText.members(of: units, bytes) { key, unit in append(JSONText.decoded(key.range, in: bytes), unit) }
    }
  }
}
