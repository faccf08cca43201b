import HealthModel
import HealthStorage
import Synchronization

/// Takes snapshots of a store without a lock, remembering what it read, so that only what is new is read again.
final class SnapshotSource: Sendable {
  private struct Memory: Sendable {
    var state: StoreState?
    /// The index in the store's folder.
    var index: SampleIndex?
    /// An index of our own, where that in the folder is missing, late or damaged.
    var own: SampleIndex?
  }

  let place: StoreFolder
  let registry: Registry
  private let ladder: LayoutMigrations
  /// The folder for an index of our own.
  private let temporaryFolder: String
  private let memory = Mutex(Memory())

  init(
    _ place: StoreFolder, registry: Registry, temporaryFolder: String = "/tmp", _ ladder: LayoutMigrations = .released
  ) {
    self.place = place
    self.registry = registry
    self.ladder = ladder
    self.temporaryFolder = temporaryFolder
  }

  func state() throws -> StoreState {
    let known = memory.withLock { $0.state }
    let log = CommitLog(place: place)
    let state: StoreState
    do {
      state = try log.state(after: known)
    } catch let error as StorageError where error.isDamage {
      try checkVersion()
      // A line that was taken back and written anew between two reads looks torn, once.
      state = try log.state(after: nil)
    }
    if let known, known.log?.identity != state.log?.identity { try checkVersion() }
    memory.withLock { $0.state = state }
    return state
  }

  /// Refuses a log that another process wrote anew for a version that this program does not know.
  private func checkVersion() throws {
    do {
      _ = try StoreMark.current(place, ladder)
    } catch let error as StorageError where error.code != .future {
      // Other faults of the mark do not change the log's identity.
    }
  }

  /// The index in the store's folder; `nil` when there is none, or a damaged one.
  func index() throws -> SampleIndex? {
    let known = memory.withLock { $0.index }
    let index = try IndexFolder(place: place).load(reusing: known)
    memory.withLock { $0.index = index }
    return index
  }

  /// Takes over what a writer knows after its commit.
  func adopt(_ state: StoreState, _ index: SampleIndex?) {
    memory.withLock { memory in
      memory.state = state
      memory.index = index
    }
  }

  /// The store as of its last commit.
  ///
  /// A commit shows an instant before its index does. When the index does not come, its writer was interrupted, and one
  /// of our own is made for the time until the next writer.
  ///
  /// - Throws: `StorageError`.
  func current(makesIndex: Bool = false) async throws -> Snapshot {
    var attempt = 0
    while true {
      let index = try makesIndex ? nil : self.index()
      let state = try self.state()
      try index?.checkNotAhead(of: state, place)
      if let own = self.own(for: state) { return try snapshot(state, own) }
      if let index, index.isCurrent(for: state) { return try snapshot(state, index) }
      if state.commit == 0, !makesIndex { return try snapshot(state, SampleIndex()) }
      attempt += 1
      // An index that is late may come; one of another history will not.
      guard let index, index.belongs(to: state), attempt <= 40 else { return try makeOwn(for: state, index) }
      try? await Task.sleep(nanoseconds: 5_000_000)
    }
  }

  /// A rebuilt index, made because the one in the folder was not usable; kept while it covers a whole state.
  private func own(for state: StoreState) -> SampleIndex? {
    memory.withLock { memory in
      if let own = memory.own, !own.isCurrent(for: state) { memory.own = nil }
      return memory.own
    }
  }

  private func makeOwn(for state: StoreState, _ index: SampleIndex?) throws -> Snapshot {
    var state = state
    let runs = RunLocation.nameless(in: temporaryFolder)
    while true {
      do {
        var extended: SampleIndex?
        if let index { extended = try IndexBuilder.extended(index, place, state, runs: runs) }
        let made = try extended ?? IndexBuilder.full(place, state, runs: runs)
        memory.withLock { $0.own = made }
        return try snapshot(state, made)
      } catch let error as StorageError where error.isDamage {
        // Lines that are deleted or moved while they are read look damaged.
        let later = try self.state()
        guard later.lastDeletion > state.lastDeletion || later.lastReplacement > state.lastReplacement else {
          throw error
        }
        state = later
      }
    }
  }

  private func snapshot(_ state: StoreState, _ index: SampleIndex) throws -> Snapshot {
    Snapshot(place: place, state: state, index: index, types: try TypeTable(state.types, registry: registry))
  }
}
