import HealthModel
import Testing

/// Arrays that begin with arrays are refused without entering each: the place is that of the first too deep all the same.
@Suite("Depth of JSON") struct DepthTests {
  @Test("the first array or object beyond 64 is at fault, and nothing else", arguments: 60...70)
  func place(depth: Int) throws {
    for isClosed in [true, false] {
      for opening in ["[", "[ ", "[[", "{\"a\":", "[{\"a\":[["] {
        let beginning = String(repeating: opening, count: depth)
        let levels = beginning.enumerated().filter { $0.element == "[" || $0.element == "{" }
        for count in [depth, 64, 65] where count <= levels.count {
          let end = count < levels.count ? levels[count].offset : beginning.count
          let text = Array(beginning.utf8.prefix(end))
          let closing = text.reversed().compactMap {
            $0 == UInt8(ascii: "[") ? "]" : $0 == UInt8(ascii: "{") ? "}" : nil
          }
          let isObjectLast = closing.first == "}"
          let document = text + Array(((isObjectLast ? "1" : "") + (isClosed ? closing.joined() : "")).utf8)
          let fault = JSONSyntax.firstFault(in: document)
          if count > 64 {
            #expect(fault?.code == .nesting)
            #expect(fault?.span.lowerBound == levels[64].offset)
          } else {
            #expect((fault == nil) == isClosed)
            #expect(fault?.code != .nesting)
          }
        }
      }
    }
  }
}
