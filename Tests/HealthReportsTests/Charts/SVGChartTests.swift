import HealthModel
import Testing

@testable import HealthReports

@Suite("Charts as SVG") struct SVGChartTests {
  @Test("a picture is what was recorded", arguments: MadeUpChart.all.map(\.name)) func golden(_ name: String) throws {
    let data = try #require(MadeUpChart.all.first { $0.name == name }?.data)
    try ChartGolden.check(SVGChart.document([data]), name + ".svg")
  }

  @Test("a picture is well-formed and needs nothing from elsewhere", arguments: MadeUpChart.all.map(\.name))
  func wellFormed(_ name: String) throws {
    let data = try #require(MadeUpChart.all.first { $0.name == name }?.data)
    let text = SVGChart.document([data])
    let shape = try XMLShape(text)
    #expect(shape.elements.first?.name == "svg")
    let names = Set(shape.elements.map(\.name))
    #expect(names.isSubset(of: ["svg", "g", "title", "text", "path", "rect", "circle"]))
    #expect(shape.elements.allSatisfy { !$0.attributes.keys.contains { $0.hasPrefix("on") || $0.contains("href") } })
    #expect(!text.contains("nan") && !text.contains("inf"))
  }

  @Test("every shape lies within the picture") func within() throws {
    for (name, data) in MadeUpChart.all {
      for shape in try XMLShape(SVGChart.document([data])).all("rect") {
        let place = ["x", "y", "width", "height"].compactMap { shape.attributes[$0].flatMap(Double.init) }
        try #require(place.count == 4)
        #expect(place.allSatisfy { $0 >= 0 }, "\(name)")
        #expect(place[0] + place[2] <= 961 && place[1] + place[3] <= 360, "\(name) \(place)")
      }
    }
  }

  @Test("an interval without data has no bar") func gaps() throws {
    let shape = try XMLShape(SVGChart.document([MadeUpChart.steps]))
    #expect(shape.all("rect").count == 27)
  }

  @Test("a line is broken where there is no data") func brokenLine() throws {
    let shape = try XMLShape(SVGChart.document([MadeUpChart.heart]))
    let line = try #require(shape.all("path").first { $0.attributes["stroke-width"] == "1.5" }?.attributes["d"])
    // 8 and 9, 25 and 42 are missing.
    #expect(line.count { $0 == "M" } == 4)
    #expect(line.count { $0 == "L" } == 40)
    #expect(shape.all("circle").count == 44)
  }

  @Test("charts stand one below the other") func several() throws {
    let text = SVGChart.document([MadeUpChart.steps, MadeUpChart.heart])
    let shape = try XMLShape(text)
    #expect(shape.elements.first?.attributes["height"] == "720")
    #expect(text.contains("translate(0 360)"))
  }

  @Test("each person has a stack, whose stages are on top of each other in front of the time in bed")
  func stacks() throws {
    let data = MadeUpChart.nights
    let text = SVGChart.document([data])
    try ChartGolden.check(text, "nights.svg")
    let bars = try XMLShape(text).all("rect").map(\.attributes).filter { $0["width"] != "10" }
    #expect(bars.count == 6 * 7)
    for (number, series) in data.series.enumerated() where !series.isFrame {
      let below = data.series[..<number].filter { !$0.isFrame && $0.group == series.group }
      for night in 0..<7 {
        let sum = below.reduce(0) { $0 + ($1.values[night]?.value ?? 0) }
        #expect(data.base(night, of: number) == sum)
      }
    }
    // The most are the 9 hours in bed and the stages of a night, which share the axis.
    #expect(data.scale(steps: 3).maximum == 10)
    for name in ["P01", "P02", "inBed", "awake", "core", "deep"] { #expect(text.contains(">\(name)<")) }
    var one = data
    one.series = data.series.filter { $0.group == "P01" }
    one.subject = "P01"
    let single = SVGChart.document([one])
    #expect(single.contains(">sleepAnalysis of P01: duration by day<"))
    #expect(single.contains("height=\"\(SVGChart.height)\""))
    #expect(try XMLShape(single).all("rect").filter { $0.attributes["width"] == "10" }.count == 4)
  }

  @Test("names from outside are texts, not marks") func foreign() {
    let text = SVGChart.document([MadeUpChart.sources])
    #expect(!text.contains("<b>"))
    #expect(!text.contains("\u{1B}"))
    #expect(text.contains("&lt;b&gt;&quot;R&amp;D&quot;\\u{1B}[31m phone"))
  }

  @Test("each series is named, and no color is used twice in a plot", arguments: [2, 7, 8, 18, 40, 60])
  func manySeries(_ count: Int) throws {
    var data = MadeUpChart.sources
    data.series = (0..<count).map {
      ChartData.Series(name: "\($0) is a source with a long name", values: [ChartData.Value(1)])
    }
    let text = SVGChart.document([data, MadeUpChart.steps])
    let shape = try XMLShape(text)
    for number in 0..<count { #expect(text.contains(">\(number) is a source with a")) }
    let colors = shape.all("rect").filter { $0.attributes["width"] == "10" }.compactMap { $0.attributes["fill"] }
    #expect(colors.count == (count > 7 ? 0 : count))
    #expect(Set(colors).count == colors.count)
    // Nothing is beyond the picture's edges, names counted by the width that a letter takes.
    let height = try #require(shape.elements.first?.attributes["height"].flatMap(Double.init))
    for place in shape.elements {
      if let y = place.attributes["y"].flatMap(Double.init) { #expect((0...height).contains(y)) }
      if let x = place.attributes["x"].flatMap(Double.init) { #expect((0...960).contains(x)) }
    }
    #expect(text.contains("translate(0 \(Int(height) - SVGChart.height))"))
  }

  @Test(
    "numbers of any size are drawn",
    arguments: [0, -5, 1e-300, .leastNonzeroMagnitude, 1e300, -1e300, .infinity, .nan, 1e15, 0.1] as [Double])
  func extremes(_ number: Double) throws {
    for form in [ChartData.Form.bars, .line] {
      let data = ChartData(
        title: "x", caption: "", unit: "", form: form, edges: [.min, 0, .max],
        series: [ChartData.Series(name: "", values: [ChartData.Value(number, low: -number), nil, ChartData.Value(1)])],
        clock: ChartClock())
      let text = SVGChart.document([data])
      _ = try XMLShape(text)
      #expect(!text.contains("nan") && !text.contains("inf"))
      #expect(!TerminalChart().text(data).isEmpty)
    }
  }
}
