import HealthStorage
import HealthTestKit
import Synchronization
import Testing

/// The suite can fail: each store that breaks a law fails the case of the law, and passes it without its fault.
@Suite struct FaultyStoreTests {
  /// A store that breaks a law, and the law.
  struct Broken: Sendable, CustomTestStringConvertible {
    let fault: FaultyStore.Fault
    let law: String

    init(_ fault: FaultyStore.Fault, _ law: String) {
      self.fault = fault
      self.law = law
    }

    var testDescription: String { "\(fault.rawValue): \(law)" }
  }

  static let stores = [
    Broken(.acceptsTwice, "a sample that comes again is a duplicate"),
    Broken(.hidesConflicts, "other content under a given id is a conflict and changes nothing"),
    Broken(.storesHalfGroups, "a conflict of one member refuses the whole correlation"),
    Broken(.commitsOnAppend, "rollback forgets what was appended"),
    Broken(.ignoresRollback, "rollback forgets what was appended"),
    Broken(.showsUncommitted, "answers see committed samples only"),
    Broken(.dropsPartOfBatches, "a correlation may have 200 members"),
    Broken(.ascendsAlways, "answers come by type as bytes, time and id, samples without a time first"),
    Broken(.endsLate, "from and to choose overlapping samples, strictly those within"),
    Broken(.ignoresLimit, "a limit is the most that is answered"),
    Broken(.ignoresPages, "pages together are the whole answer, in every order"),
    Broken(.ignoresMetadata, "metadata choose samples by key, and by value of the same kind"),
    Broken(.forgetsMembers, "a correlation is followed by its members, which come in their type as well"),
    Broken(.turnsMembers, "members keep their order and their roles"),
    Broken(.losesTexts, "every text comes back byte for byte"),
    Broken(.answersTwice, "every field comes back"),
    Broken(.skipsCommits, "commits that add samples are numbered from 1, without gaps"),
    Broken(.forgetsDeletions, "a deleted sample comes as its id, and not as a sample"),
    Broken(.ignoresAnchor, "commits that add samples are numbered from 1, without gaps"),
    Broken(.deletesForeign, "an owner deletes its own samples only"),
    Broken(.hasNoLine, "a deletion waits for the transaction before it"),
    Broken(
      .hasNoLine, "of 64 tasks that write at once, what was committed is there, and what was rolled back is not"),
    Broken(.restoresDeleted, "a deleted sample that comes again is a duplicate, whatever its content"),
    Broken(.miscounts, "statistics are those of the samples that match"),
    Broken(.losesProgress, "progress comes back as it was"),
    Broken(.sortsImports, "imports come in the order of their first commits"),
    Broken(.keepsForgotten, "a forgotten import is gone, and its samples and the other imports stay"),
    Broken(.keepsFirstDefinitions, "definitions are remembered, each name once, beside samples that stay"),
    Broken(.findsFaults, "a new store opens and is empty"),
  ]

  @Test(arguments: FaultyStoreTests.stores)
  func aStoreThatBreaksALawFails(_ broken: Broken) async throws {
    let registry = try TestPlace.registry()
    try await TestPlace.withFolder { folder in
      let bad = await StorageConformance.run(
        Self.store(broken.fault), folder: folder, registry: registry, only: [broken.law])
      #expect(bad.failures.contains { $0.name == broken.law }, "\(bad)")
      #expect(!bad.isPassed)
      let good = await StorageConformance.run(
        Self.store(nil), folder: folder, registry: registry, only: [broken.law])
      #expect(good.passed.contains { $0.name == broken.law }, "\(good)")
      #expect(good.isPassed, "\(good)")
    }
  }

  private static func store(_ fault: FaultyStore.Fault?) -> StorageUnderTest {
    StorageUnderTest("faulty") { (_, context) async throws(StorageError) -> any StorageBackend in
      var options = context.options
      if fault == .deletesForeign { options.owner = nil }
      if fault == .restoresDeleted { options.restoresDeleted = true }
      return FaultyStore(MemoryStore(registry: context.registry, options: options), fault)
    }
  }

  /// What a store has when it is opened again: with all, twice, or nothing.
  @Test(arguments: [FaultyStore.Fault.declaresDurable, .doublesOnReopen, .forgetsOnReopen])
  func aStoreThatIsOpenedAgainMustBeTheSame(_ fault: FaultyStore.Fault) async throws {
    let registry = try TestPlace.registry()
    let law = "committed samples are there when the store is opened again"
    let report = try await TestPlace.withFolder { folder in
      let stores = KeptStores()
      let store = StorageUnderTest("faulty") { (slot, context) async throws(StorageError) -> any StorageBackend in
        stores.open(slot.name, context, fault)
      }
      return await StorageConformance.run(store, folder: folder, registry: registry, only: [law])
    }
    let isGood = fault == .declaresDurable
    #expect(report.isPassed == isGood, "\(report)")
    #expect(report.failures.contains { $0.name == law } != isGood)
  }

  /// Stores in memory that live as long as the test, by slot.
  private final class KeptStores: Sendable {
    private let stores = Mutex<[String: MemoryStore]>([:])

    func open(_ name: String, _ context: StorageContext, _ fault: FaultyStore.Fault) -> FaultyStore {
      stores.withLock { stores in
        let known = fault == .forgetsOnReopen ? nil : stores[name]
        let store = known ?? MemoryStore(registry: context.registry, options: context.options)
        stores[name] = store
        return FaultyStore(store, fault, isReopened: known != nil)
      }
    }
  }
}
