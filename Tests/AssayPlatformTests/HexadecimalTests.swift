import AssayPlatform
import SeededRandom
import Testing

struct HexadecimalTests {
  @Test("every byte is a digit as `Character` knows it, or none") func digits() {
    for byte in UInt8.min ... .max {
      let known = byte < 0x80 ? Character(Unicode.Scalar(byte)).hexDigitValue : nil
      #expect(Hexadecimal.value(byte).map(Int.init) == known)
      let isLower = !(0x41...0x46).contains(byte)
      #expect(Hexadecimal.value(byte, lowerCaseOnly: true).map(Int.init) == (isLower ? known : nil))
    }
  }

  @Test("numbers and bytes come back as they were written") func roundTrips() throws {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    for _ in 0..<1000 {
      let number = UInt64.random(in: 0 ... .max, using: &random) >> UInt64.random(in: 0..<64, using: &random)
      var text: [UInt8] = []
      Hexadecimal.append(number, to: &text)
      #expect(text.count == 16 && UInt64(String(decoding: text, as: UTF8.self), radix: 16) == number)
      #expect(Hexadecimal.number(0..<16, in: text, lowerCaseOnly: true) == number)
      let bytes = (0..<Int.random(in: 0...20, using: &random)).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
      #expect(Hexadecimal.bytes(of: Hexadecimal.text(of: bytes)) == bytes)
    }
  }

  @Test(arguments: ["0", "0g", "0x", " 0", "00 ", "\u{FF10}0"]) func refused(_ text: String) {
    #expect(Hexadecimal.bytes(of: text) == nil)
  }

  @Test("a number has 1 to 16 digits, inside of the bytes") func ranges() {
    let digits = Array("0123456789abcdefA".utf8)
    for range in [0..<0, 0..<17, 10..<18] { #expect(Hexadecimal.number(range, in: digits) == nil) }
    #expect(Hexadecimal.number(16..<17, in: digits) == 10)
    #expect(Hexadecimal.number(16..<17, in: digits, lowerCaseOnly: true) == nil)
  }
}
