import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import SeededRandom
import Testing

@testable import SQLiteStore

@Suite struct DeletionTests {
  let place: Place
  let registry: Registry

  init() throws {
    place = try Place()
    registry = try Types.registry()
  }

  private func query(_ change: (inout SampleQuery) -> Void) -> SampleQuery {
    var query = SampleQuery()
    change(&query)
    return query
  }

  @Test func waitsForTheTransactionBeforeIt() async throws {
    let store = try await place.open(registry)
    let sample = Draft("heartRate", value: 72)
    _ = try await store.append([sample], registry)
    async let deletion = store.delete(SampleQuery())
    while store.line.waiterCount < 1 { await Task.yield() }
    async let compaction = store.compact()
    while store.line.waiterCount < 2 { await Task.yield() }
    #expect(try await store.append([sample], registry) == [duplicate])
    try await store.commit()
    #expect(try await deletion.deleted == 1)
    _ = try await compaction
    #expect(try await store.answers().isEmpty)
    try await store.close()
  }

  @Test func aStoreOpenedForReadingDeletesNothing() async throws {
    try await place.open(registry).close()
    let store = try await place.open(registry, isReadOnly: true)
    let error = await #expect(throws: StorageError.self) { _ = try await store.delete(SampleQuery()) }
    #expect(error?.code == .unwritable)
    try await store.close()
  }

  @Test func aTypeThatTheRegistryLacksIsNotLeftOut() async throws {
    let store = try await place.open(registry)
    _ = try await store.append([Draft("heartRate", value: 72), Draft("stepCount", value: 3)], registry)
    try await store.commit()
    try await store.close()
    let fewer = try Types.registry(try Types.all().filter { $0.id != "stepCount" })
    let again = try await place.open(fewer)
    let error = await #expect(throws: StorageError.self) { _ = try await again.delete(SampleQuery()) }
    #expect(error?.code == .incompatible)
    // The refusal holds nothing up.
    #expect(try await again.append([Draft("heartRate", value: 73)], fewer) == [accepted])
    try await again.commit()
    #expect(try await again.delete(query { $0.types = ["heartRate"] }).deleted == 2)
    try await again.close()
  }
}

/// Deleted is gone: from answers, and from the bytes of every file.
@Suite struct DeletedContentTests {
  let place: Place
  let registry: Registry

  init() throws {
    place = try Place()
    registry = try Types.registry()
  }

  private func secret(_ number: Int) -> Draft {
    Draft("heartRate", at: Int64(number) * 1_000_000, value: Double(number)).with {
      $0.metadata = "{\"k\":\"secret-\(number)-word\"}"
    }
  }

  /// Rows that come in no order are moved between pages, where copies of them stay.
  @Test func noFileHasWhatWasDeleted() async throws {
    var random = SeededGenerator(seed: 3)
    let store = try await place.open(registry)
    let numbers = (1000..<9000).shuffled(using: &random)
    for start in stride(from: 0, to: numbers.count, by: 500) {
      _ = try await store.append(numbers[start..<start + 500].map { secret($0) }, registry)
      try await store.commit()
    }
    let doomed = Set(numbers.filter { $0 % 3 == 0 })
    var query = SampleQuery()
    query.ids = doomed.map { secret($0).id }
    #expect(try await store.delete(query).deleted == doomed.count)
    for name in try place.names() {
      let found = Self.secrets(in: try Data(contentsOf: URL(fileURLWithPath: place.folder + "/" + name)))
      #expect(found.filter { doomed.contains($0) } == [], "in \(name)")
    }
    #expect(try await store.answers().count == numbers.count - doomed.count)
    #expect(try await store.verify() == [])
    try await store.close()
  }

  /// The numbers of the secrets that stand in bytes.
  private static func secrets(in data: Data) -> [Int] {
    var numbers: [Int] = []
    var place = data.startIndex
    while let found = data.range(of: Data("secret-".utf8), in: place..<data.endIndex) {
      place = found.upperBound
      if let number = Int(String(decoding: data[place...].prefix(4), as: UTF8.self)) { numbers.append(number) }
    }
    return numbers
  }

  @Test func textsThatNoSampleHasAnyMoreAreGoneAndDoNotComeBack() async throws {
    let store = try await place.open(registry)
    let kept = Draft("heartRate", at: 1, value: 60).with { $0.source = #"{"name":"Kept"}"# }
    let gone = Draft("heartRate", at: 2, value: 61).with {
      $0.source = #"{"name":"Gone-Source"}"#
      $0.device = #"{"name":"Gone-Device"}"#
      $0.subject = "Gone-Subject"
      $0.origin = "Gone-Origin"
    }
    _ = try await store.append([gone, kept], registry)
    try await store.commit()
    var query = SampleQuery()
    query.subject = "Gone-Subject"
    #expect(try await store.delete(query).deleted == 1)
    #expect(try await store.append([gone, kept], registry) == [duplicate, duplicate])
    try await store.commit()
    #expect(try place.holds("Gone-") == false)
    // Numbers that went are given anew, never mixed up.
    let new = Draft("heartRate", at: 3, value: 62).with { $0.source = #"{"name":"New"}"# }
    #expect(try await store.append([new, gone], registry) == [accepted, duplicate])
    try await store.commit()
    #expect(try await store.answers().map { $0.texts[4] } == [#"{"name":"Kept"}"#, #"{"name":"New"}"#])
    try await store.close()
  }

  @Test func whileAReaderHoldsOnTheDeletionIsCommittedAllTheSame() async throws {
    let store = try await place.open(registry, wait: 50)
    _ = try await store.append([secret(1), secret(2)], registry)
    try await store.commit()
    let reader = try Database(path: place.path, isReadOnly: true)
    try reader.execute(sql: "BEGIN; SELECT id FROM assay_samples")
    var query = SampleQuery()
    query.ids = [secret(1).id]
    #expect(try await store.delete(query).deleted == 1)
    #expect(try await store.answers().map(\.value) == [2])
    try reader.execute(sql: "ROLLBACK")
    try reader.close()
    let receipt = try await store.compact()
    #expect(receipt.bytesAfter <= receipt.bytesBefore)
    #expect(try place.holds("secret-1-word") == false)
    #expect(try place.holds("secret-2-word"))
    try await store.close()
  }

  @Test func compactingGivesRoomBackAndChangesNoAnswer() async throws {
    let store = try await place.open(registry)
    _ = try await store.append((0..<3000).map { secret($0) } + [Draft.pressure(120, 80, at: 5)], registry)
    try await store.commit()
    let before = try await store.answers()
    let feed = try await store.feed()
    let receipt = try await store.compact()
    #expect(receipt.bytesAfter > 0)
    #expect(receipt.bytesAfter <= receipt.bytesBefore)
    #expect(try await store.information().byteCount == receipt.bytesAfter)
    #expect(try await store.answers() == before)
    #expect(try await store.feed() == feed)
    #expect(try await store.append([secret(5), secret(-5)], registry) == [duplicate, accepted])
    try await store.close()
    #expect(try place.rows("PRAGMA integrity_check") == [["integrity_check": "ok"]])
    let again = try await place.open(registry)
    #expect(try await again.verify() == [])
    try await again.close()
  }

  @Test func importsKeepTheirBooksAndViewsAnswer() async throws {
    let store = try await place.open(registry)
    _ = try await store.append([secret(1)], registry)
    var progress = ImportProgress(input: "/a", path: "a", catalogHash: "c", version: "1")
    progress.counts.read = 1
    progress.counts.accepted = 1
    try await store.commit(progress)
    #expect(try await store.delete(SampleQuery()).deleted == 1)
    #expect(try await store.imports() == [progress])
    try await store.close()
    #expect(try place.rows("SELECT * FROM heartRate").isEmpty)
    #expect(try place.rows("SELECT * FROM sources").isEmpty)
    #expect(try place.rows("SELECT accepted FROM imports") == [["accepted": "1"]])
  }
}
