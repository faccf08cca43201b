import HealthModel
import SeededRandom
import Testing

@testable import HealthCatalog

@Suite("Text of definitions in code") struct CodeTextTests {
  private static let seed = SeededGenerator.seed(of: "CodeTextTests")

  /// Texts of what could end a comment or string, begin another, or be seen as what it is not.
  private static let texts: [String] = {
    var random = SeededGenerator(seed: seed)
    let parts = [
      "*/", "/*", "*", "/", "\"", "\"\"\"", "'", "\\", "\\(", "$", "${x}", "#", "//", "\n", "\r", "\t", "\u{0}", "`",
      "\u{2028}", "\u{2029}", "\u{202E}", "\u{FEFF}", "/\u{301}", "*\u{301}", "\u{1F600}", "é", "type: ignore", "@x",
    ]
    return (0..<2_000).map { _ in
      (0..<Int.random(in: 0...8, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    }
  }()

  @Test("a string ends at its end and is one line") func literals() {
    for text in Self.texts {
      let literal = Array(CodeNames.literal(text).unicodeScalars)
      #expect(literal.first == "\"" && literal.last == "\"" && literal.count > 1, "\(text) SEED=\(Self.seed)")
      var isEscaped = false
      for scalar in literal.dropFirst().dropLast() {
        #expect(TextEscaping.isHarmless(scalar), "\(text) SEED=\(Self.seed)")
        if isEscaped {
          isEscaped = false
        } else {
          #expect(scalar != "\"", "\(text) SEED=\(Self.seed)")
          isEscaped = scalar == "\\"
        }
      }
      #expect(!isEscaped, "\(text) SEED=\(Self.seed)")
    }
  }

  @Test("a comment is one line, ends at its end, and does not begin with a directive") func comments() {
    for text in Self.texts {
      let scalars = Array(CodeNames.comment("id", text).unicodeScalars)
      #expect(scalars.starts(with: "`id`: ".unicodeScalars))
      #expect(scalars.allSatisfy(TextEscaping.isHarmless), "\(text) SEED=\(Self.seed)")
      for (left, right) in zip(scalars, scalars.dropFirst()) {
        #expect(!(left == "*" && right == "/") && !(left == "/" && right == "*"), "\(text) SEED=\(Self.seed)")
      }
    }
  }
}
