import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import Testing

@testable import JSONLStore

/// A store whose folder was moved, removed or replaced while it is open takes nothing more, and says so.
@Suite struct MovedStoreTests {
  /// What happens to the folder.
  enum Change: String, CaseIterable, CustomTestStringConvertible {
    case moved, removed, replacedByNothing, replacedByAStore

    var testDescription: String { rawValue }

    /// What the error says of it.
    var words: String {
      switch self {
      case .moved, .removed: "store/ was moved or removed while the store was open"
      case .replacedByNothing, .replacedByAStore: "store/ was replaced by another folder while the store was open"
      }
    }

    func make(_ place: Place) throws {
      let files = FileManager.default
      switch self {
      case .moved: try files.moveItem(atPath: place.store, toPath: place.moved)
      case .removed: try files.removeItem(atPath: place.store)
      case .replacedByNothing:
        // The number of a folder that is gone may be given out again.
        try files.removeItem(atPath: place.store)
        try files.createDirectory(atPath: place.store, withIntermediateDirectories: false)
      case .replacedByAStore:
        try files.moveItem(atPath: place.store, toPath: place.moved)
        try files.copyItem(atPath: place.moved, toPath: place.store)
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
    let store = try await place.open().base
    let first = try Bench.batch([Bench.heartRate(60, at: 0)])
    let second = try Bench.batch([Bench.heartRate(61, at: 1)])
    _ = try await store.write { transaction in try await transaction.append(first) }
    let transaction = try await store.begin()
    if moment == .betweenAppendAndCommit { _ = try await transaction.append(second) }
    try change.make(place)
    let before = change == .replacedByAStore ? try place.contents() : [:]
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
    if change == .replacedByAStore { #expect(try place.contents() == before, "the other store is as it was") }
    try? await store.close()
  }
}

extension Place {
  /// Where the store is moved to.
  fileprivate var moved: String { folder + "/moved" }
}
