import HealthModel

/// Bounds in words.
enum BoundsText {
  /// `from 0 to 300`, `above 0, whole numbers`; `nil` without bounds.
  static func sentence(_ bounds: ValueBounds) -> String? {
    var parts: [String] = []
    if let least = bounds.minimum, let most = bounds.maximum {
      parts.append("from \(number(least)) to \(number(most))")
    } else {
      if let least = bounds.minimum { parts.append("at least \(number(least))") }
      if let most = bounds.maximum { parts.append("at most \(number(most))") }
    }
    if let above = bounds.above { parts.append("above \(number(above))") }
    if let below = bounds.below { parts.append("below \(number(below))") }
    if bounds.isInteger { parts.append("whole numbers") }
    if let step = bounds.step { parts.append("in steps of \(number(step))") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Bounds in a unit.
  ///
  /// - Returns: `from 0 to 300 count/min`; `nil` without bounds.
  static func sentence(
    _ bounds: ValueBounds, in unit: String, _ conversion: (Double) -> Double = { $0 }
  ) -> String? {
    let converted = ValueBounds(
      minimum: bounds.minimum.map(conversion), maximum: bounds.maximum.map(conversion),
      above: bounds.above.map(conversion), below: bounds.below.map(conversion))
    return sentence(converted).map { "\($0) \(unit)" }
  }

  /// `4 d`, `90 s`: microseconds in the largest unit that needs no fraction.
  static func duration(_ microseconds: Int64) -> String {
    for (size, unit) in [(86_400, "d"), (3_600, "h"), (60, "min")] as [(Int64, String)]
    where microseconds != 0 && microseconds % (size * 1_000_000) == 0 {
      return "\(microseconds / (size * 1_000_000)) \(unit)"
    }
    return number(Double(microseconds) / 1_000_000) + " s"
  }

  private static func number(_ value: Double) -> String { DecimalWriter.string(value) }
}
