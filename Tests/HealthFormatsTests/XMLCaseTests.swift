import HealthModel
import Testing

@testable import HealthFormats

@Suite("XML cases")
struct XMLCaseTests {
  static let cases = DocumentCase.rows(of: "xml/cases.tsv")

  @Test("the file of cases is there")
  func count() {
    #expect(Self.cases.count >= 186)
    #expect(Set(Self.cases.map(\.name)).count == Self.cases.count)
  }

  @Test("each document is accepted, refused in part, or broken, as its row says", arguments: XMLCaseTests.cases)
  func verdict(_ row: DocumentCase) throws {
    let parts = row.verdict.split(separator: ":").map(String.init)
    try #require(parts.count == 2)
    // Small chunks and one chunk: the verdict is the document's, not the reader's buffer's.
    for size in [64, 1 << 20] {
      let export = ReadExport(row.bytes, chunk: size)
      #expect(export.error == nil)
      switch parts[0] {
      case "accept":
        #expect(!export.isBroken, "\(export.records)")
        #expect(export.samples.count == Int(parts[1]), "\(export.records)")
        #expect(export.records.allSatisfy { $0.problems.isEmpty }, "\(export.records)")
      case "refuse":
        #expect(!export.isBroken, "\(export.records)")
        let refused = export.records.filter { !$0.problems.isEmpty }
        #expect(refused.count == 1, "\(export.records)")
        #expect(refused.first?.kind == "sample")
        #expect(refused.first?.codes.first == parts[1], "\(export.records)")
        #expect(export.records.last?.samples.first?["type"] == "last", "\(export.records)")
      case "broken":
        #expect(export.isBroken)
        #expect(export.records.last?.codes == [parts[1]], "\(export.records)")
        #expect(export.records.dropLast().allSatisfy { $0.problems.isEmpty }, "\(export.records)")
      default: Issue.record("unknown verdict \(row.verdict)")
      }
    }
  }
}
