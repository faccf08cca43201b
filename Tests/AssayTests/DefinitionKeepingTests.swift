import Assay
import Foundation
import HealthCatalog
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage
import HealthTestKit
import HealthValidation
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

  private static let line = #"{"type":"org.study.grip","value":100,"unit":"kg","start":"2026-01-04T08:00:00Z"}"#

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
      let batch = try SampleWorkbench(registry: registry).batch(Self.line)
      try await store.write { transaction in _ = try await transaction.append(batch) }
    }
    let narrow = Self.grip("max: 60")
    if hasSamples {
      let failure = await #expect(throws: Failure.self) { try await keeping.keep([narrow], in: store) }
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

  @Test("samples that are stored while a change is kept refuse it") func overtaken() async throws {
    let (grip, narrow) = (Self.grip("max: 150"), Self.grip("max: 60"))
    let registry = try Self.registry([grip])
    let store = MemoryStore(registry: registry)
    try await DefinitionKeeping().keep([grip], in: store)
    let batch = try SampleWorkbench(registry: registry).batch(Self.line)
    let open = StepwiseStore(store)
    _ = try await open.append(batch)
    let keeping = Task.detached { () async throws(Failure) -> Int in
      try await DefinitionKeeping().keep([narrow], in: store)
    }
    // It finds no sample of the type, and waits for its turn to write.
    for _ in 0..<1000 { await Task.yield() }
    try await open.commit(nil)
    await #expect(throws: Failure.self) { _ = try await keeping.value }
    #expect(try await store.definitions() == [grip])
  }

  @Test("a run whose definition another command has changed commits nothing", arguments: [true, false])
  func changed(_ isChanged: Bool) async throws {
    let grip = Self.grip("max: 150")
    let registry = try Self.registry([grip])
    let bench = try Workbench(registry: registry)
    let path = try bench.file("a.ndjson", Self.line + "\n")
    let store = MemoryStore(registry: registry)
    try await DefinitionKeeping().keep([grip], in: store)
    if isChanged { try await DefinitionKeeping().keep([Self.grip("max: 60")], in: store) }
    var request = bench.request()
    request.definitions = [grip]
    let input = try ResolvedInput.resolve(path: path, format: nil, stdinName: nil)
    let (engine, options) = (try CheckEngine(request, store: store), ValidationOptions(now: ProjectFiles.now))
    if isChanged {
      let failure = await #expect(throws: Failure.self) {
        _ = try await engine.checkInput(input, options: options, key: path)
      }
      #expect(failure?.message.contains("type/org.study.grip") == true, "\(failure as Any)")
    } else {
      #expect(try await engine.checkInput(input, options: options, key: path).accepted == 1)
    }
    #expect(try await store.counts().map(\.count) == (isChanged ? [] : [1]))
  }

  @Test("definitions that are too large are refused, and checking changes nothing") func large() async throws {
    let grip = Self.grip("max: 150")
    let store = MemoryStore(registry: try Self.registry([grip]))
    var large = grip
    large.text += String(repeating: "#\n", count: DefinitionKeeping.maximumSize / 2)
    for own in [[large], [large, Self.grip("max: 1", id: "org.study.other")]] {
      let failure = await #expect(throws: Failure.self) { try await DefinitionKeeping().keep(own, in: store) }
      #expect(failure?.status == .usage, "\(failure as Any)")
    }
    try await DefinitionKeeping().check([grip], in: store)
    #expect(try await store.definitions() == [])
  }

  @Test("of several overrides of a type those of the catalog count, not earlier ones with a number") func numbers()
    async throws
  {
    let folder = try ConfigurationFolder()
    var folders: [String] = []
    for (index, maximum) in [200, 190, 180].enumerated() {
      let text = """
        schema: 1
        overrides: heartRate
        reason: a made-up study
        value: {allowed: {min: 0, max: \(maximum)}, plausible: {min: 10, max: \(maximum)}}

        """
      folders.append(folder.path + "/layer\(index).yaml")
      try Data(text.utf8).write(to: URL(fileURLWithPath: folders[index]))
    }
    let store = MemoryStore(registry: try Self.registry([]))
    // Fewer layers, more, and others.
    for layers in [[0, 1, 2], [0], [2, 1], [1], [0, 2]] {
      let builder = CatalogBuilder(folders: layers.map { folders[$0] })
      let expected = try #require(try builder.load(readsExamples: false).registry).contentHash
      var beside = builder
      beside.remembered = try await store.definitions()
      #expect(try #require(try beside.load(readsExamples: false).registry).contentHash == expected, "\(layers)")
      try await DefinitionKeeping().keep(try builder.ownDefinitions(), in: store)
      #expect(try Self.registry(try await store.definitions()).contentHash == expected, "\(layers)")
    }
  }

  @Test("definitions that do not fit together are refused") func broken() async throws {
    let grip = Self.grip("max: 150")
    let store = MemoryStore(registry: try Self.registry([grip]))
    let keeping = DefinitionKeeping()
    try await keeping.keep([grip], in: store)
    let broken = StoredDefinition(name: "type/org.study.b", text: "schema: 1\ntype: org.study.b\nkind: nonsense\n")
    let failure = await #expect(throws: Failure.self) { try await keeping.keep([broken], in: store) }
    #expect(failure?.message.contains("store/type/org.study.b.yaml") == true, "\(failure as Any)")
    #expect(try await store.definitions() == [grip])
  }
}
