import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import Testing

/// The index saves reading and knows nothing that the samples do not say: it can be lost at any time.
@Suite struct IndexFolderTests {
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
    try await reader.close()
    let store = try await place.open()
    let fates = try await store.append(Self.samples)
    #expect(fates.allSatisfy { $0 == "=" } && fates.count == 56, "\(what)")
    await store.rollback()
    #expect(try await store.append([Bench.heartRate(10, at: 9)]) == "+")
    await store.rollback()
    #expect(try await store.lines().sorted() == Self.left(), "\(what)")
    #expect(try await store.counts().map(\.count) == [4, 4, 4, 1, 39])
    #expect(try await store.verify().isEmpty, "\(what)")
    try await store.close()
  }

  @Test func anIndexThatIsGoneIsMadeAgain() async throws {
    let place = try await makePlace()
    let before = try place.lasting()
    try place.remove("index")
    try await expectWhole(place, "no index")
    #expect(try place.lasting() == before)
    #expect(try place.names().contains("index/manifest.json"))
  }

  @Test(
    "an index of a reader's own is in the folder that its caller names",
    arguments: [("scratch", true), ("no such folder", false)])
  func temporaryFolder(_ name: String, _ isThere: Bool) async throws {
    let place = try await makePlace()
    try place.remove("index")
    let folder = place.folder + "/" + name
    if isThere { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }
    let reader = try await place.open {
      $0.isReadOnly = true
      $0.temporaryFolder = folder
    }
    if isThere {
      #expect(try await reader.lines().sorted() == Self.left())
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    } else {
      let error = await #expect(throws: StorageError.self) { _ = try await reader.lines() }
      #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
    }
    try await reader.close()
  }

  @Test func anIndexOfAnEarlierCommitGrows() async throws {
    let place = try await makePlace()
    let early = try place.copy()
    let store = try await place.open()
    try await store.keep([Bench.steps(3, at: 0), Bench.pressure(150, 95, at: 5)])
    try await store.close()
    try place.remove("index")
    try FileManager.default.copyItem(atPath: early.store + "/index", toPath: place.store + "/index")
    for isReadOnly in [true, false] {
      let store = try await place.open { $0.isReadOnly = isReadOnly }
      #expect(try await store.lines().count == Self.samples.count)
      #expect(try await store.verify().isEmpty)
      try await store.close()
    }
  }

  @Test func anIndexFromBeforeADeletionShowsNothingDeleted() async throws {
    let place = try Place()
    let store = try await place.open()
    try await store.keep(Self.samples)
    let early = try place.copy()
    _ = try await store.delete(Self.deleted())
    try await store.close()
    try place.remove("index")
    try FileManager.default.copyItem(atPath: early.store + "/index", toPath: place.store + "/index")
    try await expectWhole(place, "early index")
  }

  @Test func everyFileOfTheIndexMayBeLost() async throws {
    let place = try await makePlace()
    for name in try place.names() where name.hasPrefix("index/") {
      let copy = try place.copy()
      try copy.remove(name)
      try await expectWhole(copy, name)
    }
  }

  /// A damaged block is found when it is read, and no sample is stored twice for it.
  @Test(arguments: [0.0, 0.3, 0.6, 0.9, 0.999])
  func everyFileOfTheIndexMayBeDamaged(part: Double) async throws {
    let place = try await makePlace()
    for name in try place.names() where name.hasPrefix("index/") {
      let copy = try place.copy()
      var bytes = try copy.bytes(name)
      bytes[Int(Double(bytes.count) * part)] ^= 0x10
      try copy.write(bytes, name)
      try await expectDamageIsNoLoss(copy, "\(name) at \(part)")
    }
  }

  private func expectDamageIsNoLoss(_ place: Place, _ what: String) async throws {
    let store = try await place.open()
    #expect(try await store.lines().sorted() == Self.left(), "\(what)")
    let fates = try await store.append(Self.samples)
    #expect(fates.allSatisfy { $0 == "=" }, "\(what): \(fates)")
    try await store.commit(nil)
    #expect(try await store.lines().sorted() == Self.left(), "\(what)")
    try await store.close()
  }

  /// A power cut after the first commit leaves a store without an index, and nothing is wrong with it.
  @Test(arguments: ["index", "index/manifest.json"])
  func aMissingIndexIsNoFault(_ name: String) async throws {
    let place = try await makePlace()
    try place.remove(name)
    let store = try await place.open { $0.isReadOnly = true }
    #expect(try await store.verify().isEmpty)
    try await store.close()
  }

  @Test func aDamagedManifestIsAFault() async throws {
    let place = try await makePlace()
    try place.write([0x7B], "index/manifest.json")
    let store = try await place.open { $0.isReadOnly = true }
    #expect(try await store.verify().map(\.message).contains { $0.contains("the index is damaged") })
    try await store.close()
  }

  @Test func aDamagedIndexIsAFault() async throws {
    let place = try await makePlace()
    let name = try #require(try place.names().first { $0.hasPrefix("index/times") })
    var bytes = try place.bytes(name)
    bytes[100] ^= 1
    try place.write(bytes, name)
    let store = try await place.open { $0.isReadOnly = true }
    #expect(try await store.verify().contains { $0.message.contains(name) })
    try await store.close()
  }

  /// What an interrupted process left goes; what a person put there stays.
  @Test func filesThatNoManifestNamesAreRemoved() async throws {
    let place = try await makePlace()
    let before = try place.names()
    try place.write([1, 2, 3], "index/ids-999.run")
    try place.write([1, 2, 3], "index/manifest.new")
    try place.write([1, 2, 3], "index/README")
    try await place.open().close()
    #expect(try place.names() == (before + ["index/README"]).sorted())
  }

  /// Many commits leave few files.
  @Test func filesAreMerged() async throws {
    let place = try Place()
    let store = try await place.open()
    for number in 0..<60 { try await store.keep([Bench.heartRate(60, at: number * 7919 % 1000)]) }
    let names = try place.names().filter { $0.hasSuffix(".run") }
    #expect(names.count <= 2 * 4, "\(names)")
    #expect(try await store.lines().count == 60)
    #expect(try await store.verify().isEmpty)
    try await store.close()
  }
}
