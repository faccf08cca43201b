import HealthModel
import HealthStorage
import Synchronization

/// The environment of a case: a separate slot and the ways to open it.
struct CaseBench: Sendable {
  let store: StorageUnderTest
  let slot: StoreSlot
  let capabilities: StorageCapabilities
  let workbench: SampleWorkbench
  private let backends: OpenedBackends

  init(store: StorageUnderTest, slot: StoreSlot, capabilities: StorageCapabilities, workbench: SampleWorkbench) {
    self.store = store
    self.slot = slot
    self.capabilities = capabilities
    self.workbench = workbench
    backends = OpenedBackends()
  }

  /// Samples with names, a line each: `rest {"type":"heartRate",…}`.
  func samples(_ text: String) throws -> NamedSamples { try NamedSamples(text, workbench) }

  /// Opens the slot's store, which is closed at the end of the case if not before.
  ///
  /// The samples are what is appended and give answers their names; the registry is that of the workbench where none is
  /// given.
  func open(
    _ samples: NamedSamples? = nil, _ options: StorageOptions = StorageOptions(), registry: Registry? = nil
  ) async throws -> OpenedStore {
    let types = registry.map { SampleWorkbench(registry: $0) } ?? workbench
    let backend = StepwiseStore(try await store.open(slot, types.context(options)))
    let number = backends.add(backend)
    return OpenedStore(
      backend: backend, workbench: types, samples: try samples ?? NamedSamples("", types), number: number)
  }

  func close(_ store: OpenedStore) async throws {
    guard backends.remove(store.number) != nil else { return }
    try await store.backend.close()
  }

  func reopen(_ store: OpenedStore, _ options: StorageOptions = StorageOptions()) async throws -> OpenedStore {
    try await close(store)
    return try await open(store.samples, options)
  }

  func kill(_ store: OpenedStore) async {
    guard backends.remove(store.number) != nil else { return }
    await self.store.interrupt?(store.backend.base)
  }

  func expectNoFile(holds word: String, _ what: String) throws {
    let wanted = Array(word.utf8)
    for file in SlotFolder.contents(of: slot.folder) where file.bytes.holds(wanted) {
      throw CaseFailure("the file \(file.path.dropFirst(slot.folder.count + 1)) has \(what)")
    }
  }

  func closeAll() async throws { while let backend = backends.removeLast() { try await backend.close() } }
}

private final class OpenedBackends: Sendable {
  private struct State {
    var backends: [Int: any StorageBackend] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  func add(_ backend: any StorageBackend) -> Int {
    state.withLock { state in
      state.next += 1
      state.backends[state.next] = backend
      return state.next
    }
  }

  func remove(_ number: Int) -> (any StorageBackend)? { state.withLock { $0.backends.removeValue(forKey: number) } }

  func removeLast() -> (any StorageBackend)? {
    state.withLock { state in state.backends.keys.max().flatMap { state.backends.removeValue(forKey: $0) } }
  }
}

extension [UInt8] {
  /// Whether other bytes are in these.
  fileprivate func holds(_ other: [UInt8]) -> Bool {
    guard let first = other.first, count >= other.count else { return other.isEmpty }
    return indices.dropLast(other.count - 1).contains { place in
      self[place] == first && self[place..<place + other.count].elementsEqual(other)
    }
  }
}
