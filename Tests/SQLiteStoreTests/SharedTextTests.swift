import HealthModel
import HealthStorage
import HealthTestKit
import SeededRandom
import Testing

@testable import SQLiteStore

/// The tables of sources, devices, subjects and origins hold the texts of stored samples and no others.
@Suite struct SharedTextTests {
  let place: Place
  let registry: Registry

  init() throws {
    place = try Place()
    registry = try Types.registry()
  }

  private static let tables = ["source", "device", "subject", "origin"]

  /// The texts that no sample has.
  private func orphans() throws -> [String] {
    try Self.tables.flatMap { name in
      let text = ["source", "device"].contains(name) ? "json" : "name"
      return try place.rows(
        "SELECT \(text) AS text FROM assay_\(name)s WHERE id NOT IN "
          + "(SELECT \(name) FROM assay_samples WHERE \(name) IS NOT NULL)"
      ).compactMap { $0["text"] }
    }
  }

  /// A sample with texts that nothing else has.
  private static func gone(_ draft: Draft) -> Draft {
    draft.with {
      $0.source = #"{"name":"Gone-Source"}"#
      $0.device = #"{"name":"Gone-Device"}"#
      $0.subject = "Gone-Subject"
      $0.origin = "Gone-Origin"
    }
  }

  private static let given = Draft("heartRate", at: 1_000_000, value: 72).with { $0.given = uuid(1) }
  private static let derived = Draft("heartRate", at: 2_000_000, value: 73)

  /// What is stored before, and what comes with texts that must not stay.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let stored: [Draft]
    let appended: [Draft]
    let outcomes: [AppendReceipt.Outcome]
  }

  static let cases = [
    Case(
      testDescription: "a conflict", stored: [given], appended: [gone(given.with { $0.value = 99 })],
      outcomes: [conflict]),
    Case(
      testDescription: "a conflict within the batch", stored: [],
      appended: [given, gone(given.with { $0.value = 99 })],
      outcomes: [accepted, conflict]),
    Case(
      testDescription: "a correlation with a conflict", stored: [given],
      appended: [
        Draft.pressure(120, 80, at: 5).with {
          $0 = gone($0)
          $0.members[0] = gone($0.members[0].with { $0.given = uuid(1) })
          $0.members[1] = gone($0.members[1])
        }
      ], outcomes: [conflict, conflict, conflict]),
    Case(
      testDescription: "a duplicate of a given id",
      stored: [given],
      appended: [
        given.with {
          $0.device = #"{"name":"Gone-Device"}"#
          $0.origin = "Gone-Origin"
        }
      ], outcomes: [duplicate]),
    Case(
      testDescription: "a duplicate of a derived id", stored: [derived],
      appended: [derived.with { $0.device = #"{"name":"Gone-Device"}"# }], outcomes: [duplicate]),
    Case(
      testDescription: "a duplicate of a derived id within the batch", stored: [],
      appended: [derived, derived.with { $0.device = #"{"name":"Gone-Device"}"# }], outcomes: [accepted, duplicate]),
    Case(
      testDescription: "many duplicates", stored: (0..<200).map { Draft("stepCount", at: $0) },
      appended: (0..<200).map { Draft("stepCount", at: $0).with { $0.origin = "Gone-Origin" } },
      outcomes: Array(repeating: duplicate, count: 200)),
  ]

  @Test("no text of what is not stored stays", arguments: cases) func nothingStays(_ item: Case) async throws {
    let store = try await place.open(registry)
    _ = try await store.append(item.stored, registry)
    try await store.commit()
    #expect(try await store.append(item.appended, registry) == item.outcomes)
    try await store.commit()
    #expect(try await store.subjects(limit: 10) == [])
    #expect(try place.holds("Gone-") == false)
    try await store.close()
    #expect(try place.holds("Gone-") == false)
    #expect(try orphans() == [])
  }

  /// Whatever is stored, and however it is divided into batches.
  @Test("the tables follow from the samples alone") func property() async throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    var contents: [[[String: String]]] = []
    let drafts = (0..<400).map { number in
      Drafts.random(using: &random).with { $0.origin = number % 3 == 0 ? "origin-\(number / 7)" : nil }
    }
    for size in [1, 7, 64, 400] {
      let place = try Place()
      let store = try await place.open(registry)
      for start in stride(from: 0, to: drafts.count, by: size) {
        _ = try await store.append(Array(drafts[start..<min(start + size, drafts.count)]), registry)
      }
      try await store.commit()
      try await store.close()
      contents.append(
        try Self.tables.flatMap { try place.rows("SELECT * FROM assay_\($0)s ORDER BY id") }
          + place.rows("SELECT * FROM assay_samples"))
      #expect(try SharedTextTests(place: place, registry: registry).orphans() == [], "seed \(seed)")
    }
    for content in contents.dropFirst() { #expect(content == contents[0], "seed \(seed)") }
  }

  private init(place: Place, registry: Registry) {
    self.place = place
    self.registry = registry
  }

  /// Former versions kept the texts of conflicts; a participant who withdraws takes them along.
  @Test("texts that no sample has go with a deletion that names a subject", arguments: [true, false])
  func orphansGo(namesSubject: Bool) async throws {
    let store = try await place.open(registry)
    let kept = Draft("heartRate", at: 1, value: 60).with { $0.source = #"{"name":"Kept"}"# }
    _ = try await store.append([kept], registry)
    try await store.commit()
    try place.run(
      """
      INSERT INTO assay_subjects (name) VALUES ('Gone-Subject');
      INSERT INTO assay_sources (json, name) VALUES ('{"name":"Gone-Source"}', 'Gone-Source');
      INSERT INTO assay_devices (json, name) VALUES ('{"name":"Gone-Device"}', 'Gone-Device');
      INSERT INTO assay_origins (name) VALUES ('Gone-Origin');
      """)
    var query = SampleQuery()
    query.types = ["heartRate"]
    if namesSubject { query.subject = "Gone-Subject" } else { query.ids = [uuid(9)] }
    let receipt = try await store.delete(query)
    #expect(receipt.deleted == 0)
    #expect(receipt.anchor == ChangeAnchor(commit: 1))
    #expect(try place.holds("Gone-") == !namesSubject)
    #expect(try await store.answers().count == 1)
    // What the writer knew of the texts does not come back.
    let other = kept.with {
      $0.value = 61
      $0.subject = "Gone-Subject"
    }
    #expect(try await store.append([other], registry) == [accepted])
    try await store.commit()
    #expect(try await store.answers().map { $0.texts[6] } == ["", "Gone-Subject"])
    try await store.close()
  }
}
