import Assay
import Foundation
import HealthCatalog
import HealthModel
import HealthStorage
import HealthTestKit
import Testing

/// Which definitions a store remembers, and when a changed one is refused.
@Suite("Keeping definitions") struct DefinitionKeepingTests {
  private static func grip(_ limits: String, id: String = "org.study.grip") -> StoredDefinition {
    StoredDefinition(
      name: "type/\(id)",
      text: """
        schema: 1
        type: \(id)
        kind: quantity
        title: Grip
        summary: Largest force of one hand.
        aggregation: discreteArithmetic
        unit: kg
        value: {allowed: {min: 0, \(limits)}}
        sources: {type: made up, allowed: made up}

        """)
  }

  private static func registry(_ definitions: [StoredDefinition]) throws -> Registry {
    var builder = CatalogBuilder()
    builder.remembered = definitions
    let result = try builder.load(readsExamples: false)
    return try #require(result.registry, "\(result.diagnostics.map(\.message))")
  }

  @Test("definitions are kept once, and come back as a layer of the catalog") func once() async throws {
    let (grip, other) = (Self.grip("max: 150"), Self.grip("max: 10", id: "org.study.other"))
    let store = MemoryStore(registry: try Self.registry([grip, other]))
    let keeping = DefinitionKeeping()
    #expect(try await keeping.keep([], in: store) == 0)
    #expect(try await keeping.keep([grip], in: store) == 1)
    #expect(try await keeping.keep([grip], in: store) == 0)
    #expect(try await keeping.keep([grip, other], in: store) == 1)
    #expect(try await store.definitions() == [grip, other])
    let registry = try Self.registry(try await store.definitions())
    #expect(registry.type(named: "org.study.grip") != nil && registry.type(named: "org.study.other") != nil)
  }

  @Test("the folders of a builder are the definitions that a store remembers") func folders() throws {
    let folder = try ConfigurationFolder()
    let grip = Self.grip("max: 150")
    try Data(grip.text.utf8).write(to: URL(fileURLWithPath: folder.path + "/org.study.grip.yaml"))
    var builder = CatalogBuilder(folders: [folder.path])
    #expect(try builder.ownDefinitions() == [grip])
    #expect(try CatalogBuilder().ownDefinitions() == [])
    // The folder wins over what a store remembers.
    builder.remembered = [Self.grip("max: 60")]
    #expect(try builder.layers().flatMap(\.files).filter { $0.path.contains("grip") }.count == 1)
    #expect(try builder.load(readsExamples: false).isSound)
  }

  @Test("a change is refused only if the store has samples of the type", arguments: [false, true])
  func tightened(_ hasSamples: Bool) async throws {
    let grip = Self.grip("max: 150")
    let registry = try Self.registry([grip])
    let store = MemoryStore(registry: registry)
    let keeping = DefinitionKeeping()
    try await keeping.keep([grip], in: store)
    if hasSamples {
      let line = #"{"type":"org.study.grip","value":100,"unit":"kg","start":"2026-01-04T08:00:00Z"}"#
      let batch = try SampleWorkbench(registry: registry).batch(line)
      try await store.write { transaction in _ = try await transaction.append(batch) }
    }
    let narrow = Self.grip("max: 60")
    if hasSamples {
      let failure = await #expect(throws: RunFailure.self) { try await keeping.keep([narrow], in: store) }
      #expect(failure?.status == .usage && failure?.message.contains("org.study.grip") == true, "\(failure as Any)")
      #expect(try await store.definitions() == [grip])
      var accepting = keeping
      accepting.acceptsBreaking = true
      #expect(try await accepting.keep([narrow], in: store) == 1)
    } else {
      #expect(try await keeping.keep([narrow], in: store) == 1)
    }
    #expect(try await store.definitions() == [narrow])
    #expect(try await keeping.keep([Self.grip("max: 200")], in: store) == 1)
  }

  @Test("definitions that do not fit together are refused") func broken() async throws {
    let grip = Self.grip("max: 150")
    let store = MemoryStore(registry: try Self.registry([grip]))
    let keeping = DefinitionKeeping()
    try await keeping.keep([grip], in: store)
    let broken = StoredDefinition(name: "type/org.study.b", text: "schema: 1\ntype: org.study.b\nkind: nonsense\n")
    let failure = await #expect(throws: RunFailure.self) { try await keeping.keep([broken], in: store) }
    #expect(failure?.message.contains("store/type/org.study.b.yaml") == true, "\(failure as Any)")
    #expect(try await store.definitions() == [grip])
  }
}
