import SeededRandom

/// Made-up texts and documents, the same for the same seed.
struct RandomText {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Scalars near which something changes: what JSON escapes, what `TextEscaping` makes visible, lengths of UTF-8.
  private static let edges: [UInt32] = [
    0, 0x1F, 0x22, 0x2F, 0x5C, 0x7E, 0x80, 0x9F, 0x61C, 0x7FF, 0x200B, 0x202E, 0xFEFF, 0xFFFF, 0xE0020, 0x10FFFE,
  ]

  /// A text of up to so many scalars.
  mutating func text(upTo count: Int) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...count, using: &random) {
      let edge = (Self.edges.randomElement(using: &random) ?? 0) &+ UInt32.random(in: 0...2, using: &random)
      let plain = UInt32.random(in: 0x61...0x7A, using: &random)
      if let scalar = Unicode.Scalar(Int.random(in: 0..<4, using: &random) == 0 ? edge : plain) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Bytes that are mostly parts of JSON.
  mutating func bytes() -> [UInt8] {
    let pieces = Array(#"{}[]:,"\ u0041-1.e+truefalsnull"#.utf8) + [0, 0x0A, 0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xFF]
    return (0..<Int.random(in: 0...40, using: &random)).map { _ in pieces.randomElement(using: &random) ?? 0 }
  }

  /// A document with up to three bytes changed, removed or doubled.
  mutating func damaged(_ document: [UInt8]) -> [UInt8] {
    var bytes = document
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(bytes[place], at: place)
      case 2: bytes[place] = self.bytes().first ?? 0
      default: bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
    }
    return bytes
  }

  /// So many of them at once.
  mutating func count(upTo most: Int) -> Int { Int.random(in: 0...most, using: &random) }

  /// A number that is finite.
  mutating func number() -> Double {
    let number = Double(bitPattern: random.next())
    return number.isFinite ? number : 0
  }

  /// A whole number.
  mutating func integer() -> Int64 { Int64(bitPattern: random.next()) >> Int64(count(upTo: 63)) }
}
