import SeededRandom
import Testing

@testable import Assay

/// The hash by which a resumed import knows its input.
@Suite struct PrefixHashTests {
  @Test("in how many pieces the bytes come makes no difference") func pieces() {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    for _ in 0..<200 {
      let bytes = Self.bytes(Int.random(in: 0...200, using: &generator), &generator)
      var hash = PrefixHash()
      var place = 0
      while place < bytes.count {
        let end = Int.random(in: place...bytes.count, using: &generator)
        hash.update(Array(bytes[place..<end]).span.bytes)
        place = end
      }
      #expect(hash.value == Self.value(of: bytes), "\(bytes)")
    }
  }

  @Test("what was added so far can be asked for, and more be added") func asking() {
    var hash = PrefixHash()
    hash.update(Array("samples".utf8).span.bytes)
    let first = hash.value
    #expect(hash.value == first)
    hash.update(Array(" and more".utf8).span.bytes)
    #expect(hash.value == Self.value(of: Array("samples and more".utf8)))
    #expect(hash.value != first)
  }

  @Test("each bit counts, wherever it stands, and so does the length") func bits() {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    let bytes = Self.bytes(100, &generator)
    var seen: Set<[UInt8]> = [Self.value(of: bytes)]
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << UInt8(bit)
        #expect(seen.insert(Self.value(of: changed)).inserted, "bit \(bit) of byte \(place)")
      }
    }
    for count in 0..<100 {
      #expect(seen.insert(Self.value(of: Array(repeating: 0, count: count))).inserted, "\(count) zeros")
    }
  }

  @Test("blocks that change places are another input") func order() {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    let bytes = Self.bytes(96, &generator)
    let swapped = Array(bytes[32..<64] + bytes[0..<32] + bytes[64...])
    #expect(Self.value(of: swapped) != Self.value(of: bytes))
  }

  /// A store keeps it from version to version: another hash would start every interrupted import over.
  @Test("it is the same in every version") func pinned() {
    let bytes = (0..<100).map { UInt8($0) }
    #expect(Self.value(of: bytes) == [165, 45, 170, 87, 74, 185, 108, 102, 89, 217, 11, 47, 186, 126, 152, 152])
    #expect(Self.value(of: []) == [38, 237, 89, 164, 229, 171, 29, 30, 137, 212, 93, 251, 194, 26, 141, 118])
  }

  private static func value(of bytes: [UInt8]) -> [UInt8] {
    var hash = PrefixHash()
    hash.update(bytes.span.bytes)
    return hash.value
  }

  private static func bytes(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}
