import Assay
import AssayKit
import HealthModel
import HealthStorage
import HealthTestKit
import JSONLStore
import SQLiteStore
import Testing

/// One registry for samples, store and lines: an index of one means another type in the other.
@Suite struct RegistryMismatchTests {
  @Test(arguments: ConformanceTests.Kind.allCases)
  func aContextOfTwoRegistriesOpensNoStore(_ kind: ConformanceTests.Kind) async throws {
    let registry = try TestPlace.registry()
    let other = try Registry(types: Array(registry.types.dropFirst()))
    try await TestPlace.withFolder { folder in
      let slot = StoreSlot(name: "slot", folder: folder)
      let mixed = StorageContext(registry: registry, lines: NormalizedLines(registry: other))
      let error = await #expect(throws: StorageError.self) { _ = try await kind.store.open(slot, mixed) }
      #expect(error?.code == .incompatible)
      #expect(try TestPlace.names(in: folder).isEmpty, "nothing is made")
      let whole = StorageContext(registry: registry, lines: NormalizedLines(registry: registry))
      let store = try await kind.store.open(slot, whole)
      #expect(store.registry.signature == registry.signature)
      try await store.close()
    }
  }

  @Test func registriesThatDifferHaveOtherSignatures() throws {
    let registry = try TestPlace.registry()
    var changed = registry.types
    changed[0].shape = .category(EnumDefinition(id: "changed", cases: []))
    let registries = [
      registry, try Registry(types: registry.types), try Registry(types: changed),
      try Registry(types: Array(registry.types.dropFirst())),
      try Registry(types: Array(registry.types.dropFirst()), contentHash: registry.contentHash),
    ]
    #expect(Set(registries.map(\.signature)).count == registries.count)
    #expect(try Registry(types: registry.types.reversed()).signature == registries[1].signature)
  }

  @Test func copiesAreOfTheRegistryOfTheirSamples() throws {
    let bench = SampleWorkbench(registry: try TestPlace.registry())
    let other = SampleWorkbench(registry: try Registry(types: bench.registry.types))
    let line = #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#
    let batch = try bench.batch(line)
    let foreign = try other.batch(line)
    #expect(batch.registry == bench.registry.signature)
    var copy = SampleBatch()
    #expect(copy.registry == nil)
    copy.append(0, of: batch)
    copy.append(0, of: batch)
    #expect(copy.registry == batch.registry)
    copy.append(0, of: foreign)
    #expect(copy.registry == nil)
    copy.append(0, of: batch)
    #expect(copy.registry == nil)
    #expect(throws: StorageError.self) { try copy.require(bench.registry) }
  }
}
