import SeededRandom
import Testing

@testable import HealthCatalog

@Suite("Identifiers made of ids") struct NamingTests {
  /// An id with its names in the three styles.
  struct Row: Sendable, CustomTestStringConvertible {
    var id: String
    var camel: String
    var lowerCamel: String
    var upperCamel: String

    var testDescription: String { id }
  }

  private static let rows = [
    Row(id: "stepCount", camel: "stepCount", lowerCamel: "stepCount", upperCamel: "StepCount"),
    Row(
      id: "heartRateVariabilitySDNN", camel: "heartRateVariabilitySDNN", lowerCamel: "heartRateVariabilitySDNN",
      upperCamel: "HeartRateVariabilitySDNN"),
    Row(id: "vo2Max", camel: "vo2Max", lowerCamel: "vo2Max", upperCamel: "Vo2Max"),
    Row(id: "SWOLFScore", camel: "SWOLFScore", lowerCamel: "swolfScore", upperCamel: "SWOLFScore"),
    Row(
      id: "aa.study-2.grip_Strength", camel: "aaStudy2GripStrength", lowerCamel: "aaStudy2GripStrength",
      upperCamel: "AaStudy2GripStrength"),
    Row(id: "3d", camel: "_3d", lowerCamel: "_3d", upperCamel: "The3d"),
    Row(id: "_", camel: "_Value", lowerCamel: "_Value", upperCamel: "TheValue"),
  ]

  @Test("words are cut where letters change their case", arguments: rows) func styles(_ row: Row) {
    let words = IdentifierWords(row.id)
    #expect(words.camel == row.camel)
    #expect(words.lowerCamel == row.lowerCamel)
    #expect(words.upperCamel == row.upperCamel)
  }

  @Test("each id gets an identifier that no other has") func unique() {
    let seed = SeededGenerator.seed(of: "NamingTests")
    var random = SeededGenerator(seed: seed)
    let letters = Array("aAbB2._-".utf8)
    for _ in 0..<200 {
      let ids = Set(
        (0..<40).map { _ in
          String(
            decoding: (0..<Int.random(in: 1...5, using: &random)).map { _ in
              letters.randomElement(using: &random) ?? 0x61
            }, as: UTF8.self)
        }
      ).sorted()
      for style in [\IdentifierWords.camel, \.lowerCamel, \.upperCamel] {
        var table = NameTable(reserved: ["aB", "A_B", "AB"], suffix: "Value")
        let names = table.take(ids) { $0[keyPath: style] }
        #expect(Set(names).count == ids.count, "SEED=\(seed)")
        #expect(Set(names).isDisjoint(with: ["aB", "A_B", "AB"]), "SEED=\(seed)")
        #expect(names.allSatisfy(Self.isIdentifier), "\(names) SEED=\(seed)")
      }
    }
  }

  private static func isIdentifier(_ name: String) -> Bool {
    let isWord = name.utf8.allSatisfy { byte in
      byte == 0x5F || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
    return isWord && !(0x30...0x39).contains(name.utf8.first ?? 0x30)
  }
}
