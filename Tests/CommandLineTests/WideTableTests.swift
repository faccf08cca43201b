import Foundation
import Testing

/// Tables out of a store of several people: a row a time or a day, filled gaps, units, and which data there are.
@Suite("Tables of a study") struct WideTableTests {
  private static let lines = [
    line("bodyMass", "70", "kg", "2026-01-01T07:00:00+01:00", "A"),
    line("bodyMass", "71", "kg", "2026-01-03T07:00:00+01:00", "A"),
    line("stepCount", "100", "count", "2026-01-01T07:00:00+01:00", "B"),
    line("heartRate", "60", "count/min", "2026-01-01T07:00:00+01:00", "A"),
    line("heartRate", "62", "count/min", "2026-01-01T07:00:00+01:00", "A", source: "iPhone"),
    #"""
    {"type":"bloodPressure","start":"2026-01-01T07:00:00+01:00","subject":"A","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    """#,
    #"{"type":"workout","uuid":"0A000000-0000-4000-8000-000000000002","start":"2026-01-02T07:00:00Z","#
      + #""end":"2026-01-02T08:00:00Z","subject":"A","fields":{"activity":"running"}}"#,
  ]

  private static func line(
    _ type: String, _ value: String, _ unit: String, _ start: String, _ subject: String, source: String = "Apple Watch"
  ) -> String {
    #"{"type":"\#(type)","value":\#(value),"unit":"\#(unit)","start":"\#(start)","#
      + #""source":{"name":"\#(source)"},"subject":"\#(subject)"}"#
  }

  private func run(_ commands: String...) throws -> [ProcessResult] {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let input = try folder.write("input.ndjson", Self.lines.joined(separator: "\n") + "\n")
      _ = try store.importing(input)
      return try commands.map { command in
        try AssayBinary.run(CommandWords.split(command) + ["--store", store.path])
      }
    }
  }

  @Test("a wide table has a row for each time of a subject, and a correlation in one row") func wide() throws {
    let results = try run(
      "query --type bodyMass --type bloodPressure --type heartRate --wide --output-format csv",
      "export --type bodyMass --unit lb --wide --output-format csv",
      "query --type heartRate --wide --output-format jsonl",
      "query --type stepCount --type bodyMass --wide --timezone UTC --limit 1")
    #expect(
      results[0].text == """
        date,start,subject,bodyMass (kg),bloodPressureSystolic (mmHg),bloodPressureDiastolic (mmHg),heartRate (count/min)
        2026-01-01,2026-01-01T07:00:00+01:00,A,70,120,80,60
        2026-01-03,2026-01-03T07:00:00+01:00,A,71,,,

        """)
    #expect(
      results[0].errorText == "assay: 1 value not shown: another sample of the type starts at the same time\n")
    let pounds = results[1].text.split(separator: "\n")
    #expect(pounds.first == "date,start,subject,bodyMass (lb)" && pounds.count == 3)
    #expect(pounds.last?.hasPrefix("2026-01-03,2026-01-03T07:00:00+01:00,A,156.5") == true, "\(results[1].text)")
    #expect(
      results[2].text == """
        {"date":"2026-01-01","start":"2026-01-01T07:00:00+01:00","subject":"A","heartRate (count/min)":60}

        """)
    let table = results[3].text.split(separator: "\n")
    #expect(table.first?.split(separator: " ").prefix(3) == ["date", "start", "subject"])
    #expect(table.count == 2 && table[1].contains("2026-01-01T06:00:00Z  A "), "\(results[3].text)")
    #expect(results[3].errorText == "assay: 1 row shown; there are more\n")
  }

  @Test("wide statistics without --type have a column for each stored type, as wide queries") func allTypes() throws {
    let results = try run(
      "stats --by subject,day --wide --unit bodyMass=g --output-format csv",
      "stats --by subject,day --wide --type bloodPressureDiastolic --type bloodPressureSystolic --type bodyMass "
        + "--type heartRate --type stepCount --unit bodyMass=g --output-format csv")
    #expect(results[0].status == 0, "\(results[0].errorText)")
    #expect(
      results[0].text.hasPrefix(
        "date,start,end,subject,bloodPressureDiastolic.average (mmHg),bloodPressureSystolic.average (mmHg),"
          + "bodyMass.average (g),heartRate.average (count/min),stepCount.sum (count)\n"), "\(results[0].text)")
    #expect(results[0].text == results[1].text)
  }

  @Test("headers show units as people write them, and the column keeps the unit") func headers() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let line = Self.line("bloodGlucose", "5.5", "mmol/L", "2026-01-01T07:00:00Z", "A") + "\n"
      _ = try store.importing(folder.write("glucose.ndjson", line))
      for command in ["query --wide", "stats --by day --wide --statistic average"] {
        for format in ["table", "csv", "jsonl"] {
          let result = try AssayBinary.run(
            CommandWords.split(command)
              + ["--store", store.path, "--unit", "bloodGlucose=mmol/L", "--output-format", format])
          #expect(result.text.contains(" (mmol/L)") && result.text.contains("5.5"), "\(command) \(result.errorText)")
          #expect(!result.text.contains("<"), "\(result.text)")
        }
      }
    }
  }

  static let wrong: [(command: String, words: String)] = [
    ("query --type heartRate --wide --unit bodyMass=lb", "--unit names bodyMass, which --type does not"),
    ("query --wide --unit lb", "--unit needs --type"),
    ("query --wide --unit bodyMass=lb --unit bodyMass=kg", "--unit names bodyMass twice"),
    ("query --type bodyMass --unit lb --unit g", "twice for all types"),
    ("query --type bodyMass --unit bodyMas=lb", "did you mean `bodyMass`"),
    ("export --type bodyMass --unit bodyMass=bpm", "bodyMass is measured in kg"),
    ("query --wide --unit workout=km", "workout is a composite, whose value has no unit"),
    ("query --type dateOfBirth --wide", "has no time"),
    ("query --type heartRate --wide --columns start --output-format csv", "without --columns"),
    ("query --type heartRate --wide --sort descending", "leave --sort and --after out"),
    ("export --wide --as apple-health out.zip", "leave --unit and --wide out"),
    ("stats --by day", "name a type: --type stepCount; --by day --wide has a column for each stored type"),
    ("stats --wide", "--wide needs --by"), ("stats --type heartRate --wide", "--wide needs --by"),
    ("stats --type heartRate --fill", "--fill needs --by"),
    ("store info --output-format csv", "csv and jsonl go with --by subject"),
    ("store info --by type", "--by takes subject"), ("store info --timezone UTC", "--timezone goes with --by"),
  ]

  @Test("what has no place in a wide table is refused with advice", arguments: WideTableTests.wrong)
  func refused(_ item: (command: String, words: String)) throws {
    let result = try #require(try run(item.command).first)
    #expect(result.status == 2 && result.errorText.contains(item.words), "\(result.errorText)")
  }

  @Test("a unit is that of one type, of all, or of all but some") func units() throws {
    let options = "--from 2026-01-01 --to 2026-01-02 --wide --output-format csv"
    let results = try run(
      "query --unit bodyMass=g --unit heartRate=Hz --type bodyMass --type heartRate \(options)",
      "export --unit bodyMass=g \(options)",
      "query --type bloodPressure --unit Pa --unit bloodPressureDiastolic=mmHg \(options)",
      "query --type bodyMass --type heartRate --unit bodyMass=g --output-format csv --columns value,unit",
      "stats --type bodyMass --type heartRate --unit bodyMass=g --by subject,day --wide --output-format csv")
    #expect(
      results[0].text == """
        date,start,subject,bodyMass (g),heartRate (Hz)
        2026-01-01,2026-01-01T07:00:00+01:00,A,70000,1

        """, "\(results[0].errorText)")
    #expect(results[1].text.split(separator: "\n").first?.contains(",bodyMass (g),") == true, "\(results[1].errorText)")
    #expect(
      results[2].text.hasPrefix(
        """
        date,start,subject,bloodPressureSystolic (Pa),bloodPressureDiastolic (mmHg)
        2026-01-01,2026-01-01T07:00:00+01:00,A,1599
        """) && results[2].text.hasSuffix(",80\n"), "\(results[2].text)")
    #expect(
      results[3].text.split(separator: "\n") == [
        "value,unit", "70000,g", "71000,g", "62,count/min", "60,count/min",
      ], "\(results[3].errorText)")
    #expect(
      results[4].text.split(separator: "\n").first
        == "date,start,end,subject,bodyMass.average (g),heartRate.average (count/min)", "\(results[4].errorText)")
  }

  @Test("a structured sample has a column for its length and for each field that its table shows") func structured()
    throws
  {
    let results = try run("query --type workout --type bodyMass --wide --output-format jsonl")
    let rows = results[0].text.split(separator: "\n")
    #expect(rows.count == 3, "\(results[0].errorText)")
    #expect(
      rows.dropFirst().first?.hasPrefix(
        #"{"date":"2026-01-02","start":"2026-01-02T07:00:00Z","subject":"A","workout.duration (s)":3600,"#
          + #""workout.activity":"running""#) == true, "\(results[0].text)")
  }

  @Test("statistics have empty days as rows, and one row for each day of all types") func days() throws {
    let results = try run(
      "stats --type bodyMass --by day --fill --subject A --statistic average --output-format csv",
      "stats --type bodyMass --type stepCount --by day --separate-by-subject --wide --fill --timezone sample "
        + "--output-format csv",
      "stats --type bodyMass --by day --subject A --statistic maximum --wide --output-format json")
    #expect(
      results[0].text == """
        date,start,end,type,subject,unit,average
        2026-01-01,2026-01-01T00:00:00Z,2026-01-02T00:00:00Z,bodyMass,A,kg,70
        2026-01-02,2026-01-02T00:00:00Z,2026-01-03T00:00:00Z,bodyMass,A,kg,
        2026-01-03,2026-01-03T00:00:00Z,2026-01-04T00:00:00Z,bodyMass,A,kg,71

        """)
    #expect(
      results[1].text == """
        date,start,end,subject,bodyMass.average (kg),stepCount.sum (count)
        2026-01-01,2026-01-01T00:00:00,2026-01-02T00:00:00,A,70,
        2026-01-01,2026-01-01T00:00:00,2026-01-02T00:00:00,B,,100
        2026-01-02,2026-01-02T00:00:00,2026-01-03T00:00:00,A,,
        2026-01-03,2026-01-03T00:00:00,2026-01-04T00:00:00,A,71,

        """)
    let rows = try JSONSerialization.jsonObject(with: Data(results[2].text.utf8)) as? [[String: Any]]
    #expect(rows?.map { $0["bodyMass.maximum (kg)"] as? Double } == [70, 71])
  }

  @Test("a store says which data there are of whom", arguments: ["text", "csv", "json", "jsonl"])
  func coverage(_ form: String) throws {
    let result = try #require(
      try run("store info --by subject --timezone Europe/Berlin --output-format \(form)").first)
    #expect(result.status == 0, "\(result.errorText)")
    switch form {
    case "csv":
      #expect(
        result.text.split(separator: "\n").filter { $0.contains("bodyMass") || $0.contains("stepCount") } == [
          "A,bodyMass,2,2026-01-01,2026-01-03,2,1", "B,stepCount,1,2026-01-01,2026-01-01,1,0",
        ])
      #expect(result.text.hasPrefix("subject,type,samples,first_day,last_day,days,longest_gap_days\n"))
    case "text":
      #expect(result.text.hasPrefix("days by Europe/Berlin\nsubject  type "), "\(result.text)")
    case "jsonl":
      let line = #"{"subject":"B","type":"stepCount","samples":1,"first_day":"2026-01-01","#
      #expect(result.text.split(separator: "\n").contains { $0.hasPrefix(line) }, "\(result.text)")
    default:
      let object = try JSONSerialization.jsonObject(with: Data(result.text.utf8)) as? [String: Any]
      #expect(
        (object?["coverage"] as? [[String: Any]])?.count == 7 && object?["timezone"] as? String == "Europe/Berlin")
    }
  }
}
