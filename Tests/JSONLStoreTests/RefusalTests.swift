import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import Testing

@testable import JSONLStore

/// Folders that are no store of this version are refused and left as they were, to the byte.
@Suite struct RefusalTests {
  struct Damage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var code: StorageError.Code
    /// Makes the damage of a good store.
    var make: @Sendable (Place) throws -> Void
  }

  static let damages = [
    Damage(testDescription: "somebody's folder", code: .foreign) { place in
      try place.remove("store.json")
    },
    Damage(testDescription: "another program's mark", code: .foreign) { place in
      try place.write(Array(#"{"format":"other","version":1}"#.utf8), "store.json")
    },
    Damage(testDescription: "a mark that is no JSON", code: .foreign) { place in
      try place.write(Array("store\n".utf8), "store.json")
    },
    Damage(testDescription: "a newer version", code: .future) { place in
      try place.write(Array(#"{"format":"assay-jsonl","version":2}"#.utf8), "store.json")
    },
    Damage(testDescription: "no version", code: .corrupt) { place in
      try place.write(Array(#"{"format":"assay-jsonl"}"#.utf8), "store.json")
    },
    Damage(testDescription: "no commits", code: .corrupt) { try $0.remove("commits.jsonl") },
    Damage(testDescription: "no samples", code: .corrupt) { try $0.remove("samples") },
  ]

  @Test(arguments: RefusalTests.damages, [false, true])
  func isRefusedAndUntouched(_ damage: Damage, isReadOnly: Bool) async throws {
    let place = try Place()
    let store = try await place.open()
    try await store.keep([Bench.heartRate(60, at: 0)])
    try await store.close()
    try damage.make(place)
    let before = try place.contents()
    let error = await #expect(throws: StorageError.self) {
      _ = try await place.open { $0.isReadOnly = isReadOnly }
    }
    #expect(error?.code == damage.code, "\(error?.description ?? "")")
    #expect(try place.contents() == before)
  }

  @Test func aFolderWithOtherFilesIsForeign() async throws {
    let place = try Place()
    try FileManager.default.createDirectory(atPath: place.store, withIntermediateDirectories: true)
    try place.write(Array("mine".utf8), "letter.txt")
    let error = await #expect(throws: StorageError.self) { _ = try await place.open() }
    #expect(error?.code == .foreign)
    #expect(try place.names() == ["letter.txt"])
  }

  @Test func aMissingStoreIsNotMadeForReading() async throws {
    let place = try Place()
    let error = await #expect(throws: StorageError.self) { _ = try await place.open { $0.isReadOnly = true } }
    #expect(error?.code == .missing)
    #expect(!FileManager.default.fileExists(atPath: place.store))
    try FileManager.default.createDirectory(atPath: place.store, withIntermediateDirectories: true)
    let empty = await #expect(throws: StorageError.self) { _ = try await place.open { $0.isReadOnly = true } }
    #expect(empty?.code == .missing)
    #expect(try place.names().isEmpty)
  }

  @Test func aFileIsNoStore() async throws {
    let place = try Place()
    try Data("text".utf8).write(to: URL(fileURLWithPath: place.store))
    let error = await #expect(throws: StorageError.self) { _ = try await place.open() }
    #expect(error?.code == .unwritable)
  }

  /// What the making of a store leaves when it is interrupted becomes a store.
  @Test(arguments: [1, 2, 4, 5])
  func aHalfMadeStoreIsMade(count: Int) async throws {
    let place = try Place()
    let names = ["lock", "samples/", "index/", "commits.jsonl", "store.json.new"].prefix(count)
    for name in names where name.hasSuffix("/") {
      try FileManager.default.createDirectory(atPath: place.store + "/" + name, withIntermediateDirectories: true)
    }
    try FileManager.default.createDirectory(atPath: place.store, withIntermediateDirectories: true)
    for name in names where !name.hasSuffix("/") { try place.write([], name) }
    let store = try await place.open()
    try await store.keep([Bench.heartRate(60, at: 0)])
    #expect(try await store.lines().count == 1)
    try await store.close()
  }

  @Test func severalMayMakeAStoreAtOnce() async throws {
    let place = try Place()
    let location = place.store
    // A turn may take long: other tests use the same threads.
    let context = try Bench.workbench().context(StorageOptions(waitMilliseconds: 600_000))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let store = StepwiseStore(
            try await JSONLPlugin.factory.open(StorageURL(scheme: "jsonl", location: location), context))
          _ = try await store.append([Bench.heartRate(60, at: 0)])
          try await store.commit(nil)
          try await store.close()
        }
      }
      try await group.waitForAll()
    }
    let store = try await place.open()
    #expect(try await store.lines().count == 1)
    #expect(try await store.information().lastCommit == 1)
    try await store.close()
  }

  @Test func linksInThePlaceOfFilesAreNotFollowed() async throws {
    let place = try Place()
    let store = try await place.open()
    try await store.keep([Bench.heartRate(60, at: 0)])
    let target = place.folder + "/elsewhere"
    try Data("precious".utf8).write(to: URL(fileURLWithPath: target))
    try FileManager.default.createDirectory(
      atPath: place.store + "/samples/stepCount", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: place.store + "/samples/stepCount/2026-01.ndjson", withDestinationPath: target)
    _ = try await store.append([Bench.steps(1, at: 0)])
    await #expect(throws: StorageError.self) { try await store.commit(nil) }
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
    try await store.close()
  }
}
