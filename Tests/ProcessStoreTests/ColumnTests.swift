import HealthModel
import HealthStorage
import Testing

@testable import HealthPlugins

/// Columns of a scan as a plugin writes and the host reads them.
struct ColumnTests {
  private static let all: SampleScan.Columns = [.sources, .zones, .ids, .subjects]

  @Test("what a page holds is read back, names before their first use") func roundTrip() throws {
    var page = ColumnPage()
    var reader = ScanColumnReader(Self.all, SampleQuery())
    let watch = page.add(origin: SampleOrigin(bundle: "watch", isUserEntered: true))
    let zone = page.add(zone: "Europe/Berlin")
    let none = page.add(subject: nil)
    page.append(
      start: -1, end: 5, value: 0.1, offset: -90, origin: watch, zone: zone, subject: none,
      id: SampleID(high: 1, low: 2))
    page.append(start: 7, end: 7, value: -1e300, origin: watch, subject: none, id: SampleID(high: 0, low: 2))
    #expect(reader.take(page.names, count: page.count, page.text) == nil)
    #expect(reader.columns.start == [-1, 7] && reader.columns.end == [5, 7])
    #expect(reader.columns.value == [0.1, -1e300] && reader.columns.startOffset == [-90, 0])
    #expect(reader.columns.zone == [0, -1] && reader.columns.id.map(\.high) == [1, 0])
    page.removeAll()
    let phone = page.add(origin: SampleOrigin(name: "phone"))
    page.append(
      start: 7, end: 8, value: 3, origin: phone, subject: page.add(subject: "P"), id: SampleID(high: 0, low: 3))
    #expect(reader.take(page.names, count: page.count, page.text) == nil)
    #expect(reader.columns.source == [1] && reader.columns.subject == [1])
    #expect(reader.columns.sources.map(\.bundle) == ["watch", nil] && reader.columns.subjects == [nil, "P"])
    #expect(reader.columns.zones == ["Europe/Berlin"])
  }

  @Test("what is not asked for is not looked at") func unasked() throws {
    var reader = ScanColumnReader([], SampleQuery())
    #expect(reader.take(ColumnNames(), count: 1, Array("[1,2,3,5000,7,8,9]\n".utf8)) == nil)
    #expect(reader.columns.source == [0] && reader.columns.zone == [-1] && reader.columns.subject == [])
    #expect(reader.columns.sources == [SampleOrigin()])
  }

  @Test(
    "times of no calendar are refused",
    arguments: [
      "[253402300799999999,1,3,0,0,0,0]", "[-62135596800000001,1,3,0,0,0,0]", "[9223372036854775806,1,3,0,0,0,0]",
    ])
  func times(_ line: String) {
    var reader = ScanColumnReader([], SampleQuery())
    #expect(reader.take(ColumnNames(), count: 1, Array((line + "\n").utf8)) != nil)
  }

  /// Lines that are refused, for a scan from 0 to 100 with everything.
  static let faults = [
    "", "[]", "[1,2,3,0,0,-1,0]", "[1,2,3,0,0,-1,0,\"x\"]", "[1,2,3,0,0,-1,0,ID", "[1,2,3,0,0,-1,0,ID]x",
    "[1,2,x,0,0,-1,0,ID]",
    "[1,-2,3,0,0,-1,0,ID]", "[9223372036854775807,1,3,0,0,-1,0,ID]", "[-9223372036854775808,0,3,0,0,-1,0,ID]",
    "[9223372036854775808,0,3,0,0,-1,0,ID]", "[100,0,3,0,0,-1,0,ID]", "[-2,1,3,0,0,-1,0,ID]", "[1,2,3,1440,0,-1,0,ID]",
    "[1,2,3,0,1,-1,0,ID]", "[1,2,3,0,-1,-1,0,ID]", "[1,2,3,0,0,0,0,ID]", "[1,2,3,0,0,-2,0,ID]", "[1,2,3,0,0,-1,1,ID]",
    "[1,2,3,0,99999999999,-1,0,ID]", "[5,0,3,0,0,-1,0,ID]\n[4,0,3,0,0,-1,0,ID]",
    "[5,0,3,0,0,-1,0,ID]\n[5,0,3,0,0,-1,0,ID]",
    " [1,2,3,0,0,-1,0,ID]", "[1, 2,3,0,0,-1,0,ID]",
  ]

  @Test("lines that are not of the scan are refused", arguments: ColumnTests.faults) func refused(_ text: String) throws
  {
    var query = SampleQuery()
    (query.from, query.to) = (0, 100)
    var names = ColumnNames()
    names.origins = [SampleOrigin()]
    names.subjects = [nil]
    let id = "\"00000000-0000-0000-0000-000000000001\""
    let lines = text.replacing("ID", with: id) + "\n"
    var good = ScanColumnReader(Self.all, query)
    #expect(good.take(names, count: 1, Array("[1,2,3,0,0,-1,0,\(id)]\n".utf8)) == nil)
    var reader = ScanColumnReader(Self.all, query)
    #expect(reader.take(names, count: text.split(separator: "\n").count, Array(lines.utf8)) != nil)
  }
}
