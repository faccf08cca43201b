import HealthModel
import HealthQueries
import HealthStorage
import HealthUnits
import SeededRandom
import Testing

/// Profiles say what samples are like.
///
/// Replay a failure of the property with `SEED=…`.
@Suite struct ProfileTests {
  private func distribution(_ values: [Double]) -> ValueDistribution {
    var distribution = ValueDistribution()
    for value in values { distribution.add(value) }
    return distribution
  }

  static let known: [(values: [Double], quartiles: [Double])] = [
    ([], []), ([5], [5, 5, 5]), ([1, 2], [1.25, 1.5, 1.75]), ([4, 1, 3, 2, 5], [2, 3, 4]),
    ([-0.0, 0, -3, -1], [-1.5, -0.5, 0]), ([1, 1, 1, 100], [1, 1, 25.75]),
  ]

  @Test("quartiles are those of R and NumPy", arguments: ProfileTests.known)
  func quartiles(_ item: (values: [Double], quartiles: [Double])) {
    let found = distribution(item.values)
    #expect(found.quantiles([0.25, 0.5, 0.75]) == item.quartiles)
    #expect(found.isExact && found.count == item.values.count)
    #expect(found.minimum == item.values.min() && found.maximum == item.values.max())
  }

  @Test("beyond the exact ones, quartiles are as close as they say, in any order and in parts") func close() {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    let values = (0..<100_000).map { _ in Double.random(in: 0.001...1000, using: &random) }
    let whole = distribution(values)
    #expect(!whole.isExact && whole.relativeError < 0.001 && whole.count == 100_000)
    let sorted = values.sorted()
    for (part, found) in zip([0, 0.25, 0.5, 0.75, 1], whole.quantiles([0, 0.25, 0.5, 0.75, 1])) {
      let exact = sorted[Int((part * 99_999).rounded())]
      // The neighbors of an exact quartile are closer than a thousandth of it.
      #expect(abs(found - exact) <= exact * (whole.relativeError + 0.001), "\(part)")
    }
    var parts = distribution(Array(values[..<30_000]))
    parts.add(distribution(Array(values[30_000...])))
    #expect(parts.count == whole.count && parts.minimum == whole.minimum && parts.maximum == whole.maximum)
    let other = parts.quantiles([0.5])[0]
    #expect(abs(other - sorted[50_000]) <= other * (parts.relativeError + 0.001))
  }

  @Test("each type has its samples, cases and days", arguments: SampleShelf.Kind.allCases)
  func types(_ kind: SampleShelf.Kind) async throws {
    let shelf = try await SampleShelf(
      kind, SampleShelf.heart(60, at: 0), SampleShelf.heart(80, at: 1500), SampleShelf.heart(70, at: 3),
      #"{"type":"sleepAnalysis","value":"awake","start":"2026-01-01T06:00:00Z","subject":"A"}"#,
      #"{"type":"dateOfBirth","value":"1990-04-12"}"#)
    var profiler = SampleProfiler(registry: shelf.store.registry, separatesSubjects: true)
    try await shelf.store.backend.query(SampleQuery()) { batch in
      profiler.add(batch)
      return true
    }
    let profiles = profiler.profiles
    #expect(profiles.map(\.type) == ["dateOfBirth", "heartRate", "sleepAnalysis"])
    #expect(profiles.map(\.subject) == [nil, nil, "A"] && profiles.map(\.count) == [1, 3, 1])
    #expect(profiles[1].quartiles.map { [$0.lower, $0.median, $0.upper] } == [65, 70, 75])
    #expect(profiles[1].unit?.unitString == "count/min" && profiles[2].unit == nil && profiles[2].quartiles == nil)
    #expect(profiles[2].cases == [TypeProfile.Case(name: "awake", count: 1)])
    #expect(profiles[0].firstDay == nil && profiles[1].firstDay == CivilDate(year: 2026, month: 1, day: 1))
    #expect(profiles[1].lastDay == CivilDate(year: 2026, month: 1, day: 2))
  }
}
