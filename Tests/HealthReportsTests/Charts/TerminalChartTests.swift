import HealthModel
import HealthReports
import Testing

@Suite("Charts in the terminal") struct TerminalChartTests {
  @Test("a drawing is what was recorded", arguments: MadeUpChart.all.map(\.name)) func golden(_ name: String) throws {
    let data = try #require(MadeUpChart.all.first { $0.name == name }?.data)
    let text =
      TerminalChart(width: 80).text(data) + "\n" + TerminalChart(width: 60, usesUnicode: false).text(data)
    try ChartGolden.check(text, name + ".txt")
  }

  @Test("no line is longer than the terminal is wide", arguments: [40, 60, 80, 132, 400]) func width(_ width: Int) {
    for (name, data) in MadeUpChart.all {
      let lines = TerminalChart(width: width).text(data).split(separator: "\n")
      for line in lines.dropFirst() { #expect(line.count <= width, "\(name): \(line)") }
      #expect(lines.count > 1)
    }
  }

  @Test("without Unicode a drawing is ASCII") func ascii() {
    for (name, data) in MadeUpChart.all {
      let text = TerminalChart(usesUnicode: false).text(data)
      #expect(text.utf8.allSatisfy { $0 < 0x80 }, "\(name)")
    }
  }

  @Test("intervals that do not fit are put together, and the drawing says so") func joined() {
    let text = TerminalChart(width: 80).text(MadeUpChart.years)
    #expect(text.split(separator: "\n").first?.hasSuffix("intervals in a column") == true)
    #expect(!TerminalChart(width: 80).text(MadeUpChart.steps).contains("in a column"))
  }

  @Test("what is more than nothing can be seen") func small() {
    let data = ChartData(
      title: "x", caption: "", unit: "", form: .bars, edges: MadeUpChart.edges(2, each: Instant.day),
      series: [ChartData.Series(name: "", values: [ChartData.Value(0.001), ChartData.Value(1000)])],
      clock: ChartClock())
    #expect(TerminalChart().text(data).contains("┤") && TerminalChart().text(data).contains("▁"))
  }
}
