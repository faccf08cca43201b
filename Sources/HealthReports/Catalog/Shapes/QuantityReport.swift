import HealthJSON
import HealthModel
import HealthUnits

/// A number in reports about a catalog.
struct QuantityReport: ShapeReport {
  let shape: QuantityShape

  var title: String { "Quantities" }
  var columns: [String] { ["unit", "allowed", "plausible"] }

  var cells: [String] {
    [
      PageText.code(shape.unit.unitString), BoundsText.sentence(shape.allowed) ?? "",
      BoundsText.sentence(shape.plausible) ?? "",
    ]
  }

  var chapterLines: [String] {
    var lines = ["unit: \(PageText.code(shape.unit.unitString)), \(shape.aggregation.rawValue)"]
    if let only = shape.units.only { lines.append("units: only \(PageText.codes(only.map(\.unitString)))") }
    for own in shape.units.spellings {
      lines.append("spelling: \(PageText.code(own.text)) means \(PageText.code(own.unit.unitString))")
    }
    lines += boundsLines
    if let rate = shape.maximumRate { lines.append("grows by at most \(DecimalWriter.string(rate)) a second") }
    return lines
  }

  var cardLines: [String] {
    var lines = ["unit: \(shape.unit.unitString) (\(shape.aggregation.rawValue))"]
    if let only = shape.units.only { lines.append("units: \(only.map(\.unitString).joined(separator: ", ")) only") }
    for spelling in shape.units.spellings {
      lines.append("spelling: \(spelling.text) means \(spelling.unit.unitString)")
    }
    // HealthKit's `%` is a fraction, which a table with 97.5 in its cells does not have.
    if shape.unit.unitString == "%" { lines.append("spelling: percent 0-100 is a percentage: 97.5 means 0.975 %") }
    lines += boundsLines
    if let rate = shape.maximumRate { lines.append("grows by at most: \(DecimalWriter.string(rate)) a second") }
    return lines
  }

  private var boundsLines: [String] {
    [("allowed", shape.allowed), ("plausible", shape.plausible)].compactMap { name, bounds in
      BoundsText.sentence(bounds).map { "\(name): \($0)" }
    }
  }

  func appendLimits(to json: inout JSONBuilder) {
    json.member("unit", shape.unit.unitString)
    json.member("aggregation", shape.aggregation.rawValue)
    Self.append("allowed", shape.allowed, to: &json)
    Self.append("plausible", shape.plausible, to: &json)
    if let rate = shape.maximumRate { json.key("rate_max"); json.value(rate) }
  }

  static func append(_ name: String, _ bounds: ValueBounds, to json: inout JSONBuilder) {
    guard !bounds.isUnbounded else { return }
    json.key(name)
    json.object { inner in
      for (word, limit) in [
        ("min", bounds.minimum), ("max", bounds.maximum), ("above", bounds.above), ("below", bounds.below),
        ("step", bounds.step),
      ] {
        if let limit { inner.key(word); inner.value(limit) }
      }
      if bounds.isInteger { inner.member("integer", true) }
    }
  }

  func appendParts(to json: inout JSONBuilder) {}

  func addFields(to node: inout SchemaNode, in schema: TypeSchema) { QuantitySchema(shape: shape).add(to: &node) }
}
