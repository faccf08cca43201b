import HealthModel
import HealthUnits

extension QuantityReport {
  /// The most units that a page lists.
  static let unitLimit = 12

  var summary: [ReferencePiece] { [.code(shape.unit.unitString)] }

  func facts(in site: ReferenceSite) -> [ReferenceFact] {
    let unit = shape.unit.unitString
    var facts = [
      ReferenceFact("Unit", [.code(unit)]), ReferenceFact("Values", [.text(Self.words(for: shape.aggregation))]),
    ]
    if let text = BoundsText.sentence(shape.allowed, in: unit) {
      facts.append(ReferenceFact("Allowed", [.text(text)]))
    }
    if let text = BoundsText.sentence(shape.plausible, in: unit) {
      facts.append(ReferenceFact("Plausible", [.text(text)]))
    }
    if shape.allowed.isInteger { facts.append(ReferenceFact("Numbers", [.text("whole numbers only")])) }
    if let step = shape.allowed.step {
      facts.append(ReferenceFact("Steps", [.text("multiples of \(DecimalWriter.string(step)) \(unit)")]))
    }
    if let rate = shape.maximumRate {
      facts.append(ReferenceFact("Grows by", [.text("at most \(DecimalWriter.string(rate)) \(unit) a second")]))
    }
    return facts
  }

  func sections(in site: ReferenceSite) -> [ReferenceSection] {
    let all = UnitChoice.texts(for: shape, in: site.registry)
    let table = ReferenceTable(
      caption: "Units that a sample may have, and the bounds in them", columns: ["Unit", "Allowed", "Plausible"],
      rows: all.prefix(Self.unitLimit).map { row(of: $0, site.registry.units) })
    var blocks: [ReferenceBlock] = [.table(table)]
    let isOpen = shape.units.only == nil && !shape.unit.dimension.isDimensionless
    if isOpen { blocks.append(.paragraph([.text("Any other unit of the same dimension will do.")])) }
    return [ReferenceSection(id: "units", title: "Units", blocks: blocks)]
  }

  private func row(of text: String, _ table: UnitTable) -> [[ReferencePiece]] {
    let unit = shape.units.spellings.first { $0.text == text }?.unit ?? (try? UnitOfMeasure(text, table: table))
    let conversion = unit.flatMap { try? shape.unit.conversion(to: $0) }
    let bounds = [shape.allowed, shape.plausible].map { bounds -> [ReferencePiece] in
      guard let conversion else { return [] }
      let words = BoundsText.sentence(bounds, in: text) {
        conversion.isIdentity ? $0 : SignificantDigits.six(conversion($0))
      }
      return words.map { [.text($0)] } ?? []
    }
    return [[.code(text)]] + bounds
  }

  private static func words(for style: AggregationStyle) -> String {
    switch style {
    case .cumulative: "add up (cumulative)"
    case .discreteArithmetic: "are averaged (discreteArithmetic)"
    case .discreteTemporallyWeighted: "are averaged by how long each held (discreteTemporallyWeighted)"
    case .discreteEquivalentContinuousLevel: "are averaged by energy (discreteEquivalentContinuousLevel)"
    }
  }
}
