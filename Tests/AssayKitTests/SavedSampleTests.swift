import Assay
import AssayKit
import HealthCatalog
import HealthTestKit
import HealthValidation
import SeededRandom
import Testing

/// A sample of Swift values becomes what its line of NDJSON becomes: the same ids, the same rows, the same findings.
@Suite("Samples of Swift values") struct SavedSampleTests {
  /// 2026-06-01T00:00:00Z.
  static let now = Int64(1_780_272_000) * Instant.second
  private static let types = Result { try HealthTypes.builtIn() }

  /// The examples of all types, valid or not, that Swift values can say.
  static let examples: [String] = {
    guard let registry = try? CatalogBuilder().load().registry else { return [] }
    return registry.types.flatMap { $0.examples.map(\.json) }
  }()

  /// All that a store would keep of a batch.
  private static func rows(_ batch: SampleBatch, _ registry: Registry) -> [String] {
    let bench = SampleWorkbench(registry: registry)
    return bench.lines(of: batch) + (0..<batch.count).map { "\(batch.digest[$0]) \(batch.isGivenID[$0])" }
  }

  private static func words(_ findings: [Diagnostic]) -> [String] {
    findings.map { "\($0.code) \($0.severity) \($0.pointer ?? "-") \($0.message) \($0.hint ?? "-")" }
  }

  private func expectSame(_ samples: [NewSample], _ comment: Comment) throws {
    let types = try Self.types.get()
    let judged = types.judged(samples, now: Instant(microseconds: Self.now), subject: "p1")
    let validator = types.validator(ValidationOptions(now: Self.now, subject: "p1", normalizes: true))
    let lines = JudgedLines(Array(samples.map { $0.line + "\n" }.joined().utf8), by: validator)
    #expect(Self.rows(judged.batch, types.registry) == Self.rows(lines.batch, types.registry), comment)
    let found = Self.words(samples.indices.flatMap { judged.findings(at: $0) })
    #expect(found == Self.words(lines.diagnostics(path: "", namesOptions: false)), comment)
    for (index, sample) in samples.enumerated() {
      // A characteristic that is not set is no sample, so its line is not refused even if its metadata is wrong.
      let line = JudgedLines(Array((sample.line + "\n").utf8), by: validator)
      let alone = line.total.refused == 0 && !line.diagnostics(path: "").contains { $0.severity == .error }
      #expect(judged.isAccepted(index) == alone, "\(comment) \(sample.line) \(Self.words(judged.findings(at: index)))")
    }
  }

  @Test("most examples of the catalog can be said in Swift") func coverage() {
    let said = Self.examples.compactMap(NewSample.init(example:))
    #expect(said.count > 500)
    #expect(said.count * 10 >= Self.examples.count * 8, "\(said.count) of \(Self.examples.count)")
    let structured = said.count { if case .structure = $0.value { true } else { false } }
    #expect(structured > 40, "\(structured)")
  }

  @Test("each example of the catalog") func catalog() throws {
    for example in Self.examples {
      guard let sample = NewSample(example: example) else { continue }
      try expectSame([sample], "\(example)")
    }
  }

  @Test("all examples at once, which share what a judge remembers") func together() throws {
    try expectSame(Self.examples.compactMap(NewSample.init(example:)), "all")
  }

  @Test("random samples") func random() throws {
    let seed = SeededGenerator.seed()
    var random = RandomNewSamples(registry: try Self.types.get().registry, seed: seed)
    for turn in 0..<40 {
      try expectSame((0..<50).map { _ in random.next() }, "SEED=\(seed) turn \(turn)")
    }
  }

  private static let unsayable: [NewSample] = {
    let (type, moment) = (QuantityType("heartRate"), Instant(microseconds: 0))
    let caffeine = QuantityType("dietaryCaffeine")
    var samples: [NewSample] = []
    samples.append(.quantity(type, .nan, .perMinute, from: moment))
    samples.append(.quantity(type, .infinity, .perMinute, from: moment))
    samples.append(.quantity(type, 60, .perMinute, from: moment, metadata: ["x": .number(.nan)]))
    samples.append(.quantity(type, 60, .perMinute, from: moment, metadata: ["x": .other("{]")]))
    samples.append(.quantity(type, 60, .perMinute, from: Instant(microseconds: .max)))
    samples.append(.quantity(type, 60, .perMinute, from: Instant(microseconds: .min, offset: .min)))
    let long = QuantityType(String(repeating: "x", count: 70_000))
    samples.append(.quantity(long, 60, .perMinute, from: moment))
    let workout = NewStructure(fields: ["activity": .text("running"), "unheard": .number(.nan)])
    samples.append(.structured(StructuredType("workout"), workout, from: moment))
    let member = NewSample.quantity(caffeine, 1, .perMinute)
    let food = NewSample.correlation(CorrelationType("food"), from: moment, members: [member])
    samples.append(.correlation(CorrelationType("food"), from: moment, members: [food]))
    let members = Array(repeating: member, count: 10_001)
    samples.append(.correlation(CorrelationType("food"), from: moment, members: members))
    return samples
  }()

  @Test("what JSON cannot say is refused, not stored as something else", arguments: unsayable)
  func isRefused(_ sample: NewSample) throws {
    let judged = try Self.types.get().judged([sample], now: Instant(microseconds: Self.now))
    #expect(!judged.isAccepted(0))
    #expect(judged.batch.count == 0)
    #expect(judged.findings(at: 0).contains { $0.severity == .error })
  }

  @Test("a characteristic that is not set is not a sample") func unset() throws {
    let sample = NewSample.characteristic(CharacteristicType<String>("bloodType"), "notSet")
    let judged = try Self.types.get().judged([sample], now: Instant(microseconds: Self.now))
    #expect(judged.isAccepted(0) && judged.batch.count == 0 && judged.findings(at: 0).isEmpty)
  }
}

extension UnitOfMeasure {
  /// `count/min`.
  static var perMinute: UnitOfMeasure {
    guard let unit = try? UnitOfMeasure("count/min") else { fatalError("count/min is a unit") }
    return unit
  }
}
