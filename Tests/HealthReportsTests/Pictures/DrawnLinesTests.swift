import HealthModel
import SeededRandom
import Testing

@testable import HealthReports

/// What plots of columns, tones and stages show must be their numbers, read back from the shapes themselves.
@Suite("Drawn lines, tones and stages") struct DrawnLinesTests {
  private static func drawn(_ form: SamplePlot.Form) -> DrawnPicture {
    DrawnPicture(SVGSamplePlot.document([SamplePlot(title: "picture", period: "", form: form)]))
  }

  @Test("every number of a column is at its place and at its height, and gaps are gaps") func columns() throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    for turn in 0..<20 {
      let count = [1, 2, 30, 1500, 10_000, 100_000].randomElement(using: &random) ?? 1
      let sizes: [Double] = [1e-6, 1, 70, 1e9]
      let size = sizes.randomElement(using: &random) ?? 1
      let gaps: Double = turn % 2 == 0 ? 0.1 : 0
      let isTimed = turn % 5 != 0
      let places = (0..<count).map { isTimed ? Double($0) * 0.5 + 3 : Double($0 + 1) }
      var values = places.map { _ in Double.random(in: -1...1, using: &random) * size }
      for index in values.indices where Double.random(in: 0..<1, using: &random) < gaps { values[index] = .nan }
      guard values.contains(where: { !$0.isNaN }) else { continue }
      let column = LinesPlot.Column(name: "column", unit: "m", values: values)
      try Self.check(
        LinesPlot(places: places, isTimed: isTimed, columns: [column]), values, "SEED=\(seed) turn \(turn): \(count)"
      )
    }
  }

  private static func check(_ lines: LinesPlot, _ values: [Double], _ name: Comment) throws {
    let drawn = drawn(.lines(lines))
    let frame = try #require(drawn.boxes("frame").first, name)
    let heights = drawn.heights(leftOf: frame.place.x)
    let (low, high) = (try #require(heights.first, name), try #require(heights.last, name))
    let first = lines.isTimed ? 0.0 : 1.0
    let last = lines.places.last ?? 1
    let expected = zip(lines.places, values).filter { !$0.1.isNaN }.map { place, value in
      DrawnPicture.Place(
        x: frame.place.x + (last > first ? (place - first) / (last - first) : 0.5) * frame.width,
        y: low.y - (value - low.value) / (high.value - low.value) * (low.y - high.y))
    }
    let places = drawn.ways("line").joined() + drawn.circles("line")
    #expect(
      places.allSatisfy {
        $0.x >= frame.place.x && $0.x <= frame.place.x + frame.width && $0.y >= frame.place.y
          && $0.y <= frame.place.y + frame.height
      }, name)
    // A place is printed to a hundredth of a millimeter, and so are the ticks that say what it means.
    let room = 0.03
    let grid = Dictionary(grouping: places) { Int($0.x.rounded()) }
    func isDrawn(_ place: DrawnPicture.Place) -> Bool {
      (-1...1).contains { shift in
        (grid[Int(place.x.rounded()) + shift] ?? []).contains {
          abs($0.x - place.x) < room && abs($0.y - place.y) < room
        }
      }
    }
    let runs = values.split(whereSeparator: \.isNaN)
    if values.count <= 1500 {
      // Points are farther apart than a tenth of a millimeter, so that none is left out.
      #expect(places.count == expected.count, name)
      for place in expected { try #require(isDrawn(place), "\(name) at \(place)") }
    } else {
      #expect(places.count <= 4 * (2400 + runs.count), name)
      for extreme in [expected.min { $0.y < $1.y }, expected.max { $0.y < $1.y }, expected.first, expected.last] {
        let place = try #require(extreme, name)
        try #require(isDrawn(place), "\(name) at \(place)")
      }
    }
    #expect(drawn.ways("line").count == runs.count { $0.count > 1 }, name)
    #expect(drawn.circles("line").count == runs.count { $0.count == 1 }, name)
  }

  @Test("times alone are strokes, each at its second") func moments() throws {
    let drawn = Self.drawn(.lines(LinesPlot(places: [0, 25, 100], isTimed: true, columns: [])))
    let frame = try #require(drawn.boxes("frame").first)
    let strokes = try #require(drawn.strokes("moments").first).verticals
    #expect(strokes.map(\.x) == [0, 0.25, 1].map { frame.place.x + $0 * frame.width })
  }

  @Test("every tone is at its octave and at its level, the loudest at the bottom") func tones() throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    for turn in 0..<50 {
      let name: Comment = "SEED=\(seed) turn \(turn)"
      let range = turn % 3 == 0 ? -40.0...200.0 : -10.0...120.0
      let frequencies = (turn % 2 == 0 ? -3...3 : -6...5).map { octave in
        (0..<abs(octave)).reduce(1000.0) { value, _ in octave < 0 ? value / 2 : value * 2 }
      }
      let left = frequencies.map {
        AudiogramPlot.Tone(
          frequency: $0, level: Double.random(in: range, using: &random), isMasked: Bool.random(using: &random))
      }
      let right = frequencies.map {
        AudiogramPlot.Tone(frequency: $0, level: Double.random(in: range, using: &random))
      }
      let drawn = Self.drawn(.audiogram(AudiogramPlot(left: left, right: right)))
      let frame = try #require(drawn.boxes("frame").first, name)
      let heights = drawn.heights(leftOf: frame.place.x)
      let (top, bottom) = (try #require(heights.first, name), try #require(heights.last, name))
      #expect(top.value < bottom.value && top.y < bottom.y, name)
      // An octave is as wide as the next one.
      let octave = frame.width / Double(frequencies.count)
      for (tones, places) in [(left, drawn.signs("left")), (right, drawn.circles("right"))] {
        try #require(places.count == tones.count, name)
        for (number, (tone, place)) in zip(tones, places).enumerated() {
          let y = top.y + (tone.level - top.value) / (bottom.value - top.value) * (bottom.y - top.y)
          #expect(abs(place.y - y) < 0.03, name)
          #expect(abs(place.x - frame.place.x - (Double(number) + 0.5) * octave) < 0.03, name)
        }
      }
    }
  }

  @Test("an octave is as wide as 20 dB are high on the usual form") func aspect() throws {
    let drawn = Self.drawn(.audiogram(AudiogramPlot(left: [], right: [])))
    let frame = try #require(drawn.boxes("frame").first)
    #expect(frame.width / 7 == 20 && frame.height / 130 * 20 == 20)
    let labels = drawn.words.filter { $0.anchor == "middle" }.map(\.text)
    #expect(labels == ["125", "250", "500", "1,000", "2,000", "4,000", "8,000"])
  }

  @Test("stages are as wide as they are long, hours are as wide in all rows, a pause begins a row") func stages() throws
  {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    let minute: Int64 = 60 * Instant.second
    for turn in 0..<30 {
      let name: Comment = "SEED=\(seed) turn \(turn)"
      var nights: [[StagesPlot.Stage]] = []
      var time = MadeUpPicture.evening
      for _ in 0..<Int.random(in: 1...31, using: &random) {
        var night: [StagesPlot.Stage] = []
        for _ in 0..<Int.random(in: 2...40, using: &random) {
          let end = time + Int64.random(in: 5...60, using: &random) * minute
          night.append(StagesPlot.Stage(start: time, end: end, lane: Int.random(in: 0...3, using: &random)))
          time = end
        }
        nights.append(night)
        time += Int64.random(in: 180...900, using: &random) * minute
      }
      let picture = StagesPlot(
        lanes: ["a", "b", "c", "d"], session: nil, stages: nights.joined().shuffled(using: &random), clock: ChartClock()
      )
      let drawn = Self.drawn(.stages(picture))
      let frames = drawn.boxes("frame")
      try #require(frames.count == nights.count, name)
      let boxes = drawn.boxes("stage")
      try #require(boxes.count == nights.joined().count, name)
      let lanes = Set(nights.joined().map(\.lane)).sorted()
      let longest = nights.map { Self.length($0) }.max() ?? 1
      var place = 0
      for (night, frame) in zip(nights, frames) {
        let scale = 216 / Double(longest)
        #expect(frame.height == Double(lanes.count) * 6, name)
        for stage in night {
          let box = boxes[place]
          place += 1
          let start = frame.place.x + Double(stage.start - night[0].start) * scale
          let width = Double(stage.end - stage.start) * scale
          let lane = try #require(lanes.firstIndex(of: stage.lane), name)
          // Rows shorter than a centimeter are stretched to one.
          guard Double(Self.length(night)) * scale >= 10 else { continue }
          #expect(abs(box.place.x - start) < 0.02 && abs(box.width - max(0.2, width)) < 0.02, name)
          #expect(abs(box.place.y - frame.place.y - Double(lane) * 6 - 1) < 0.02, name)
        }
      }
    }
  }

  private static func length(_ night: [StagesPlot.Stage]) -> Int64 { (night.last?.end ?? 0) - night[0].start }

  @Test("of more rows than a month of nights the first are drawn, and the picture says so") func manyNights() {
    let stages = (0..<40).map { day -> StagesPlot.Stage in
      let start = MadeUpPicture.evening + Int64(day) * Instant.day
      return StagesPlot.Stage(start: start, end: start + Instant.day / 4, lane: 0)
    }
    let picture = StagesPlot(lanes: ["core"], session: nil, stages: stages, clock: ChartClock())
    let drawn = Self.drawn(.stages(picture))
    #expect(drawn.boxes("frame").count == 31)
    #expect(drawn.words.contains { $0.text == "9 more rows not drawn" })
  }
}
