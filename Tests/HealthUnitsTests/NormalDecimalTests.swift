import HealthModel
import SeededRandom
import Testing

/// A decimal that is read in the short way has the value that the grammar gives it, and the text that is written for it.
struct NormalDecimalTests {
  @Test(
    "decimals that the normal form writes so",
    arguments: ["0", "1", "-1", "0.5", "-0.001", "37.774929", "100", "999999999999999", "-12345.6789012345", "0.1"])
  func plain(_ text: String) throws {
    let value = try #require(read(text))
    #expect(value == Double(text))
    #expect(written(value) == text)
  }

  @Test(
    "other texts",
    arguments: [
      "", "-", ".", "-0", "0.0", "00", "01", "1.", ".5", "+1", "1.50", "0.0001", "1e3", "1.2.3", "1,5", "NaN", " 1",
      "1000000000000000", "0.1234567890123456",
    ])
  func other(_ text: String) {
    #expect(read(text) == nil)
  }

  @Test("random texts of digits, signs and points") func random() {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    var plain = 0
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 1...18, using: &random)).map { _ in
        Array("00123456789..-".utf8).randomElement(using: &random) ?? 0x30
      }
      guard let value = NormalDecimal.read(0..<bytes.count, in: bytes.span.bytes) else { continue }
      plain += 1
      let text = String(decoding: bytes, as: UTF8.self)
      let reading = DecimalParser.parse(0..<bytes.count, in: bytes.span.bytes)
      #expect(reading?.value == value && reading?.isInexact == false, "\(text), seed \(seed)")
      #expect(written(value) == text, "seed \(seed)")
    }
    #expect(plain > 1000, "seed \(seed)")
  }

  private func read(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return NormalDecimal.read(0..<bytes.count, in: bytes.span.bytes)
  }

  private func written(_ value: Double) -> String {
    var text: [UInt8] = []
    DecimalWriter.append(value, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
