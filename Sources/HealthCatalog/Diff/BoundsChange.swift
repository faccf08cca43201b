import HealthModel

/// Which way limits moved: some values became forbidden, some became allowed, or both.
struct BoundsChange {
  private(set) var isNarrowed = false
  private(set) var isWidened = false
  /// The first key that changed, with a dot before it: `.max`; empty when none did.
  private(set) var key = ""

  init(from old: ValueBounds, to new: ValueBounds) {
    compareEnds(BoundsOrder.lower(old), BoundsOrder.lower(new), BoundsOrder.isBelow)
    compareEnds(BoundsOrder.upper(old), BoundsOrder.upper(new), BoundsOrder.isAbove)
    if old.isInteger != new.isInteger { note(narrowed: new.isInteger) }
    compareSteps(of: old, new)
    key = Self.firstKey(in: old, new)
  }

  init(from old: DurationLimits, to new: DurationLimits) {
    compareNumbers(old.minimum, new.minimum, isUpper: false)
    compareNumbers(old.maximum, new.maximum, isUpper: true)
    if old.maximum != new.maximum { key = ".max" }
    if old.minimum != new.minimum { key = ".min" }
  }

  typealias Count = (minimum: Int, maximum: Int?)

  /// Compares how often something may be there, or how long it may be.
  init(_ old: Count, to new: Count) {
    compareNumbers(old.minimum, new.minimum, isUpper: false)
    compareNumbers(old.maximum, new.maximum, isUpper: true)
  }

  private static func firstKey(in old: ValueBounds, _ new: ValueBounds) -> String {
    if old.minimum != new.minimum { return ".min" }
    if old.above != new.above { return ".above" }
    if old.maximum != new.maximum { return ".max" }
    if old.below != new.below { return ".below" }
    if old.isInteger != new.isInteger { return ".integer" }
    return old.step == new.step ? "" : ".step"
  }

  private mutating func note(narrowed: Bool) { if narrowed { isNarrowed = true } else { isWidened = true } }

  private mutating func compareEnds(
    _ old: BoundsOrder.Limit?, _ new: BoundsOrder.Limit?,
    _ reachesBeyond: (BoundsOrder.Limit, BoundsOrder.Limit) -> Bool
  ) {
    switch (old, new) {
    case (nil, nil): return
    case (nil, .some): note(narrowed: true)
    case (.some, nil): note(narrowed: false)
    case (.some(let old), .some(let new)):
      if reachesBeyond(new, old) { note(narrowed: false) }
      if reachesBeyond(old, new) { note(narrowed: true) }
    }
  }

  private mutating func compareNumbers<Number: Comparable>(_ old: Number?, _ new: Number?, isUpper: Bool) {
    switch (old, new) {
    case (nil, nil): return
    case (nil, .some): note(narrowed: true)
    case (.some, nil): note(narrowed: false)
    case (.some(let old), .some(let new)):
      if old != new { note(narrowed: (new < old) == isUpper) }
    }
  }

  /// Steps count from the smallest value, so where that moves, so may every step.
  private mutating func compareSteps(of old: ValueBounds, _ new: ValueBounds) {
    switch (old.step, new.step) {
    case (nil, nil): return
    case (nil, .some): note(narrowed: true)
    case (.some, nil): note(narrowed: false)
    case (.some(let oldStep), .some(let newStep)):
      let shift = (new.minimum ?? 0) - (old.minimum ?? 0)
      let isOldFiner = Self.isMultiple(newStep, of: oldStep) && Self.isMultiple(shift, of: oldStep)
      let isNewFiner = Self.isMultiple(oldStep, of: newStep) && Self.isMultiple(shift, of: newStep)
      if !isNewFiner { isNarrowed = true }
      if !isOldFiner { isWidened = true }
    }
  }

  private static func isMultiple(_ value: Double, of step: Double) -> Bool {
    let count = value / step
    return (count - count.rounded()).magnitude <= 1e-9 * max(1, count.magnitude)
  }
}
