import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import Testing

@testable import SQLiteStore

/// A store that was moved, removed or replaced while it is open takes nothing more, and says so.
@Suite struct MovedStoreTests {
  /// What happens to the store's files.
  enum Change: String, CaseIterable, CustomTestStringConvertible {
    case moved, movedWithoutItsLog, removed, replacedByNothing, replacedByAStore, folderMoved, logRemoved, logReplaced

    var testDescription: String { rawValue }

    /// What the error says of it.
    var words: String {
      switch self {
      case .replacedByNothing, .replacedByAStore: "health.db was replaced by another file while the store was open"
      case .logRemoved: "the file `-wal` of"
      case .logReplaced: "was replaced by another file"
      default: "health.db was moved or removed while the store was open"
      }
    }

    func make(_ place: Place) throws {
      let files = FileManager.default
      let names = ["", "-wal", "-shm"]
      func move(_ suffixes: [String]) throws {
        for suffix in suffixes { try files.moveItem(atPath: place.path + suffix, toPath: place.moved + suffix) }
      }
      switch self {
      case .moved: try move(names)
      case .movedWithoutItsLog: try move([""])
      case .removed: for name in names { try files.removeItem(atPath: place.path + name) }
      case .replacedByNothing:
        try move(names)
        try Data().write(to: URL(fileURLWithPath: place.path))
      case .replacedByAStore:
        try move(names)
        for name in names { try files.copyItem(atPath: place.moved + name, toPath: place.path + name) }
      case .folderMoved:
        try files.moveItem(atPath: place.folder, toPath: place.folder + "-moved")
      case .logRemoved: try files.removeItem(atPath: place.path + "-wal")
      case .logReplaced:
        try files.moveItem(atPath: place.path + "-wal", toPath: place.moved + "-wal")
        try files.copyItem(atPath: place.moved + "-wal", toPath: place.path + "-wal")
      }
    }
  }

  /// When it happens.
  enum Moment: String, CaseIterable, CustomTestStringConvertible {
    case betweenCommits, betweenAppendAndCommit

    var testDescription: String { rawValue }
  }

  @Test(arguments: Change.allCases, Moment.allCases)
  func isNoticedBeforeACommitCounts(_ change: Change, _ moment: Moment) async throws {
    let place = try Place()
    defer { try? FileManager.default.removeItem(atPath: place.folder + "-moved") }
    let registry = try Types.registry()
    let store = try await place.open(registry).base
    let first = SampleBatch([Draft("heartRate", value: 72)], registry)
    let second = SampleBatch([Draft("heartRate", value: 73)], registry)
    _ = try await store.write { transaction in try await transaction.append(first) }
    let transaction = try await store.begin()
    if moment == .betweenAppendAndCommit { _ = try await transaction.append(second) }
    try change.make(place)
    let error = await #expect(throws: StorageError.self) {
      _ = try await transaction.append(second)
      try await transaction.commit()
    }
    #expect(error?.code == .failed)
    #expect(error?.message.contains(change.words) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("nothing since the last commit can be relied on") == true)
    await transaction.rollback()
    // Neither does anything that follows.
    let works: [() async throws -> Void] = [
      { _ = try await store.write { transaction in try await transaction.append(second) } },
      { _ = try await store.delete(SampleQuery()) }, { _ = try await store.compact() },
    ]
    for work in works {
      let later = await #expect(throws: StorageError.self) { try await work() }
      #expect(later?.code == .failed)
    }
    try? await store.close()
  }

  @Test func theMovedStoreHasWhatWasCommitted() async throws {
    let place = try Place()
    let registry = try Types.registry()
    let store = try await place.open(registry)
    _ = try await store.append([Draft("heartRate", value: 72)], registry)
    try await store.commit()
    _ = try await store.append([Draft("heartRate", value: 73)], registry)
    try Change.moved.make(place)
    await #expect(throws: StorageError.self) { try await store.commit() }
    try? await store.close()
    let moved = try await place.open(registry, path: place.moved)
    #expect(try await moved.answers().map(\.value) == [72])
    #expect(try await moved.verify().isEmpty)
    try await moved.close()
  }
}

extension Place {
  /// Where the store is moved to.
  fileprivate var moved: String { folder + "/moved.db" }
}
