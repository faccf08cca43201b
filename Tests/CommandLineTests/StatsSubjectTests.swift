import Foundation
import Testing

/// `assay stats` over a store that two people share, who walk and sleep at the same hours, and samples of nobody.
@Suite("stats of several subjects") struct StatsSubjectTests {
  private static let lines = [
    line("stepCount", "1000", "2026-01-05T08:00:00Z", "2026-01-05T09:00:00Z", "Apple Watch", "A"),
    line("stepCount", "500", "2026-01-05T08:00:00Z", "2026-01-05T09:00:00Z", "iPhone", "B"),
    line("stepCount", "60", "2026-01-05T08:30:00Z", "2026-01-05T09:30:00Z", "iPhone", "A"),
    line("sleepAnalysis", "asleepCore", "2026-01-05T00:00:00Z", "2026-01-05T04:00:00Z", "Apple Watch", "A"),
    line("sleepAnalysis", "asleepDeep", "2026-01-05T00:00:00Z", "2026-01-05T04:00:00Z", "iPhone", "B"),
    line("bodyMass", "70", "2026-01-05T08:00:00Z", "2026-01-05T08:00:00Z", "Scale", "A"),
  ]

  private static func line(
    _ type: String, _ value: String, _ start: String, _ end: String, _ source: String, _ subject: String?
  ) -> String {
    let units = ["stepCount": "count", "bodyMass": "kg"]
    let unit = units[type].map { #","unit":"\#($0)""# } ?? ""
    let number = units[type] == nil ? "\"\(value)\"" : value
    let whose = subject.map { #","subject":"\#($0)""# } ?? ""
    return #"{"type":"\#(type)","value":\#(number)\#(unit),"start":"\#(start)","end":"\#(end)","#
      + #""source":{"name":"\#(source)"}\#(whose)}"#
  }

  private func stats(_ arguments: String..., lines: [String] = Self.lines) throws -> ProcessResult {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let input = try folder.write("input.ndjson", lines.joined(separator: "\n") + "\n")
      #expect(try store.importing(input).report.summary.accepted == lines.count)
      let words = arguments.flatMap { $0.split(separator: " ").map(String.init) }
      return try AssayBinary.run(["stats", "--store", store.path] + words)
    }
  }

  @Test("samples of several subjects are refused with advice", arguments: ["stepCount", "sleepAnalysis --by day"])
  func refused(_ type: String) throws {
    let result = try stats("--type \(type)")
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errorText.contains("several subjects (`A` and `B`)"), "\(result.errorText)")
    #expect(result.errorText.contains("--subject") && result.errorText.contains("--separate-by-subject"))
  }

  @Test("a chart has the subjects in their order, whoever was first") func chart() throws {
    let lines = ["B", "A", "C"].enumerated().map { day, name in
      Self.line("bodyMass", "70", "2026-01-0\(day + 1)T08:00:00Z", "2026-01-0\(day + 1)T08:00:00Z", "Scale", name)
    }
    let result = try stats("--type bodyMass --by day --separate-by-subject --plot", lines: lines)
    let names = result.text.split(separator: "\n").filter { $0.count == 2 && $0.hasSuffix(":") }
    #expect(names == ["A:", "B:", "C:"], "\(result.text)")
  }

  @Test("samples without a subject count as one more") func nobody() throws {
    let nobody = Self.line("bodyMass", "80", "2026-01-06T08:00:00Z", "2026-01-06T08:00:00Z", "Scale", nil)
    let result = try stats("--type bodyMass", lines: Self.lines + [nobody])
    #expect(result.status == 2 && result.errorText.contains("`A` and samples without a subject"))
    let both = try stats("--type bodyMass --by day --separate-by-subject", lines: Self.lines + [nobody])
    #expect(both.text.contains("2026-01-05  A "), "\(both.text)")
    #expect(both.text.contains("2026-01-06  - "), "\(both.text)")
  }

  @Test("a type that one subject has is answered, whoever it is") func one() throws {
    let result = try stats("--type bodyMass --by day")
    #expect(result.status == 0 && result.text.contains("70"), "\(result.errorText)")
  }

  @Test("subjects that are separated have a column in every form") func separated() throws {
    let options = "--by day --separate-by-subject"
    let csv = try stats("--type stepCount --output-format csv \(options)")
    #expect(
      csv.text == """
        date,start,end,type,subject,unit,count,sum,duration_s
        2026-01-05,2026-01-05T00:00:00Z,2026-01-06T00:00:00Z,stepCount,A,count,2,1030,5400
        2026-01-05,2026-01-05T00:00:00Z,2026-01-06T00:00:00Z,stepCount,B,count,1,500,3600

        """)
    let table = try stats("--type sleepAnalysis \(options) --timezone UTC")
    #expect(
      table.text == """
        sleepAnalysis by day, UTC
        start       subject  value       samples  duration (h:mm:ss)
        2026-01-05  A        asleepCore        1             4:00:00
        2026-01-05  B        asleepDeep        1             4:00:00

        """)
    let json = try stats("--type stepCount --output-format json \(options)")
    let rows = try #require(JSONSerialization.jsonObject(with: Data(json.output)) as? [[String: Any]])
    #expect(rows.map { $0["subject"] as? String } == ["A", "B"])
    let chart = try stats("--type stepCount --plot \(options)")
    let drawn = try #require(chart.text.components(separatedBy: "\n\n").last)
    #expect(chart.status == 0 && drawn.contains("A:") && drawn.contains("B:"), "\(chart.text)")
  }

  static let divisions: [(by: String, same: String)] = [
    ("--by subject", "--separate-by-subject"), ("--by day --by subject", "--by day --separate-by-subject"),
    ("--by subject,day", "--by day --separate-by-subject"),
    ("--by source --subject A", "--separate-by-source --subject A"),
    ("--by source,2h,subject", "--by 2h --separate-by-subject --separate-by-source"),
  ]

  @Test("--by divides an answer by subject and source as well", arguments: StatsSubjectTests.divisions)
  func divided(_ item: (by: String, same: String)) throws {
    let result = try stats("--type stepCount --output-format csv \(item.by)")
    #expect(result.status == 0 && !result.output.isEmpty, "\(result.errorText)")
    #expect(result.text == (try stats("--type stepCount --output-format csv \(item.same)").text))
  }

  @Test("--by has one interval", arguments: ["--by day --by week", "--by day,day", "--by", "--by day,", "--by people"])
  func twoIntervals(_ options: String) throws {
    let result = try stats("--type stepCount \(options)")
    #expect(result.status == 2 && result.output.isEmpty && result.errorText.contains("--by"), "\(result.errorText)")
  }

  @Test("a subject that is named is answered alone, several one after the other") func named() throws {
    let result = try stats("--type stepCount --subject B --subject A --output-format csv --statistic sum")
    #expect(result.text.split(separator: "\n").dropFirst().map { $0.split(separator: ",").last } == ["500", "1030"])
    let chosen = try stats("--type stepCount --where subject=A --output-format csv --statistic sum")
    #expect(chosen.text.contains(",A,count,1030\n"), "\(chosen.text)")
  }

  static let missing: [(options: String, words: String?)] = [
    ("--subject AB", "no sample of subject `AB`; did you mean `A`? subjects: A, B"),
    ("--subject nobody --by day --output-format json", "no sample of subject `nobody`; subjects: A, B"),
    ("--subject nobody --subject A --subject X", "no sample of subject `nobody` and 1 more; subjects: A, B"),
    ("--type bodyMass --subject nobody", "no sample of subject `nobody`; subjects: A, B"),
    ("--type bodyMass --subject B", nil), ("--subject A --subject B", nil),
  ]

  @Test("a subject that no sample is of is named", arguments: StatsSubjectTests.missing)
  func noSubject(_ item: (options: String, words: String?)) throws {
    let result = try stats("--type stepCount \(item.options)")
    #expect(result.status == (item.words == nil ? 0 : 1))
    #expect(result.errorText == (item.words.map { "assay: \($0)\n" } ?? ""))
  }

  @Test("explanations are of one subject each") func explained() throws {
    let result = try stats("--type stepCount --separate-by-subject --explain")
    #expect(result.errorText.contains("stepCount of A: where sources overlap"), "\(result.errorText)")
    #expect(result.errorText.contains("stepCount of B: no source lost to another"), "\(result.errorText)")
    #expect(!result.errorText.contains("500 count to"))
  }

  @Test("a study of 20 in one command") func study() throws {
    let lines = (1...20).map { number in
      let name = "P\(number < 10 ? "0" : "")\(number)"
      return Self.line("stepCount", "\(number)", "2026-01-05T08:00:00Z", "2026-01-05T09:00:00Z", "Watch", name)
    }
    let result = try stats(
      "--type stepCount --by day --separate-by-subject --output-format csv --statistic sum", lines: lines)
    let sums = result.text.split(separator: "\n").dropFirst().compactMap { $0.split(separator: ",").last }
    #expect(sums == (1...20).map { "\($0)" }, "\(result.text)")
  }
}
