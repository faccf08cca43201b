import HealthModel
import HealthStorage
import HealthTestKit
import Testing

/// The views are a public contract: their names, their columns and what stands in them.
@Suite struct ViewTests {
  static let columns = [
    "id", "subject", "start_time", "end_time", "start_us", "end_us", "local_start", "time_zone", "value", "unit",
    "source", "source_bundle", "device", "original_value", "original_unit", "correlation_id", "role", "origin",
    "metadata",
  ]

  let place: Place
  let registry: Registry

  init() async throws {
    place = try Place()
    registry = try Types.registry()
    let store = try await place.open(registry)
    let rich = Draft("heartRate", at: 1_500_000, lasting: 1_000_000, value: 72.5).with {
      $0.given = SampleID("0123abcd-0000-4000-8000-00000000000f")
      $0.source = #"{"name":"Watch","bundle":"com.example","version":"1"}"#
      $0.device = #"{"name":"Band","model":"X"}"#
      $0.subject = "p-1"
      $0.origin = "apple-health"
      $0.offset = -450
      $0.metadata = #"{"HKTimeZone":"America/St_Johns"}"#
      $0.original = #"{"value":"1.2","unit":"Hz"}"#
    }
    _ = try await store.append(
      [
        rich, Draft("heartRate", at: -1, value: 60), Draft("heartRate", at: -62_135_596_800_000_000, value: 1),
        Draft("heartRate", at: 253_402_300_799_999_999, value: 2),
        Draft("sleepAnalysis", at: 0).with { $0.caseName = "asleep" },
        Draft("sleepAnalysis", at: 60_000_000).with {
          $0.caseName = "dozing"
          $0.offset = 90
        },
        Draft("biologicalSex", at: nil).with {
          $0.caseName = "female"
          $0.given = uuid(1)
        },
        Draft("dateOfBirth", at: nil).with {
          $0.text = "1990-04-12"
          $0.given = uuid(2)
        },
        Draft.pressure(120, 80, at: 7),
      ], registry)
    var progress = ImportProgress(
      input: "/d/in.xml", path: "in.xml", prefixHash: [0xAB, 0x01], isFinished: true, catalogHash: "cafe", version: "1")
    progress.counts.read = 9
    progress.counts.accepted = 9
    try await store.commit(progress)
    try await store.close()
  }

  @Test(arguments: ["heartRate", "sleepAnalysis", "biologicalSex", "bloodPressure"])
  func aTypeHasAViewWithTheContractsColumns(_ type: String) throws {
    let found = try place.rows("SELECT name FROM pragma_table_info('\(type)')").map { $0["name"] }
    #expect(found == Self.columns)
  }

  @Test func onlyTypesThatCameHaveAView() throws {
    let found = try place.rows("SELECT name FROM sqlite_master WHERE type = 'view' ORDER BY name").map { $0["name"] }
    #expect(
      found == [
        "biologicalSex", "bloodPressure", "bloodPressureDiastolic", "bloodPressureSystolic", "dateOfBirth", "heartRate",
        "imports", "samples", "sleepAnalysis", "sources",
      ])
  }

  @Test func aRichSampleIsShownInFull() throws {
    let row = try #require(try place.rows("SELECT * FROM heartRate WHERE value = 72.5").first)
    #expect(
      row == [
        "id": "0123ABCD-0000-4000-8000-00000000000F", "subject": "p-1", "start_time": "1970-01-01T00:00:01.500Z",
        "end_time": "1970-01-01T00:00:02.500Z", "start_us": "1500000", "end_us": "2500000",
        "local_start": "1969-12-31T16:30:01.500", "time_zone": "America/St_Johns", "value": "72.5", "unit": "count/min",
        "source": "Watch", "source_bundle": "com.example", "device": "Band", "original_value": "1.2",
        "original_unit": "Hz", "origin": "apple-health", "metadata": #"{"HKTimeZone":"America/St_Johns"}"#,
      ])
  }

  /// Times before 1970 and at the ends of what an instant can be.
  @Test func timesAreAsTheNormalizedFormWritesThem() throws {
    let rows = try place.rows("SELECT start_us, start_time FROM heartRate")
    #expect(rows.count == 4)
    for row in rows {
      let time = try #require(Int64(row["start_us"] ?? ""))
      #expect(row["start_time"] == TimestampWriter.string(time))
    }
  }

  @Test func categoriesAreShownByName() throws {
    let rows = try place.rows("SELECT value, time_zone, local_start FROM sleepAnalysis ORDER BY start_us")
    #expect(rows.map { $0["value"] } == ["asleep", "dozing"])
    #expect(rows.map { $0["time_zone"] } == ["+00:00", "+01:30"])
    #expect(rows.map { $0["local_start"] } == ["1970-01-01T00:00:00", "1970-01-01T01:31:00"])
  }

  @Test func characteristicsHaveNoTime() throws {
    let sql = "SELECT value, start_us, start_time, end_time, local_start, time_zone FROM "
    #expect(try place.rows(sql + "biologicalSex") == [["value": "female"]])
    #expect(try place.rows(sql + "dateOfBirth") == [["value": "1990-04-12"]])
    #expect(try place.rows(sql + "samples WHERE type = 'dateOfBirth'") == [["value": "1990-04-12"]])
  }

  @Test func membersStandInTheirOwnTypesView() throws {
    let head = try #require(try place.rows("SELECT id FROM bloodPressure").first?["id"])
    let member = try #require(try place.rows("SELECT * FROM bloodPressureSystolic").first)
    #expect(member["correlation_id"] == head)
    #expect(member["role"] == "bloodPressureSystolic")
    #expect(member["value"] == "120.0")
  }

  @Test func samplesHoldsEveryType() throws {
    let rows = try place.rows("SELECT type, count(*) AS n FROM samples GROUP BY type ORDER BY type")
    #expect(
      rows.map { "\($0["type"] ?? "") \($0["n"] ?? "")" } == [
        "biologicalSex 1", "bloodPressure 1", "bloodPressureDiastolic 1", "bloodPressureSystolic 1", "dateOfBirth 1",
        "heartRate 4", "sleepAnalysis 2",
      ])
    let first = try place.rows("SELECT value FROM samples WHERE type = 'sleepAnalysis' AND start_us = 0")
    #expect(first == [["value": "asleep"]])
  }

  @Test func importsAndSourcesAreShown() throws {
    #expect(
      try place.rows("SELECT * FROM imports") == [
        [
          "file": "in.xml", "hash": "ab01", "catalog": "cafe", "version": "1", "read": "9", "accepted": "9",
          "duplicates": "0", "conflicts": "0", "refused": "0", "finished": "1", "incomplete": "0",
        ]
      ])
    #expect(
      try place.rows("SELECT * FROM sources") == [["name": "Watch", "bundle": "com.example", "version": "1"]])
  }

  /// A range of time in a type's view is a range of its key.
  @Test func timesAreIndexed() throws {
    let plan = try place.rows("EXPLAIN QUERY PLAN SELECT value FROM heartRate WHERE start_us BETWEEN 1 AND 2")
    #expect(plan.contains { $0["detail"]?.contains("PRIMARY KEY (type=? AND start_us>? AND start_us<?)") == true })
  }
}
