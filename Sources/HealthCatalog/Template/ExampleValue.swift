import HealthModel

enum ExampleValue {
  /// A number within both limits, from the middle where there is one; `nil` when none was found.
  static func inside(_ allowed: ValueBounds, _ plausible: ValueBounds) -> Double? {
    let low = [allowed, plausible].compactMap { BoundsOrder.lower($0)?.value }.max()
    let high = [allowed, plausible].compactMap { BoundsOrder.upper($0)?.value }.min()
    var candidates: [Double] = []
    if let low, let high { candidates.append(low + (high - low) / 2) }
    candidates += [1, 10]
    if let low { candidates += [low, low + 1] }
    if let high { candidates += [high, high - 1] }
    let steps = [allowed, plausible].compactMap { bounds in bounds.step.map { (bounds.minimum ?? 0, $0) } }
    for candidate in candidates {
      var tries = [candidate, candidate.rounded()]
      for (first, step) in steps {
        let place = first + ((candidate - first) / step).rounded() * step
        tries += [place, place + step, place - step]
      }
      for value in tries where holds(value, allowed) && holds(value, plausible) { return value }
    }
    return nil
  }

  /// A whole number that is too large or too small; `nil` when none is.
  static func outside(_ bounds: ValueBounds) -> Double? {
    if let high = BoundsOrder.upper(bounds)?.value, high < 1e15 { return high.rounded(.up) + 1 }
    if let low = BoundsOrder.lower(bounds)?.value, low > -1e15 { return low.rounded(.down) - 1 }
    return nil
  }

  private static func holds(_ value: Double, _ bounds: ValueBounds) -> Bool {
    guard value.isFinite, bounds.contains(value), !bounds.isInteger || value == value.rounded() else { return false }
    guard let step = bounds.step, step > 0 else { return true }
    let steps = (value - (bounds.minimum ?? 0)) / step
    return (steps - steps.rounded()).magnitude <= 1e-9 * max(1, steps.magnitude)
  }
}
