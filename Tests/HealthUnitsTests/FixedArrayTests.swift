import HealthModel
import SeededRandom
import Testing

/// The arrays in place that Apple's older systems get do what `InlineArray` does, which every other system gets.
struct FixedArrayTests {
  /// A size that is not a multiple of its alignment: elements must be a stride apart, not a size.
  struct Padded: Equatable, Sendable {
    var long: UInt64
    var short: UInt8
  }

  @Test("elements are written and read by place, and touch no other") func places() {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    same(FixedArray<Length31<Padded>>.self, InlineArray<31, Padded>.self, seed) {
      Padded(long: .random(in: 0...UInt64.max, using: &random), short: .random(in: 0...255, using: &random))
    }
    same(FixedArray<Length3<Padded>>.self, InlineArray<3, Padded>.self, seed) {
      Padded(long: .random(in: 0...UInt64.max, using: &random), short: .random(in: 0...255, using: &random))
    }
    same(FixedArray<Length36<UInt8>>.self, InlineArray<36, UInt8>.self, seed) { .random(in: 0...255, using: &random) }
    same(FixedArray<Length5<String>>.self, InlineArray<5, String>.self, seed) {
      String(repeating: "long enough for the heap ", count: .random(in: 0...3, using: &random))
    }
  }

  /// Random writes into both.
  private func same<Storage, let count: Int>(
    _: FixedArray<Storage>.Type, _: InlineArray<count, Storage.Element>.Type, _ seed: UInt64,
    _ element: () -> Storage.Element
  ) where Storage: FixedStorage, Storage.Element: Equatable {
    let first = element()
    var ours = FixedArray<Storage>(repeating: first)
    var theirs = InlineArray<count, Storage.Element>(repeating: first)
    #expect(ours.count == count)
    for round in 0..<200 {
      let next = element()
      // A step that meets every place: no length has the factor 71.
      let place = round * 71 % count
      ours[place] = next
      theirs[place] = next
      for index in 0..<count where ours[index] != theirs[index] {
        Issue.record("place \(index) of \(count) differs after round \(round), seed \(seed)")
        return
      }
    }
    #expect(withUnsafeBytes(of: ours) { $0.count } >= count * MemoryLayout<Storage.Element>.size)
    #expect(MemoryLayout<FixedArray<Storage>>.size <= MemoryLayout<InlineArray<count, Storage.Element>>.stride)
  }

  @Test("each length has as many places as its name says") func lengths() {
    let counts = [
      FixedArray<Length3<UInt8>>(repeating: 0).count, FixedArray<Length5<UInt8>>(repeating: 0).count,
      FixedArray<Length6<UInt8>>(repeating: 0).count,
      FixedArray<Length8<UInt8>>(repeating: 0).count, FixedArray<Length9<UInt8>>(repeating: 0).count,
      FixedArray<Length11<UInt8>>(repeating: 0).count, FixedArray<Length12<UInt8>>(repeating: 0).count,
      FixedArray<Length16<UInt8>>(repeating: 0).count, FixedArray<Length20<UInt8>>(repeating: 0).count,
      FixedArray<Length23<UInt8>>(repeating: 0).count, FixedArray<Length31<UInt8>>(repeating: 0).count,
      FixedArray<Length36<UInt8>>(repeating: 0).count, FixedArray<Length70<UInt8>>(repeating: 0).count,
      FixedArray<Length96<UInt8>>(repeating: 0).count,
    ]
    #expect(counts == [3, 5, 6, 8, 9, 11, 12, 16, 20, 23, 31, 36, 70, 96])
  }

  @Test("a literal gives each place its element, and bytes are in the order of places") func literal() {
    let powers: FixedArray<Length5<Double>> = [1, 10, 100, 1000, 10_000]
    #expect((0..<5).map { powers[$0] } == [1, 10, 100, 1000, 10_000])
    let digits: FixedArray<Length6<UInt8>> = [48, 49, 50, 51, 52, 53]
    #expect(withUnsafeBytes(of: digits) { String(decoding: $0, as: UTF8.self) } == "012345")
  }
}
