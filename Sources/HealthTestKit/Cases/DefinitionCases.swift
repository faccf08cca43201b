import AssayPlatform
import HealthModel
import HealthStorage
import SeededRandom

/// Definitions that a store remembers: each name once, beside the samples, for good.
enum DefinitionCases {
  private static let text = #"""
    a {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    b {"type":"heartRate","value":61,"unit":"count/min","start":"2026-01-01T09:00:00Z"}
    """#

  private static let grip = StoredDefinition(name: "type/org.study.grip", text: "schema: 1\ntype: org.study.grip\n")
  private static let hand = StoredDefinition(name: "enum/org.study.hand", text: "enum: \"é \\\" \\\\ 😀\"\n\t# :\n")
  private static let other = StoredDefinition(name: "type/org.study.grip", text: "# changed\n")

  static let all: [ConformanceCase] = [
    ConformanceCase("definitions are remembered, each name once, beside samples that stay", .resume) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.append("a", gives: "+")
      try await store.backend.commit(nil)
      let commit = try await store.backend.information().lastCommit
      try await remember([grip, hand], in: store, gives: [hand, grip])
      try await remember([other], in: store, gives: [hand, other])
      try await remember([], in: store, gives: [hand, other])
      try CaseFailure.compare(try await store.backend.information().lastCommit, commit, "the number of the last commit")
      try CaseFailure.compare(try await store.backend.imports(), [], "the list of imports")
      try await store.append("b", gives: "+")
      try await store.backend.commit(nil)
      try await store.expectTexts("a b")
      try CaseFailure.compare(try await store.backend.definitions(), [hand, other], "the definitions")
      try await store.expectSound()
    },
    ConformanceCase("definitions are there when the store is opened again", .resume, needs: .durable) { bench in
      var store = try await bench.open(try bench.samples(text))
      try await remember([grip, hand], in: store, gives: [hand, grip])
      try await store.append("a", gives: "+")
      await store.backend.rollback()
      try await bench.close(store)
      store = try await bench.open(store.samples)
      try CaseFailure.compare(try await store.backend.definitions(), [hand, grip], "the definitions")
      try await store.expectTexts("")
      try await store.expectSound()
    },
  ]

  /// Remembers definitions, and compares what is kept; a store need not keep any.
  private static func remember(
    _ definitions: [StoredDefinition], in store: OpenedStore, gives kept: [StoredDefinition]
  ) async throws {
    try await store.backend.remember(definitions)
    let found = try await store.backend.definitions()
    if found.isEmpty { throw CaseFailure.skip("the store keeps no definitions") }
    try CaseFailure.compare(found, kept, "the definitions")
  }
}
