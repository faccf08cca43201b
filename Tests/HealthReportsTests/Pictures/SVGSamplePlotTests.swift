import HealthModel
import Testing

@testable import HealthReports

@Suite("Pictures as SVG") struct SVGPictureTests {
  private static let names = MadeUpPicture.all.map(\.name)

  private func picture(_ name: String) throws -> SamplePlot {
    try #require(MadeUpPicture.all.first { $0.name == name }?.picture)
  }

  @Test("a picture is what was recorded", arguments: names) func golden(_ name: String) throws {
    try ChartGolden.check(SVGSamplePlot.document([picture(name)]), "picture-\(name).svg")
  }

  @Test("a picture is well-formed and needs nothing from elsewhere", arguments: names)
  func wellFormed(_ name: String) throws {
    let text = try SVGSamplePlot.document([picture(name)])
    let shape = try XMLShape(text)
    let names = Set(shape.elements.map(\.name))
    #expect(names.isSubset(of: ["svg", "g", "title", "desc", "text", "path", "rect", "circle"]))
    #expect(shape.elements.allSatisfy { !$0.attributes.keys.contains { $0.hasPrefix("on") || $0.contains("href") } })
    #expect(!text.contains("nan") && !text.contains("inf") && !text.contains("url("))
    #expect(text == (try SVGSamplePlot.document([picture(name)])))
  }

  @Test("a picture has a title and a description, and its units are millimeters", arguments: names)
  func described(_ name: String) throws {
    let shape = try XMLShape(SVGSamplePlot.document([picture(name)]))
    let root = try #require(shape.elements.first)
    #expect(root.attributes["role"] == "img" && root.attributes["aria-labelledby"] == "title summary")
    #expect(shape.all("title").map { $0.attributes["id"] } == ["title"])
    #expect(shape.all("desc").map { $0.attributes["id"] } == ["summary"])
    let width = try #require(root.attributes["width"]), height = try #require(root.attributes["height"])
    #expect(width.hasSuffix("mm") && height.hasSuffix("mm"))
    #expect(root.attributes["viewBox"] == "0 0 \(width.dropLast(2)) \(height.dropLast(2))")
  }

  @Test("pictures are one below the other, and none covers another") func several() throws {
    let pictures = MadeUpPicture.all.map(\.picture)
    let text = SVGSamplePlot.document(pictures)
    let drawn = DrawnPicture(text)
    let titles = drawn.words.filter { words in pictures.contains { Self.title($0) == words.text } }
    #expect(titles.map(\.text) == pictures.map(Self.title))
    #expect(zip(titles, titles.dropFirst()).allSatisfy { $0.place.y + 10 < $1.place.y })
    let height = try #require(try XMLShape(text).elements.first?.attributes["height"]?.dropLast(2))
    #expect(drawn.words.allSatisfy { $0.place.y < Double(height) ?? 0 })
  }

  private static func title(_ picture: SamplePlot) -> String { ChartData.heading(picture.title, of: picture.subject) }

  @Test("a picture names the person, also if several sources recorded the night") func person() throws {
    #expect(try picture("nights").heading == "Sleep analysis of P01")
    let drawn = DrawnPicture(SVGSamplePlot.document([try picture("nights")]))
    // The phone's time in bed is beside the watch's stages, and no label is on the next one.
    #expect(drawn.boxes("frame").count == 3)
    let labels = drawn.words.filter { $0.anchor == "middle" }
    for (label, next) in zip(labels, labels.dropFirst()) where label.place.y == next.place.y {
      #expect(next.place.x - label.place.x >= 0.9 * Double(label.text.count + next.text.count))
    }
    var ecg = try picture("strip")
    ecg.subject = "<P02>"
    #expect(SVGSamplePlot.document([ecg]).contains(">Electrocardiogram of &lt;P02&gt;, 2026-01-01 08:00, UTC</title>"))
  }

  @Test("the stages of two sources share the height of a case, and the frame is everybody's") func twoSources() {
    let minute = 60 * Instant.second
    func stage(_ start: Int64, _ end: Int64, _ lane: Int, _ source: String) -> StagesPlot.Stage {
      StagesPlot.Stage(start: start * minute, end: end * minute, lane: lane, source: source)
    }
    let plot = StagesPlot(
      lanes: ["inBed", "core"], session: 0,
      stages: [stage(0, 480, 0, "Phone"), stage(30, 400, 1, "Ring"), stage(20, 450, 1, "Watch")], clock: ChartClock())
    let drawn = DrawnPicture(SVGSamplePlot.document([SamplePlot(title: "Sleep", stages: plot)]))
    #expect(drawn.boxes("frame").count == 1)
    #expect(drawn.boxes("stage").map(\.height) == [4, 2, 2])
    #expect(drawn.words.contains { $0.text == "1970-01-01 00:00, UTC, Phone" })
    #expect(drawn.words.contains { $0.text == "Ring" } && drawn.words.contains { $0.text == "Watch" })
  }

  @Test("names from outside are texts, not marks") func foreign() throws {
    let picture = try picture("nights")
    let text = SVGSamplePlot.document([picture])
    #expect(!text.contains("<b>") && !text.contains("\u{1B}"))
    #expect(text.contains("&lt;b&gt;&quot;R&amp;D&quot;"))
  }

  @Test(
    "numbers of any size are drawn",
    arguments: [0, -5, 1e-300, .leastNonzeroMagnitude, 1e300, -1e300, .infinity, .nan, 1e15, 0.1] as [Double])
  func extremes(_ number: Double) throws {
    let column = LinesPlot.Column(name: "x", unit: "", values: [1, number, -number])
    let strip = StripPlot(leads: [StripPlot.Lead(name: "x", millivolts: [0, number, 1])], rate: 100)
    let tone = AudiogramPlot.Tone(frequency: number, level: number)
    var forms: [SamplePlot.Form] = [
      .lines(LinesPlot(places: [0, number, 2], isTimed: true, columns: [column])),
      .lines(LinesPlot(places: [0, 1, 2], isTimed: false, columns: [column])),
      .route(RoutePlot(latitudes: [number, 1], longitudes: [number, number], altitudes: [number])),
      .audiogram(AudiogramPlot(left: [tone], right: [tone])),
      .stages(
        StagesPlot(
          lanes: ["a"], session: 3, stages: [StagesPlot.Stage(start: .min, end: .max, lane: 7)],
          clock: ChartClock())),
    ]
    if let strip { forms.append(.strip(strip)) }
    for form in forms {
      let picture = SamplePlot(title: "x", period: "", form: form)
      let text = SVGSamplePlot.document([picture])
      _ = try XMLShape(text)
      #expect(!text.contains("nan") && !text.contains("inf"))
    }
  }
}
