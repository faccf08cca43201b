import HealthModel
import Testing

@testable import HealthFormats

@Suite("Limits of exports")
struct LimitTests {
  /// A record with an attribute so long that the record has so many bytes, and one behind it.
  private func document(tag count: Int) -> String {
    let head = "<Record type=\"a\" "
    // Blanks, so that only the tag is long and no value.
    return head + String(repeating: " ", count: count - head.utf8.count - 2) + "/>" + "<Record type=\"last\"/>"
  }

  private func codes(_ body: String) -> [[String]] {
    let export = ReadExport.document(body)
    #expect(!export.isBroken)
    #expect(export.records.last?.samples.first?["type"] == "last")
    return export.records.dropLast().map(\.codes)
  }

  @Test("a tag of 1 MiB passes, a byte more does not")
  func tag() {
    #expect(codes(document(tag: (1 << 20) - 1)) == [[]])
    #expect(codes(document(tag: 1 << 20)) == [[]])
    #expect(codes(document(tag: (1 << 20) + 1)) == [["line-too-long"]])
  }

  @Test("a value of 64 KiB passes, a byte more does not", arguments: [(0, false), (1, true)])
  func value(_ extra: Int, _ isRefused: Bool) {
    let text = String(repeating: "x", count: 64 * 1024 + extra)
    #expect(codes("<Record value=\"\(text)\"/><Record type=\"last\"/>") == [isRefused ? ["string-too-long"] : []])
  }

  @Test("256 metadata keys pass, one more does not", arguments: [(256, false), (257, true)])
  func metadata(_ count: Int, _ isRefused: Bool) {
    let entries = (0..<count).map { "<MetadataEntry key=\"k\($0)\" value=\"\"/>" }.joined()
    let expected = [isRefused ? ["object-too-large"] : []]
    #expect(codes("<Record>\(entries)</Record><Record type=\"last\"/>") == expected)
    #expect(codes("<Correlation>\(entries)</Correlation><Record type=\"last\"/>") == expected)
  }

  @Test("10,000 members pass, one more does not", arguments: [(10_000, false), (10_001, true)])
  func members(_ count: Int, _ isRefused: Bool) {
    let members = String(repeating: "<Record/>", count: count)
    let export = ReadExport.document("<Correlation>\(members)</Correlation>")
    #expect(export.records.map(\.codes) == [isRefused ? ["object-too-large"] : []])
    #expect(export.records.first?.samples.count == 10_001)
    #expect(export.elements["Record"] == count)
  }

  @Test("a DOCTYPE of 256 KiB is passed over; behind that the root is looked for inside it")
  func documentType() {
    let limit = XMLProlog.maximumDocumentType
    for extra in [-1, 0, 1] {
      let head = "<!DOCTYPE HealthData [<!--"
      let text = head + String(repeating: "x", count: limit + extra - head.utf8.count - 5) + "-->]>"
      let export = ReadExport(Array((text + "<HealthData><Record/></HealthData>").utf8))
      #expect(export.isBroken == (extra > 0), "\(extra)")
      #expect(export.samples.count == (extra > 0 ? 0 : 1))
    }
  }

  @Test("a comment of 1 MiB before the root is passed over, a longer one is not", arguments: [(0, false), (1, true)])
  func comment(_ extra: Int, _ isRefused: Bool) {
    let text = "<!--" + String(repeating: "x", count: XMLProlog.maximumMarkup - 7 + extra) + "-->"
    let export = ReadExport(Array((text + "<HealthData><Record/></HealthData>").utf8))
    #expect(export.isBroken == isRefused)
  }

  @Test("more than 1 MiB behind the root is content that does not belong there")
  func epilogue() {
    let blanks = [UInt8](repeating: 0x20, count: (1 << 20) + 1)
    let document = Array("<HealthData><Record/></HealthData>".utf8)
    #expect(!ReadExport(document + blanks.dropLast()).isBroken)
    #expect(ReadExport(document + blanks).records.last?.codes == ["xml-syntax"])
  }

  @Test("problems of one record are kept to a few")
  func problems() {
    let text = String(repeating: "\u{1}", count: 1000)
    #expect(codes("<Record value=\"\(text)\"/><Record type=\"last\"/>").first?.count == 16)
  }

  @Test("names that exports do not have are counted, but not without end")
  func names() {
    let elements = (0..<1000).map { "<N\($0)/>" }.joined()
    let export = ReadExport.document(elements)
    #expect(export.elements.values.reduce(0, +) == 1001)
    #expect(export.elements.count < 300)
  }
}
