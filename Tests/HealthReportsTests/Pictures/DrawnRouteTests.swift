import Foundation
import SeededRandom
import Testing

@testable import HealthReports

/// What a map shows must be the places, read back from the shapes themselves.
@Suite("Drawn routes") struct DrawnRouteTests {
  /// A random walk of steps of some meters.
  private static func walk(
    _ count: Int, latitude: Double, longitude: Double, _ random: inout SeededGenerator
  ) -> (latitudes: [Double], longitudes: [Double], altitudes: [Double]) {
    var (north, east, height) = (latitude, longitude, 500.0)
    var walk = (latitudes: [Double](), longitudes: [Double](), altitudes: [Double]())
    for _ in 0..<count {
      north += Double.random(in: -0.0001...0.00012, using: &random)
      east += Double.random(in: -0.0001...0.00013, using: &random)
      height += Double.random(in: -2...2, using: &random)
      walk.latitudes.append(north)
      walk.longitudes.append(east > 180 ? east - 360 : east)
      walk.altitudes.append(Int.random(in: 0..<50, using: &random) == 0 ? .nan : height)
    }
    return walk
  }

  private static func text(_ route: RoutePlot) -> String {
    SVGSamplePlot.document([SamplePlot(title: "route", period: "", form: .route(route))])
  }

  private static func meters(_ degrees: Double) -> Double { degrees * .pi / 180 * 6_371_008.8 }

  @Test("10,000 places are inside the map, its extremes where they are, on one scale in both directions")
  func places() throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    for turn in 0..<12 {
      let name: Comment = "SEED=\(seed) turn \(turn)"
      let latitude = Double.random(in: -70...70, using: &random)
      let count = [2, 3, 50, 10_000].randomElement(using: &random) ?? 2
      let walk = Self.walk(count, latitude: latitude, longitude: 11, &random)
      let drawn = DrawnPicture(
        Self.text(
          RoutePlot(latitudes: walk.latitudes, longitudes: walk.longitudes, altitudes: walk.altitudes)))
      let map = try #require(drawn.boxes("map").first, name)
      let places = drawn.ways("route").joined()
      #expect(places.count <= count && !places.isEmpty, name)
      #expect(
        places.allSatisfy {
          $0.x >= map.place.x + 7.9 && $0.x <= map.place.x + map.width - 7.9 && $0.y >= map.place.y + 7.9
            && $0.y <= map.place.y + map.height - 7.9
        }, name)
      // The scale bar says how many meters a millimeter is.
      let scale = try Self.scale(drawn)
      let (south, north) = (walk.latitudes.min() ?? 0, walk.latitudes.max() ?? 0)
      let (west, east) = (walk.longitudes.min() ?? 0, walk.longitudes.max() ?? 0)
      let wide = Self.meters(east - west) * cos((south + north) / 2 * .pi / 180)
      let high = Self.meters(north - south)
      let (left, right) = (places.map(\.x).min() ?? 0, places.map(\.x).max() ?? 0)
      let (top, bottom) = (places.map(\.y).min() ?? 0, places.map(\.y).max() ?? 0)
      #expect(abs((right - left) * scale - wide) <= 0.03 * scale + wide * 0.001, name)
      #expect(abs((bottom - top) * scale - high) <= 0.03 * scale + high * 0.001, name)
      // The first and the last place are marked where they are.
      let start = try #require(drawn.circles("start").first, name)
      let end = try #require(drawn.boxes("end").first, name)
      let startEast = Self.meters(walk.longitudes[0] - west) * cos((south + north) / 2 * .pi / 180)
      #expect(abs((start.x - left) * scale - startEast) <= 0.03 * scale + wide * 0.001, name)
      let endNorth = Self.meters((walk.latitudes.last ?? 0) - south)
      #expect(abs((bottom - end.place.y - 1.5) * scale - endNorth) <= 0.03 * scale + high * 0.001, name)
    }
  }

  /// Meters a millimeter, from the bar and its label.
  private static func scale(_ drawn: DrawnPicture) throws -> Double {
    let bar = try #require(drawn.bar)
    let label = try #require(
      drawn.words.first { abs($0.place.x - bar.right - 2) < 0.02 && abs($0.place.y - bar.y) < 0.02 })
    let parts = label.text.split(separator: " ")
    let number = try #require(Double(String(parts[0]).replacing(",", with: "")))
    return number * (parts[1] == "km" ? 1000 : 1) / (bar.right - bar.left)
  }

  @Test(
    "the words at the ends are inside of the map",
    arguments: [([11, 11.5], "end"), ([11.5, 11], "start")] as [([Double], String)])
  func words(_ longitudes: [Double], _ turned: String) throws {
    let drawn = DrawnPicture(
      Self.text(RoutePlot(latitudes: [48, 48], longitudes: longitudes, altitudes: [])))
    let map = try #require(drawn.boxes("map").first)
    for text in ["start", "end"] {
      let word = try #require(drawn.words.first { $0.text == text })
      // A letter of 3.2 mm is at most 1.8 mm wide.
      let width = Double(text.count) * 1.8
      #expect((word.anchor == "end") == (text == turned), "\(text)")
      let left = word.anchor == "end" ? word.place.x - width : word.place.x
      #expect(left >= map.place.x && left + width <= map.place.x + map.width, "\(text)")
    }
  }

  @Test("a route across the 180th meridian is drawn as one elsewhere") func dateline() {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    var elsewhere = random
    let there = Self.walk(500, latitude: -17, longitude: 179.998, &random)
    let here = Self.walk(500, latitude: -17, longitude: 11.998, &elsewhere)
    #expect(there.longitudes.contains { $0 < 0 } && there.longitudes.contains { $0 > 0 }, "SEED=\(seed)")
    let first = DrawnPicture(
      Self.text(RoutePlot(latitudes: there.latitudes, longitudes: there.longitudes, altitudes: [])))
    let second = DrawnPicture(
      Self.text(RoutePlot(latitudes: here.latitudes, longitudes: here.longitudes, altitudes: [])))
    let (places, others) = (Array(first.ways("route").joined()), Array(second.ways("route").joined()))
    #expect(abs(places.count - others.count) <= 1, "SEED=\(seed)")
    #expect(
      abs((places.map(\.x).max() ?? 0) - (others.map(\.x).max() ?? 0)) < 0.02 && places.allSatisfy { $0.x < 262 },
      "SEED=\(seed)")
  }

  @Test("altitudes are at their heights over the distance, and broken where one is missing") func profile() throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    for count in [2, 40, 400] {
      let name: Comment = "SEED=\(seed) \(count)"
      let walk = Self.walk(count, latitude: 48, longitude: 11, &random)
      let altitudes = walk.altitudes.map { $0.isNaN ? 500 : $0 }.enumerated().map { $0 % 7 == 5 ? .nan : $1 }
      let drawn = DrawnPicture(
        Self.text(RoutePlot(latitudes: walk.latitudes, longitudes: walk.longitudes, altitudes: altitudes)))
      let frame = try #require(drawn.boxes("frame").first, name)
      let heights = drawn.heights(leftOf: frame.place.x, from: frame.place.y)
      let (low, high) = (try #require(heights.first, name), try #require(heights.last, name))
      #expect(abs(low.y - frame.place.y - frame.height) < 0.02 && abs(high.y - frame.place.y) < 0.02, name)
      let places = (drawn.ways("profile").joined() + drawn.circles("profile")).sorted { $0.x < $1.x }
      let expected = altitudes.filter { !$0.isNaN }.map {
        low.y - ($0 - low.value) / (high.value - low.value) * (low.y - high.y)
      }
      #expect(places.allSatisfy { $0.x >= frame.place.x && $0.x <= frame.place.x + frame.width }, name)
      // In a tenth of a millimeter only the extremes are kept.
      let drawnHeights = Set(places.map { Int(($0.y * 100).rounded()) })
      for y in [expected.min() ?? 0, expected.max() ?? 0, expected[0]] {
        #expect((-2...2).contains { drawnHeights.contains(Int((y * 100).rounded()) + $0) }, name)
      }
      if count == 2 { #expect(places.count == 2, name) }
    }
  }

  @Test("one place is in the middle, without altitudes there is no profile, without places no route") func few() {
    let one = DrawnPicture(Self.text(RoutePlot(latitudes: [48], longitudes: [11], altitudes: [.nan])))
    let map = one.boxes("map")
    #expect(one.ways("route").isEmpty && one.boxes("frame").isEmpty && map.count == 1)
    #expect(
      one.circles("start")
        == map.map {
          DrawnPicture.Place(x: $0.place.x + $0.width / 2, y: $0.place.y + $0.height / 2)
        })
    let none = DrawnPicture(Self.text(RoutePlot(latitudes: [], longitudes: [], altitudes: [])))
    #expect(none.circles("start").isEmpty && none.boxes("map").count == 1)
    let outside = DrawnPicture(Self.text(RoutePlot(latitudes: [91, .nan], longitudes: [0, 0], altitudes: [])))
    #expect(outside.circles("start").isEmpty)
  }
}
