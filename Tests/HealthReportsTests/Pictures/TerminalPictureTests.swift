import HealthReports
import SeededRandom
import Testing

@Suite("Pictures in the terminal") struct TerminalPictureTests {
  private static let names = MadeUpPicture.all.map(\.name)

  @Test("no line is longer than the terminal, and without Unicode all is ASCII", arguments: names)
  func width(_ name: String) throws {
    let picture = try #require(MadeUpPicture.all.first { $0.name == name }?.picture)
    for width in [40, 60, 80, 200] {
      let text = TerminalPicture(width: width, usesUnicode: false).text(picture)
      #expect(text.utf8.allSatisfy { $0 < 0x80 })
      // Captions are as long as they are; all that is drawn fits.
      let lines = text.split(separator: "\n").filter { $0.contains("|") || $0.contains("+") }
      #expect(lines.allSatisfy { $0.count <= max(width, 80) })
      #expect(!text.contains(" \n"))
    }
  }

  @Test("the dots of a line are at the heights of its numbers") func dots() throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    for turn in 0..<100 {
      let name: Comment = "SEED=\(seed) turn \(turn)"
      let count = Int.random(in: 2...300, using: &random)
      let values = (0..<count).map { _ in Double.random(in: -5...20, using: &random) }
      let lines = LinesPicture(
        places: (0..<count).map { Double($0) }, isTimed: true,
        columns: [LinesPicture.Column(name: "x", unit: "", values: values)])
      let text = TerminalPicture(width: 100).text(SamplePicture(title: "x", period: "", form: .lines(lines)))
      let rows = text.split(separator: "\n").filter { $0.contains("│") || $0.contains("┤") }
      try #require(rows.count == 8, name)
      let labels = rows.map { row in Double(String(row.prefix { $0 != "│" && $0 != "┤" }.filter { $0 != " " })) }
      let (high, low) = (try #require(labels[0], name), try #require(labels[7], name))
      let cells = rows.map { row in Array(row.drop { $0 != "│" && $0 != "┤" }.dropFirst()) }
      let margin = rows[0].prefix { $0 != "│" && $0 != "┤" }.count
      let width = (100 - margin - 1) * 2
      for (index, value) in values.enumerated() {
        let x = Int((Double(index) / Double(count - 1) * Double(width - 1)).rounded())
        let y = Int(((high - value) / (high - low) * 31).rounded())
        #expect(Self.isSet(cells, x, y), "\(name): \(value) at \(index) in\n\(text)")
      }
    }
  }

  /// Whether a dot is set, by Unicode's numbering of braille dots.
  private static func isSet(_ cells: [[Character]], _ x: Int, _ y: Int) -> Bool {
    guard cells.indices.contains(y / 4), cells[y / 4].indices.contains(x / 2),
      let scalar = cells[y / 4][x / 2].unicodeScalars.first, (0x2800...0x28FF).contains(scalar.value)
    else { return false }
    let bit = [[0, 3], [1, 4], [2, 5], [6, 7]][y % 4][x % 2]
    return scalar.value >> UInt32(bit) & 1 == 1
  }
}
