import HealthUnits
import SeededRandom
import Testing

/// Laws that hold for every unit, tried on random ones.
///
/// Replay a failure with `SEED=…`.
struct UnitPropertyTests {
  private let seed = SeededGenerator.seed

  @Test func printingAndReadingIsTheIdentity() throws {
    var random = RandomUnits()
    for _ in 0..<2_000 {
      let above = random.factors()
      let below = random.factors()
      let text = random.quotient(above, below)
      let unit = try UnitOfMeasure(text)
      let again = try UnitOfMeasure(unit.unitString)
      #expect(again == unit, "\(text) SEED=\(seed)")
      #expect(again.hashValue == unit.hashValue, "\(text) SEED=\(seed)")
      #expect(again.unitString == unit.unitString, "\(text) SEED=\(seed)")
      #expect(again.dimension == unit.dimension, "\(text) SEED=\(seed)")
      #expect(again.isEquivalent(to: unit), "\(text) SEED=\(seed)")
    }
  }

  @Test func theOrderOfFactorsDoesNotMatter() throws {
    var random = RandomUnits()
    for _ in 0..<2_000 {
      let above = random.factors()
      let below = random.factors()
      let text = random.quotient(above, below)
      let shuffledAbove = above.shuffled(using: &random.generator)
      let shuffledBelow = below.shuffled(using: &random.generator)
      let shuffled = random.quotient(shuffledAbove, shuffledBelow)
      let unit = try UnitOfMeasure(text)
      let reordered = try UnitOfMeasure(shuffled)
      #expect(reordered == unit, "\(text) and \(shuffled) SEED=\(seed)")
      #expect(reordered.unitString == unit.unitString, "\(text) and \(shuffled) SEED=\(seed)")
    }
  }

  @Test func thereAndBackIsTheSameNumber() throws {
    var random = RandomUnits()
    let names = RandomUnits.others + RandomUnits.prefixable + ["kg", "mg", "km", "cm", "mL", "kPa", "kJ"]
    var units: [UnitOfMeasure] = []
    for name in names { units.append(try UnitOfMeasure(name)) }
    for source in units {
      for target in units where source.isConvertible(to: target) {
        let there = try source.conversion(to: target)
        let back = try target.conversion(to: source)
        let value = Double.random(in: 1...1000, using: &random.generator)
        let converted = there(value)
        #expect(abs(back(converted) - value) <= 1e-10, "\(value) \(source) → \(target) SEED=\(seed)")
        let base = source.baseConversion(value)
        let other = target.baseConversion(converted)
        #expect(abs(base - other) <= 1e-12 * max(abs(base), 1), "\(value) \(source) → \(target) SEED=\(seed)")
      }
    }
  }

  @Test func unitsConvertWhenTheirDimensionsAgree() throws {
    var random = RandomUnits()
    for _ in 0..<500 {
      let above = random.factors()
      let below = random.factors()
      let first = try UnitOfMeasure(random.product(above))
      let second = try UnitOfMeasure(random.product(below))
      #expect(first.isConvertible(to: first))
      #expect(first.isConvertible(to: second) == second.isConvertible(to: first), "\(first) \(second) SEED=\(seed)")
      let agree = first.dimension == second.dimension
      #expect(first.isConvertible(to: second) == agree, "\(first) \(second) SEED=\(seed)")
    }
  }

  @Test("asking only whether a text is a unit gives what reading it gives") func knownUnits() throws {
    var random = RandomUnits()
    let own = try UnitTable.standard.adding([CustomUnit(symbol: "puff", definition: .isolated)])
    let marks = Array("mgLsckKx1/·.^()<%é".utf8)
    for _ in 0..<5_000 {
      let above = random.factors()
      let below = random.factors()
      var bytes = Array(random.quotient(above, below).utf8)
      if Int.random(in: 0..<4, using: &random.generator) == 0 { bytes = Array("puff/".utf8) + bytes }
      for _ in 0..<Int.random(in: 0...2, using: &random.generator) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random.generator)
        bytes[place] = marks.randomElement(using: &random.generator) ?? 0
      }
      for table in [UnitTable.standard, own] {
        #expect(
          UnitOfMeasure(known: bytes, table: table) == (try? UnitOfMeasure(utf8: bytes, table: table)),
          "\(String(decoding: bytes, as: UTF8.self)) SEED=\(seed)")
      }
    }
  }

  @Test func noBytesEverTrap() {
    var random = RandomUnits()
    let alphabet = Array("mgLsckKdahrin/·.*^()<>[]{}0123456789-+%' \u{B5}°\n".utf8) + [0x80, 0xC2, 0xFF]
    for _ in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...24, using: &random.generator) {
        bytes.append(alphabet.randomElement(using: &random.generator) ?? 0)
      }
      for grammar in UnitGrammar.allCases {
        do throws(UnitError) {
          let unit = try UnitOfMeasure(utf8: bytes, grammar: grammar)
          let again = try UnitOfMeasure(unit.unitString, grammar: grammar)
          #expect(again == unit, "\(bytes) SEED=\(seed)")
          #expect(unit.baseConversion(1).isFinite, "\(bytes) SEED=\(seed)")
        } catch {
          #expect(error.offset >= 0 && error.offset <= bytes.count, "\(bytes) SEED=\(seed)")
          #expect(!error.description.utf8.contains(0x0A), "\(bytes) SEED=\(seed)")
        }
      }
    }
  }

  @Test func molarMassesSurvivePrinting() throws {
    var random = RandomUnits()
    for _ in 0..<2_000 {
      let mass = Double.random(in: 1...1000, using: &random.generator)
      let first = try UnitOfMeasure("mmol<\(mass)>/L")
      let second = try UnitOfMeasure(first.unitString)
      #expect(first == second, "\(mass) SEED=\(seed)")
      #expect(first.hashValue == second.hashValue, "\(mass) SEED=\(seed)")
    }
  }
}
