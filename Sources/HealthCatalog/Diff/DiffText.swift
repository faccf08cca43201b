import HealthModel
import HealthUnits

/// Words for what is compared.
enum DiffText {
  /// Names in backticks, with commas; `nothing` when there are none.
  static func list(_ names: [String]) -> String {
    names.isEmpty ? "nothing" : names.map { CatalogText.shown($0) }.joined(separator: ", ")
  }

  /// Limits of a number: `0 to 300 count/min, whole numbers`; `nil` is a number without a unit.
  static func bounds(_ bounds: ValueBounds, in unit: UnitOfMeasure?) -> String {
    var parts: [String] = []
    let symbol = unit.map { " " + $0.unitString } ?? ""
    if let low = bounds.minimum, let high = bounds.maximum {
      parts.append("\(CatalogText.number(low)) to \(CatalogText.number(high))" + symbol)
    } else {
      if let low = bounds.minimum { parts.append("at least \(CatalogText.number(low))" + symbol) }
      if let high = bounds.maximum { parts.append("at most \(CatalogText.number(high))" + symbol) }
    }
    if let above = bounds.above { parts.append("above \(CatalogText.number(above))" + symbol) }
    if let below = bounds.below { parts.append("below \(CatalogText.number(below))" + symbol) }
    if bounds.isInteger { parts.append("whole numbers") }
    if let step = bounds.step { parts.append("in steps of \(CatalogText.number(step))") }
    return parts.isEmpty ? "any number" : parts.joined(separator: ", ")
  }

  /// Limits of a length: `P4D at most`.
  static func duration(_ limits: DurationLimits) -> String {
    switch (limits.minimum.map(ISODuration.text), limits.maximum.map(ISODuration.text)) {
    case (nil, nil): "any length"
    case (.some(let least), nil): "\(least) at least"
    case (nil, .some(let most)): "\(most) at most"
    case (.some(let least), .some(let most)): "\(least) to \(most)"
    }
  }

  /// How often a member is in a correlation, as definitions write it.
  static func count(_ member: CorrelationMember) -> String {
    if member.maximum == member.minimum { return "\(member.minimum)" }
    let most = member.maximum.map { "\($0)" } ?? "*"
    return "\(member.minimum)..\(most)"
  }

  static func raw(_ value: Int?) -> String { value.map { "\($0)" } ?? "none" }
}
