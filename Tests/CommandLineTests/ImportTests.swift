import Testing

/// Exactly once: what a store takes, what it knows already, and counts that add up.
@Suite("Import") struct ImportTests {
  static let demo = ["Tests/Fixtures/demo/samples.ndjson", "Tests/Fixtures/demo/export.xml"]

  /// The demo's export as a later phone might write it: three of its elements have names that no type claims.
  static func newerDemo(_ folder: TemporaryFolder) throws -> String {
    var text = String(decoding: try TestFile.bytes(demo[1]), as: UTF8.self)
    for (name, newer) in [
      ("Workout", "NewBout"), ("ActivitySummary", "NewSummary"), ("HeartRateVariabilityMetadataList", "NewBeatList"),
    ] {
      text = text.replacing("<" + name, with: "<" + newer).replacing("</" + name, with: "</" + newer)
    }
    return try folder.write("newer.xml", text)
  }

  @Test("the demo's samples") func samples() throws {
    try TemporaryFolder.with { folder in
      let (status, report) = try TestStore(folder).importing(Self.demo[0])
      #expect(status == 1)
      #expect(report.summary.isBalanced)
      #expect(report.summary.read == 24)
      #expect(report.summary.accepted == 20)
      #expect(report.summary.refused == 4)
      #expect(report.summary.conflicts == 0)
    }
  }

  @Test("the demo's export") func export() throws {
    try TemporaryFolder.with { folder in
      let (status, report) = try TestStore(folder).importing(Self.demo[1])
      #expect(status == 1)
      #expect(report.summary.isBalanced)
      #expect(report.summary.accepted == 61)
      #expect(report.summary.refused == 2)
      #expect(report.summary.conflicts == 0)
      #expect(report.summary.byCode["type-unknown"] == 1)
      #expect(report.summary.byCode["unit-incompatible"] == 1)
      #expect(report.summary.unsupported.isEmpty)
    }
  }

  @Test("versions of a sample are both stored, with a warning within one call") func versions() throws {
    try TemporaryFolder.with { folder in
      func file(_ version: Int) throws -> String {
        let line =
          "{\"type\":\"heartRate\",\"value\":\(60 + version),\"unit\":\"count/min\",\"start\":\"2026-01-01T08:00:00Z\","
          + "\"metadata\":{\"HKMetadataKeySyncIdentifier\":\"a\",\"HKMetadataKeySyncVersion\":\(version)}}\n"
        return try folder.write("\(version).ndjson", line)
      }
      let store = TestStore(folder)
      let (status, report) = try store.importing(try file(1), try file(2))
      #expect(status == 0)
      #expect(report.summary.accepted == 2)
      #expect(report.summary.byCode == ["near-duplicate": 1])
      // A store does not know of versions: another call finds nothing.
      let (_, later) = try store.importing(try file(3))
      #expect(later.summary.accepted == 1)
      #expect(later.summary.byCode.isEmpty)
    }
  }

  @Test("both in one call are both in one sum") func together() throws {
    try TemporaryFolder.with { folder in
      let (status, report) = try TestStore(folder).importing(Self.demo[0], Self.demo[1])
      #expect(status == 1)
      #expect(report.summary.isBalanced)
      #expect(report.summary.accepted == 81)
      #expect(report.summary.files.map(\.path) == Self.demo)
      #expect(report.summary.byType.values.reduce(0) { $0 + $1.accepted } == report.summary.accepted)
    }
  }

  @Test("a second import takes nothing", arguments: ImportTests.demo) func again(_ input: String) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let first = try store.importing(input)
      let content = try store.export()
      let second = try store.importing(input)
      #expect(second.status == first.status)
      #expect(second.report.summary.isBalanced)
      #expect(second.report.summary.accepted == 0)
      #expect(second.report.summary.refused == first.report.summary.refused)
      #expect(second.report.summary.read == first.report.summary.read)
      #expect(try store.export() == content)
    }
  }

  @Test("a pipe is imported, and the same pipe again is known") func pipe() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let bytes = try TestFile.bytes(Self.demo[0])
      #expect(try store.importing("-", input: bytes).report.summary.accepted == 20)
      #expect(try store.importing("-", input: bytes).report.summary.accepted == 0)
    }
  }

  @Test("a dry run makes no store and counts as an import would") func dryRun() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let dry = try store.importing(Self.demo[0], options: ["--dry-run"])
      #expect(TestFile.names(in: folder.path) == [])
      let real = try store.importing(Self.demo[0])
      #expect(dry.report.summary == real.report.summary)
    }
  }

  @Test("two exports of one phone: the second adds what is new") func phone() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let january = try store.importing("Tests/Fixtures/apple-health/phone-export-1.xml")
      #expect(january.status == 0)
      #expect(january.report.summary.accepted == 25)
      let march = try store.importing("Tests/Fixtures/apple-health/phone-export-2.xml")
      #expect(march.status == 0)
      #expect(march.report.summary.accepted == 5)
      #expect(march.report.summary.conflicts == 0)
      #expect(march.report.summary.refused == 0)
      #expect(march.report.summary.isBalanced)
    }
  }

  @Test("two exports of one phone, the newer first: the older adds nothing") func phoneBackwards() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      #expect(try store.importing("Tests/Fixtures/apple-health/phone-export-2.xml").report.summary.accepted == 30)
      let january = try store.importing("Tests/Fixtures/apple-health/phone-export-1.xml")
      #expect(january.status == 0)
      #expect(january.report.summary.accepted == 0)
      #expect(january.report.summary.conflicts == 0)
    }
  }

  @Test("a demo export is the same from a zip, with the route that is in it") func zip() throws {
    try TemporaryFolder.with { folder in
      let plain = TestStore(folder, "plain.db")
      let zipped = TestStore(folder, "zipped.db")
      let first = try plain.importing(Self.demo[1])
      let second = try zipped.importing("Tests/Fixtures/apple-health/export.zip")
      #expect(second.status == first.status)
      var codes = first.report.summary.byCode
      #expect(codes.removeValue(forKey: "file-missing") == 1)
      #expect(second.report.summary.byCode == codes)
      #expect(second.report.summary.byType["workoutRoute"]?.accepted == 1)
      let others = try zipped.export().split(separator: "\n").filter { !$0.contains(#""type":"workoutRoute""#) }
      #expect(try others == plain.export().split(separator: "\n"))
    }
  }

  @Test("what came before the cut is stored") func truncated() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let (status, report) = try store.importing("Tests/Fixtures/apple-health/truncated.xml")
      #expect(status == 1)
      #expect(report.summary.incomplete)
      #expect(report.summary.accepted == 2)
      #expect(try StoredSample.all(in: store.export()).count == 2)
    }
  }
}

/// Members of correlations, in every layout exports have them.
@Suite("Import of correlations") struct CorrelationImportTests {
  private func fixture(_ layout: String) -> String { "Tests/Fixtures/apple-health/correlations-\(layout).xml" }

  @Test("without its members a correlation is refused, and its twins are stored") func topLevelOnly() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let (status, report) = try store.importing(fixture("top-level-only"))
      #expect(status == 1)
      #expect(report.summary.isBalanced)
      #expect(report.summary.accepted == 2)
      #expect(report.summary.refused == 1)
      #expect(report.findings("error").map(\.code).allSatisfy { $0 == "member-missing" })
      #expect(try store.samples(of: "bloodPressure").isEmpty)
      #expect(try store.samples(of: "bloodPressureSystolic").count == 1)
    }
  }

  @Test("members that stand inside only") func nestedOnly() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let (status, report) = try store.importing(fixture("nested-only"))
      #expect(status == 0)
      #expect(report.summary.accepted == 6)
      #expect(report.summary.isBalanced)
      let pressure = try #require(try store.samples(of: "bloodPressure").first)
      #expect(pressure.members?.compactMap(\.number) == [121, 79])
      #expect(try store.samples(of: "bloodPressureSystolic").count == 1)
    }
  }

  @Test("a twin is its member, and stored once") func both() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let (status, report) = try store.importing(fixture("both"))
      #expect(status == 0)
      #expect(report.summary.accepted == 9)
      #expect(report.summary.conflicts == 0)
      #expect(report.summary.isBalanced)
      #expect(try store.samples(of: "bloodPressureSystolic").count == 2)
      #expect(try store.samples(of: "bloodPressure").compactMap { $0.members?.count } == [2, 2])
      // Members stand inside their correlation, and nowhere else.
      #expect(try StoredSample.all(in: store.export()).map(\.type) == ["bloodPressure", "bloodPressure", "food"])
    }
  }

  @Test("the layout makes no difference to what is stored") func layouts() throws {
    try TemporaryFolder.with { folder in
      let nested = TestStore(folder, "nested.db")
      let both = TestStore(folder, "both.db")
      _ = try nested.importing(fixture("nested-only"))
      _ = try both.importing(fixture("both"))
      let lines = try Set(both.export().split(separator: "\n"))
      #expect(try nested.export().split(separator: "\n").filter { !lines.contains($0) } == [])
    }
  }

  @Test("a member of two correlations is stored once and belongs to both") func shared() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let (status, report) = try store.importing(fixture("shared"))
      #expect(status == 0)
      #expect(report.summary.accepted == 5)
      #expect(report.summary.conflicts == 0)
      #expect(report.summary.isBalanced)
      #expect(try store.samples(of: "bloodPressureSystolic").count == 1)
      #expect(try store.samples(of: "bloodPressureDiastolic").count == 2)
      let pressures = try store.samples(of: "bloodPressure")
      #expect(pressures.count == 2)
      #expect(Set(pressures.compactMap { $0.members?.first?.uuid }).count == 1)
      #expect(Set(pressures.compactMap { $0.members?.last?.uuid }).count == 2)
    }
  }
}
