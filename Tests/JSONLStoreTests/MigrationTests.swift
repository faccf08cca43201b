import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import Synchronization
import Testing

@testable import JSONLStore

/// Stores of earlier versions: `Tests/Fixtures/stores` holds one of each that was released.
@Suite struct MigrationTests {
  let place: Place

  init() throws { place = try Place() }

  // MARK: - Versions

  /// The version that was released, and two that never were: each adds a member to the lines of the log.
  private static let ladder = LayoutMigrations(steps: [
    step(to: 2, keepsReading: false), step(to: 3, keepsReading: true),
  ])

  private static func step(to version: Int64, keepsReading: Bool) -> LayoutStep {
    LayoutStep(to: version, keepsReading: keepsReading) { line in
      // In front of the others; the seal is made anew.
      SealedLine.resealed(Array("{\"v\(version)\":true,".utf8) + line.dropFirst())
    }
  }

  // MARK: - The bench

  private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/stores").path

  private func takeFixture() throws {
    try FileManager.default.copyItem(atPath: Self.fixtures + "/jsonl-1", toPath: place.store)
  }

  private func open(
    _ ladder: LayoutMigrations, isReadOnly: Bool = false, notes: Notes = Notes()
  ) async throws -> StepwiseStore {
    try await Self.open(ladder, at: place.store, isReadOnly: isReadOnly, notes: notes)
  }

  private static func open(
    _ ladder: LayoutMigrations, at path: String, isReadOnly: Bool = false, notes: Notes = Notes()
  ) async throws -> StepwiseStore {
    var context = try Bench.workbench().context(StorageOptions(isReadOnly: isReadOnly, waitMilliseconds: 2_000))
    context.note = { notes.add($0) }
    return StepwiseStore(try await JSONLBackend.open(path, context, ladder))
  }

  private final class Notes: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  private static func exported() throws -> [String] {
    try String(contentsOfFile: fixtures + "/export.ndjson", encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// The store is of the third version, and nothing is lost.
  private func expectThird(_ store: StepwiseStore) async throws {
    #expect(try await store.lines() == Self.exported())
    #expect(try await store.imports().map(\.path) == ["samples.ndjson", "more.ndjson"])
    #expect(try await store.information().deletions == 2)
    #expect(try await store.information().format == "JSON lines, layout 3")
    #expect(try await store.verify() == [])
    #expect(try place.text("store.json") == "{\"format\":\"assay-jsonl\",\"version\":3}\n")
    let lines = try place.lines("commits.jsonl")
    #expect(lines.count >= 3)
    #expect(lines.prefix(3).allSatisfy { $0.hasPrefix(#"{"v3":true,"v2":true,"line":"#) })
    #expect(try !place.names().contains { $0.hasSuffix(".new") })
  }

  // MARK: - Tests

  @Test("a store that was made by the first version answers as it did") func released() async throws {
    try takeFixture()
    let notes = Notes()
    let store = try await open(.released, notes: notes)
    #expect(try await store.lines() == Self.exported())
    #expect(try await store.verify() == [])
    let again = try String(contentsOfFile: Self.fixtures + "/samples.ndjson", encoding: .utf8)
    #expect(try await store.append(again.split(separator: "\n").map(String.init)).allSatisfy { $0 == "=" })
    try await store.close()
    #expect(notes.all == [])
  }

  @Test("a store of an earlier version climbs to the newest, and says so once", arguments: [1, 2])
  func climbs(from first: Int64) async throws {
    try takeFixture()
    if first == 2 { try await open(LayoutMigrations(steps: [Self.ladder.steps[0]])).close() }
    let notes = Notes()
    let store = try await open(Self.ladder, notes: notes)
    try await expectThird(store)
    try await store.keep([Bench.steps(5, at: 60)])
    #expect(try await store.verify() == [])
    try await store.close()
    try await open(Self.ladder, notes: notes).close()
    #expect(notes.all.count == 1)
    #expect(notes.all.first?.hasSuffix("from version \(first) of its layout to version 3") == true, "\(notes.all)")
  }

  /// The system calls of a migration, each of which may be the last.
  @Test("an interrupted migration has not happened, or is finished by the next writer", arguments: 0...4)
  func interrupted(after calls: Int) async throws {
    try takeFixture()
    let place = try StoreFolder(self.place.store, makesFolder: false)
    let log = LogRewrite(place: place)
    let old = try self.place.bytes("commits.jsonl")
    if calls >= 1 {
      let digest = try log.write { line in try Self.ladder.steps.reduce(line) { try $1.line($0) } }
      if calls == 1 {
        // The end of the new log is missing.
        try self.place.write(Array(self.place.bytes("commits.jsonl.new").dropLast(40)), "commits.jsonl.new")
      }
      let mark = StoreMark(version: 3, migration: StoreMark.Migration(from: 1, log: digest))
      if calls >= 3 { try mark.write(to: place) }
      if calls >= 4 { try log.publish() }
    }
    let isMarked = calls >= 3
    // An earlier program does not touch what is marked, and starts over what is not.
    let earlier = try? await open(.released, isReadOnly: true)
    #expect((earlier == nil) == isMarked)
    try await earlier?.close()
    let isDone = try self.place.bytes("commits.jsonl") != old
    #expect(isDone == (calls == 4))
    let reader = try? await open(Self.ladder, isReadOnly: true)
    #expect((reader != nil) == isDone)
    try await reader?.close()
    let notes = Notes()
    let store = try await open(Self.ladder, notes: notes)
    try await expectThird(store)
    try await store.close()
    #expect(notes.all.count == 1)
  }

  @Test("a migration that began under an earlier program goes on to the newest version", arguments: [false, true])
  func interruptedEarlier(isPublished: Bool) async throws {
    try takeFixture()
    let place = try StoreFolder(self.place.store, makesFolder: false)
    let log = LogRewrite(place: place)
    let digest = try log.write { try Self.ladder.steps[0].line($0) }
    try StoreMark(version: 2, migration: StoreMark.Migration(from: 1, log: digest)).write(to: place)
    if isPublished { try log.publish() }
    let store = try await open(Self.ladder)
    try await expectThird(store)
    try await store.close()
  }

  @Test("a torn last line was never committed, and a damaged log is not migrated") func damaged() async throws {
    try takeFixture()
    let log = try place.bytes("commits.jsonl")
    try place.write(log + Array(#"{"line":4,"com"#.utf8), "commits.jsonl")
    let store = try await open(Self.ladder)
    try await expectThird(store)
    try await store.close()
    let other = try MigrationTests()
    try other.takeFixture()
    var changed = log
    changed[log.count / 2] ^= 1
    try other.place.write(changed, "commits.jsonl")
    let error = await #expect(throws: StorageError.self) { _ = try await other.open(Self.ladder) }
    #expect(error?.code == .corrupt)
    #expect(try other.place.bytes("commits.jsonl") == changed)
    #expect(try other.place.text("store.json").contains("\"version\":1"))
  }

  @Test("reading changes nothing, and works where the steps allow it", arguments: [true, false])
  func reading(keeps: Bool) async throws {
    try takeFixture()
    try await open(LayoutMigrations(steps: keeps ? [Self.ladder.steps[0]] : [])).close()
    let before = try place.contents()
    if keeps {
      let store = try await open(Self.ladder, isReadOnly: true)
      #expect(try await store.lines() == Self.exported())
      #expect(try await store.information().format == "JSON lines, layout 2")
      try await store.close()
    } else {
      let error = await #expect(throws: StorageError.self) { _ = try await open(Self.ladder, isReadOnly: true) }
      #expect(error?.code == .unwritable)
      #expect(error?.message.contains("has version 1 of the layout, and this program reads version 3") == true)
      #expect(error?.hint?.contains("assay store compact") == true)
    }
    #expect(try place.contents() == before)
  }

  @Test("a newer store is refused and untouched; one that becomes newer takes nothing more from an earlier program")
  func newer() async throws {
    try takeFixture()
    let earlier = try await open(.released)
    try await open(Self.ladder).close()
    for _ in 0..<2 {
      let reading = await #expect(throws: StorageError.self) { _ = try await earlier.lines() }
      #expect(reading?.code == .future)
    }
    let writing = await #expect(throws: StorageError.self) { _ = try await earlier.append([Bench.steps(5, at: 60)]) }
    #expect(writing?.code == .future)
    try await earlier.close()
    let before = try place.contents()
    for isReadOnly in [true, false] {
      let error = await #expect(throws: StorageError.self) { _ = try await open(.released, isReadOnly: isReadOnly) }
      #expect(error?.code == .future)
    }
    #expect(try place.contents() == before)
  }

  @Test("of several that migrate at once one does") func atOnce() async throws {
    try takeFixture()
    let notes = Notes()
    let path = place.store
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { try await Self.open(Self.ladder, at: path, notes: notes).close() }
      }
      try await group.waitForAll()
    }
    #expect(notes.all.count == 1)
    let store = try await open(Self.ladder)
    try await expectThird(store)
    try await store.close()
  }
}
