import HealthFormats
import HealthModel
import HealthReports
import HealthValidation
import Testing

@testable import Assay

/// Tables of foreign forms: findings point at the cells that a sample was made of, and a row is kept once.
struct MappedTableTests {
  /// The results of a table's rows.
  private func read(
    _ text: String, _ layout: TableLayout, isNormalizing: Bool = false
  ) throws -> (findings: [Diagnostic], result: ChunkResult) {
    var options = ValidationOptions(now: ProjectFiles.now, normalizes: isNormalizing)
    options.zoneNamed = { $0 == "Test/East" ? TimeZoneRules(offsetMinutes: 120) : nil }
    let validator = Validator(registry: try ProjectFiles.registry(), options: options)
    var worker = ChunkWorker(validator: validator, writer: nil, keepsRefused: true)
    var chunks = CSVChunker(source: MemorySource(Array(text.utf8)), size: 1 << 20, layout: layout)
    let result = worker.judge(try #require(try chunks.next()), format: .csv, stopsAtLimit: false)
    var renderer = FindingRenderer(
      validator: validator, path: "t.csv", chunk: result.chunk, at: ReadPosition())
    let findings = result.findings.map {
      renderer.diagnostic($0, in: result.chunk.bytes.span.bytes, syntax: .csv)
    }
    return (findings, result)
  }

  /// Code, line and column of findings.
  private func places(_ findings: [Diagnostic]) -> [String] {
    findings.map { "\($0.code.name) \($0.location.line):\($0.location.column)" }
  }

  private static let wide: TableLayout = {
    var layout = TableLayout(columns: ["who": "subject", "at": "start"])
    layout.mapping.rows = [
      RecordSample(places: ["value": "weight"], constants: ["type": "bodyMass", "unit": "lb"]),
      RecordSample(places: ["value": "fat"], constants: ["type": "bodyFatPercentage", "unit": "percent 0-100"]),
    ]
    return layout
  }()

  private static let long: TableLayout = {
    var layout = TableLayout(
      columns: ["metric": "type", "val": "value", "uom": "unit"], dateFormat: "dd.MM.yyyy HH:mm")
    layout.mapping.times = ["start": ["date", "time"]]
    layout.mapping.values = [
      "type": ["HR": "heartRate", "SPO2": "oxygenSaturation"],
      "unit": ["%": "percent 0-100", "KG": "kg", "bpm": "count/min"],
    ]
    layout.mapping.zone = "tz"
    return layout
  }()

  @Test("each sample of a row that no row has is found, however many there are") func unused() async throws {
    let registry = try ProjectFiles.registry()
    let bench = try Workbench(registry: registry)
    let cells = (0..<70).map { [0, 63, 64, 69].contains($0) ? "" : "1" }.joined(separator: ",")
    let header = (0..<70).map { "c\($0)" }.joined(separator: ",")
    let path = try bench.file("t.csv", "at,\(header)\n2026-01-05T08:00:00Z,\(cells)\n2026-01-06T08:00:00Z,\(cells)\n")
    var layout = TableLayout(columns: ["at": "start"])
    layout.mapping.rows = (0..<70).map {
      RecordSample(places: ["value": "c\($0)"], constants: ["type": "stepCount", "unit": "count"])
    }
    let input = try ResolvedInput.resolve(path: path, layout: layout)
    let options = ValidationOptions(now: ProjectFiles.now)
    var request = CheckRequest(inputs: [])
    request.types = registry
    let summary = try await CheckEngine(request).checkInput(input, options: options)
    #expect(summary.accepted == 132)
    #expect(summary.byCode["csv-unused"] == 4)
  }

  @Test(
    "rows that no sample is made of are counted",
    arguments: [
      ("P1,2026-01-05T08:00:00Z,150,21", 2, 0),
      ("P1,2026-01-05T08:00:00Z,150,", 1, 0),
      ("P1,2026-01-05T08:00:00Z,,\n,,,\nP2,2026-01-05T08:00:00Z,,20", 1, 2),
      ("test,2026-01-05T08:00:00Z,150,21\n\nP2,2026-01-05T08:00:00Z,150,20", 2, 1),
      ("P1,2026-01-05T08:00:00Z,150", 1, 0),
      ("", 0, 0),
    ])
  func passedOver(_ rows: String, _ read: Int, _ passedOver: Int) throws {
    var layout = Self.wide
    layout.mapping.conditions = [RecordCondition("who", isOneOf: ["test"], isNegated: true)]
    let result = try self.read("who,at,weight,fat\n\(rows)\n", layout).result
    #expect(result.total.read == read)
    #expect(result.passedOver == passedOver)
  }

  @Test(
    "a wrong value of a wide row is found at its cell",
    arguments: [
      ("P1,2026-01-05T08:00:00Z,heavy,21", ["value-not-a-number 2:25"]),
      ("P1,2026-01-05T08:00:00Z,150,much", ["value-not-a-number 2:29"]),
      ("P1,2026-01-05T08:00:00Z,,much", ["value-not-a-number 2:26"]),
      ("P1,2026-01-05T08:00:00Z,heavy,much", ["value-not-a-number 2:25", "value-not-a-number 2:31"]),
      ("P1,2026-13-05T08:00:00Z,150,", ["time-invalid 2:4"]), ("P1,2026-01-05T08:00:00Z,,", []),
    ])
  func wideCells(_ row: String, _ expected: [String]) throws {
    let (findings, _) = try read("who,at,weight,fat\n\(row)\n", Self.wide)
    #expect(places(findings) == expected)
  }

  @Test("a unit that an item gives is wrong at the item's value") func itemUnit() throws {
    var layout = Self.wide
    layout.mapping.rows[1].constants["unit"] = "kg"
    let (findings, _) = try read("who,at,weight,fat\nP1,2026-01-05T08:00:00Z,150,21\n", layout)
    #expect(places(findings) == ["unit-incompatible 2:29"])
    #expect(findings.first?.message.hasSuffix("got kg") == true)
  }

  @Test(
    "texts that stand for others and times of two columns are wrong at their cells",
    arguments: [
      ("05.01.2026,07:58,HR,72,KG,Test/East", "unit-incompatible 2:24"),
      ("05.01.2026,07:58,XX,72,bpm,Test/East", "type-unknown 2:18"),
      ("05.01.2026,25:70,HR,72,bpm,Test/East", "time-invalid 2:12"),
      ("31.02.2026,07:58,HR,72,bpm,Test/East", "time-invalid 2:1"),
      ("05.01.2026,07:58,HR,72,bpm,Test/Nowhere", "time-invalid 2:28"),
      ("05.01.2026,07:58,HR,72,bpm,", "time-no-offset 2:1"),
      ("05.01.2026,07:58,HR,fast,bpm,Test/East", "value-not-a-number 2:21"),
      (",,HR,72,bpm,Test/East", "field-missing 2:1"), ("05.01.2026,07:58,HR,,bpm,Test/East", "field-missing 2:21"),
      ("05.01.2026,07:58,HR,72,,Test/East", "unit-missing 2:24"),
      ("05.01.2026,07:58,SPO2,97,%,Test/East", ""),
    ])
  func longCells(_ row: String, _ expected: String) throws {
    let (findings, _) = try read("date,time,metric,val,uom,tz\n\(row)\n", Self.long)
    #expect(places(findings) == (expected.isEmpty ? [] : [expected]))
  }

  @Test("a wrong time of two columns says the format that was asked for") func format() throws {
    let (findings, _) = try read(
      "date,time,metric,val,uom,tz\n05.01.2026,25:70,HR,72,bpm,Test/East\n", Self.long)
    #expect(
      findings.map(\.message) == ["`start` is not a time of the format `dd.MM.yyyy HH:mm`: 05.01.2026 25:70"])
  }

  @Test(
    "hints say how a table is read",
    arguments: [
      (
        "HR", "72", "count/min",
        "map the name to a type under `values` in assay.yaml, or add a definition with `--catalog DIR`"
      ),
      ("oxygenSaturation", "97", "%", "% is a fraction here: 97 % is written 0.97, or has the unit `percent 0-100`"),
    ])
  func hints(_ type: String, _ value: String, _ unit: String, _ hint: String) throws {
    let (findings, _) = try read(
      "type,value,unit,start\n\(type),\(value),\(unit),2026-01-05T08:00:00Z\n", TableLayout())
    #expect(findings.map(\.hint) == [hint])
  }

  @Test("a percentage of a hundred over its bound is not taken for a fraction") func percent() throws {
    let (findings, _) = try read(
      "type,value,unit,start\noxygenSaturation,230,percent 0-100,2026-01-05T08:00:00Z\n", TableLayout())
    #expect(findings.map(\.code) == [.valueNotAllowed])
    #expect(findings.first?.hint?.contains("fraction") != true)
  }

  @Test("the zone of the row moves its times") func zone() throws {
    let (_, result) = try read(
      "date,time,metric,val,uom,tz\n05.01.2026,07:58,HR,72,bpm,Test/East\n", Self.long, isNormalizing: true)
    // 05:58 UTC.
    #expect(result.batch.start[0] == 1_767_592_680_000_000)
    #expect(result.batch.startOffset[0] == 120)
  }

  @Test("a refused row is kept once, with the findings of all of its samples") func kept() throws {
    let (_, result) = try read(
      "who,at,weight,fat\nP1,2026-01-05T08:00:00Z,heavy,much\nP2,2026-01-05T08:00:00Z,x,21\n", Self.wide)
    #expect(result.refused.map(\.findings) == [0..<2, 2..<3])
    #expect(result.total.read == 4)
    #expect(result.total.accepted == 1)
  }

  @Test("the samples of a row have ids of their own, the same each time") func ids() throws {
    let text = "who,at,weight,fat\nP1,2026-01-05T08:00:00Z,21,21\nP1,2026-01-06T08:00:00Z,21,21\n"
    let first = try read(text, Self.wide, isNormalizing: true).result
    let again = try read(text, Self.wide, isNormalizing: true).result
    let ids = (0..<first.batch.count).map { first.batch.id[$0] }
    #expect(ids.count == 4)
    #expect(Set(ids).count == 4)
    #expect(ids == (0..<again.batch.count).map { again.batch.id[$0] })
  }
}
