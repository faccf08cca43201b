import SeededRandom
import Testing

@testable import HealthReports

/// What millimeter paper shows must be the voltages, read back from the shapes themselves.
@Suite("Drawn strips") struct DrawnStripTests {
  private static let left = 12.0
  private static let right = 262.0

  /// A strip of random voltages.
  private static func voltages(_ count: Int, size: Double, gaps: Double, _ random: inout SeededGenerator) -> [Double] {
    var level = 0.0
    return (0..<count).map { _ in
      level = level * 0.95 + Double.random(in: -0.2...0.2, using: &random)
      if Double.random(in: 0..<1, using: &random) < gaps { return .nan }
      return (level + (Int.random(in: 0..<200, using: &random) == 0 ? 1.5 : 0)) * size
    }
  }

  private static func drawing(_ millivolts: [Double], rate: Double) throws -> (text: String, drawn: DrawnPicture) {
    let strip = try #require(
      StripPlot(leads: [StripPlot.Lead(name: "voltage", millivolts: millivolts)], rate: rate))
    let text = SVGSamplePlot.document([SamplePlot(title: "strip", period: "", form: .strip(strip))])
    return (text, DrawnPicture(text))
  }

  @Test("a half minute at 512 Hz has three rows of ten seconds, and all of its 15,360 points") func usual() throws {
    var random = SeededGenerator(seed: 512)
    let values = Self.voltages(15_360, size: 1, gaps: 0, &random)
    let (text, drawn) = try Self.drawing(values, rate: 512)
    #expect(drawn.strokes("fine").count == 3)
    // The points at 10 s and at 20 s end one row and begin the next.
    #expect(drawn.ways("curve").map(\.count) == [5121, 5121, 5120])
    #expect(text.contains(">voltage, 25 mm/s, 10 mm/mV<"))
    #expect(drawn.words.map(\.text).filter { $0.hasSuffix(" s") } == ["10 s", "20 s"])
  }

  @Test("a square of the paper is 1 mm, a bold one 5 mm, a second 25 mm") func paper() throws {
    let (text, drawn) = try Self.drawing([0, 1, -0.4, 0.2], rate: 250)
    #expect(text.contains("width=\"274mm\"") && text.contains("viewBox=\"0 0 274 "))
    let fine = try #require(drawn.strokes("fine").first)
    let bold = try #require(drawn.strokes("bold").first)
    let columns = (fine.verticals + bold.verticals).map(\.x).sorted()
    #expect(columns.first == Self.left && columns.last == Self.right && columns.count == 251)
    #expect(zip(columns, columns.dropFirst()).allSatisfy { abs($1 - $0 - 1) < 1e-9 })
    #expect(zip(bold.verticals, bold.verticals.dropFirst()).allSatisfy { abs($1.x - $0.x - 5) < 1e-9 })
    let rows = (fine.horizontals + bold.horizontals).map(\.y).sorted()
    #expect(zip(rows, rows.dropFirst()).allSatisfy { abs($1 - $0 - 1) < 1e-9 })
    #expect(zip(bold.horizontals, bold.horizontals.dropFirst()).allSatisfy { abs($1.y - $0.y - 5) < 1e-9 })
    #expect((fine.horizontals + bold.horizontals).allSatisfy { $0.from == Self.left && $0.to == Self.right })
  }

  @Test("every voltage is at its second and at its height, inside the paper, whatever the rate") func points() throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    for turn in 0..<16 {
      let rates: [Double] = [10, 12.5, 100, 256, 500, 512, 999.5]
      let rate = rates.randomElement(using: &random) ?? 512
      let count = Int.random(in: 1...15_360, using: &random)
      let sizes: [Double] = [0.001, 0.3, 1, 2, 40, 1e6]
      let size = sizes.randomElement(using: &random) ?? 1
      let values = Self.voltages(count, size: size, gaps: turn % 3 == 0 ? 0.05 : 0, &random)
      guard values.contains(where: { !$0.isNaN }), Double(count) / rate <= 600 else { continue }
      try Self.check(values, rate: rate, "SEED=\(seed) turn \(turn): \(count) at \(rate) Hz")
    }
  }

  private static func check(_ values: [Double], rate: Double, _ name: Comment) throws {
    let (_, drawn) = try drawing(values, rate: rate)
    let rows = drawn.strokes("bold")
    let last = Double(values.count - 1) / rate
    try #require(rows.count == max(1, Int((last / 10 - 1e-9).rounded(.up))), name)
    let scale = try #require(drawn.words.first { $0.text.hasSuffix(" mm/mV") }?.text, name)
    let gain = try #require(scale.split(separator: " ").dropLast().last.flatMap { Double(String($0)) }, name)
    // What should be drawn, row by row, gaps and single points apart.
    let places = (drawn.ways("curve").joined() + drawn.circles("curve")).sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    var expected: [DrawnPicture.Place] = []
    for (row, paper) in rows.enumerated() {
      let (top, bottom) = (paper.verticals[0].from, paper.verticals[0].to)
      // 0 mV is on a bold line, if it is on the paper; the first voltage of the row says which.
      let start = Double(row) * 10
      let indices = values.indices.filter {
        Double($0) / rate >= start - 1e-6 && Double($0) / rate <= start + 10 + 1e-6 && !values[$0].isNaN
      }
      let inside = places.filter { $0.y >= top - 0.01 && $0.y <= bottom + 0.01 }
      try #require(inside.count == indices.count, name)
      #expect(inside.allSatisfy { $0.x >= left && $0.x <= right }, name)
      guard let lowest = inside.map(\.y).max(), let least = indices.map({ values[$0] }).min() else { continue }
      let zero = ((lowest + least * gain - top) / 5).rounded() * 5 + top
      try #require(abs(zero - (lowest + least * gain)) < 0.02, name)
      expected += indices.map {
        DrawnPicture.Place(x: left + (Double($0) / rate - start) * 25, y: zero - values[$0] * gain)
      }
    }
    try #require(places.count == expected.count, name)
    // Printed to a hundredth of a millimeter.
    let drawnSet = Dictionary(grouping: places) { Int(($0.x * 2).rounded()) }
    for place in expected {
      let near = (-1...1).flatMap { drawnSet[Int((place.x * 2).rounded()) + $0] ?? [] }
      try #require(near.contains { abs($0.x - place.x) < 0.011 && abs($0.y - place.y) < 0.011 }, "\(name) at \(place)")
    }
  }

  @Test(
    "what is no curve on paper is no strip",
    arguments: [([Double.nan], 512), ([], 512), ([1, 2], 9), ([1, 2], 0), ([1], .nan)] as [([Double], Double)])
  func refused(_ values: [Double], _ rate: Double) {
    #expect(StripPlot(leads: [StripPlot.Lead(name: "x", millivolts: values)], rate: rate) == nil)
  }

  @Test("more than ten minutes are no strip") func tooLong() {
    let lead = StripPlot.Lead(name: "x", millivolts: Array(repeating: 0, count: 6001))
    #expect(StripPlot(leads: [lead], rate: 10) == nil)
    #expect(StripPlot(leads: [lead], rate: 10.01) != nil)
  }

  @Test("voltages that would need a page for each row are drawn lower, and the picture says so") func gain() throws {
    for (most, gain) in [(14.9, "10"), (15.1, "5"), (31.0, "2.5"), (70, "1"), (150.5, "0.5")] {
      let (text, _) = try Self.drawing([0, most], rate: 100)
      #expect(text.contains(">voltage, 25 mm/s, \(gain) mm/mV<"), "\(most) mV")
    }
  }
}
