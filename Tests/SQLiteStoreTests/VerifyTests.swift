import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import Testing

/// Planted damage is found and named; a sound store has none.
@Suite struct VerifyTests {
  let place: Place
  let registry: Registry

  init() async throws {
    place = try Place()
    registry = try Types.registry()
    let store = try await place.open(registry)
    let rich = Draft("heartRate", at: 1_500_000, lasting: 1_000_000, value: 72.5).with {
      $0.given = uuid(1)
      $0.source = #"{"name":"Watch"}"#
      $0.device = #"{"name":"Band"}"#
      $0.subject = "p-1"
      $0.origin = "apple-health"
      $0.metadata = #"{"k":1}"#
      $0.original = #"{"value":1}"#
      $0.unknown = #""more":1"#
    }
    let birth = Draft("dateOfBirth", at: nil).with {
      $0.text = "1990-04-12"
      $0.given = uuid(2)
    }
    let sleep = Draft("sleepAnalysis", at: -5).with { $0.caseName = "asleep" }
    _ = try await store.append(
      [rich, birth, sleep, Draft("stepCount", at: 5_000_000, value: 1), Draft.pressure(120, 80, at: 7)], registry)
    try await store.commit()
    var query = SampleQuery()
    query.types = ["stepCount"]
    _ = try await store.delete(query)
    try await store.close()
  }

  private func faults() async throws -> [String] {
    let store = try await place.open(registry, isReadOnly: true)
    let faults = try await store.verify()
    try await store.close()
    return faults.map(\.message)
  }

  @Test func aSoundStoreHasNoFaults() async throws {
    #expect(try await faults() == [])
  }

  struct Damage: Sendable, CustomTestStringConvertible {
    /// The words that a fault must have.
    var testDescription: String
    var sql: String
  }

  private static let heart = "WHERE type = (SELECT id FROM assay_types WHERE name = 'heartRate')"

  static let damages = [
    Damage(testDescription: "is of a type that is missing", sql: "DELETE FROM assay_types WHERE name = 'heartRate'"),
    Damage(testDescription: "has an id that is not 16 bytes long", sql: "UPDATE assay_samples SET id = x'00' \(heart)"),
    Damage(testDescription: "has a start without an end", sql: "UPDATE assay_samples SET end_us = NULL \(heart)"),
    Damage(testDescription: "lasts longer than its type is known to", sql: "UPDATE assay_types SET longest_us = 0"),
    Damage(testDescription: "has a value that is not a number", sql: "UPDATE assay_samples SET value = 'x' \(heart)"),
    Damage(testDescription: "has a source that is missing", sql: "DELETE FROM assay_sources"),
    Damage(testDescription: "has a device that is missing", sql: "DELETE FROM assay_devices"),
    Damage(testDescription: "has a subject that is missing", sql: "DELETE FROM assay_subjects"),
    Damage(testDescription: "has an origin that is missing", sql: "DELETE FROM assay_origins"),
    Damage(testDescription: "has metadata that are not JSON", sql: "UPDATE assay_samples SET metadata = '{' \(heart)"),
    Damage(
      testDescription: "has original values that are not JSON", sql: "UPDATE assay_samples SET original = '{' \(heart)"),
    Damage(
      testDescription: "has unknown fields that are not JSON", sql: "UPDATE assay_samples SET unknown = 'x' \(heart)"),
    Damage(testDescription: "is of a commit that has not been", sql: "UPDATE assay_samples SET batch = 9 \(heart)"),
    Damage(
      testDescription: "has an id that does not follow from its start",
      sql: "UPDATE assay_samples SET start_us = start_us + 4096000 WHERE digest IS NULL"),
    Damage(testDescription: "has times that are not in order", sql: times(Int64.max)),
    Damage(testDescription: "the counter batch has a number that is not a count", sql: batch(Int64.max)),
    Damage(testDescription: "the import of in.ndjson has counts", sql: imports("line_number")),
    Damage(testDescription: "is not among those with given ids", sql: "DELETE FROM assay_given_ids"),
    Damage(testDescription: "has no sample", sql: "DELETE FROM assay_samples \(heart)"),
    Damage(
      testDescription: "is a member of a correlation and not stored",
      sql: "DELETE FROM assay_samples WHERE value = 80"),
    Damage(
      testDescription: "has members and is not stored",
      sql: "DELETE FROM assay_samples WHERE type = (SELECT id FROM assay_types WHERE kind = 'correlation')"),
    Damage(testDescription: "lacks some of its members", sql: "DELETE FROM assay_members WHERE position = 0"),
    Damage(testDescription: "has no members", sql: "DELETE FROM assay_members"),
    Damage(
      testDescription: "is stored and deleted",
      sql: "INSERT INTO assay_deletions SELECT id, type, 1 FROM assay_samples"),
    Damage(
      testDescription: "is not where its commit has samples",
      sql: "DELETE FROM assay_commit_spans \(heart)"),
    Damage(
      testDescription: "the commit 1 has no sample where it should begin or end",
      sql: "UPDATE assay_commit_spans SET first_us = first_us - 1 \(heart)"),
    Damage(
      testDescription: "the commit 1 has no sample where it should begin or end",
      sql: "UPDATE assay_samples SET scattered = 1 \(heart)"),
    Damage(
      testDescription: "the commit 1 has samples of a type that is missing",
      sql: "UPDATE assay_commit_spans SET type = 99 \(heart)"),
    Damage(testDescription: "was deleted by a commit that has not been", sql: "UPDATE assay_deletions SET batch = 3"),
    Damage(testDescription: "was of a type that is missing", sql: "UPDATE assay_deletions SET type = 99"),
    Damage(testDescription: "the case asleep is of a type", sql: "UPDATE assay_cases SET type = 99 WHERE raw = 1"),
    Damage(testDescription: "the source 1 is not JSON", sql: "UPDATE assay_sources SET json = '{'"),
    Damage(testDescription: "the device 1 is not JSON", sql: "UPDATE assay_devices SET json = '{'"),
    Damage(testDescription: "the import of in.ndjson has counts", sql: "UPDATE assay_imports SET read = 2"),
  ]

  @Test(arguments: VerifyTests.damages)
  func finds(_ damage: Damage) async throws {
    try place.run(damage.sql)
    let found = try await faults()
    #expect(found.contains { $0.contains(damage.testDescription) }, "\(found)")
  }

  /// Numbers of a damaged file that arithmetic would trap on.
  static let numbers: [(sql: String, work: @Sendable (StepwiseStore, Registry) async throws -> Void)] = [
    (batch(Int64.max), { _ = try await $0.append([Draft("heartRate", at: 1, value: 1)], $1) }),
    (batch(Int64.max), { store, _ in _ = try await store.delete(SampleQuery()) }),
    (batch(Int64.max), { store, _ in _ = try await store.feed() }),
    (batch(Int64.max), { store, _ in _ = try await store.information() }),
    (batch(-1), { store, _ in _ = try await store.information() }),
    // Below the numbers of the commits.
    (batch(1), { store, _ in _ = try await store.feed() }),
    (times(Int64.max), { store, _ in _ = try await store.statistics(SampleQuery()) }),
    (times(Int64.max), { store, _ in _ = try await store.feed() }),
    (times(Int64.max), { store, _ in try await store.query(SampleQuery()) { _ in true } }),
    (times(Int64.max), { store, _ in _ = try await store.scan(SampleScan(heartRates), into: { _ in 0 }) { _, _ in } }),
    (times(Int64.min), { store, _ in _ = try await store.scan(SampleScan(heartRates), into: { _ in 0 }) { _, _ in } }),
    (imports("read"), { store, _ in _ = try await store.imports() }),
    (imports("line_number"), { store, _ in _ = try await store.imports() }),
    (imports("quarantine_length"), { store, _ in _ = try await store.imports() }),
  ]

  private static var heartRates: SampleQuery {
    var query = SampleQuery()
    query.types = ["heartRate"]
    return query
  }

  private static func batch(_ number: Int64) -> String {
    "UPDATE assay_counters SET value = \(number) WHERE name = 'batch'"
  }

  private static func times(_ time: Int64) -> String {
    """
    UPDATE assay_samples SET start_us = \(time), end_us = \(time) \(heart);
    UPDATE assay_commit_spans SET first_us = min(first_us, \(time)), last_us = max(last_us, \(time)) \(heart)
    """
  }

  private static func imports(_ column: String) -> String { "UPDATE assay_imports SET \(column) = \(Int64.max)" }

  @Test(arguments: VerifyTests.numbers.indices)
  func aNumberThatNoStoreHasIsDamage(_ index: Int) async throws {
    let item = Self.numbers[index]
    try place.run(item.sql)
    let store = try await place.open(registry)
    let error = await #expect(throws: StorageError.self, "\(item.sql)") { try await item.work(store, registry) }
    #expect(error?.code == .corrupt, "\(item.sql)")
    try await store.close()
  }

  @Test func theSampleIsNamedByItsID() async throws {
    try place.run("DELETE FROM assay_sources")
    #expect(try await faults() == ["the sample \(uuid(1)) has a source that is missing"])
  }

  @Test func atMostAHundredFaultsAreTold() async throws {
    let store = try await place.open(registry)
    let drafts = (0..<150).map { number in
      Draft("heartRate", at: Int64(number), value: 1).with { $0.source = #"{"name":"Watch"}"# }
    }
    _ = try await store.append(drafts, registry)
    try await store.commit()
    try await store.close()
    try place.run("DELETE FROM assay_sources; UPDATE assay_imports SET read = 2")
    #expect(try await faults().count == 100)
  }

  /// Bytes that were changed in the middle of the file.
  @Test func brokenPagesAreTold() async throws {
    let store = try await place.open(registry)
    _ = try await store.append((0..<5000).map { Draft("heartRate", at: Int64($0), value: 1) }, registry)
    try await store.commit()
    _ = try await store.compact()
    try await store.close()
    var bytes = try place.bytes()
    let middle = bytes.count / 2 / 4096 * 4096
    for offset in stride(from: middle, to: middle + 20 * 4096, by: 4096) {
      bytes.replaceSubrange(offset..<offset + 8, with: Array(repeating: 0xEE, count: 8))
    }
    try place.write(bytes)
    let found = try await faults()
    #expect(!found.isEmpty)
    #expect(found.count <= 100)
    #expect(found.allSatisfy { $0.hasPrefix("SQLite") || $0.hasPrefix("the ") })
  }
}
