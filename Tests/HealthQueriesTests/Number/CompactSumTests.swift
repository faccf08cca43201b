import HealthModel
import SeededRandom
import Testing

/// A sum that begins small is the exact sum, however its numbers come and wherever it grows.
struct CompactSumTests {
  @Test("a compact sum is rounded once", arguments: ExactSumTests.cases) func sum(_ item: ExactSumTests.Case) {
    var single = CompactSum()
    for value in item.values { single.add(value) }
    #expect(single.value == item.sum)
    for cut in 0...min(item.values.count, 9) {
      var pieces = CompactSum()
      pieces.add(item.values.span, in: 0..<cut)
      pieces.add(item.values.span, in: cut..<item.values.count)
      #expect(pieces.value == item.sum, "cut at \(cut)")
      var (first, second) = (CompactSum(), CompactSum())
      first.add(item.values.span, in: 0..<cut)
      second.add(item.values.span, in: cut..<item.values.count)
      first.add(second)
      #expect(first.value == item.sum, "joined at \(cut)")
      #expect(first.exact == pieces.exact, "joined at \(cut)")
    }
  }

  @Test("no sum has a negative zero") func zero() {
    var sum = CompactSum()
    sum.add(-0.0)
    #expect(sum.value.sign == .plus)
  }

  @Test("products are added exactly") func products() {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    for count in 0..<30 {
      var (compact, exact) = (CompactSum(), ExactSum())
      for _ in 0..<count {
        let (first, second) = (Double.random(in: -1e9...1e9, using: &random), Double.random(in: 0...1, using: &random))
        compact.add(product: first, second)
        exact.add(product: first, second)
      }
      #expect(compact.exact == exact, "SEED=\(seed), \(count) products")
    }
  }
}
