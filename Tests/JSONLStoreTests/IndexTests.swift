import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import Testing

@testable import JSONLStore

/// The index knows nothing that the files do not say: it is made again when it is lost, late or of another program.
@Suite struct IndexTests {
  private static let samples =
    (0..<40).map { Bench.heartRate(60 + $0, at: $0 * 3600) }
    + (0..<5).map { Bench.pressure(110 + $0, 80, at: $0 * 3600) } + [#"{"type":"dateOfBirth","value":"1990-04-12"}"#]

  /// A store of several commits, one of them a deletion.
  private func makePlace() async throws -> Place {
    let place = try Place()
    let store = try await place.open()
    for start in stride(from: 0, to: Self.samples.count, by: 7) {
      try await store.keep(Array(Self.samples[start..<min(start + 7, Self.samples.count)]))
    }
    _ = try await store.delete(Self.deleted())
    try await store.close()
    return place
  }

  private static func deleted() throws -> SampleQuery {
    var query = SampleQuery()
    query.ids = [try Bench.batch([samples[3]]).id[0], try Bench.batch([samples[41]]).id[0]]
    return query
  }

  private static func left() throws -> [String] {
    try normal(samples.enumerated().filter { $0.offset != 3 && $0.offset != 41 }.map(\.element)).sorted()
  }

  /// Looks at a store that a writer opens, and at all it knows of ids.
  private func expectWhole(_ place: Place, _ what: String) async throws {
    let reader = try await place.open { $0.isReadOnly = true }
    #expect(try await reader.lines().sorted() == Self.left(), "read only, \(what)")
    #expect(try await reader.history() == Self.history, "read only, \(what)")
    try await reader.close()
    let store = try await place.open()
    let fates = try await store.append(Self.samples)
    #expect(fates.allSatisfy { $0 == "=" } && fates.count == 56, "\(what)")
    await store.rollback()
    #expect(try await store.append([Bench.heartRate(10, at: 9)]) == "+")
    await store.rollback()
    #expect(try await store.lines().sorted() == Self.left(), "\(what)")
    #expect(try await store.history() == Self.history, "\(what)")
    #expect(try await store.counts().map(\.count) == [4, 4, 4, 1, 39])
    #expect(try await store.verify() == [], "\(what)")
    try await store.close()
  }

  private static let history =
    "1: 6 added; 2: 7 added; 3: 7 added; 4: 7 added; 5: 7 added; 6: 6 added; 7: 4 added; 8: 4 deleted"

  @Test func anIndexThatIsGoneIsMadeAgain() async throws {
    let place = try await makePlace()
    let before = try place.lasting()
    try place.remove("index")
    try await expectWhole(place, "no index")
    #expect(try place.lasting() == before)
    #expect(try place.names().contains("index/index.db"))
  }

  @Test("a reader makes its own index in the folder that its caller names, and removes it")
  func temporaryFolder() async throws {
    let place = try await makePlace()
    try place.remove("index")
    let folder = place.folder + "/scratch"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try await read(place, folder)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    #expect(try place.names().contains("index/index.db") == false)
    let error = await #expect(throws: StorageError.self) { try await self.read(place, place.folder + "/nowhere") }
    #expect(error?.message.contains("nowhere") == true, "\(error?.message ?? "")")
  }

  private func read(_ place: Place, _ folder: String) async throws {
    let reader = try await place.open {
      $0.isReadOnly = true
      $0.temporaryFolder = folder
    }
    #expect(try await reader.lines().sorted() == Self.left())
    try await reader.close()
  }

  @Test func anIndexOfAnEarlierCommitGrows() async throws {
    let place = try await makePlace()
    let early = try place.copy()
    let store = try await place.open()
    try await store.keep([Bench.steps(3, at: 0), Bench.pressure(150, 95, at: 5)])
    let progress = ImportProgress(input: "/in", path: "in", catalogHash: "c", version: "1")
    try await store.commit(progress)
    try await store.close()
    try place.remove("index")
    try FileManager.default.copyItem(atPath: early.store + "/index", toPath: place.store + "/index")
    for isReadOnly in [true, false] {
      let store = try await place.open { $0.isReadOnly = isReadOnly }
      #expect(try await store.lines().count == Self.samples.count)
      #expect(try await store.progress(of: "/in") == progress)
      #expect(try await store.verify() == [])
      try await store.close()
    }
  }

  /// What an interruption between the two commits leaves.
  @Test func aWriterThatIsOpenTakesOverWhatItsIndexMissed() async throws {
    let place = try await makePlace()
    let other = try place.copy()
    let store = try await other.open()
    try await store.keep([Bench.steps(3, at: 0)])
    try await store.close()
    let open = try await place.open()
    for name in ["commits.jsonl", "samples"] {
      try place.remove(name)
      try FileManager.default.copyItem(atPath: other.store + "/" + name, toPath: place.store + "/" + name)
    }
    #expect(try await open.append([Bench.steps(3, at: 0), Bench.steps(4, at: 60)]) == "=+")
    try await open.commit(nil)
    #expect(try await open.lines { $0.types = ["stepCount"] }.count == 2)
    #expect(try await open.verify() == [])
    try await open.close()
  }

  @Test func anIndexFromBeforeADeletionShowsNothingDeleted() async throws {
    let place = try await makePlace()
    let early = try place.copy()
    let store = try await place.open()
    var query = SampleQuery()
    query.ids = [try Bench.batch([Self.samples[5]]).id[0]]
    _ = try await store.delete(query)
    try await store.close()
    try place.remove("index")
    try FileManager.default.copyItem(atPath: early.store + "/index", toPath: place.store + "/index")
    for isReadOnly in [true, false] {
      let store = try await place.open { $0.isReadOnly = isReadOnly }
      #expect(try await store.lines(query).isEmpty)
      #expect(try await store.lines().count == Self.samples.count - 3)
      #expect(try await store.verify() == [])
      try await store.close()
    }
  }

  @Test(arguments: [(0, 100), (40, 100), (4096, 16 * 4096)])
  func aDamagedIndexIsAFaultAndIsMadeAgain(at offset: Int, count: Int) async throws {
    let place = try await makePlace()
    var bytes = try place.bytes("index/index.db")
    for index in offset..<min(offset + count, bytes.count) { bytes[index] = 0x5A }
    try place.write(bytes, "index/index.db")
    let reader = try await place.open { $0.isReadOnly = true }
    #expect(try await reader.verify().contains { $0.message.contains("the index is damaged") })
    try await reader.close()
    if offset > 40 { try place.remove("index") }
    try await expectWhole(place, "at \(offset)")
  }

  /// A power cut after the first commit leaves a store without an index, and nothing is wrong with it.
  @Test func aMissingIndexIsNoFault() async throws {
    let place = try await makePlace()
    try place.remove("index")
    let store = try await place.open { $0.isReadOnly = true }
    #expect(try await store.verify() == [])
    try await store.close()
  }

  // MARK: - Stores of earlier programs

  private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/stores").path

  @Test(
    "a store that an earlier program wrote answers as it did",
    arguments: [("jsonl-1", "export.ndjson"), ("jsonl-1-compacted", "compacted.ndjson")])
  func earlier(_ name: String, _ export: String) async throws {
    let place = try Place()
    try FileManager.default.copyItem(atPath: Self.fixtures + "/" + name, toPath: place.store)
    let before = try place.contents()
    let exported = try String(contentsOfFile: Self.fixtures + "/" + export, encoding: .utf8).split(separator: "\n")
    let lines = exported.map(String.init)
    let reader = try await place.open { $0.isReadOnly = true }
    #expect(try await reader.lines() == lines)
    #expect(try await reader.verify() == [])
    let imports = try await reader.imports()
    let history = try await reader.history()
    try await reader.close()
    #expect(try place.contents() == before)
    let store = try await place.open()
    #expect(try place.contents() == before, "the files stay as they were")
    #expect(try place.names().filter { $0.hasPrefix("index/") }.allSatisfy { $0.hasPrefix("index/index.db") })
    #expect(try await store.lines() == lines)
    #expect(try await store.history() == history)
    #expect(try await store.imports() == imports)
    #expect(try await store.append(lines).allSatisfy { $0 == "=" })
    await store.rollback()
    try await store.keep([Bench.steps(5, at: 777)])
    #expect(try await store.lines().count == lines.count + 1)
    #expect(try await store.verify() == [])
    try await store.close()
  }

  @Test func anEarlierStoreHasItsDeletionsAndImports() async throws {
    let place = try Place()
    try FileManager.default.copyItem(atPath: Self.fixtures + "/jsonl-1-compacted", toPath: place.store)
    let store = try await place.open()
    #expect(
      try await store.imports().map(\.path) == ["one.ndjson", "two.ndjson", "four.ndjson", "three.ndjson"])
    #expect(try await store.information().deletions == 6)
    let again =
      #"{"type":"heartRate","value":62,"unit":"count/min","start":"2026-01-01T00:01:00Z","uuid":"0E5D6B2A-4F66-4A51-9C39-70C2D0A7A001","subject":"p2"}"#
    #expect(try await store.append([again]) == "=")
    try await store.close()
  }
}
