import HealthModel

enum BoundsOrder {
  /// Why no value, or only part of the limits, can hold.
  static func contradiction(in bounds: ValueBounds) -> String? {
    if bounds.minimum != nil, bounds.above != nil { return "`min` and `above` both set a lower limit" }
    if bounds.maximum != nil, bounds.below != nil { return "`max` and `below` both set an upper limit" }
    if let low = lower(bounds), let high = upper(bounds) {
      let range = "\(CatalogText.number(low.value)) and \(CatalogText.number(high.value))"
      let isEmpty = low.value == high.value && (low.isExclusive || high.isExclusive)
      if low.value > high.value || isEmpty { return "no value is between the limits \(range)" }
    }
    if let step = bounds.step, step <= 0 { return "`step` is not above 0" }
    return nil
  }

  /// Why plausible limits reach outside the allowed ones, and the keys of the limits that say so.
  static func escape(of plausible: ValueBounds, from allowed: ValueBounds) -> (problem: String, keys: [String])? {
    if let outer = lower(allowed), let inner = lower(plausible), isBelow(inner, outer) {
      let start = (outer.isExclusive ? "begins above " : "begins at ") + CatalogText.number(outer.value)
      return ("\(CatalogText.number(inner.value)) is outside the allowed range, which \(start)", ["min", "above"])
    }
    if let outer = upper(allowed), let inner = upper(plausible), isAbove(inner, outer) {
      let end = (outer.isExclusive ? "ends below " : "ends at ") + CatalogText.number(outer.value)
      return ("\(CatalogText.number(inner.value)) is outside the allowed range, which \(end)", ["max", "below"])
    }
    return nil
  }

  typealias Limit = (value: Double, isExclusive: Bool)

  /// The lower end; `nil` when the range is open.
  static func lower(_ bounds: ValueBounds) -> Limit? {
    if let above = bounds.above { return (above, true) }
    return bounds.minimum.map { ($0, false) }
  }

  /// The upper end; `nil` when the range is open.
  static func upper(_ bounds: ValueBounds) -> Limit? {
    if let below = bounds.below { return (below, true) }
    return bounds.maximum.map { ($0, false) }
  }

  /// Whether the first lower end reaches below the second.
  static func isBelow(_ inner: Limit, _ outer: Limit) -> Bool {
    inner.value < outer.value || (inner.value == outer.value && outer.isExclusive && !inner.isExclusive)
  }

  /// Whether the first upper end reaches above the second.
  static func isAbove(_ inner: Limit, _ outer: Limit) -> Bool {
    inner.value > outer.value || (inner.value == outer.value && outer.isExclusive && !inner.isExclusive)
  }
}
