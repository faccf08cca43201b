import AssayPlatform
import HealthModel
import HealthStorage
import SQLiteStore

/// The index: an SQLite store of the same samples, which can be made again from the files.
struct IndexFiles {
  private let place: StoreFolder

  private static let name = StoreFolder.index + "/index.db"

  init(_ place: StoreFolder) { self.place = place }

  /// Opens the index of a store that is written; a damaged one is removed.
  func writer(_ context: StorageContext, _ files: LineFiles) throws -> SQLiteBackend {
    try place.makeFolder(StoreFolder.index)
    do {
      return try open(context, files)
    } catch let error as StorageError where Self.isUnusable(error) {
      guard try remove() else { throw error }
      return try open(context, files)
    }
  }

  /// Removes the index, unless another process writes to the store.
  private func remove() throws -> Bool {
    guard let lock = try place.attemptLock() else { return false }
    return try withExtendedLifetime(lock) {
      for suffix in ["", "-wal", "-shm", "-journal"] { try place.remove(Self.name + suffix) }
      return true
    }
  }

  private func open(_ context: StorageContext, _ files: LineFiles?) throws -> SQLiteBackend {
    let place = try StoreLocation(
      indexAt: place.path(Self.name), of: place.location, lock: place.path(StoreFolder.lock), makesFile: files != nil)
    return try SQLiteBackend(at: place, context, companion: files)
  }

  /// Whether an index that cannot be opened is not one, which says nothing of the store.
  private static func isUnusable(_ error: StorageError) -> Bool {
    [.corrupt, .foreign, .unwritable, .missing].contains(error.code)
  }

  /// Opens the index of a store that is read, if it has all that is committed.
  ///
  /// A commit shows in the log an instant before the index has it. When it does not come, its writer was interrupted.
  ///
  /// - Returns: the index; `nil` when there is none, or one that is late, damaged or of another log.
  func reader(_ context: StorageContext) async throws -> (store: SQLiteBackend?, isDamaged: Bool) {
    guard place.size(Self.name) != nil else { return (nil, false) }
    let index: SQLiteBackend
    do {
      index = try open(context, nil)
    } catch let error as StorageError where Self.isUnusable(error) {
      return (nil, error.code != .missing)
    }
    for _ in 0..<40 {
      guard let position = try? await index.answer({ db in try IndexPosition(in: db) }) else { return (nil, true) }
      let state = try CommitLog(place: place).state()
      try position.checkNotAhead(of: state, place)
      if position == IndexPosition(of: state) { return (index, false) }
      guard position.line > 0, position.belongs(to: state) else { break }
      try? await Task.sleep(nanoseconds: 5_000_000)
    }
    try? await index.close()
    return (nil, false)
  }

  /// Removes the index that earlier programs kept.
  func removeOthers() throws {
    for name in try place.names(in: StoreFolder.index) {
      guard name.hasSuffix(".run") || name == "manifest.json" || name == "manifest.new" else { continue }
      try place.remove(StoreFolder.index + "/" + name)
    }
  }
}

/// An index in a temporary folder, for a process that only reads a store whose own index it cannot use.
final class TemporaryIndex: Sendable {
  let store: SQLiteBackend
  private let folder: String

  private init(_ store: SQLiteBackend, _ folder: String) {
    self.store = store
    self.folder = folder
  }

  static func make(of place: StoreFolder, _ context: StorageContext) async throws -> TemporaryIndex {
    let parent = context.options.temporaryFolder
    let folder = try FileFailure.naming("make a folder in", TextEscaping.escaped(parent, limit: 1000)) {
      () throws(SystemError) in try TemporaryPath.makeFolder(in: parent, prefix: "assay-index-")
    }
    let location = try StoreLocation(
      indexAt: folder + "/index.db", of: place.location, lock: folder + "/lock", makesFile: true)
    var writing = context
    writing.options.isReadOnly = false
    let index = TemporaryIndex(try SQLiteBackend(at: location, writing, companion: nil), folder)
    var state = try CommitLog(place: place).state()
    while let later = try await index.fill(place, state, context) { state = later }
    return index
  }

  deinit { remove() }

  /// Fills the index; returns a later state of the store when lines were deleted or moved while they were read.
  private func fill(_ place: StoreFolder, _ state: StoreState, _ context: StorageContext) async throws -> StoreState? {
    do {
      try await store.exclusively("no index is made") { db in _ = try IndexReplay.run(db, place, state, context) }
      return nil
    } catch {
      let later = try CommitLog(place: place).state()
      guard error.isDamage, (later.lastDeletion, later.lastReplacement) != (state.lastDeletion, state.lastReplacement)
      else { throw error }
      return later
    }
  }

  /// Removes the files; a closed store has none of them open.
  func remove() {
    FileTree.removeAll(folder)
  }
}
