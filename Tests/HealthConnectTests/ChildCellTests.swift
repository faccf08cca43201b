import Testing

@testable import HealthConnect

/// Numbers of kept rows, whose columns may hold anything in a hostile file.
@Suite("Cells of kept rows") struct ChildCellTests {
  private static func check(_ integer: Int64?, _ number: Double?) {
    let cell = ChildCell(integer: integer, number: number)
    #expect(cell.integer == integer && cell.number == number, "\(String(describing: (integer, number)))")
  }

  @Test("what was read comes back, whatever a cell holds") func all() {
    for integer in [0, 1, -2, 1 << 53 + 1, .max, .min, 1_767_254_400_000] as [Int64] {
      Self.check(integer, Double(integer))
      Self.check(integer, nil)
    }
    // Numbers as SQLite makes whole ones of them: cut off, and at most the largest.
    for (number, integer) in [(2.7, 2), (-2.7, -2), (1e300, .max), (-1e300, .min), (0.5, 0)] as [(Double, Int64)] {
      Self.check(integer, number)
      Self.check(nil, number)
    }
    Self.check(nil, nil)
    for power in 0..<62 {
      let integer = Int64(1) << Int64(power) | 1
      Self.check(integer, Double(integer))
      Self.check(-integer, Double(-integer))
    }
  }

  @Test("a cell takes 12 bytes, so that the most rows of two tables are within 40 MB") func size() {
    #expect(MemoryLayout<ChildCell>.stride == 12)
  }
}
