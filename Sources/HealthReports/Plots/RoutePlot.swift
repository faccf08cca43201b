import AssayPlatform
import HealthModel

/// Places on the earth in the order in which somebody was there, with their altitudes.
///
/// A local equirectangular projection has equal scales in both directions at the route's middle. Longitudes are
/// unwrapped first: a route across the 180th meridian goes on instead of around the world.
struct RoutePlot: Sendable {
  /// A place in meters east and north of the middle; NaN for a place that is missing.
  let places: [LinePoint]
  /// Meters from the first place, and altitude in meters; NaN for one that is missing.
  let profile: [LinePoint]
  let altitudeName: String

  /// The mean radius of the earth, in meters (IUGG).
  static let radius = 6_371_008.8

  init(latitudes: [Double], longitudes: [Double], altitudes: [Double], altitudeName: String = "altitude") {
    self.altitudeName = altitudeName
    let degrees = Self.unwrapped(latitudes, longitudes)
    let known = degrees.filter { !$0.x.isNaN }
    let middle = LinePoint(
      x: ((known.map(\.x).min() ?? 0) + (known.map(\.x).max() ?? 0)) / 2,
      y: ((known.map(\.y).min() ?? 0) + (known.map(\.y).max() ?? 0)) / 2)
    let east = (middle.y * Self.radian).cosine * Self.radian * Self.radius
    places = degrees.map { LinePoint(x: ($0.x - middle.x) * east, y: ($0.y - middle.y) * Self.radian * Self.radius) }
    var distance = 0.0
    var last: LinePoint?
    profile = degrees.enumerated().map { index, place in
      guard !place.x.isNaN else { return LinePoint(x: .nan, y: .nan) }
      if let last { distance += Self.meters(last, place) }
      last = place
      return LinePoint(x: distance, y: altitudes.indices.contains(index) ? altitudes[index] : .nan)
    }
  }

  /// The length of the way, in meters.
  var length: Double { profile.last { !$0.x.isNaN }?.x ?? 0 }

  /// The length in words: meters below 2 km.
  static func words(_ meters: Double) -> String {
    meters < 2000 ? FixedDecimals.string(meters, 0) + " m" : FixedDecimals.string(meters / 1000, 2) + " km"
  }

  var hasAltitudes: Bool { profile.contains { NiceScale.canHold($0.y) } }

  var summary: String {
    let count = places.count { !$0.x.isNaN }
    guard count > 0 else { return "a route without places" }
    let heights = profile.map(\.y).filter { NiceScale.canHold($0) }
    var words =
      "A route of \(GroupedDigits.string(count)) \(count == 1 ? "place" : "places"), \(Self.words(length)) long"
    if let least = heights.min(), let most = heights.max() {
      words += ", \(altitudeName) \(FixedDecimals.string(least, 0)) to \(FixedDecimals.string(most, 0)) m"
    }
    return words
  }

  private static let radian = Double.pi / 180

  /// Degrees east and north, so that no step is longer than half around the earth; NaN for an invalid place.
  private static func unwrapped(_ latitudes: [Double], _ longitudes: [Double]) -> [LinePoint] {
    var last: Double?
    return zip(latitudes, longitudes).map { latitude, longitude in
      guard latitude.magnitude <= 90, longitude.magnitude <= 360 else { return LinePoint(x: .nan, y: .nan) }
      let turns = last.map { ((longitude - $0) / 360).rounded() } ?? 0
      last = longitude - turns * 360
      return LinePoint(x: longitude - turns * 360, y: latitude)
    }
  }

  /// The distance of two places on a sphere: twice the angle whose sine is half the chord.
  private static func meters(_ first: LinePoint, _ second: LinePoint) -> Double {
    let north = ((second.y - first.y) * radian / 2).sine
    let east = ((second.x - first.x) * radian / 2).sine
    let square = north * north + (first.y * radian).cosine * (second.y * radian).cosine * east * east
    return 2 * radius * min(1, square.squareRoot()).arcSine
  }

  /// A round length for a scale bar: 1, 2 or 5 times a power of ten.
  static func barLength(atMost meters: Double) -> Double {
    var power = 1.0
    while power * 10 <= meters { power *= 10 }
    while power > meters, power > 1e-3 { power /= 10 }
    return [5, 2, 1].map { $0 * power }.first { $0 <= meters } ?? power
  }

  /// The length of a scale bar in words.
  static func barWords(_ meters: Double) -> String {
    meters >= 1000
      ? FixedDecimals.trimmed(meters / 1000, 3, isGrouped: true) + " km" : FixedDecimals.trimmed(meters, 3) + " m"
  }
}

// With equal scales in both directions, a scale bar, and the altitudes over its length.
extension RoutePlot {
  private static let color = "#0072B2"
  /// The room inside of the frame.
  private static let padding = 8.0
  /// The highest and the lowest map.
  private static let heights = 60.0...150.0
  /// The shortest way that fills the frame; a single place is in the middle of as much.
  private static let leastSpan = 50.0
  /// The room that a word at an end of the route needs.
  private static let wordWidth = 8.0

  func draw(top: Double, _ marks: inout SVGMarks) -> Double {
    let left = SVGSamplePlot.margin
    let right = SVGSamplePlot.width - SVGSamplePlot.margin
    let known = places.filter { !$0.x.isNaN }
    let east = known.map(\.x).max().map { $0 * 2 } ?? 0
    let north = known.map(\.y).max().map { $0 * 2 } ?? 0
    let span = max(east, north) < Self.leastSpan ? Self.leastSpan : 0
    let inner = right - left - 2 * Self.padding
    let most = Self.heights.upperBound - 2 * Self.padding
    // Millimeters a meter, the same in both directions.
    let scale = min(inner / max(east, span, 1e-3), most / max(north, span, 1e-3))
    let height = min(max(north * scale + 2 * Self.padding, Self.heights.lowerBound), Self.heights.upperBound)
    let middle = LinePoint(x: (left + right) / 2, y: top + height / 2)
    marks.box(x: left, y: top, width: right - left, height: height, fill: "none", stroke: SVGMarks.ink, name: "map")
    let drawn = places.map { LinePoint(x: middle.x + $0.x * scale, y: middle.y - $0.y * scale) }
    // A tenth of a millimeter is less than a pixel of a screen.
    marks.line(drawn.runs.map { $0.thinned(distance: 0.1) }, color: Self.color, width: 0.6, name: "route")
    ends(drawn.filter { !$0.x.isNaN }, right: right, &marks)
    let bar = Self.barLength(atMost: 50 / scale)
    let y = top + height + 5
    let ends = (SVGMarks.mm(left), SVGMarks.mm(left + bar * scale))
    marks.path(
      "M\(ends.0) \(SVGMarks.mm(y - 1.5))V\(SVGMarks.mm(y))H\(ends.1)V\(SVGMarks.mm(y - 1.5))", color: SVGMarks.ink,
      width: 0.4, name: "scale")
    marks.words(Self.barWords(bar), x: left + bar * scale + 2, y: y)
    marks.words("\(Self.words(length)) · north is up", x: right, y: y, anchor: "end")
    return hasAltitudes ? drawProfile(top: y + 11, &marks) : y
  }

  /// The first place as a circle, the last one as a square.
  private func ends(_ places: [LinePoint], right: Double, _ marks: inout SVGMarks) {
    guard let first = places.first, let last = places.last else { return }
    marks.box(x: last.x - 1.5, y: last.y - 1.5, width: 3, height: 3, fill: SVGMarks.ink, name: "end")
    marks.circle(first, radius: 1.3, color: SVGMarks.ink, isFilled: false, name: "start")
    // A round trip has both in one place: one word above, one below.
    word("start", beside: first, down: -1.5, right: right, &marks)
    if places.count > 1 { word("end", beside: last, down: 4, right: right, &marks) }
  }

  /// A word at the right of a place, or at its left where it would cross the frame.
  private func word(_ word: String, beside place: LinePoint, down: Double, right: Double, _ marks: inout SVGMarks) {
    let isLeft = place.x + 2.5 + Self.wordWidth > right
    marks.words(word, x: isLeft ? place.x - 2.5 : place.x + 2.5, y: place.y + down, anchor: isLeft ? "end" : "start")
  }

  private func drawProfile(top: Double, _ marks: inout SVGMarks) -> Double {
    let heights = profile.lazy.map(\.y).filter { NiceScale.canHold($0) }
    let isFar = length >= 2000
    let frame = SVGFrame(
      left: 30, right: SVGSamplePlot.width - SVGSamplePlot.margin, top: top, bottom: top + 40,
      horizontal: PlotAxis(from: 0, to: length, size: isFar ? 1000 : 1, steps: 10),
      vertical: PlotAxis(enclosing: heights, steps: 4))
    marks.words("\(ChartData.shown(altitudeName)) (m)", x: SVGSamplePlot.margin, y: top - 3)
    frame.axes(&marks, title: "distance (\(isFar ? "km" : "m"))")
    frame.lines(profile, &marks, color: Self.color, name: "profile")
    return frame.bottom + 8.5
  }
}

/// A point of a line, in the units of what is drawn or in those of a drawing.
struct LinePoint: Hashable {
  var x: Double
  var y: Double
}

extension [LinePoint] {
  /// The parts of a line between gaps; a point without one of its numbers, or with one that no axis can hold, is a gap.
  var runs: [[LinePoint]] { split { !NiceScale.canHold($0.x) || !NiceScale.canHold($0.y) }.map { Array($0) } }

  /// The same line with at most four points in each column of a width: the first, the lowest, the highest and the last.
  ///
  /// What is drawn covers the same places, since columns are narrower than the line. The points ascend in `x`.
  func thinned(columns width: Double) -> [LinePoint] {
    var kept: [LinePoint] = []
    var start = 0
    while start < count {
      let column = (self[start].x / width).rounded(.down)
      var end = start + 1
      var (lowest, highest) = (start, start)
      while end < count, (self[end].x / width).rounded(.down) == column {
        if self[end].y < self[lowest].y { lowest = end }
        if self[end].y > self[highest].y { highest = end }
        end += 1
      }
      for index in Set([start, lowest, highest, end - 1]).sorted() { kept.append(self[index]) }
      start = end
    }
    return kept
  }

  /// The same curve without points that are nearer than a distance to the last one that is kept; the ends and the
  /// extremes stay.
  func thinned(distance: Double) -> [LinePoint] {
    guard count > 2 else { return self }
    var extremes: Set<Int> = [0, count - 1]
    for value in [\LinePoint.x, \LinePoint.y] {
      if let least = indices.min(by: { self[$0][keyPath: value] < self[$1][keyPath: value] }) { extremes.insert(least) }
      if let most = indices.max(by: { self[$0][keyPath: value] < self[$1][keyPath: value] }) { extremes.insert(most) }
    }
    var kept: [LinePoint] = []
    for index in indices {
      let (point, last) = (self[index], kept.last)
      let (dx, dy) = (point.x - (last?.x ?? -.infinity), point.y - (last?.y ?? -.infinity))
      if extremes.contains(index) || dx * dx + dy * dy >= distance * distance { kept.append(point) }
    }
    return kept
  }
}
