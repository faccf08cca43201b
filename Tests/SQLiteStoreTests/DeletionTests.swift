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

  private static let own = #"{"bundle":"com.own","name":"Own"}"#
  private static let foreign = #"{"bundle":"com.foreign","name":"com.own"}"#

  private func query(_ change: (inout SampleQuery) -> Void) -> SampleQuery {
    var query = SampleQuery()
    change(&query)
    return query
  }

  /// The operator's own blood pressure (1, with 10 and 11) and a foreign one (2, with 12) that share the member 11.
  private var sharing: [Draft] {
    var first = Draft.pressure(120, 80, at: 7).with { $0.given = uuid(1) }
    var second = Draft.pressure(121, 80, at: 7).with { $0.given = uuid(2) }
    first.members[0].given = uuid(10)
    first.members[1].given = uuid(11)
    second.members[0].given = uuid(12)
    for index in first.members.indices { first.members[index].source = Self.own }
    first.source = Self.own
    second.source = Self.foreign
    second.members[0].source = Self.foreign
    second.members[1] = first.members[1]
    return [first, second]
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var ids: [SampleID]
    var owner: String?
    var left: Set<SampleID>
  }

  static let cases = [
    Case(
      testDescription: "a correlation leaves what another one holds", ids: [uuid(1)],
      left: [uuid(2), uuid(11), uuid(12)]),
    Case(testDescription: "a member takes its correlation", ids: [uuid(12)], left: [uuid(1), uuid(10), uuid(11)]),
    Case(testDescription: "a shared member takes both", ids: [uuid(11)], left: []),
    Case(
      testDescription: "an owner leaves what a foreign one holds", ids: [uuid(1)], owner: "com.own",
      left: [uuid(2), uuid(11), uuid(12)]),
    Case(
      testDescription: "an owner's shared member stays", ids: [uuid(11)], owner: "com.own",
      left: [uuid(2), uuid(11), uuid(12)]),
    Case(
      testDescription: "a foreign sample is not there", ids: [uuid(2), uuid(12)], owner: "com.own",
      left: [uuid(1), uuid(2), uuid(10), uuid(11), uuid(12)]),
  ]

  @Test(arguments: DeletionTests.cases)
  func takesGroupsWhole(_ item: Case) async throws {
    let store = try await place.open(registry, owner: item.owner)
    _ = try await store.append(sharing, registry)
    try await store.commit()
    let receipt = try await store.delete(query { $0.ids = item.ids })
    #expect(receipt.deleted == 5 - item.left.count)
    #expect(receipt.anchor == ChangeAnchor(commit: receipt.deleted == 0 ? 1 : 2))
    #expect(Set(try await store.answers().map(\.id)) == item.left)
    #expect(try await store.information().deletions == receipt.deleted)
    #expect(try await store.verify() == [])
    #expect(try await store.append(sharing, registry).contains(accepted) == false)
    try await store.close()
  }

  @Test func membersCanBeLeftOut() async throws {
    let store = try await place.open(registry)
    _ = try await store.append(
      [Draft.pressure(120, 80, at: 7), Draft("bloodPressureSystolic", at: 8, value: 120)], registry)
    try await store.commit()
    let alone = query {
      $0.types = ["bloodPressureSystolic"]
      $0.omitsMembers = true
    }
    #expect(try await store.delete(alone).deleted == 1)
    #expect(try await store.counts().map(\.count) == [1, 1, 1])
    try await store.close()
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
