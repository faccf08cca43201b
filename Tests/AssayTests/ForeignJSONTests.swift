import HealthModel
import HealthReports
import HealthValidation
import Testing

@testable import Assay
@testable import HealthFormats

/// Foreign JSON: findings point at the value in the document, by place and by pointer, and a record is kept once.
struct ForeignJSONTests {
  /// The results of a document's records.
  private func read(
    _ text: String, _ layout: TableLayout, as format: InputFormat = .json, redacts: Bool = false
  ) throws -> (findings: [Diagnostic], result: ChunkResult) {
    var options = ValidationOptions(now: ProjectFiles.now)
    options.zoneNamed = { $0 == "Test/East" ? TimeZoneRules(offsetMinutes: 120) : nil }
    let validator = Validator(registry: try ProjectFiles.registry(), options: options)
    var worker = ChunkWorker(validator: validator, writer: nil, keepsRefused: true)
    var chunks = format.chunks(
      of: MemorySource(Array(text.utf8)), size: 1 << 20, layout: layout, offset: 0, beginning: [])
    let result = worker.judge(try #require(try chunks.next()), format: format, stopsAtLimit: false)
    var renderer = FindingRenderer(
      validator: validator, path: "t.json", chunk: result.chunk, at: ReadPosition(), redacts: redacts)
    let findings = result.findings.map {
      renderer.diagnostic($0, in: result.chunk.bytes.span.bytes, syntax: .foreignJSON)
    }
    return (findings, result)
  }

  /// Code, line, column and pointer of findings.
  private func places(_ findings: [Diagnostic]) -> [String] {
    findings.map { "\($0.code.name) \($0.location.line):\($0.location.column) \($0.pointer ?? "")" }
  }

  private static let readings: TableLayout = {
    var layout = TableLayout()
    layout.records = RecordLayout(
      records: "/users/*/readings/*",
      fields: ["type": "/kind", "value": "/val", "unit": "/uom", "subject": "../../id"])
    layout.mapping.values = ["type": ["HR": "heartRate"], "unit": ["bpm": "count/min", "kilo": "kg"]]
    layout.mapping.times = ["start": ["/date", "/time"]]
    layout.mapping.dateFormat = "dd.MM.yyyy HH:mm"
    layout.mapping.zone = "/tz"
    return layout
  }()

  private static let good =
    #""kind": "HR", "val": 72, "uom": "bpm", "date": "05.01.2026", "time": "08:00", "tz": "Test/East""#

  @Test("records that conditions pass over are counted, in every part of a document") func passedOver() async throws {
    var layout = Self.readings
    layout.mapping.conditions = [RecordCondition("/kind", isOneOf: ["HR"])]
    let records = (0..<30_000).map {
      let kind = $0 % 3 == 0 ? "NOISE" : "HR"
      return Self.good.replacing("\"HR\"", with: "\"\(kind)\"").replacing("08:00", with: "0\($0 % 9):00")
    }
    let list = records.map { "{\($0)}" }.joined(separator: ",\n")
    let text = "{\"users\": [{\"id\": \"P1\", \"readings\": [\(list)]}]}\n"
    let registry = try ProjectFiles.registry()
    let bench = try Workbench(registry: registry)
    let input = try ResolvedInput.resolve(path: try bench.file("t.json", text), layout: layout)
    var options = ValidationOptions(now: ProjectFiles.now)
    options.zoneNamed = { _ in TimeZoneRules(offsetMinutes: 120) }
    let summary = try await bench.check(input, jobs: 2, options: options)
    #expect(summary.read == 20_000)
    #expect(summary.passedOver == 10_000)
    #expect(summary.line().contains(", 10,000 records passed over"))
    let saved = ImportDetails(summary: summary).text
    #expect(ImportDetails(saved)?.summary.passedOver == 10_000)
    // A number of a damaged store that a resumed import would add to.
    #expect(ImportDetails(saved.replacing(":10000", with: ":\(Int64.max)")) == nil)
  }

  @Test(
    "a wrong value is found at its place",
    arguments: [
      ("\"val\": 72", "\"val\": 72", []),
      ("\"val\": 72", "\"val\": \"fast\"", ["value-not-a-number 3:24 /users/0/readings/0/val"]),
      ("\"val\": 72", "\"val\": {\"a\": 1}", ["value-not-a-number 3:23 /users/0/readings/0/val"]),
      ("\"HR\"", "\"XX\"", ["type-unknown 3:11 /users/0/readings/0/kind"]),
      ("\"bpm\"", "\"kilo\"", ["unit-incompatible 3:35 /users/0/readings/0/uom"]),
      ("\"05.01.2026\"", "\"31.02.2026\"", ["time-invalid 3:50 /users/0/readings/0/date"]),
      ("\"08:00\"", "\"08:70\"", ["time-invalid 3:72 /users/0/readings/0/time"]),
      ("Test/East", "Test/West", ["time-invalid 3:87 /users/0/readings/0/tz"]),
      ("\"val\": 72, ", "", ["field-missing 3:1 /users/0/readings/0/val"]),
    ])
  func places(_ part: String, _ instead: String, _ expected: [String]) throws {
    let record = Self.good.replacing(part, with: instead)
    let (findings, _) = try read(
      "{\"users\": [{\"id\": \"P1\",\n\"readings\": [\n{\(record)}]}]}\n", Self.readings)
    #expect(places(findings) == expected)
  }

  @Test("members that no path names are not reported") func noise() throws {
    let (findings, result) = try read(
      "{\"users\": [{\"id\": 7, \"x\": {}, \"readings\": [{\"app\": [1, {}], \(Self.good)}]}]}", Self.readings)
    #expect(findings.isEmpty)
    #expect(result.total.accepted == 1)
  }

  @Test("a key of the document is not shown when nothing of it may be") func redacted() throws {
    var layout = TableLayout()
    layout.records = RecordLayout(records: "/*/*", fields: ["value": ".", "start": "#", "type": "../#"])
    let (findings, _) = try read(#"{"Jane Doe": {"2026-01-05": 1}}"#, layout, redacts: true)
    #expect(!findings.isEmpty)
    #expect(findings.allSatisfy { !"\($0.pointer ?? "") \($0.message)".contains("Jane") })
  }

  @Test("a refused record is kept once, with the findings of all of its samples and what is around it")
  func kept() throws {
    var layout = TableLayout()
    layout.records = RecordLayout(records: "/u/*/r/*", fields: ["start": "/at", "subject": "../../id"])
    layout.mapping.rows = [
      RecordSample(places: ["value": "/w"], constants: ["type": "bodyMass", "unit": "kg"]),
      RecordSample(places: ["value": "/f"], constants: ["type": "bodyFatPercentage", "unit": "%"]),
    ]
    let (_, result) = try read(
      #"{"u": [{"r": [{"at": "2026-01-05T08:00:00Z", "w": "x", "f": "y"}], "id": "P1"}]}"#, layout)
    #expect(result.refused.map(\.findings) == [0..<2])
    let place = try #require(result.refused.first?.span)
    let context = try #require(result.chunk.records?.context(at: Int(place.start)))
    #expect(context.surroundings == ["../../id": "P1"])
    #expect(context.layout == layout)
  }

  @Test("a line of newline-delimited JSON that is not JSON does not stop the others") func lines() throws {
    var layout = TableLayout()
    layout.records = RecordLayout(fields: ["type": "/t", "value": "/v", "unit": "/u", "start": "/s"])
    let good = #"{"t": "heartRate", "v": 72, "u": "count/min", "s": "2026-01-05T08:00:00Z"}"#
    let (findings, result) = try read("\(good)\n{\"t\": \n\(good)\n", layout, as: .jsonLines)
    #expect(findings.map(\.code) == [.jsonSyntax])
    #expect(findings.first?.location.line == 2)
    #expect(result.total.accepted == 2)
    #expect(result.refused.count == 1)
  }

  @Test(
    "layouts that cannot be read together are one finding that says why",
    arguments: [
      (["/u/*", "/u/*/r/*"], "the records at /u/* hold what another path leads to"),
      (["", "/u/*"], "the document is a record, so no other path leads to records"),
      (["/u/*", "/u/*"], "one `uuid` is for several samples of a record"),
      (["/u/x~"], "`~` is written `~0` in a path, and a `/` in a name `~1`"),
    ], [InputFormat.json, .jsonLines])
  func unusable(_ item: (records: [String], reason: String), _ format: InputFormat) throws {
    var layouts = item.records.map { records in
      var layout = TableLayout(constants: ["type": "heartRate"])
      layout.records = RecordLayout(records: records, fields: ["value": "/v", "uuid": "/id"])
      return layout
    }
    var layout = layouts.removeFirst()
    layout.further = layouts
    let document = #"{"u": [{"v": 1, "r": []}]}"#
    let (findings, result) = try read("\(document)\n\(document)\n", layout, as: format)
    #expect(findings.map(\.message) == ["the layout of the records cannot be used: \(item.reason)"])
    #expect(findings.first?.code == .jsonPath && findings.first?.location.line == 1)
    #expect(result.isBroken && result.total.accepted == 0)
    #expect(throws: SyntaxError.self) { try layout.checkRecords() }
  }

  @Test("a chunk with more findings than a result holds is read in parts, and nothing twice") func parts() throws {
    let validator = Validator(
      registry: try ProjectFiles.registry(), options: ValidationOptions(now: ProjectFiles.now))
    var worker = ChunkWorker(validator: validator, writer: nil, keepsRefused: true, maximumFindings: 10)
    var layout = TableLayout()
    layout.records = RecordLayout(records: "/r/*", fields: ["type": "/t", "subject": "../../id"])
    let records = (0..<95).map { #"{"t": "no\#($0)"}"# }.joined(separator: ",\n")
    var chunks = InputFormat.json.chunks(
      of: MemorySource(Array("{\"r\": [\(records)], \"id\": \"P\"}".utf8)), size: 1 << 20, layout: layout, offset: 0,
      beginning: [])
    var part = try chunks.next()
    var (refused, lines, pointers) = (0, 0, Set<[UInt8]>())
    while let chunk = part {
      var result = worker.judge(chunk, format: .json)
      refused += result.refused.count
      lines += result.extent.lineFeeds
      for record in result.refused {
        if let pointer = result.chunk.records?.pointer(at: Int(record.span.start)) { pointers.insert(pointer) }
      }
      part = try result.rest.take() ?? chunks.next()
    }
    #expect(refused == 95)
    #expect(lines == 94)
    #expect(pointers.count == 95)
    #expect(pointers.contains(Array("/r/94".utf8)))
  }
}
