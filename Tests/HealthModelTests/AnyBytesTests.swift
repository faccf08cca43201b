import HealthModel
import SeededRandom
import Testing

/// Bytes of any make: nothing traps, and all readers of JSON say the same of them.
@Suite("JSON of any bytes") struct AnyBytesTests {
  @Test("damaged documents and random bytes") func anyBytes() {
    let seed = SeededGenerator.seed()
    var random = RandomText(seed: seed)
    let documents = SyntaxCase.all.map(\.bytes).filter { $0.count < 2_000 }
    for round in 0..<20_000 {
      let bytes = round % 4 == 0 ? random.bytes() : random.damaged(documents[round % documents.count])
      Self.agree(bytes, "SEED=\(seed), round \(round): \(bytes)")
    }
  }

  @Test("no part of a document is one", arguments: SyntaxCase.all.filter { $0.verdict == .accept })
  func truncated(_ row: SyntaxCase) throws {
    guard let first = row.bytes.first(where: { $0 > 0x20 }), first == 0x7B || first == 0x5B || first == 0x22 else {
      return
    }
    let last = try #require(row.bytes.lastIndex { $0 > 0x20 })
    for count in 0..<min(last, 300) { #expect(JSONSyntax.firstFault(in: Array(row.bytes[..<count])) != nil) }
  }

  @Test("documents are as lenient reading accepts them", arguments: SyntaxCase.all)
  func lenient(_ row: SyntaxCase) {
    #expect(Self.isAccepted(row.bytes, leniently: true) == (row.verdict != .refuse))
  }

  private static func agree(_ bytes: [UInt8], _ comment: Comment) {
    let fault = JSONSyntax.firstFault(in: bytes)
    if let fault {
      #expect(fault.span.lowerBound >= 0 && fault.span.lowerBound < max(1, bytes.count), comment)
    } else {
      #expect(Self.isAccepted(bytes, leniently: true), comment)
      #expect(String(validating: bytes, as: UTF8.self) != nil, comment)
    }
    // A number beyond a double is JSON and no value.
    let value = JSONValue(parsing: bytes)
    #expect(value == nil || fault == nil, comment)
    if value == nil, fault == nil { #expect(bytes.contains { $0 | 0x20 == UInt8(ascii: "e") }, comment) }
  }

  private static func isAccepted(_ bytes: [UInt8], leniently isLenient: Bool) -> Bool {
    var cursor = JSONCursor(end: bytes.count, longestString: Int.max, isLenient: isLenient)
    let span = bytes.span.bytes
    return (try? cursor.value(span, depth: 0)) != nil && cursor.isAtEnd(span)
  }
}
