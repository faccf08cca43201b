import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import Testing

/// Files that are no store of this version are refused and left as they were, to the byte.
@Suite struct RefusalTests {
  struct Damage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var code: StorageError.Code
    /// Makes the damage of a good store, given as bytes and a way to run SQL on it.
    var make: @Sendable (Place) throws -> Void
  }

  static let damages = [
    Damage(testDescription: "text", code: .foreign) { try $0.write(Data("not a database".utf8)) },
    Damage(testDescription: "random bytes", code: .foreign) { place in
      try place.write(Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }))
    },
    Damage(testDescription: "another program's database", code: .foreign) { place in
      try FileManager.default.removeItem(atPath: place.path)
      try place.run("PRAGMA application_id = 7; CREATE TABLE mine (a)")
    },
    Damage(testDescription: "a database without a mark", code: .foreign) { place in
      try FileManager.default.removeItem(atPath: place.path)
      try place.run("CREATE TABLE mine (a)")
    },
    Damage(testDescription: "a newer version", code: .future) { try $0.run("PRAGMA user_version = 99") },
    Damage(testDescription: "a missing table", code: .corrupt) { try $0.run("DROP TABLE assay_deletions") },
    Damage(testDescription: "an altered table", code: .corrupt) {
      try $0.run("ALTER TABLE assay_samples ADD COLUMN more TEXT")
    },
    Damage(testDescription: "a trigger", code: .corrupt) {
      try $0.run("CREATE TRIGGER gift AFTER INSERT ON assay_imports BEGIN DELETE FROM assay_deletions; END")
    },
    Damage(testDescription: "the second half cut off", code: .corrupt) { place in
      let bytes = try place.bytes()
      try place.write(bytes.prefix(bytes.count / 2 / 4096 * 4096))
    },
  ]

  @Test(arguments: RefusalTests.damages, [false, true])
  func isRefusedAndUntouched(_ damage: Damage, isReadOnly: Bool) async throws {
    let place = try Place()
    let registry = try Types.registry()
    try await place.open(registry).close()
    try damage.make(place)
    let before = try place.bytes()
    let error = await #expect(throws: StorageError.self) {
      _ = try await place.open(registry, isReadOnly: isReadOnly)
    }
    #expect(error?.code == damage.code, "\(error?.description ?? "")")
    #expect(try place.bytes() == before)
  }

  @Test func aMissingStoreIsNotMadeForReading() async throws {
    let place = try Place()
    let registry = try Types.registry()
    let error = await #expect(throws: StorageError.self) { _ = try await place.open(registry, isReadOnly: true) }
    #expect(error?.code == .missing)
    #expect(try place.names().isEmpty)
  }

  @Test func aFolderIsNoStore() async throws {
    let place = try Place()
    let registry = try Types.registry()
    try FileManager.default.createDirectory(atPath: place.path, withIntermediateDirectories: true)
    let error = await #expect(throws: StorageError.self) { _ = try await place.open(registry) }
    #expect(error?.code == .unwritable)
  }

  @Test func aNewFileIsForItsOwnerOnly() async throws {
    let place = try Place()
    try await place.open(try Types.registry()).close()
    var info = stat()
    #expect(stat(place.path, &info) == 0)
    #expect(info.st_mode & 0o777 == 0o600)
  }

  /// An empty file is what a making that was killed leaves.
  @Test func anEmptyFileBecomesAStore() async throws {
    let place = try Place()
    try place.write(Data())
    let store = try await place.open(try Types.registry())
    #expect(try await store.counts().isEmpty)
    try await store.close()
  }

  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var word: String
    var type: @Sendable () throws -> TypeDefinition
  }

  static let changes = [
    Change(testDescription: "unit", word: "count/s") {
      try Types.quantity("heartRate", "count/s", .discreteTemporallyWeighted)
    },
    Change(testDescription: "aggregation", word: "aggregation") { try Types.quantity("heartRate", "count/min") },
    Change(testDescription: "kind", word: "kind") { Types.category("heartRate", Types.sleepCases) },
    Change(testDescription: "raw value", word: "`asleep`") {
      Types.category("sleepAnalysis", [EnumCase(name: "inBed", raw: 0), EnumCase(name: "awake", raw: 1)])
    },
  ]

  @Test(arguments: RefusalTests.changes)
  func aRegistryThatChangesTheMeaningOfRowsIsRefused(_ change: Change) async throws {
    let place = try Place()
    let registry = try Types.registry()
    let store = try await place.open(registry)
    let sleep = Draft("sleepAnalysis").with { $0.caseName = "asleep" }
    _ = try await store.append([Draft("heartRate", value: 60), sleep], registry)
    try await store.commit()
    try await store.close()
    let changed = try change.type()
    let others = try Types.all().filter { $0.id != changed.id }
    let other = try Types.registry(others + [changed])
    let error = await #expect(throws: StorageError.self) { _ = try await place.open(other) }
    #expect(error?.code == .incompatible)
    #expect(error?.message.contains(change.word) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains(changed.id) == true)
  }

  @Test(arguments: ["case", "type", "role"])
  func whatTheRegistryNoLongerHasIsNotLeftOut(_ lost: String) async throws {
    let place = try Place()
    let registry = try Types.registry()
    let store = try await place.open(registry)
    let sleep = Draft("sleepAnalysis").with { $0.caseName = "asleep" }
    _ = try await store.append([sleep, Draft.pressure(120, 80, at: 1)], registry)
    try await store.commit()
    try await store.close()
    let replaced = lost == "role" ? "bloodPressure" : "sleepAnalysis"
    var types = try Types.all().filter { $0.id != replaced }
    if lost == "case" { types.append(Types.category("sleepAnalysis", [EnumCase(name: "inBed", raw: 0)])) }
    if lost == "role" {
      let standing = CorrelationMember(role: "standing", type: "heartRate", minimum: 0, maximum: 1)
      types.append(
        TypeDefinition(id: "bloodPressure", title: "", shape: .correlation([standing])))
    }
    let again = try await place.open(try Types.registry(types))
    let error = await #expect(throws: StorageError.self) { _ = try await again.answers() }
    #expect(error?.code == .incompatible)
    var query = SampleQuery()
    query.types = ["bloodPressureSystolic"]
    #expect(try await again.answers(query).count == 1)
    try await again.close()
  }
}
