import HealthModel
import Testing

/// The grammar and the limits, document by document.
@Suite("JSON syntax cases") struct SyntaxTests {
  @Test("the file of cases is there") func count() {
    #expect(SyntaxCase.all.count > 260)
    #expect(Set(SyntaxCase.all.map(\.name)).count == SyntaxCase.all.count)
  }

  @Test("each document is accepted or refused as its row says", arguments: SyntaxCase.all)
  func verdict(_ row: SyntaxCase) {
    #expect((JSONSyntax.firstFault(in: row.bytes) == nil) == (row.verdict == .accept))
  }

  @Test("a fault points into the document", arguments: SyntaxCase.all.filter { $0.verdict != .accept })
  func place(_ row: SyntaxCase) throws {
    let fault = try #require(JSONSyntax.firstFault(in: row.bytes))
    #expect(fault.span.lowerBound >= 0)
    #expect(fault.span.lowerBound < max(1, row.bytes.count))
  }
}
