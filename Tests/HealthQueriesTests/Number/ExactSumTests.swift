import HealthModel
import SeededRandom
import Testing

/// Sums that rounding on the way would spoil.
struct ExactSumTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var values: [Double]
    var sum: Double

    init(_ testDescription: String, _ values: [Double], _ sum: Double) {
      self.testDescription = testDescription
      self.values = values
      self.sum = sum
    }
  }

  private static let largest = Double.greatestFiniteMagnitude
  private static let tiny = Double.leastNonzeroMagnitude
  private static let smallestNormal = Double.leastNormalMagnitude
  /// The distance of 1 from the next number above.
  private static let ulp = Double.ulpOfOne

  static let cases = [
    Case("nothing", [], 0),
    Case("one number", [-0.1], -0.1),
    Case("tenths, ten times", Array(repeating: 0.1, count: 10), 1),
    Case("a small number survives large ones that cancel", [1e308, 1, -1e308], 1),
    Case("large ones that cancel in pairs, beyond the range on the way", [1e308, 1e308, 1.5, -1e308, -1e308], 1.5),
    Case("more than the largest number", [largest, largest], .infinity),
    Case("less than the least", [-largest, -largest], -.infinity),
    Case("the largest number and half its last digit round up to no number", [largest, 0x1p970], .infinity),
    Case("a little less rounds down", [largest, 0x1p969], largest),
    Case("subnormal numbers", [tiny, tiny, -tiny * 5], -tiny * 3),
    Case("subnormal numbers become a normal one", [0x1p-1023, 0x1p-1023], 0x1p-1022),
    Case("a normal number becomes subnormal", [smallestNormal, -tiny], smallestNormal.nextDown),
    Case("from one end of the range to the other", [largest, tiny, -largest], tiny),
    Case("halfway to even, down", [1, ulp / 2], 1),
    Case("halfway to even, up", [1 + ulp, ulp / 2], 1 + 2 * ulp),
    Case("a trace above halfway", [1, ulp / 2, tiny], 1 + ulp),
    Case("a trace below halfway", [1 + ulp, ulp / 2, -tiny], 1 + ulp),
    Case("negative, halfway to even", [-1 - ulp, -ulp / 2], -1 - 2 * ulp),
    Case("rounding carries into the next power", [2 - ulp, ulp / 2], 2),
    Case("what is not finite is left out", [.infinity, 2, .nan, -.infinity], 2),
    Case("more numbers than fit without carries", Array(repeating: 2 - ulp, count: 4096), 4096 * (2 - ulp)),
  ]

  @Test("a sum is rounded once", arguments: ExactSumTests.cases) func sum(_ item: Case) {
    #expect(Self.sum(of: item.values).value == item.sum)
    #expect(Self.sum(of: item.values.reversed()).value == item.sum)
    #expect(Self.sum(of: item.values.map { -$0 }).value == -item.sum)
  }

  @Test("what cancels is zero, equal to nothing") func zero() {
    var sum = Self.sum(of: [1e300, -3, Self.tiny])
    #expect(!sum.isZero)
    sum.add(Self.sum(of: [3, -1e300, -Self.tiny]))
    #expect(sum.isZero)
    #expect(sum == ExactSum())
    #expect(sum.hashValue == ExactSum().hashValue)
  }

  @Test("products are added without rounding") func products() {
    var sum = ExactSum()
    sum.add(product: 1 + Self.ulp, 1 + Self.ulp)
    sum.add(-1)
    sum.add(-2 * Self.ulp)
    #expect(sum.value == Self.ulp * Self.ulp)
    sum.add(product: 1e300, 1e300)
    #expect(sum.value == Self.ulp * Self.ulp)
  }

  /// Whole numbers of up to 53 bits in units of 2^-40, whose sum 128 bits hold.
  @Test("sums are those of whole numbers, in any order and in parts") func property() {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    for round in 0..<500 {
      let whole = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        Int64.random(in: -1 << 53...1 << 53, using: &random) >> Int64.random(in: 0...40, using: &random)
      }
      let exact = whole.reduce(Int128(0)) { $0 + Int128($1) }
      let values = whole.map { Double($0) * 0x1p-40 }
      let sum = Self.sum(of: values)
      #expect(sum.value == Double(exact) * 0x1p-40, "SEED=\(seed), round \(round)")
      #expect(Self.sum(of: values.shuffled(using: &random)) == sum, "SEED=\(seed), round \(round)")
      let cut = Int.random(in: 0...values.count, using: &random)
      var parts = Self.sum(of: Array(values[..<cut]))
      parts.add(Self.sum(of: Array(values[cut...])))
      #expect(parts == sum, "SEED=\(seed), round \(round)")
    }
  }

  private static func sum(of values: [Double]) -> ExactSum {
    var sum = ExactSum()
    for value in values { sum.add(value) }
    return sum
  }
}
