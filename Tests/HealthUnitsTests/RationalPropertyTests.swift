import SeededRandom
import Testing

@testable import HealthUnits

/// Exact fractions, of numbers that fit 64 bits and of those that do not.
struct RationalPropertyTests {
  private static let edges: [Int128] = [
    0, 1, 2, 3, 10, 45_359_237, 1 << 53, 1 << 53 + 1, 1 << 53 + 3, 1 << 62, 1 << 63 - 1, 1 << 63, 1 << 63 + 1,
    1 << 64 - 1, 1 << 64, 1 << 64 + 1, 3 << 64, 1 << 100, .max - 1, .max,
  ]

  /// Numbers of every length, edges among them.
  private static func number(_ random: inout SeededGenerator) -> Int128 {
    if Int.random(in: 0..<4, using: &random) == 0 { return edges.randomElement(using: &random) ?? 1 }
    let bits = Int128(truncatingIfNeeded: UInt128(random.next()) << 64 | UInt128(random.next())) & .max
    return bits >> Int128(Int.random(in: 0..<127, using: &random))
  }

  @Test("the nearest Double is that of the standard library") func nearest() {
    for number in Self.edges + Self.edges.map(-) { #expect(Rational.nearest(number) == Double(number), "\(number)") }
    var random = SeededGenerator(seed: SeededGenerator.seed)
    for _ in 0..<5_000 {
      let number = Self.number(&random) * (Bool.random(using: &random) ? 1 : -1)
      #expect(Rational.nearest(number) == Double(number), "\(number)")
    }
  }

  @Test("a fraction is reduced as Euclid says, whatever its length") func reduced() throws {
    var random = SeededGenerator(seed: SeededGenerator.seed)
    for _ in 0..<5_000 {
      let top = Self.number(&random) * (Bool.random(using: &random) ? 1 : -1)
      let bottom = max(1, Self.number(&random))
      let divisor = Self.divisor(top.magnitude, bottom.magnitude)
      let fraction = try #require(Rational(top, over: bottom))
      #expect(fraction.numerator == top / divisor, "\(top)/\(bottom)")
      #expect(fraction.denominator == bottom / divisor, "\(top)/\(bottom)")
    }
  }

  /// By halving and subtracting: none of the divisions that the fraction uses.
  private static func divisor(_ first: UInt128, _ second: UInt128) -> Int128 {
    guard first != 0, second != 0 else { return Int128(max(first, second)) }
    let shared = min(first.trailingZeroBitCount, second.trailingZeroBitCount)
    var (left, right) = (first >> UInt128(first.trailingZeroBitCount), second >> UInt128(second.trailingZeroBitCount))
    while left != right {
      if left < right { swap(&left, &right) }
      left -= right
      left >>= UInt128(left.trailingZeroBitCount)
    }
    return Int128(left << UInt128(shared))
  }
}
