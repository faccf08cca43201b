import Assay
import AssayKit
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage
import SeededRandom
import Testing

/// What a server stores of a body is what an import stores of a file with the same text.
@Suite("Bodies and imports") struct StoredBodyTests {
  private static let types = Result { HealthTypes(try ProjectFiles.registry()) }

  /// Examples of the catalog, valid or not, some of them twice.
  private static func samples(_ random: inout SeededGenerator) throws -> [String] {
    let all: [TypeExample] = try types.get().registry.types.flatMap(\.examples)
    let examples: [String] = all.map(\.json).filter { !$0.contains("\n") }
    #expect(examples.count > 500)
    return (0..<400).compactMap { _ in examples.randomElement(using: &random) }
  }

  private func expectSame(_ text: String, as format: BodyFormat, _ comment: Comment) async throws {
    let types = try Self.types.get()
    let workbench = try Workbench(registry: types.registry)
    let imported = try await HealthStore("memory:", types: types)
    let file = try workbench.file(format == .json ? "body.json" : "body.ndjson", text)
    let summary = try await workbench.load(file, into: imported.backend, subject: "P1")

    let store = try await HealthStore("memory:", types: types)
    let now = Instant(microseconds: ProjectFiles.now)
    let judged = BodyValidator(types).judged(Array(text.utf8), as: format, now: now, subject: "P1")
    let receipt = try await store.save(judged.samples)

    #expect(try await workbench.export(store.backend) == workbench.export(imported.backend), comment)
    let outcomes = receipt.outcomes
    #expect(outcomes.count == judged.verdict.count && judged.samples.count == judged.verdict.count, comment)
    #expect(outcomes.indices.filter(judged.samples.isAccepted).count == judged.verdict.acceptedCount, comment)
    #expect(outcomes.contains { if case .duplicate = $0 { true } else { false } }, comment)
    #expect((summary.refused > 0) == !judged.verdict.isAccepted, comment)
    // What a body says of its samples does not depend on whether they are wanted.
    #expect(BodyValidator(types).validate(Array(text.utf8), as: format, now: now, subject: "P1") == judged.verdict)
    try await imported.close()
    try await store.close()
  }

  @Test("the stored samples are the same", arguments: BodyFormat.allCases) func random(_ format: BodyFormat)
    async throws
  {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    for turn in 0..<8 {
      let samples = try Self.samples(&random)
      let text = format == .json ? "[\(samples.joined(separator: ",\n"))]" : samples.joined(separator: "\n") + "\n"
      try await expectSame(text, as: format, "SEED=\(seed) turn \(turn)")
    }
  }

  @Test("a body of which nothing is accepted stores nothing") func nothing() async throws {
    let types = try Self.types.get()
    let store = try await HealthStore("memory:", types: types)
    for body in ["", "[]", "x", #"[{"type":"noSuchType"}]"#] {
      let judged = BodyValidator(types).judged(Array(body.utf8))
      #expect(try await store.save(judged.samples).storedCount == 0)
    }
    #expect(try await store.samples(matching: SampleQuery()).isEmpty)
  }
}
