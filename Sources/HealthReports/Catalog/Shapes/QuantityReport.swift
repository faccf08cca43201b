import HealthCatalog
import HealthModel
import HealthUnits

struct QuantityReport: ShapeReport {
  let shape: QuantityShape

  var title: String { "Quantities" }

  var cells: [(column: String, text: String)] {
    [
      ("unit", PageText.code(shape.unit.unitString)), ("allowed", BoundsText.sentence(shape.allowed) ?? ""),
      ("plausible", BoundsText.sentence(shape.plausible) ?? ""),
    ]
  }

  func lines(_ text: TypeText) -> [String] {
    let (unit, style) = (text.code(shape.unit.unitString), shape.aggregation.rawValue)
    var lines = [text.isPage ? "unit: \(unit), \(style)" : "unit: \(unit) (\(style))"]
    if let only = shape.units.only {
      let units = text.codes(only.map(\.unitString))
      lines.append(text.isPage ? "units: only \(units)" : "units: \(units) only")
    }
    for own in shape.units.spellings {
      lines.append("spelling: \(text.code(own.text)) means \(text.code(own.unit.unitString))")
    }
    // HealthKit's `%` is a fraction, which a table with 97.5 in its cells does not have.
    if !text.isPage, unit == "%" {
      lines.append("spelling: percent 0-100 is a percentage: 97.5 is the fraction 0.975, as % of samples has it")
    }
    for (name, bounds) in [("allowed", shape.allowed), ("plausible", shape.plausible)] {
      if let limits = BoundsText.sentence(bounds) { lines.append("\(name): \(limits)") }
    }
    return lines + text.lines(of: shape) { $0.describeRate(&$1) }
  }

  static let unitLimit = 12

  var summary: String { PageText.code(shape.unit.unitString) }

  func facts(in pages: CatalogPages) -> [String] {
    let unit = shape.unit.unitString
    var facts = [
      PageText.fact("Unit", PageText.code(unit)), PageText.fact("Values", Self.words(for: shape.aggregation)),
    ]
    func add(_ name: String, _ text: String?) {
      if let text { facts.append(PageText.fact(name, PageText.piece(text))) }
    }
    add("Allowed", BoundsText.sentence(shape.allowed, in: unit))
    add("Plausible", BoundsText.sentence(shape.plausible, in: unit))
    if shape.allowed.isInteger { add("Numbers", "whole numbers only") }
    add("Steps", shape.allowed.step.map { "multiples of \(DecimalWriter.string($0)) \(unit)" })
    add("Grows by", shape.maximumRate.map { "at most \(DecimalWriter.string($0)) \(unit) a second" })
    return facts
  }

  func sections(in pages: CatalogPages) -> String {
    let all = UnitChoice.texts(for: shape, in: pages.registry)
    let rows = all.prefix(Self.unitLimit).map { row(of: $0, pages.registry.units) }
    var blocks = [PageText.table(["Unit", "Allowed", "Plausible"], rows)]
    let isOpen = shape.units.only == nil && !shape.unit.dimension.isDimensionless
    if isOpen { blocks.append("Any other unit of the same dimension will do.\n") }
    return PageText.section("units", "Units", blocks)
  }

  private func row(of text: String, _ table: UnitTable) -> [String] {
    let unit = shape.units.spellings.first { $0.text == text }?.unit ?? (try? UnitOfMeasure(text, table: table))
    let conversion = unit.flatMap { try? shape.unit.conversion(to: $0) }
    let bounds = [shape.allowed, shape.plausible].map { bounds in
      guard let conversion else { return "" }
      let words = BoundsText.sentence(bounds, in: text) {
        conversion.isIdentity ? $0 : SignificantDigits.six(conversion($0))
      }
      return PageText.piece(words ?? "")
    }
    return [PageText.code(text)] + bounds
  }

  private static func words(for style: AggregationStyle) -> String {
    switch style {
    case .cumulative: "add up (cumulative)"
    case .discreteArithmetic: "are averaged (discreteArithmetic)"
    case .discreteTemporallyWeighted: "are averaged by how long each held (discreteTemporallyWeighted)"
    case .discreteEquivalentContinuousLevel: "are averaged by energy (discreteEquivalentContinuousLevel)"
    }
  }

  /// A number with a unit.
  ///
  /// Bounds hold for numbers in the canonical unit, since a schema does not convert. A `step` is left out: validators of
  /// schemas differ on multiples of fractions.
  func addFields(to node: inout JSONValue, in schema: TypeSchema) {
    node.add("required", ["value", "unit"])
    node.add("properties", ["value": valueSchema, "unit": unitSchema, "members": false])
    guard let limits else { return }
    let same = shape.units.spellings.filter { $0.unit == shape.unit }
    let canonical = UnitSpellings.texts(of: [shape.unit], and: same)
    node.add("if", ["properties": ["unit": .oneOf(canonical)]])
    node.add("then", ["properties": ["value": limits]])
  }

  private var valueSchema: JSONValue {
    var node: JSONValue = ["type": "number"]
    var parts = ["in \(shape.unit.unitString)"]
    if let text = BoundsText.sentence(shape.allowed) { parts.append("allowed \(text)") }
    if let text = BoundsText.sentence(shape.plausible) { parts.append("plausible \(text)") }
    node.add("description", .string(parts.joined(separator: "; ")))
    return node
  }

  private var unitSchema: JSONValue {
    var node: JSONValue = ["type": "string", "minLength": 1, "maxLength": 128]
    if let listed {
      var texts = UnitSpellings.texts(of: listed, and: shape.units.spellings)
      if shape.unit.unitString == "%" { texts.append("percent 0-100") }
      node.add("anyOf", [.oneOf(texts), ["pattern": .string(UnitSpellings.composed)]])
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

  private var limits: JSONValue? {
    let bounds = shape.allowed
    let members = bounds.keywords + (bounds.isInteger ? [JSONValue.Member("type", "integer")] : [])
    return members.isEmpty ? nil : .object(members)
  }
}
