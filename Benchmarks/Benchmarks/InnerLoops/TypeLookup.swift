import Benchmark
import HealthModel

/// *type*: the type of a name that stands in a buffer, a million times: ids as in lines, identifiers as in exports,
/// and names that are none.
func typeLookup() {
  measure(
    "type.id.1m", scale: .mega,
    on: { try LookedUp { [$0.id] } },
    { benchmark, names in try names.look(benchmark.scaledIterations) })
  measure(
    "type.identifier.1m", scale: .mega,
    on: { try LookedUp { $0.identifiers } },
    { benchmark, names in try names.look(benchmark.scaledIterations) })
  measure(
    "type.unknown.1m", scale: .mega,
    on: { try LookedUp(areKnown: false) { [$0.id + "s"] } },
    { benchmark, names in try names.look(benchmark.scaledIterations) })
}

/// Names of types and where they are looked up.
private struct LookedUp {
  private let registry: Registry
  private let names: BufferedTexts
  private let areKnown: Bool

  init(areKnown: Bool = true, _ names: (TypeDefinition) -> [String]) throws {
    registry = try MadeSample.registry()
    self.names = BufferedTexts(registry.types.flatMap(names))
    self.areKnown = areKnown
  }

  func look(_ rounds: Range<Int>) throws {
    let text = names.bytes
    let bytes = text.span.bytes
    var found = 0
    for round in rounds where registry.typeIndex(at: names.ranges[round % names.ranges.count], in: bytes) != nil {
      found += 1
    }
    guard found == (areKnown ? rounds.count : 0) else { throw NotMeasured("\(found) names were found") }
  }
}
