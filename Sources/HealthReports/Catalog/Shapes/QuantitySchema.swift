import HealthModel
import HealthUnits

/// The schema of a quantity: a number with a unit.
///
/// Bounds hold for numbers in the canonical unit, since a schema does not convert. A `step` is left out: validators of
/// schemas differ on multiples of fractions.
struct QuantitySchema {
  let shape: QuantityShape

  /// Adds the fields of the quantity, and its bounds.
  func add(to node: inout SchemaNode) {
    node.add("required", ["value", "unit"])
    node.add("properties", ["value": value, "unit": unit, "members": false])
    guard let limits else { return }
    let same = shape.units.spellings.filter { $0.unit == shape.unit }
    let canonical = UnitSpellings.texts(of: [shape.unit], and: same)
    node.add("if", ["properties": ["unit": .oneOf(canonical)]])
    node.add("then", ["properties": ["value": limits]])
  }

  private var value: SchemaNode {
    var node: SchemaNode = ["type": "number"]
    var parts = ["in \(shape.unit.unitString)"]
    if let text = BoundsText.sentence(shape.allowed) { parts.append("allowed \(text)") }
    if let text = BoundsText.sentence(shape.plausible) { parts.append("plausible \(text)") }
    node.add("description", .text(parts.joined(separator: "; ")))
    return node
  }

  private var unit: SchemaNode {
    var node: SchemaNode = ["type": "string", "minLength": 1, "maxLength": 128]
    if let listed {
      var texts = UnitSpellings.texts(of: listed, and: shape.units.spellings)
      if shape.unit.unitString == "%" { texts.append("percent 0-100") }
      node.add("anyOf", [.oneOf(texts), ["pattern": .text(UnitSpellings.composed)]])
    } else {
      node.add("examples", .texts([shape.unit.unitString] + shape.units.spellings.map(\.text)))
    }
    return node
  }

  /// The units that alone are taken; `nil` when the grammar's every unit of the dimension is.
  private var listed: [UnitOfMeasure]? {
    var only = shape.units.only
    if only == nil, shape.unit.dimension.isDimensionless { only = [shape.unit] }
    // The null unit can be written with any unit: `m/m`.
    guard let units = only, !units.contains(where: { $0.isNull }) else { return nil }
    return units
  }

  private var limits: SchemaNode? {
    let bounds = shape.allowed
    var members: [(key: String, value: SchemaNode)] = []
    for (keyword, limit) in [
      ("minimum", bounds.minimum), ("maximum", bounds.maximum), ("exclusiveMinimum", bounds.above),
      ("exclusiveMaximum", bounds.below),
    ] {
      if let limit { members.append((key: keyword, value: .number(limit))) }
    }
    if bounds.isInteger { members.append((key: "type", value: "integer")) }
    return members.isEmpty ? nil : .object(members)
  }
}
