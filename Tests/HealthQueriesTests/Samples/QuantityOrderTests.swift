import HealthQueries
import HealthUnits
import SeededRandom
import Testing

@Suite("The order of quantities") struct QuantityOrderTests {
  private static let units: [UnitOfMeasure] = [
    .meter, .kilometer, .mile, .foot, .inch, .gram, .pound, .kilogram, .degreeCelsius, .degreeFahrenheit, .kelvin,
    .count,
    .count / .minute,
  ]

  @Test("the size counts, not the unit") func sizes() throws {
    #expect(try Quantity(1, .kilometer).compare(to: Quantity(1000, .meter)) == .same)
    #expect(Quantity(1, .kilometer).isEquivalent(to: Quantity(1000, .meter)))
    #expect(Quantity(1, .kilometer) != Quantity(1000, .meter))
    #expect(try Quantity(1, .pound).compare(to: Quantity(453, .gram)) == .more)
    #expect(try Quantity(0, .degreeCelsius).compare(to: Quantity(33, .degreeFahrenheit)) == .less)
    #expect(try Quantity(2.5, .kilometer).converted(to: .meter) == Quantity(2500, .meter))
    #expect(try Quantity(72, .count / .minute).doubleValue(for: .hertz) == 1.2)
  }

  @Test("of a mass and a length neither is less") func incommensurable() {
    #expect(throws: QueryError.self) { try Quantity(1, .gram).compare(to: Quantity(1, .meter)) }
    #expect(throws: QueryError.self) { try Quantity(.nan, .gram).compare(to: Quantity(1, .gram)) }
    #expect(throws: QueryError.self) { try Quantity(1, .gram).compare(to: Quantity(.nan, .kilogram)) }
    #expect(!Quantity(1, .gram).isEquivalent(to: Quantity(1, .meter)))
  }

  @Test("what one quantity is to another, the other is turned around") func symmetry() {
    let seed = SeededGenerator.seed(of: "QuantityOrderTests")
    var random = SeededGenerator(seed: seed)
    let turned: [Quantity.Order: Quantity.Order] = [.less: .more, .more: .less, .same: .same]
    for _ in 0..<5_000 {
      let left = Quantity(Double(Int.random(in: -40...40, using: &random)), Self.pick(&random))
      var right = Quantity(Double(Int.random(in: -40...40, using: &random)), Self.pick(&random))
      // As often as not the same size in another unit.
      if Bool.random(using: &random), let same = try? left.converted(to: right.unit) { right = same }
      let order = try? left.compare(to: right)
      #expect((try? right.compare(to: left)) == order.flatMap { turned[$0] }, "\(left), \(right) SEED=\(seed)")
      #expect((order == nil) == !left.unit.isConvertible(to: right.unit), "\(left), \(right) SEED=\(seed)")
      #expect((try? left.compare(to: left)) == .same, "\(left) SEED=\(seed)")
    }
  }

  private static func pick(_ random: inout SeededGenerator) -> UnitOfMeasure {
    units.randomElement(using: &random) ?? .count
  }
}
