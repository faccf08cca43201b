import HealthModel
import HealthReports
import Testing

/// One list of columns makes tables, CSV and JSON.
@Suite("Row tables") struct RowTableTests {
  private struct Row {
    var name: String?
    var count = 0
    var value: Double?
    var seconds = 0.0
  }

  private static var columns: [Column<Row>] {
    [
      Column("name") { Cell($0.name) }, Column("count", heading: "n", .right) { .grouped($0.count) },
      Column("value", unit: "kg", .right) { Cell($0.value) }, Column("length", .right) { .duration($0.seconds) },
      Column("exact", in: [.csv, .json, .jsonl]) { .boolean($0.value == nil) },
    ]
  }

  private static let rows = [
    Row(name: "a,\"b\"", count: 12_345, value: 1.23456, seconds: 3_725), Row(value: .infinity, seconds: 0.5),
    Row(name: "line\nfeed", count: 1),
  ]

  private func text(_ format: RowFormat) -> String { RowTable.text(Self.rows, Self.columns, format) }

  @Test("numbers are at the right, rounded, and foreign text is escaped") func table() {
    #expect(
      text(.table) == #"""
        name                n  value (kg)   length
        a,"b"          12,345       1.235  1:02:05
        -                   0         inf  0:00:01
        line\u{A}feed       1           -  0:00:00

        """#)
  }

  @Test("CSV quotes what needs it, and has numbers in full") func csv() {
    #expect(
      text(.csv) == #"""
        name,count,value (kg),length,exact
        "a,""b""",12345,1.23456,3725,false
        ,0,,0.5,false
        "line
        feed",1,,0,true

        """#)
  }

  @Test("JSON leaves out what is missing, or has null for it") func json() {
    #expect(
      text(.jsonl) == #"""
        {"name":"a,\"b\"","count":12345,"value":1.23456,"length":3725,"exact":false}
        {"count":0,"value":null,"length":0.5,"exact":false}
        {"name":"line\nfeed","count":1,"length":0,"exact":true}

        """#)
    #expect(RowTable.text([], Self.columns, .json) == "[\n]\n")
    var table = RowTable(Self.columns, .json, hasNulls: true)
    var text: [UInt8] = []
    table.begin(to: &text)
    table.append(Row(), to: &text)
    table.end(to: &text)
    #expect(
      String(decoding: text, as: UTF8.self)
        == "[\n" + #"{"name":null,"count":0,"value":null,"length":0,"exact":true}"# + "\n]\n")
  }

  @Test(
    "a wide cell after the measured rows shifts what follows it",
    arguments: [(1, "a  b\nx  1\nwider  1\n"), (.max, "a      b\nx      1\nwider  1\n")])
  func measured(_ rows: Int, _ shown: String) {
    let columns = [Column<String>("a") { .text($0) }, Column("b") { _ in .count(1) }]
    var table = RowTable(columns, .table, measuredRows: rows)
    var text: [UInt8] = []
    for row in ["x", "wider"] { table.append(row, to: &text) }
    table.end(to: &text)
    #expect(String(decoding: text, as: UTF8.self) == shown)
  }
}
