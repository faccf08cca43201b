import HealthModel
import SeededRandom
import Testing

/// Columns are counted eight bytes at a time; they are the scalars after the last line feed of a text.
@Suite("The extent of a text") struct TextExtentTests {
  @Test("columns are scalars, wherever the text begins and ends") func columns() {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    let scalars = ["a", "\u{7F}", "\u{80}", "é", "\u{7FF}", "€", "\u{FFFD}", "\u{1F600}", "\n", "\u{C0}"]
    for _ in 0..<2000 {
      var texts: [String] = []
      for _ in 0..<3 {
        texts.append(
          (0..<Int.random(in: 0...20, using: &random)).map { _ in scalars.randomElement(using: &random) ?? "a" }
            .joined())
      }
      let bytes = Array(texts.joined().utf8)
      let start = texts[0].utf8.count
      let extent = TextExtent(of: start..<start + texts[1].utf8.count, in: bytes.span.bytes)
      let lines = texts[1].unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(extent.lineFeeds == lines.count - 1, "SEED=\(seed)")
      #expect(extent.columns == lines.last?.count, "SEED=\(seed)")
    }
  }
}
