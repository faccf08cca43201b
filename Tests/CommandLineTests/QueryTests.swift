import Foundation
import Testing

/// `assay query`: what it finds, page by page, in which unit and by which clock.
@Suite("Query") struct QueryTests {
  /// 1,500 pulses, one a minute from midnight UTC, of two devices, every tenth one entered by hand.
  private static let pulses: String = (0..<1500).map { minute in
    let (day, hour) = (minute / 1440 + 1, minute / 60 % 24)
    let time = String(format: "2026-01-%02dT%02d:%02d:00Z", day, hour, minute % 60)
    let metadata = minute % 10 == 0 ? #","metadata":{"HKWasUserEntered":true}"# : ""
    return #"{"type":"heartRate","value":\#(50 + minute % 100),"unit":"count/min","start":"\#(time)","#
      + #""source":{"name":"Watch","bundle":"com.example.watch"},"device":{"model":"W\#(minute % 2)"}\#(metadata)}"#
      + "\n"
  }.joined()

  private static let pressure = #"""
    {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":150,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":75,"unit":"mmHg"}]}
    {"type":"bloodPressure","start":"2026-01-01T09:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    {"type":"sleepAnalysis","value":"asleepCore","start":"2026-01-01T22:00:00Z","end":"2026-01-02T02:00:00Z"}
    {"type":"sleepAnalysis","value":"awake","start":"2026-01-02T02:00:00Z","end":"2026-01-02T02:10:00Z"}

    """#

  private func withStore(_ text: String, _ body: (TestStore, TemporaryFolder) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      #expect(try store.importing(folder.write("input.ndjson", text)).status == 0)
      try body(store, folder)
    }
  }

  private func query(_ store: TestStore, _ options: [String]) throws -> ProcessResult {
    let result = try AssayBinary.run(["query", "--store", store.path] + options)
    #expect(result.status == 0, "\(options): \(result.errorText)")
    return result
  }

  private func lines(_ store: TestStore, _ options: String...) throws -> [String] {
    try query(store, options + ["--output-format", "jsonl"]).text.split(separator: "\n").map(String.init)
  }

  @Test("pages joined are the whole answer", arguments: ["ascending", "descending", "end-ascending", "end-descending"])
  func pages(_ sort: String) throws {
    try withStore(Self.pulses + Self.pressure) { store, _ in
      let whole = try lines(store, "--sort", sort)
      var joined: [String] = []
      var after: [String] = []
      for _ in 0..<10 {
        let options = ["--sort", sort, "--limit", "400", "--output-format", "jsonl"] + after
        let page = try query(store, options)
        let rows = page.text.split(separator: "\n").map(String.init)
        joined += rows
        guard let token = page.errorText.split(separator: " ").last, !page.errorText.isEmpty else { break }
        #expect(rows.count == 400)
        #expect(page.errorText.hasPrefix("400 samples shown; more with --after "))
        after = ["--after", token.trimmingCharacters(in: .newlines)]
      }
      #expect(joined == whole)
    }
  }

  @Test("nothing is said where a limit leaves nothing out", arguments: ["0", "1500", "2000"])
  func exactLimit(_ limit: String) throws {
    try withStore(Self.pulses) { store, _ in
      let result = try query(store, ["--limit", limit, "--output-format", "jsonl"])
      #expect(result.errorText.isEmpty)
      #expect(result.text.split(separator: "\n").count == min(Int(limit) ?? 0, 1500))
    }
  }

  static let conditions: [(options: [String], count: Int)] = [
    (["--where", "value >= 140 count/min"], 150),
    (["--where", "value >= 2 count/s and value < 121"], 15),
    (["--where", "value >= 140", "--where", "metadata.HKWasUserEntered = true"], 15),
    (["--metadata", "HKWasUserEntered"], 150),
    (["--metadata", "HKWasUserEntered=false"], 0),
    (["--device", "model=W0"], 750),
    (["--device", "model=W0", "--device", "model=W1"], 1500),
    (["--where", "device.model in (W0, W7) and source = com.example.watch"], 750),
    (["--where", "source = Watch and source = Phone"], 0),
    (["--where", "start >= 2026-01-01T01:00:00Z and start < 2026-01-01T02:00:00Z"], 60),
    (["--from", "2026-01-02"], 60),
    (["--from", "2026-01-02", "--timezone", "+01:00"], 120),
    (["--from", "2026-01-01T23:00:00", "--timezone", "UTC", "--strict-start"], 120),
    (["--from", "2026-01-01T23:00:00", "--to", "2026-01-02", "--timezone", "America/New_York"], 0),
    (["--where", "start >= 2026-01-01T20:00:00", "--timezone", "America/New_York"], 0),
    (["--where", "start >= 2026-01-01T19:00:00", "--timezone", "America/New_York"], 60),
  ]

  @Test("conditions find what meets all of them", arguments: QueryTests.conditions)
  func condition(_ options: [String], _ count: Int) throws {
    try withStore(Self.pulses) { store, _ in
      let arguments = ["query", "--store", store.path, "--type", "heartRate", "--output-format", "jsonl"]
      let result = try AssayBinary.run(arguments + options)
      #expect(result.status == (count < 0 ? 2 : 0), "\(result.errorText)")
      #expect(result.text.split(separator: "\n").count == max(0, count))
    }
  }

  @Test("members and cases are asked for by name") func members() throws {
    try withStore(Self.pressure) { store, _ in
      let high = try lines(
        store, "--type", "bloodPressure", "--where", "members.bloodPressureSystolic > 17 kPa")
      #expect(high.count == 1)
      #expect(high.first?.contains("\"value\":150,") == true)
      #expect(try lines(store, "--type", "sleepAnalysis", "--where", "value != awake").count == 1)
      // Without the flags a sample that overlaps the range is in it.
      #expect(try lines(store, "--type", "sleepAnalysis", "--from", "2026-01-02").count == 2)
      #expect(try lines(store, "--type", "sleepAnalysis", "--from", "2026-01-02", "--strict-start").count == 1)
      #expect(try lines(store, "--type", "sleepAnalysis", "--to", "2026-01-02").count == 1)
      #expect(try lines(store, "--type", "sleepAnalysis", "--to", "2026-01-02", "--strict-end").isEmpty)
    }
  }

  @Test("a unit changes value and unit, and nothing else") func unit() throws {
    try withStore(Self.pressure) { store, _ in
      let own = try lines(store, "--type", "bloodPressure")
      let other = try lines(store, "--type", "bloodPressure", "--unit", "kPa")
      #expect(own != other)
      #expect(own.map(\.withoutValues) == other.map(\.withoutValues))
      let members = try StoredSample.all(in: other.joined(separator: "\n")).flatMap { $0.members ?? [] }
      #expect(members.allSatisfy { $0.unit == "kPa" })
      let numbers = members.map { $0.number ?? 0 }
      for (number, expected) in zip(numbers, [19.998355, 9.9991776, 15.998684, 10.665789]) {
        #expect(abs(number - expected) < 1e-6)
      }
      let rows = try query(
        store, ["--type", "bloodPressureSystolic", "--unit", "kPa", "--output-format", "csv"]
      ).text.split(separator: "\n").dropFirst().map { $0.split(separator: ",").map(String.init) }
      #expect(rows.map { $0[3] } == ["kPa", "kPa"])
      #expect(rows.map { Double($0[2]) } == [numbers[0], numbers[2]])
    }
  }

  @Test("a table of many rows has one header, and its columns stand below each other") func table() throws {
    try withStore(Self.pulses) { store, _ in
      let rows = try query(store, ["--timezone", "Europe/Berlin"]).text.split(separator: "\n")
      #expect(rows.count == 1501)
      #expect(rows.first?.hasPrefix("start ") == true)
      #expect(rows.dropFirst().first?.hasPrefix("2026-01-01T01:00:00+01:00  2026-01-01T01:00:00+01:00  heart") == true)
      #expect(Set(rows.dropFirst().map(\.count)).count == 1)
    }
  }

  /// The starts that a table shows.
  private func starts(_ store: TestStore, _ options: String...) throws -> [String] {
    try query(store, options).text.split(separator: "\n").dropFirst().map { String($0.prefix { $0 != " " }) }
  }

  @Test("a table shows times as they were written, and by the clocks of a zone that is named")
  func offsets() throws {
    let lines = ["2026-01-01T08:00:00+02:00", "2026-01-01T08:00:00-03:30", "2026-01-01T08:00:00Z"].map { time in
      #"{"type":"heartRate","value":60,"unit":"count/min","start":"\#(time)"}"# + "\n"
    }
    try withStore(lines.joined()) { store, _ in
      let written = try starts(store)
      #expect(written == ["2026-01-01T08:00:00+02:00", "2026-01-01T08:00:00Z", "2026-01-01T08:00:00-03:30"])
      let universal = try starts(store, "--timezone", "UTC")
      #expect(universal == ["2026-01-01T06:00:00Z", "2026-01-01T08:00:00Z", "2026-01-01T11:30:00Z"])
      #expect(try starts(store, "--timezone", "+02:00").first == "2026-01-01T08:00:00+02:00")
    }
  }

  @Test("what csv says is what is read from it") func csv() throws {
    try withStore(Self.pulses) { store, folder in
      let table = try query(store, ["--output-format", "csv"])
      let second = TestStore(folder, "second.db")
      #expect(try second.importing(folder.write("table.csv", table.output)).status == 0)
      #expect(try second.export() == store.export())
    }
  }

  @Test("json is an array of the lines of jsonl", arguments: ["query", "export"]) func json(_ command: String) throws {
    for text in [Self.pressure, ""] {
      try withStore(text) { store, _ in
        let arguments = [command, "--store", store.path, "--output-format"]
        let array = try AssayBinary.run(arguments + ["json"])
        let lines = try AssayBinary.run(arguments + ["jsonl"]).text.split(separator: "\n")
        #expect(array.text == "[" + lines.map { "\n" + $0 }.joined(separator: ",") + "\n]\n")
        _ = try JSONSerialization.jsonObject(with: Data(array.output))
      }
    }
  }

  @Test("export and delete take the conditions of a query") func others() throws {
    try withStore(Self.pulses) { store, _ in
      let narrowed = ["--type", "heartRate", "--where", "value >= 140 count/min"]
      #expect(
        try AssayBinary.run(["export", "--store", store.path] + narrowed).text.split(separator: "\n").count == 150)
      let delete = ["store", "delete", "--store", store.path]
      #expect(try AssayBinary.run(delete + ["--timezone", "UTC", "--yes"]).status == 2)
      #expect(try AssayBinary.run(delete + ["--where", "value > 3", "--yes"]).status == 2)
      let deleted = try AssayBinary.run(delete + narrowed + ["--yes"])
      #expect(deleted.text == "150 samples deleted\n", "\(deleted.errorText)")
      #expect(try lines(store).count == 1350)
      #expect(try lines(store, "--type", "heartRate", "--where", "value >= 140").isEmpty)
    }
  }

  static let refused: [(options: String, words: String)] = [
    ("--type hartRate", "did you mean `heartRate`?"),
    ("--type heartRate --unit kg", "--unit: heartRate is measured in count/min"),
    ("--unit kg", "--unit needs --type"),
    ("--type sleepAnalysis --unit min", "is a category"),
    ("--type bloodPressure --unit kg", "--unit: no member of bloodPressure"),
    ("--type heartRate --where 'value > 1 kg'", "column 11: heartRate is measured in count/min"),
    ("--type heartRate --where 'value > 1 or'", "column 13: a condition is missing"),
    ("--where 'value > 1'", "name the types by --type"),
    ("--device model", "--device takes PROPERTY=VALUE"),
    ("--device size=3", "devices have no property `size`"),
    ("--metadata =3", "--metadata takes KEY or KEY=VALUE"),
    ("--strict-start", "--strict-start goes with --from"),
    ("--strict-end --from 2026-01-01", "--strict-end goes with --to"),
    ("--from 2026-01-01T08:00:00", "a time with an offset"),
    ("--from yesterday --timezone UTC", "2026-01-01T08:00:00, or a date, in UTC"),
    ("--timezone Europe/Berln", "did you mean `Europe/Berlin`?"),
    ("--after 5", "--after takes what a page"),
    ("--after nosuch/1/3F2504E0-4F89-41D3-9A0C-0305E82C3301", "--after takes what a page"),
    ("--after descending/heartRate/1/3F2504E0-4F89-41D3-9A0C-0305E82C3301", "a place in the order --sort descending"),
    ("--from 2026-01-03 --to 2026-01-01", "--from is after --to"),
    ("--timezone -19:00", "-19:00"),
    ("--limit=-1", "--limit takes 0 or more"),
    ("--output-format xml", "table, csv, json, jsonl or arrow"),
  ]

  @Test("a wrong question is refused before the store is opened", arguments: QueryTests.refused)
  func refusal(_ options: String, _ words: String) throws {
    try TemporaryFolder.with { folder in
      let result = try AssayBinary.run(
        ["query", "--store", folder.path(of: "none.db")] + CommandWords.split(options))
      #expect(result.status == 2)
      #expect(result.output.isEmpty)
      #expect(result.errorText.contains(words), "\(result.errorText)")
      #expect(TestFile.names(in: folder.path).isEmpty)
    }
  }

  @Test("texts of samples are shown safely") func escaping() throws {
    let line = #"""
      {"type":"heartRate","value":1,"unit":"count/min","start":"2026-01-01T08:00:00Z","source":{"name":"a\u001b[31mb\u202ec"}}
      """#
    try withStore(line + "\n") { store, _ in
      let text = try query(store, []).text
      #expect(text.contains("a\\u{1B}[31mb\\u{202E}c"))
    }
  }
}

extension String {
  /// A line without its samples' values and units.
  fileprivate var withoutValues: String {
    replacingOccurrences(of: #""value":[^,]*,"unit":"[^"]*""#, with: "", options: .regularExpression)
  }
}
