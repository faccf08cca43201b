import HealthUnits
import SeededRandom
import Testing

/// Laws of products and quotients, tried on random units.
///
/// Replay a failure with `SEED=…`.
@Suite("Products of units") struct UnitProductTests {
  private let seed = SeededGenerator.seed

  @Test("a quotient is the unit that its text is read as") func quotients() throws {
    var random = RandomUnits()
    for _ in 0..<2_000 {
      let above = random.factors()
      let below = random.factors()
      let left = try UnitOfMeasure(random.product(above))
      let right = try UnitOfMeasure(random.product(below))
      let written = try UnitOfMeasure(random.quotient(above, below))
      let quotient = left / right
      #expect(quotient == written, "\(left) and \(right) SEED=\(seed)")
      #expect(quotient.unitString == written.unitString, "\(left) and \(right) SEED=\(seed)")
      #expect(quotient.dimension == written.dimension, "\(left) and \(right) SEED=\(seed)")
      let again = try UnitOfMeasure(quotient.unitString)
      #expect(quotient.baseConversion(3) == again.baseConversion(3), "\(left) and \(right) SEED=\(seed)")
    }
  }

  @Test("each two units of one factor have the product and the quotient that their text is read as")
  func pairs() throws {
    let names = RandomUnits.others + RandomUnits.prefixable + ["kg", "mL", "fm", "TJ", "mmol<180.15588>", "dBASPL"]
    let inUCUM = try UnitOfMeasure("g/L", grammar: .ucum)
    for left in try names.map({ try UnitOfMeasure($0) }) {
      for right in try names.map({ try UnitOfMeasure($0) }) {
        for (made, text) in [(left * right, "\(left)·\(right)"), (left / right, "\(left)/\(right)")] {
          guard let read = try? UnitOfMeasure(text) else {
            #expect(made.isImpossible || left == right, "\(text)")
            continue
          }
          #expect(made == read, "\(text)")
          #expect(made.unitString == read.unitString)
          #expect(made.dimension == read.dimension, "\(text)")
          #expect(made.baseConversion(3) == read.baseConversion(3), "\(text)")
          let (one, other) = ((try? made.conversion(to: inUCUM))?(3), (try? read.conversion(to: inUCUM))?(3))
          #expect(one == other, "\(text)")
        }
      }
    }
  }

  @Test("sizes beyond 128 bits do not depend on the order of the factors") func orders() throws {
    let written = try UnitOfMeasure("nK^-1*Mlx^2*pL^-2")
    let sorted = try UnitOfMeasure(written.unitString)
    #expect(written.baseConversion(3) == sorted.baseConversion(3))
    #expect(try written.baseConversion(3) == (written / UnitOfMeasure("()")).baseConversion(3))
  }

  @Test("order does not matter, and a factor goes as it came") func laws() throws {
    var random = RandomUnits()
    for _ in 0..<2_000 {
      let left = try UnitOfMeasure(random.product(random.factors()))
      let right = try UnitOfMeasure(random.product(random.factors()))
      #expect(left * right == right * left, "\(left) and \(right) SEED=\(seed)")
      #expect(left * right / right == left, "\(left) and \(right) SEED=\(seed)")
      #expect((left / left).isNull, "\(left) SEED=\(seed)")
      #expect(left.reciprocal.reciprocal == left, "\(left) SEED=\(seed)")
      #expect(left.raised(to: 2) == left * left, "\(left) SEED=\(seed)")
      #expect(left.raised(to: 0).isNull, "\(left) SEED=\(seed)")
    }
  }

  @Test("any sequence of operations ends in a unit, and one that is possible reads back") func total() throws {
    var random = RandomUnits()
    var impossible = 0
    for _ in 0..<500 {
      var unit = try UnitOfMeasure(random.product(random.factors()))
      for _ in 0..<8 {
        let other = try UnitOfMeasure(random.product(random.factors()))
        switch Int.random(in: 0..<4, using: &random.generator) {
        case 0: unit = unit * other
        case 1: unit = unit / other
        case 2: unit = unit.raised(to: Int.random(in: -3...3, using: &random.generator))
        default: unit = unit.raised(to: [Int.min, .max, 0, -1, 1].randomElement(using: &random.generator) ?? 1)
        }
      }
      if unit.isImpossible {
        impossible += 1
      } else {
        #expect(try UnitOfMeasure(unit.unitString) == unit, "\(unit) SEED=\(seed)")
      }
    }
    #expect(impossible > 0 && impossible < 500, "SEED=\(seed)")
  }
}
