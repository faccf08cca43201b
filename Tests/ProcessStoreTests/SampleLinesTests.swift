import HealthModel
import HealthPlugins
import Testing

/// Sample lines, read and written.
struct SampleLinesTests {
  private static let id = "11111111-2222-4333-8444-555555555555"
  private static let head = #""id":"\#(id)","digest":"00000000000000ff""#

  private func lines(_ text: String, _ count: Int) throws -> SampleLines {
    try SampleLines(parsing: Array(text.utf8), count: count)
  }

  @Test("a line is read in any order of its members, and unknown ones are passed over") func order() throws {
    let text =
      #"{"sample":{"a":[1,{"b":"}"}]},"new":null, "type" : "t\u0041\"","digest":"00000000000000FF","end":-5,"start":-7"#
      + #","id":"\#(Self.id.lowercased())","correlation":null}"# + "\n"
    let read = try lines(text, 1)
    let line = try #require(read.lines.first)
    #expect(line.id.description == Self.id)
    #expect(line.digest == 255)
    #expect((line.start, line.end) == (-7, -5))
    #expect(line.correlation == nil)
    #expect(read.type(0) == "tA\"")
    #expect(String(decoding: read.sample(0), as: UTF8.self) == #"{"a":[1,{"b":"}"}]}"#)
  }

  @Test("groups are a correlation and its members") func groups() throws {
    let member = #""correlation":1,"role":"left","sample":{}}"#
    let read = try lines(
      """
      {\(Self.head),"type":"a","sample":{}}
      {\(Self.head),"type":"b","sample":{}}
      {\(Self.head),"type":"c",\(member)
      {\(Self.head),"type":"c",\(member)
      {\(Self.head),"type":"d","sample":{}}

      """, 5)
    #expect((0..<5).map { read.group(at: $0).count } == [1, 3, 1, 1, 1])
    #expect(read.role(2) == "left")
    #expect(read.role(1) == nil)
  }

  /// What is no line, with a word of the reason.
  static let faults: [(String, String)] = [
    ("", "there are 0 lines"), ("{}", "does not end"), ("{}\n", "`id`"), ("[]\n", "not a JSON object"),
    ("\n", "not a JSON"),
    ("{\(head)}\n", "`sample`"), (#"{\#(head),"sample":"x","type":"t"}"# + "\n", "`sample`"),
    (#"{\#(head),"sample":{}}"# + "\n", "`type`"), (#"{\#(head),"type":5,"sample":{}}"# + "\n", "`type`"),
    (#"{\#(head),"type":"","sample":{}}"# + "\n", "`type`"),
    (#"{\#(head),"type":"t","start":1,"sample":{}}"# + "\n", "only one of `start`"),
    (#"{\#(head),"type":"t","start":1.0,"end":2,"sample":{}}"# + "\n", "`start`"),
    (#"{\#(head),"type":"t","start":9223372036854775808,"end":2,"sample":{}}"# + "\n", "`start`"),
    (#"{\#(head),"type":"t","correlation":0,"sample":{}}"# + "\n", "only one of `correlation`"),
    (#"{\#(head),"type":"t","correlation":0,"role":"r","sample":{}}"# + "\n", "does not follow its correlation"),
    (#"{\#(head),"id":"\#(id)","type":"t","sample":{}}"# + "\n", "repeated"),
    (#"{"id":"x","digest":"00000000000000ff","type":"t","sample":{}}"# + "\n", "`id`"),
    (#"{"id":"\#(id)","digest":"ff","type":"t","sample":{}}"# + "\n", "`digest`"),
    (#"{\#(head),"type":"t","sample":{}}"# + "\n" + #"{\#(head),"type":"t","sample":{}}"# + "\n", "more than the 1"),
  ]

  @Test("what is no line is refused with the reason", arguments: SampleLinesTests.faults)
  func refused(_ text: String, _ word: String) {
    let error = #expect(throws: PluginError.self) { _ = try lines(text, 1) }
    #expect(error?.kind == .data)
    #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
  }

  @Test("rows are read back as they were written") func pages() throws {
    var page = RowPage()
    let ids = (1...4).map { SampleID(high: UInt64($0) << 60, low: UInt64.max) }
    page.append(id: ids[0], digest: 0, type: "birth", start: nil, end: nil, role: nil, sample: Array("{}".utf8))
    page.append(
      id: ids[1], digest: .max, type: "pair", start: .min + 1, end: .max, role: nil, sample: Array(#"{"a":1}"#.utf8))
    page.append(id: ids[2], digest: 1, type: "one\"", start: 0, end: 0, role: "l\u{E9}\"", sample: Array("{}".utf8))
    page.append(id: ids[3], digest: 2, type: "one", start: 5, end: 6, role: "r", sample: Array("{}".utf8))
    let read = try SampleLines(parsing: page.text, count: page.count)
    #expect(read.lines.map(\.id) == ids)
    #expect(read.lines.map(\.digest) == [0, .max, 1, 2])
    #expect(read.lines.map(\.start) == [nil, .min + 1, 0, 5])
    #expect(read.lines.map(\.correlation) == [nil, nil, 1, 1])
    #expect((0..<4).map { read.role($0) } == [nil, nil, "l\u{E9}\"", "r"])
    #expect(read.type(2) == "one\"")
    page.removeAll()
    #expect(page.count == 0)
    #expect(page.text.isEmpty)
  }

  @Test("a page is full behind ten thousand rows") func fullness() {
    var page = RowPage()
    for number in 0..<RowPage.maximumCount {
      #expect(!page.isFull)
      page.append(
        id: SampleID(high: 1, low: UInt64(number)), digest: 0, type: "t", start: 0, end: 0, role: nil,
        sample: Array("{}".utf8))
    }
    #expect(page.isFull)
  }
}
