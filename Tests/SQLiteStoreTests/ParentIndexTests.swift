import HealthModel
import HealthStorage
import HealthTestKit
import HealthUnits
import SeededRandom
import Testing

@testable import SQLiteStore

/// Samples are found by the sample that they belong to through an index, whatever else their text says.
@Suite struct ParentIndexTests {
  private static let index = "assay_samples_by_parent_"
  private let place: Place
  private let registry: Registry

  init() throws {
    place = try Place()
    registry = try Types.registry(Types.all() + Self.types())
  }

  // MARK: Plans

  @Test("the index is searched, and no sample is read that it does not name", arguments: SampleQuery.Sort.allCases)
  func plan(sort: SampleQuery.Sort) async throws {
    try await fill([Self.track(1, parent: uuid(1)), Self.track(2, parent: uuid(2))])
    var query = Self.children(of: uuid(1))
    query.sort = sort
    let steps = try plan(query)
    #expect(steps.contains { $0.contains("SEARCH c USING INDEX \(Self.index)") }, "\(steps)")
    #expect(steps.contains { $0.contains("SEARCH s USING PRIMARY KEY (type=? AND start_us=? AND id=?)") }, "\(steps)")
    #expect(!steps.contains { $0.contains("SCAN s") || $0.contains("SCAN c") }, "\(steps)")
  }

  @Test("samples without a parent are searched by their start") func orphanPlan() async throws {
    try await fill([Self.track(1, parent: uuid(1)), Self.track(2)])
    let steps = try plan(Self.family(of: uuid(1), 0...10))
    #expect(steps.contains { $0.contains("SEARCH c USING INDEX \(Self.index)") }, "\(steps)")
    #expect(steps.contains { $0.contains("PRIMARY KEY (type=? AND start_us>? AND start_us<?)") }, "\(steps)")
    #expect(!steps.contains { $0.contains("SCAN s") || $0.contains("SCAN c") }, "\(steps)")
  }

  @Test("a type whose samples name no parent has no index, and is not asked for children") func noParent() async throws
  {
    try await fill([Draft("heartRate", at: 1), Self.track(2, parent: uuid(1))])
    #expect(try place.rows("SELECT name FROM sqlite_master WHERE name LIKE '\(Self.index)%'").count == 1)
    var query = Self.children(of: uuid(1))
    query.types = ["heartRate"]
    try withPlan(query) { #expect($0.parts.isEmpty) }
  }

  // MARK: Answers

  /// Texts in which a parent is hard to find: with fields before it, in another case, and beside the same key in
  /// metadata.
  private static func hard(_ parent: SampleID, _ other: SampleID) -> [String] {
    [
      #"{"parent":"\#(parent)"}"#,
      #"{"parent":"\#("\(parent)".lowercased())","points":{"time":[0],"units":{"altitude":"m"},"altitude":[1]}}"#,
      #"{"fields":{"note":"\"parent\":\"\#(other)\""},"parent":"\#(parent)"}"#,
      #"{"fields":{"more":{"parent":"\#(other)"}},"parent":"\#(parent)"}"#,
      #"{"fields":{"more":{"parent":"\#(parent)"}}}"#,
      #"{"fields":{"more":{"parent":"\#(parent)","points":{"unit":"m","value":1}}},"parent":"\#(other)"}"#,
      #"{"fields":{"note":"a"},"points":{"time":[0],"units":{"altitude":"m"},"altitude":[1]}}"#,
      #"{"points":{"time":[0],"units":{"altitude":"m"},"altitude":[1]}}"#,
      "{}",
    ]
  }

  @Test("answers are those of the store in memory", arguments: MemoryComparisonTests.seeds)
  func agrees(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let memory = StepwiseStore(MemoryStore(registry: registry))
    let store = try await place.open(registry)
    let parents = (1...4).map { uuid(UInt64($0)) }
    for _ in 0..<3 {
      let drafts = (0..<Int.random(in: 1...25, using: &random)).map { _ in
        let pair = parents.shuffled(using: &random)
        let start = Int64.random(in: 0...20, using: &random)
        return Draft("track", at: start, lasting: 3).with {
          $0.text = Self.hard(pair[0], pair[1]).randomElement(using: &random)
          $0.given = uuid(UInt64.random(in: 100...999, using: &random))
        }
      }
      let batch = SampleBatch(drafts, registry)
      _ = try await store.append(batch)
      _ = try await memory.append(batch)
      try await store.commit()
      try await memory.commit()
      for parent in parents {
        let first = Int64.random(in: 0...20, using: &random)
        let last = Int64.random(in: first...23, using: &random)
        for query in [Self.children(of: parent), Self.family(of: parent, first...last)] {
          for sort in SampleQuery.Sort.allCases {
            var query = query
            query.sort = sort
            query.limit = Bool.random(using: &random) ? Int.random(in: 0...3, using: &random) : nil
            let found = try await store.answers(query)
            #expect(try await found == memory.answers(query), "SEED=\(seed): \(query)")
          }
        }
      }
      let doomed = Self.children(of: parents[Int.random(in: 0..<4, using: &random)])
      #expect(try await store.delete(doomed) == memory.delete(doomed), "SEED=\(seed)")
    }
    #expect(try await store.verify() == [])
    try await store.close()
  }

  // MARK: Stores that lack it

  @Test("a store without the index answers the same, and gets it with the next samples") func made() async throws {
    let drafts = [Self.track(1, parent: uuid(1)), Self.track(2, parent: uuid(2))]
    try await fill(drafts)
    let name = try #require(
      place.rows("SELECT name FROM sqlite_master WHERE name LIKE '\(Self.index)%'").first?["name"])
    try place.run("DROP INDEX \(name)")
    let reader = try await place.open(registry, isReadOnly: true)
    #expect(try await reader.answers(Self.children(of: uuid(1))).map(\.id) == [drafts[0].id])
    try await reader.close()
    #expect(try place.rows("SELECT name FROM sqlite_master WHERE name = '\(name)'").isEmpty)
    let more = Self.track(3, parent: uuid(1))
    try await fill([more])
    #expect(try place.rows("SELECT name FROM sqlite_master WHERE name = '\(name)'").count == 1)
    let store = try await place.open(registry)
    #expect(try await store.answers(Self.children(of: uuid(1))).map(\.id) == [drafts[0].id, more.id])
    #expect(try await store.verify() == [])
    try await store.close()
  }

  @Test("tools that do not trust the schema open the store") func untrusted() async throws {
    try await fill([Self.track(1, parent: uuid(1))])
    let db = try Database(path: place.path)
    try db.execute(sql: "PRAGMA trusted_schema = OFF")
    #expect(try db.integer("SELECT count(*) FROM assay_samples") == 1)
    try db.execute(sql: "DELETE FROM assay_samples")
    try db.close()
  }

  // MARK: Making

  private func fill(_ drafts: [Draft]) async throws {
    let store = try await place.open(registry)
    _ = try await store.append(drafts, registry)
    try await store.commit()
    try await store.close()
  }

  private func plan(_ query: SampleQuery) throws -> [String] {
    var sql = ""
    try withPlan(query) { sql = $0.parts.first?.selection.sql(SelectStatement.columns, isLimited: false) ?? "" }
    return try place.rows("EXPLAIN QUERY PLAN " + sql).compactMap { $0["detail"] }
  }

  private func withPlan(_ query: SampleQuery, _ body: (QueryPlan) -> Void) throws {
    let db = try Database(path: place.path)
    let scope = ReadScope(
      db: db, registry: registry, plans: registry.types.map { TypeCoding($0) },
      stored: try TypeMapping(in: db, registry: registry))
    body(try QueryPlan(query, in: scope))
  }

  private static func named(_ parent: SampleID) -> BoundExpression {
    .comparison(.sample(.parent), .equal, .constant(.text(parent.description)))
  }

  private static func children(of parent: SampleID) -> SampleQuery {
    var query = SampleQuery()
    query.types = ["track"]
    query.condition = .all([.not(.isMissing(.sample(.start))), .all([named(parent)])])
    return query
  }

  /// Those that name a parent, and those without one that start in a range.
  private static func family(of parent: SampleID, _ starts: ClosedRange<Int64>) -> SampleQuery {
    var query = SampleQuery()
    query.types = ["track"]
    let orphans: [BoundExpression] = [
      .isMissing(.sample(.parent)),
      .comparison(.sample(.start), .greaterOrEqual, .constant(.time(starts.lowerBound))),
      .comparison(.sample(.start), .lessOrEqual, .constant(.time(starts.upperBound))),
    ]
    query.condition = .any([named(parent), .all(orphans)])
    return query
  }

  private static func track(_ start: Int64, parent: SampleID? = nil) -> Draft {
    let points = #""points":{"time":[0],"units":{"altitude":"m"},"altitude":[\#(start)]}"#
    return Draft("track", at: start).with { draft in
      draft.text = parent.map { #"{"parent":"\#($0)",\#(points)}"# } ?? "{\(points)}"
    }
  }

  private static func types() throws -> [TypeDefinition] {
    let altitude = FieldDefinition(
      name: "altitude", value: .quantity(FieldQuantity(unit: try UnitOfMeasure("m"))), isRequired: false)
    let track = StructureShape(
      fields: [
        FieldDefinition(name: "note", value: .text(maximumLength: 100)),
        FieldDefinition(name: "more", value: .metadata),
      ],
      points: PointsDefinition(timing: .times(export: nil), columns: [altitude]),
      parent: ParentDefinition(type: "heartRate"))
    return [TypeDefinition(id: "track", title: "Track", shape: .structure(track))]
  }
}
