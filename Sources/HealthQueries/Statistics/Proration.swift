import HealthModel

/// The share of a value that falls to a part of its time, with about twice the digits of a number.
///
/// The shares of all parts of a sample come to its value again.
struct Proration: Sendable {
  var share: Double
  /// The remainder of rounding.
  var rest: Double

  /// Divides a value.
  init(of value: Double, part: Int64, whole: Int64) {
    share = value
    rest = 0
    guard part != whole else { return }
    let (length, divisor) = (Double(part), Double(whole))
    let product = value * length
    guard product.isFinite else {
      share = value * (length / divisor)
      return
    }
    share = product / divisor
    let lost = (-product).addingProduct(value, length)
    let remainder = product.addingProduct(-share, divisor)
    rest = (remainder + lost) / divisor
    if !rest.isFinite { rest = 0 }
  }
}

extension CompactSum {
  mutating func add(_ proration: Proration) {
    add(proration.share)
    if proration.rest != 0 { add(proration.rest) }
  }
}
