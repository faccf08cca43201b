import HealthReports
import SeededRandom
import Testing

/// What a drawing shows must be the values, read back from the characters and shapes themselves.
@Suite("Drawn values") struct DrawnValueTests {
  @Test("in the terminal every value is inside the axis and drawn at its height, to a part of a cell")
  func terminal() throws {
    let seed = SeededGenerator.seed()
    var charts = RandomChart(seed: seed)
    for turn in 0..<300 { try Self.checkTerminal(charts.next(), "SEED=\(seed) chart \(turn)") }
  }

  @Test("in a picture every value is inside the axis and drawn at its height, to the printed decimals")
  func picture() throws {
    let seed = SeededGenerator.seed()
    var charts = RandomChart(seed: seed)
    for turn in 0..<300 { try Self.checkPicture(charts.next(), "SEED=\(seed) chart \(turn)") }
  }

  @Test("with many series each has a plot of its own, on one axis, in which every value is drawn at its height")
  func panels() throws {
    let seed = SeededGenerator.seed()
    var charts = RandomChart(seed: seed)
    for (turn, count) in [8, 18, 40, 60, 61, 200].enumerated() {
      let chart = charts.next(series: count...count)
      let name: Comment = "SEED=\(seed) chart \(turn)"
      let text = SVGChart.document([chart])
      let drawn = try DrawnSVGChart.panels(text, form: chart.form)
      try #require(drawn.count == min(count, SVGChart.seriesLimit), name)
      #expect(text.contains("60 of \(count) series") == (count > 60), name)
      for (number, panel) in drawn.enumerated() {
        var single = chart
        single.series = [chart.series[number]]
        #expect(panel.axis == drawn[0].axis, name)
        if !Self.isEmpty(single) { try Self.check(panel, single, name) }
      }
      // No plot begins before the one above it or beside it ends.
      for (first, second) in zip(drawn, drawn.dropFirst()) {
        #expect(second.left > first.right || second.top > first.bottom, name)
      }
    }
  }

  @Test("charts as they are met in life are drawn at their heights", arguments: MadeUpChart.all.map(\.name))
  func madeUp(_ name: String) throws {
    guard let data = MadeUpChart.all.first(where: { $0.name == name })?.data, !data.series.isEmpty else { return }
    try Self.checkTerminal(data, Comment(rawValue: name))
    try Self.checkPicture(data, Comment(rawValue: name))
  }

  private static func isEmpty(_ data: ChartData) -> Bool {
    data.series.allSatisfy { $0.values.allSatisfy { $0 == nil } }
  }

  private static func checkTerminal(_ data: ChartData, _ name: Comment) throws {
    let text = TerminalChart(width: 80).text(data)
    guard !isEmpty(data) else { return #expect(text.hasSuffix("no data\n"), name) }
    let drawn = try DrawnTerminalChart(text, form: data.form, intervals: data.edges.count - 1)
    let span = drawn.axis.upperBound - drawn.axis.lowerBound
    try #require(drawn.heights.count == data.series.count, name)
    for series in data.series.indices {
      let expected = data.expected(series, joining: drawn.factor)
      try #require(drawn.heights[series].count == expected.count, name)
      for (value, height) in zip(expected, drawn.heights[series]) {
        guard let value else {
          #expect(height == nil, name)
          continue
        }
        try #require(value >= drawn.axis.lowerBound - span * 1e-9 && value <= drawn.axis.upperBound + span * 1e-9, name)
        let place = (value - drawn.axis.lowerBound) / span * Double(drawn.lines)
        let zero = (0 - drawn.axis.lowerBound) / span * Double(drawn.lines)
        // A bar of zero has no cell; bars that hang have halves of a cell, marks have whole ones.
        if data.form == .bars, value == 0 {
          #expect(height == nil, name)
        } else {
          let rises = value > 0 && zero < Double(drawn.lines) - 1e-6
          let resolution = data.form == .bars && rises ? 0.125 : 0.5
          try #require(abs((height ?? zero) - place) <= resolution + 1e-6, "\(name): \(value) in\n\(text)")
          #expect(height != nil, name)
        }
      }
    }
  }

  private static func checkPicture(_ data: ChartData, _ name: Comment) throws {
    let text = SVGChart.document([data])
    guard !isEmpty(data) else { return #expect(text.contains("no data"), name) }
    try check(DrawnSVGChart(text, form: data.form), data, name)
  }

  private static func check(_ drawn: DrawnSVGChart, _ data: ChartData, _ name: Comment) throws {
    let count = Double(data.edges.count - 1)
    let width = (drawn.right - drawn.left) / count * Double(drawn.factor)
    var shapes: [Int: [DrawnSVGChart.Shape]] = [:]
    // Half a decimal of a pixel is lost where a shape's place is printed, and at each end of the axis.
    for shape in drawn.shapes { shapes[Int((shape.x - drawn.left + 0.15) / width), default: []].append(shape) }
    let span = drawn.axis.upperBound - drawn.axis.lowerBound
    let expected = data.series.indices.map { data.expected($0, joining: drawn.factor) }
    for values in expected {
      for (index, value) in values.enumerated() {
        guard let value else { continue }
        try #require(value >= drawn.axis.lowerBound - span * 1e-9 && value <= drawn.axis.upperBound + span * 1e-9, name)
        let ends = data.form == .bars ? [value, 0].map(drawn.y).sorted() : [drawn.y(value), drawn.y(value)]
        // A decimal of a pixel in each of: both ends of the axis, the top, the height.
        let isDrawn = shapes[index]?.contains { abs($0.top - ends[0]) <= 0.2 && abs($0.bottom - ends[1]) <= 0.2 }
        try #require(isDrawn == true, "\(name): \(value) at \(index) should be at \(ends)")
      }
    }
    // Nothing is drawn where there is no value.
    for index in shapes.keys { #expect(expected.contains { $0[index] != nil }, name) }
  }
}
