import HealthModel
import HealthStorage

/// Appending a batch whose types are indexes into a registry other than the store's.
enum ForeignBatchCases {
  private static let rest = #"rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#
  private static let run = #"run {"type":"heartRate","value":160,"unit":"count/min","start":"2026-01-01T09:00:00Z"}"#

  static let all: [ConformanceCase] = [
    ConformanceCase("a batch of another registry is refused, and nothing of it is stored", .write) { bench in
      let store = try await bench.open(try bench.samples(rest))
      let foreign = try NamedSamples(run, SampleWorkbench(registry: try shifted(bench.workbench.registry)))
      try await expectRefused(try foreign.batch(), store)
      await store.rollback()
      try await store.append("rest", gives: "+")
      try await expectRefused(try foreign.batch(), store)
      await store.rollback()
      try await store.append("rest", gives: "+")
      try await store.commit()
      try await store.append("rest", gives: "=")
      await store.rollback()
      try await store.expectTexts("rest")
      try await store.expectCounts("heartRate 1")
    },
    ConformanceCase("a batch of samples of two registries is refused", .write) { bench in
      let store = try await bench.open(try bench.samples(rest))
      let foreign = try NamedSamples(run, SampleWorkbench(registry: try shifted(bench.workbench.registry)))
      var mixed = try store.samples.batch("rest")
      mixed.append(0, of: try foreign.batch())
      try await expectRefused(mixed, store)
      await store.rollback()
      try await store.expectAll("")
      var copied = SampleBatch()
      copied.append(0, of: try store.samples.batch("rest"))
      try Outcomes.compare(try await store.append(copied), "+", "a batch of copies")
      try await store.commit()
      try await store.expectTexts("rest")
    },
    ConformanceCase("an empty batch is of every registry", .write) { bench in
      let store = try await bench.open(try bench.samples(rest))
      try Outcomes.compare(try await store.append(SampleBatch()), "", "an empty batch")
      let other = SampleBatch(of: try shifted(bench.workbench.registry))
      try Outcomes.compare(try await store.append(other), "", "an empty batch of another registry")
      try await store.keep("rest")
      try await store.expectTexts("rest")
    },
  ]

  /// The registry with one type more, before all others, so that every index means another type.
  static func shifted(_ registry: Registry) throws -> Registry {
    guard var first = registry.types.first(where: { $0.id == "Kit.level" }) else {
      throw CaseFailure("there is no type Kit.level")
    }
    first.id = "AAA.level"
    // The same hash: whoever builds a registry by hand may not change it.
    return try Registry(
      types: registry.types + [first], metadataKeys: registry.metadataKeys, enums: registry.enums,
      units: registry.units, contentHash: registry.contentHash)
  }

  private static func expectRefused(_ batch: SampleBatch, _ store: OpenedStore) async throws {
    do {
      let outcomes = try await store.append(batch)
      throw CaseFailure("the batch was taken: `\(outcomes)`")
    } catch let error as StorageError {
      try CaseFailure.compare(error.code.rawValue, StorageError.Code.incompatible.rawValue, "the error")
    }
  }
}
