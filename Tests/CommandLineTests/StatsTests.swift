import Foundation
import Testing

/// `assay stats` over a watch and a phone that saw the same days, while clocks in Berlin went forward.
@Suite("stats") struct StatsTests {
  private static let fixture = "Tests/Fixtures/statistics/watch-and-phone.ndjson"
  private static let berlin = ["--timezone", "Europe/Berlin", "--from", "2026-03-28", "--to", "2026-03-31"]

  /// Asks a store with the fixture.
  private func stats(_ arguments: [String], environment: [String: String] = [:]) throws -> ProcessResult {
    try TemporaryFolder.with { folder in try ask(arguments, folder, environment: environment) }
  }

  private func ask(
    _ arguments: [String], _ folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws -> ProcessResult {
    let store = TestStore(folder)
    if !FileManager.default.fileExists(atPath: store.path) {
      #expect(try store.importing(Self.fixture).report.summary.accepted == 16)
    }
    return try AssayBinary.run(["stats", "--store", store.path] + arguments, environment: environment)
  }

  private func objects(_ result: ProcessResult) throws -> [[String: Any]] {
    try #require(result.status == 0, "\(result.errorText)")
    return try #require(JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]])
  }

  // MARK: Answers

  @Test("steps count each moment once, and the day on which clocks go forward has 23 hours") func days() throws {
    let rows = try objects(
      stats(["--type", "stepCount", "--by", "day", "--output-format", "json"] + Self.berlin))
    #expect(rows.map { $0["sum"] as? Double } == [1860, 625, 200])
    #expect(rows.map { $0["count"] as? Int } == [4, 3, 1])
    #expect(
      rows.map { $0["start"] as? String } == [
        "2026-03-28T00:00:00+01:00", "2026-03-29T00:00:00+01:00", "2026-03-30T00:00:00+02:00",
      ])
    #expect(rows[1]["end"] as? String == "2026-03-30T00:00:00+02:00")
    #expect(rows.allSatisfy { $0["unit"] as? String == "count" && $0["average"] == nil && $0["source"] == nil })
  }

  @Test("the whole range is one interval, whose sum is that of its parts") func whole() throws {
    let rows = try objects(stats(["--type", "stepCount", "--output-format", "json"] + Self.berlin))
    #expect(rows.map { $0["sum"] as? Double } == [2685])
    let hours = try objects(
      stats(["--type", "stepCount", "--by", "hour", "--output-format", "json"] + Self.berlin))
    #expect(hours.compactMap { $0["sum"] as? Double }.reduce(0, +) == 2685)
    #expect(!hours.contains { ($0["start"] as? String)?.contains("2026-03-29T02") == true })
  }

  @Test("averages are weighted by time, with the extremes and the most recent value") func averages() throws {
    let rows = try objects(
      stats(["--type", "heartRate", "--by", "day", "--output-format", "json"] + Self.berlin))
    #expect(rows.map { $0["average"] as? Double } == [85, 72])
    #expect(rows.map { $0["minimum"] as? Double } == [60, 72])
    #expect(rows.map { $0["maximum"] as? Double } == [100, 72])
    #expect(rows.map { $0["most_recent"] as? Double } == [100, 72])
    #expect(
      rows.map { $0["most_recent_date"] as? String } == ["2026-03-28T10:10:00+01:00", "2026-03-29T03:00:00+02:00"])
    let held = try objects(
      stats(["--type", "heartRate", "--by", "day", "--hold", "0", "--output-format", "json"] + Self.berlin))
    #expect(held.first?["average"] as? Double == 80)
  }

  @Test("each case of a category has its own rows, without a unit") func cases() throws {
    let rows = try objects(
      stats(["--type", "sleepAnalysis", "--by", "day", "--output-format", "json"] + Self.berlin))
    #expect(rows.map { $0["value"] as? String } == ["inBed", "inBed", "asleepCore", "asleepREM"])
    #expect(rows.map { $0["duration"] as? Double } == [3600, 21_600, 5400, 2700])
    #expect(rows.allSatisfy { $0["unit"] == nil })
  }

  @Test("sources that are separated keep all they have") func separated() throws {
    let rows = try objects(
      stats(["--type", "stepCount", "--separate-by-source", "--output-format", "json"] + Self.berlin))
    let sums = Dictionary(
      uniqueKeysWithValues: rows.compactMap { row in
        (row["source"] as? String).flatMap { source in (row["sum"] as? Double).map { (source, $0) } }
      })
    #expect(sums == ["Apple Watch": 1620, "iPhone": 1340, "Health (entered by hand)": 50])
  }

  @Test("the order of sources can be given") func priority() throws {
    let arguments = ["--type", "stepCount", "--output-format", "json"] + Self.berlin
    let rows = try objects(stats(arguments + ["--source-priority", "iPhone, Apple Watch"]))
    #expect(rows.map { $0["sum"] as? Double } == [2485])
  }

  @Test("days of each sample's own zone are readings of clocks") func sampleZone() throws {
    let rows = try objects(
      stats(["--type", "stepCount", "--by", "day", "--timezone", "sample", "--output-format", "json"]))
    let starts = rows.map { $0["start"] as? String }
    #expect(starts == ["2026-03-28T00:00:00", "2026-03-29T00:00:00", "2026-03-30T00:00:00"])
  }

  // MARK: Forms

  @Test("CSV has a row for each interval, and the columns that any type has") func csv() throws {
    let result = try stats(
      ["--type", "stepCount", "--type", "heartRate", "--by", "day", "--output-format", "csv"] + Self.berlin)
    #expect(result.status == 0)
    let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines == [
        "date,start,end,type,unit,count,sum,average,minimum,maximum,most_recent,most_recent_date,duration_s",
        "2026-03-28,2026-03-28T00:00:00+01:00,2026-03-29T00:00:00+01:00,stepCount,count,4,1860,,,,,,3300",
        "2026-03-29,2026-03-29T00:00:00+01:00,2026-03-30T00:00:00+02:00,stepCount,count,3,625,,,,,,8100",
        "2026-03-30,2026-03-30T00:00:00+02:00,2026-03-31T00:00:00+02:00,stepCount,count,1,200,,,,,,600",
        "2026-03-28,2026-03-28T00:00:00+01:00,2026-03-29T00:00:00+01:00,heartRate,count/min,3,,85,60,100,100,"
          + "2026-03-28T10:10:00+01:00,0",
        "2026-03-29,2026-03-29T00:00:00+01:00,2026-03-30T00:00:00+02:00,heartRate,count/min,1,,72,72,72,72,"
          + "2026-03-29T03:00:00+02:00,0",
        "",
      ])
  }

  @Test("JSON Lines are the objects of JSON, one a line") func lines() throws {
    let arguments = ["--type", "stepCount", "--type", "sleepAnalysis", "--by", "day", "--explain"] + Self.berlin
    let lines = try stats(arguments + ["--output-format", "jsonl"])
    let array = try stats(arguments.filter { $0 != "--explain" } + ["--output-format", "json"])
    let rows = lines.text.split(separator: "\n").map(String.init)
    #expect(rows.count == 7)
    #expect("[\n" + rows.joined(separator: ",\n") + "\n]\n" == array.text)
    #expect(lines.errorText.contains("lost to Apple Watch"))
  }

  @Test("names are quoted in CSV and made safe in tables") func names() throws {
    try TemporaryFolder.with { folder in
      let line = #"{"type":"stepCount","value":7,"unit":"count","start":"2026-03-28T10:00:00Z","#
      let source = #""end":"2026-03-28T10:01:00Z","source":{"name":"a,\"b\"\u001b[31m"}}"#
      let store = TestStore(folder)
      _ = try store.importing(folder.write("input.ndjson", line + source + "\n"))
      let arguments = ["--type", "stepCount", "--separate-by-source"]
      let csv = try ask(arguments + ["--output-format", "csv"], folder)
      #expect(csv.text.contains(",\"a,\"\"b\"\"\u{1B}[31m\",1,7,60\n"))
      let table = try ask(arguments + ["--plot"], folder)
      #expect(!table.text.contains("\u{1B}"))
      #expect(table.text.contains("a,\"b\"\\u{1B}[31m"))
    }
  }

  @Test("the table shows thousands apart, days as dates and other times with their offset") func table() throws {
    let days = try stats(["--type", "stepCount", "--by", "day"] + Self.berlin)
    #expect(
      days.text == """
        stepCount by day, Europe/Berlin
        start       samples  sum (count)
        2026-03-28        4        1,860
        2026-03-29        3          625
        2026-03-30        1          200

        """)
    let hours = try stats(["--type", "stepCount", "--by", "12h"] + Self.berlin)
    #expect(hours.text.contains("2026-03-29 00:00 +01:00 "))
    #expect(hours.text.contains("2026-03-29 13:00 +02:00 "))
    let length = try stats(["--type", "distanceWalkingRunning", "--unit", "km", "--by", "day"])
    #expect(length.text.hasSuffix("2026-03-28        1       1.5\n"))
  }

  @Test("what is asked for is what is answered") func statistics() throws {
    let words = ["--statistic", "maximum", "--statistic", "count"]
    let result = try stats(["--type", "heartRate", "--by", "day", "--output-format", "csv"] + words)
    #expect(result.text.hasPrefix("date,start,end,type,unit,count,maximum\n"))
  }

  @Test("no samples are an empty answer, not an error", arguments: ["table", "csv", "json"])
  func empty(_ form: String) throws {
    let result = try stats(["--type", "bodyMass", "--by", "day", "--output-format", form])
    #expect(result.status == 0 && result.errorText.isEmpty)
    if form == "json" { #expect(result.text == "[]\n") } else { #expect(!result.text.contains("2026")) }
  }

  // MARK: Explanations

  @Test("an explanation says who lost what to whom, and what a naive sum would be") func explained() throws {
    let result = try stats(["--type", "stepCount", "--by", "day", "--explain"] + Self.berlin)
    #expect(result.status == 0)
    #expect(result.errorText.contains("iPhone lost to Apple Watch: 1 interval, 0:05:00, 300 count\n"))
    #expect(result.errorText.contains("2026-03-28 10:05-10:10 iPhone lost 300 count to Apple Watch\n"))
    #expect(
      result.errorText.contains("2026-03-29 18:15-18:30 Health (entered by hand) lost 25 count to Apple Watch\n"))
    #expect(result.errorText.contains("merged 2,685 count; a naive sum would be 3,010 (+12 %)\n"))
    #expect(!result.text.contains("lost"))
  }

  @Test("in JSON explanations stand beside the statistics") func explainedInJSON() throws {
    let result = try stats(["--type", "stepCount", "--explain", "--output-format", "json"] + Self.berlin)
    let object = try #require(JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    #expect((object["statistics"] as? [[String: Any]])?.first?["sum"] as? Double == 2685)
    let explanation = try #require((object["explanations"] as? [[String: Any]])?.first)
    #expect(explanation["naive"] as? Double == 3010 && explanation["merged"] as? Double == 2685)
    let losses = try #require(explanation["losses"] as? [[String: Any]])
    #expect(losses.map { $0["amount"] as? Double } == [300, 25])
    #expect(losses.first?["start"] as? String == "2026-03-28T10:05:00+01:00")
    #expect(explanation["loss_count"] as? Int == 2)
    #expect(result.errorText.isEmpty)
  }

  @Test("where nothing is merged, that is said", arguments: [["heartRate"], ["stepCount", "--separate-by-source"]])
  func nothingMerged(_ words: [String]) throws {
    let result = try stats(["--explain", "--type"] + words)
    #expect(result.status == 0 && result.errorText.contains("nothing was merged"))
  }

  // MARK: Charts

  @Test("a chart follows the table, in the characters that the terminal has") func chart() throws {
    let arguments = ["--type", "stepCount", "--by", "day", "--plot"] + Self.berlin
    let plain = try stats(arguments)
    #expect(plain.status == 0 && plain.output.allSatisfy { $0 < 0x80 } && plain.text.contains("###"))
    #expect(plain.text.contains("\n\nstepCount: sum by day (count), 2026-03-28 to 2026-03-30, Europe/Berlin\n"))
    let rich = try stats(arguments, environment: ["LC_ALL": "C.UTF-8", "COLUMNS": "60"])
    #expect(rich.text.contains("███"))
    #expect(rich.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let dumb = try stats(arguments, environment: ["LC_ALL": "C.UTF-8", "TERM": "dumb"])
    #expect(dumb.output.allSatisfy { $0 < 0x80 })
  }

  @Test("a chart in a file is XML that needs nothing else, the same each time", arguments: ["--plot ", "--plot="])
  func file(_ option: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path(of: "out.svg")
      let plot = option.hasSuffix("=") ? [option + path] : ["--plot", path]
      let arguments = ["--type", "stepCount", "--type", "heartRate", "--by", "hour", "--output-format", "json"]
      let result = try ask(arguments + plot + Self.berlin, folder)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(try objects(result).count > 3)
      let first = try TestFile.bytes(path)
      let text = String(decoding: first, as: UTF8.self)
      #expect(text.contains("height=\"720\"") && text.contains(">Mar 29<") && text.contains(">count/min<"))
      #expect(!text.contains("<script") && !text.contains("href"))
      let script = "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])"
      let parsed = try AssayBinary.shell(
        "command -v python3 >/dev/null || exit 0; exec python3 -c \"$1\" \"$2\"", [script, path])
      #expect(parsed.status == 0, "\(parsed.errorText)")
      _ = try ask(arguments + plot + Self.berlin, folder)
      #expect(try TestFile.bytes(path) == first)
      #expect(TestFile.names(in: folder.path).filter { $0.contains("svg") } == ["out.svg"])
    }
  }

  @Test("a chart that cannot be written is told before the work") func unwritable() throws {
    let result = try stats(["--type", "stepCount", "--plot", "/nowhere/out.svg"])
    #expect(result.status == 3 && result.output.isEmpty)
  }

  // MARK: Wrong questions

  @Test(
    "a wrong question is refused with what to ask instead",
    arguments: [
      ("heartRate --statistic sum", "--statistic average, minimum, maximum or most-recent"),
      ("stepCount --statistic average", "ask for --statistic sum"),
      ("sleepAnalysis --statistic sum", "ask for --statistic count or duration"),
      ("bloodPressure --statistic average", "--type bloodPressureSystolic"),
      ("dateOfBirth", "assay query --type dateOfBirth"), ("stepCount --unit kg", "ask in count"),
      ("sleepAnalysis --unit hr", "leave the unit out"), ("stepCont", "did you mean `stepCount`?"),
      ("stepCount --type stepCount", "twice"), ("stepCount --by fortnight", "15min"),
      ("stepCount --timezone Europe/Berln", "did you mean `Europe/Berlin`?"),
      ("stepCount --from yesterday", "--from takes"), ("stepCount --from 2026-03-29 --to 2026-03-29", "before --to"),
      ("stepCount --anchor 2026-01-01", "--by"), ("stepCount --hold -1", "hold"), ("stepCount --hold 2000", "1440"),
      ("stepCount --statistic median", "most-recent"), ("stepCount --where speed=1", "--where"),
      ("stepCount --by person", "subject"), ("steps", "did you mean `stepCount`"),
      ("stepCount --subject A --subject A", "twice"),
      ("stepCount --subject A --where subject=B", "already wants `A`"),
      ("stepCount --output-format xml", "table, csv, json or jsonl"),
      ("stepCount --plot --output-format csv", "out.svg"),
      ("stepCount --plot chart.png", ".svg"),
      ("stepCount --by minute --from 1970-01-01 --to 2026-03-31 --plot", "--from"),
    ])
  func refused(_ question: String, _ advice: String) throws {
    let result = try stats(["--type"] + question.split(separator: " ").map(String.init))
    #expect(result.status == 2, "\(result.text)")
    #expect(result.output.isEmpty)
    #expect(result.errorText.contains(advice), "\(result.errorText)")
  }

  @Test("without a type there is no answer") func typeless() throws {
    let result = try stats([])
    #expect(result.status == 2 && result.errorText.contains("--type stepCount"))
  }
}
