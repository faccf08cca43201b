import Foundation
import HealthFormats
import HealthModel
import HealthQueries
import Testing

@testable import Assay

/// Statistics of columns and paths that no profile describes.
@Suite("Foreign columns") struct ForeignProfileTests {
  private func profile(_ text: String, _ format: InputFormat) throws -> ForeignProfile {
    try ForeignProfile(reading: ResolvedInput(text: Array(text.utf8), path: "x", format: format))
  }

  /// A beginning, and then one byte without end; counts what is read.
  private struct EndlessSource: ByteSource {
    final class Count {
      var bytes = 0
    }

    let count: Count
    var beginning: [UInt8]
    let byte: UInt8

    mutating func read(into buffer: inout [UInt8], count wanted: Int) -> Int {
      let first = beginning.prefix(wanted)
      beginning.removeFirst(first.count)
      buffer += first
      buffer += Array(repeating: byte, count: wanted - first.count)
      count.bytes += wanted
      return wanted
    }
  }

  @Test(
    "the look at a file ends, even if one of its rows or texts does not",
    arguments: [
      ("a,b\n1,2\n", 0, InputFormat.csv), ("a,b\n1,\"", 0x78, .csv), ("a,b\n", 0x0A, .csv),
      ("[{\"a\": \"", 0x78, .json),
      ("[", 0x20, .json), ("{\"a\": 1}\n{\"a\":", 0x20, .jsonLines),
    ])
  func endless(_ beginning: String, _ byte: UInt8, _ format: InputFormat) throws {
    let count = EndlessSource.Count()
    let limit = 8 << 20
    let source = BoundedSource(
      EndlessSource(count: count, beginning: Array(beginning.utf8), byte: byte), limit: limit)
    if format == .csv {
      var survey = TableSurvey()
      try? survey.add(source)
    } else {
      var survey = JSONSurvey()
      try? survey.add(source, isByLine: format == .jsonLines)
    }
    #expect(count.bytes <= limit)
  }

  @Test("a draft reads the beginning of a giant") func giant() throws {
    let folder = try ConfigurationFolder()
    let path = folder.path + "/giant.csv"
    try Data("time,hr\n2026-01-05T08:00:00Z,60\n".utf8).write(to: URL(fileURLWithPath: path))
    // Without a bound the rest, which takes no room on the disk, is read for hours.
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: 1 << 40)
    try file.close()
    let draft = try ProjectDraft(folder: folder.path, registry: try ProjectFiles.registry())
    #expect(draft.text.contains("giant.csv"), "\(draft.text)")
  }

  private func form(_ texts: [String], name: String = "x") -> ValueFormat {
    var values = ValueSurvey()
    for text in texts {
      let bytes = Array(text.utf8)
      values.add(0..<bytes.count, in: bytes.span.bytes)
    }
    return ValueFormat(values, name: name)
  }

  @Test(
    "times are read by the format that is found in them",
    arguments: [
      (["05.01.2026 07:30", "15.01.2026 19:45"], "dd.MM.yyyy HH:mm"), (["5.1.2026", "15.11.2026"], "d.M.yyyy"),
      (["01/06/2026 1:02 PM", "01/16/2026 11:02 AM"], "MM/dd/yyyy h:mm a"), (["2026-01-05"], "yyyy-MM-dd"),
      (["2026-01-05 07:30", "2026-01-05 17:30"], "yyyy-MM-dd HH:mm"), (["2026-01-05T07:30"], "yyyy-MM-dd'T'HH:mm"),
      (["2026-01-05 07:30:00 -0700"], "yyyy-MM-dd HH:mm:ss Z"), (["2026/01/05 7:30:15"], "yyyy/MM/dd H:mm:ss"),
      (["16/06/2026 07:30:00.125", "01/06/2026 07:30:00.5"], "dd/MM/yyyy HH:mm:ss.S"),
      (["20260105", "20260212"], "yyyyMMdd"), (["13-01-2026 12:00AM"], "dd-MM-yyyy hh:mma"),
    ])
  func formats(_ texts: [String], _ format: String) throws {
    let found = form(texts)
    #expect(found.kind == .moment)
    #expect(found.format == format)
    let reader = try DateFormat(format)
    for text in texts {
      let bytes = Array(text.utf8)
      var output: [UInt8] = []
      #expect(reader.append(0..<bytes.count, in: bytes.span.bytes, to: &output), "\(text)")
    }
  }

  @Test(
    "RFC 3339 needs no format",
    arguments: ["2026-01-05T07:30:00Z", "2026-01-05 07:30:00", "2026-01-05T07:30:00.25+01:00"])
  func standard(_ text: String) {
    let found = form([text])
    #expect(found.kind == .moment && found.format == nil && found.shape?.isStandard == true)
  }

  @Test(
    "the kind is that of most values",
    arguments: [
      (["1", "2.5", "-3e2"], ColumnKind.number, 0), (["71,3", "70,0", "heavy", "1", "2"], .number, 1),
      (["true", "No", "y"], .boolean, 0), (["07:30", "7:30 PM"], .clock, 0), (["a", "1", "2"], .text, 0),
      (["31.02", "a.b", "1.2.3"], .text, 0), (["", "  "], .empty, 0), (["007", "008"], .text, 0),
      (["1767600000", "1767600060"], .number, 0), (["1767600000000"], .moment, 0),
    ])
  func kinds(_ texts: [String], _ kind: ColumnKind, _ others: Int) {
    let found = form(texts)
    #expect(found.kind == kind && found.others == others)
  }

  @Test("distributions of many columns are coarsened until all of them fit") func bounded() {
    var values = (0..<40).map { column in
      var value = ValueSurvey()
      for row in 0..<500 { value.numbers.add(Double(column * 1000 + row) + 0.5) }
      return value
    }
    FormatSurvey.bound(&values, to: 5000)
    #expect(values.reduce(0) { $0 + $1.numbers.countedValues } <= 5000)
  }

  @Test("seconds are a time under the name of one") func counted() {
    #expect(form(["1767600000"], name: "created_at").format == "unix")
    #expect(form(["1767600000"], name: "0").format == "unix")
    #expect(form(["1767600000"], name: "serial").format == nil)
  }

  @Test("day and month are a question where both orders fit") func order() {
    #expect(form(["01/02/2026", "03/04/2026"]).isOrderOpen)
    #expect(!form(["01/02/2026", "13/04/2026"]).isOrderOpen)
    #expect(form(["01/02/2026", "03/14/2026"]).format == "MM/dd/yyyy")
    #expect(!form(["01.02.2026"]).isOrderOpen)
  }

  @Test("a table has statistics of each column") func table() throws {
    let text = #"""
      id;when;weight;note;zone
      1;05.01.2026 07:30;71,5;ok;Europe/Berlin
      2;06.01.2026 07:30;72,5;"say ""hi""";Europe/Berlin
      3;07.01.2026 07:30;;ok;Europe/Berlin
      4;broken
      5;09.01.2026 07:30;74,5;;Europe/Berlin

      """#
    let found = try profile(text, .csv)
    #expect(found.damaged == 1)
    let list = try #require(found.lists.first)
    #expect(list.path == nil && list.records == 4)
    #expect(list.columns.map(\.name) == ["id", "when", "weight", "note", "zone"])
    #expect(list.columns.map(\.kind) == [.number, .moment, .number, .text, .text])
    let weight = list.columns[2]
    #expect(weight.count == 3 && weight.missing == 1 && weight.distinct == 3)
    #expect(weight.minimum == 71.5 && weight.maximum == 74.5 && weight.quartiles == [72, 72.5, 73.5])
    #expect(list.columns[1].firstDay == CivilDate(year: 2026, month: 1, day: 5))
    #expect(list.columns[1].lastDay == CivilDate(year: 2026, month: 1, day: 9))
    #expect(list.columns[1].doubts == ["no offset"])
    #expect(list.columns[3].frequent.map(\.text) == ["ok", "say \"hi\""])
    #expect(list.columns[3].frequent.map(\.count) == [2, 1])
    #expect(list.columns[4].distinct == 1)
  }

  @Test("more than a thousand different values are not counted further, and the rest is exact") func many() throws {
    let rows = (0..<3000).map { "t\($0),\($0 % 7),2026-01-01T00:00:00Z\n" }
    let columns = try profile("a,b,c\n" + rows.joined(), .csv).lists[0].columns
    #expect(columns[0].distinct == nil && columns[0].count == 3000)
    #expect(columns[1].distinct == 7 && columns[1].quartiles == [1, 3, 5])
    #expect(columns[2].distinct == 1 && columns[2].doubts.isEmpty)
  }

  @Test("JSON has statistics of each path, arrays and objects of ids as `*`") func json() throws {
    let text = """
      {"exported": "2026-01-06", "users": {"P01": {"tz": "UTC", "readings": [
        {"val": 72, "at": "2026-01-05T08:00:00Z", "raw": [1, 2]}, {"val": null, "at": "2026-01-07T08:00:00Z"}]},
        "P02": {"readings": [{"val": 75, "at": "2026-01-06T08:00:00Z"}]}},
       "points": [[1767600000000, 60], [1767600060000, 61]]}
      """
    let lists = try profile(text, .json).lists
    #expect(lists.map(\.path) == ["", "/users/*", "/users/*/readings/*", "/users/*/readings/*/raw/*", "/points/*"])
    #expect(lists.map(\.records) == [1, 2, 3, 2, 2])
    #expect(lists[1].columns.map(\.name) == ["/users/*/#", "/users/*/tz"])
    #expect(lists[1].columns.map(\.missing) == [0, 1])
    let values = lists[2].columns
    #expect(values.map(\.name) == ["/users/*/readings/*/val", "/users/*/readings/*/at"])
    #expect(values[0].count == 2 && values[0].missing == 1 && values[0].quartiles == [72.75, 73.5, 74.25])
    #expect(values[1].lastDay == CivilDate(year: 2026, month: 1, day: 7))
    #expect(lists[4].columns.map(\.name) == ["/points/*/0", "/points/*/1"])
    #expect(lists[4].columns.map(\.format) == ["unix-ms", nil])
    #expect(lists[4].columns[0].firstDay == CivilDate(year: 2026, month: 1, day: 5))
  }

  @Test("objects that hold the same under each key are one path, without an id in the keys") func maps() throws {
    let text = #"{"ana": {"hr": [1, 2], "kg": 70}, "bob": {"hr": [3], "kg": 80}}"#
    #expect(try profile(text, .json).lists.map(\.path) == ["/*", "/*/hr/*"])
    let days = try profile(#"{"days": {"2026-01-05": {"steps": 1}, "2026-01-06": {"steps": 2}}}"#, .json)
    #expect(days.lists.map(\.path) == ["/days/*"])
    #expect(days.lists[0].columns.map(\.kind) == [.moment, .number])
  }

  @Test("lines are documents, and a broken one costs only itself") func lines() throws {
    let text = "{\"a\": 1, \"b\": \"x\"}\n{\"a\": 2, \"b\": \"y\\u0041\"\n\n{\"a\": 3}\nnonsense\n{\"a\": 4} x\n"
    let found = try profile(text, .jsonLines)
    #expect(found.damaged == 2)
    let list = try #require(found.lists.first)
    #expect(list.path?.isEmpty == true && list.columns.map(\.name) == ["/a", "/b"])
    #expect(list.columns[0].minimum == 1 && list.columns[0].maximum == 4)
  }

  @Test("the size of the pieces that are read changes nothing", arguments: [1, 7, 64]) func pieces(_ size: Int) throws {
    let text = #"[{"a": "é\n", "b": [true, -1.5e3, {"c": null}]}, {"a": "z", "b": []}]"#
    var whole = JSONEvents(MemorySource(Array(text.utf8)), isByLine: false)
    var parts = JSONEvents(MemorySource(Array(text.utf8)), isByLine: false, piece: size)
    while true {
      let event = try whole.next()
      #expect(try kind(parts.next()) == kind(event))
      if event == .end { break }
    }
  }

  private func kind(_ event: JSONEvents.Event) -> String {
    switch event {
    case .key: "key"
    case .scalar(let field): "scalar \(field.kind) \(field.range.count)"
    default: "\(event)"
    }
  }
}
