/// A route with equal scales in both directions, a scale bar, and its altitudes over its length.
struct SVGRoute {
  let route: RoutePicture

  private static let color = "#0072B2"
  /// The room inside of the frame.
  private static let padding = 8.0
  /// The highest and the lowest map.
  private static let heights = 60.0...150.0
  /// The shortest way that fills the frame; a single place is in the middle of as much.
  private static let leastSpan = 50.0
  /// The room that a word at an end of the route needs.
  private static let wordWidth = 8.0

  /// Draws the map and the profile.
  ///
  /// - Returns: where they end.
  func draw(top: Double, _ marks: inout SVGMarks) -> Double {
    let left = SVGPicture.margin
    let right = SVGPicture.width - SVGPicture.margin
    let known = route.places.filter { !$0.x.isNaN }
    let east = known.map(\.x).max().map { $0 * 2 } ?? 0
    let north = known.map(\.y).max().map { $0 * 2 } ?? 0
    let span = max(east, north) < Self.leastSpan ? Self.leastSpan : 0
    let inner = right - left - 2 * Self.padding
    let most = Self.heights.upperBound - 2 * Self.padding
    // Millimeters a meter, the same in both directions.
    let scale = min(inner / max(east, span, 1e-3), most / max(north, span, 1e-3))
    let height = min(max(north * scale + 2 * Self.padding, Self.heights.lowerBound), Self.heights.upperBound)
    let middle = LinePoint(x: (left + right) / 2, y: top + height / 2)
    marks.box(
      x: left, y: top, width: right - left, height: height, fill: "none", stroke: SVGMarks.ink, name: "map")
    let places = route.places.map { LinePoint(x: middle.x + $0.x * scale, y: middle.y - $0.y * scale) }
    // A tenth of a millimeter is less than a pixel of a screen.
    marks.line(places.runs.map { $0.thinned(distance: 0.1) }, color: Self.color, width: 0.6, name: "route")
    ends(places.filter { !$0.x.isNaN }, right: right, &marks)
    let bar = RoutePicture.barLength(atMost: 50 / scale)
    let y = top + height + 5
    let ends = (SVGMarks.mm(left), SVGMarks.mm(left + bar * scale))
    marks.path(
      "M\(ends.0) \(SVGMarks.mm(y - 1.5))V\(SVGMarks.mm(y))H\(ends.1)V\(SVGMarks.mm(y - 1.5))", color: SVGMarks.ink,
      width: 0.4, name: "scale")
    marks.words(RoutePicture.barWords(bar), x: left + bar * scale + 2, y: y)
    marks.words("\(RoutePicture.words(route.length)) · north is up", x: right, y: y, anchor: "end")
    return route.hasAltitudes ? profile(top: y + 11, &marks) : y
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
  private func word(
    _ word: String, beside place: LinePoint, down: Double, right: Double, _ marks: inout SVGMarks
  ) {
    let isLeft = place.x + 2.5 + Self.wordWidth > right
    marks.words(
      word, x: isLeft ? place.x - 2.5 : place.x + 2.5, y: place.y + down, anchor: isLeft ? "end" : "start")
  }

  private func profile(top: Double, _ marks: inout SVGMarks) -> Double {
    let heights = route.profile.lazy.map(\.y).filter { NiceScale.canHold($0) }
    let isFar = route.length >= 2000
    let frame = SVGFrame(
      left: 30, right: SVGPicture.width - SVGPicture.margin, top: top, bottom: top + 40,
      horizontal: PlotAxis(from: 0, to: route.length, size: isFar ? 1000 : 1, steps: 10),
      vertical: PlotAxis(enclosing: heights, steps: 4))
    marks.words("\(ChartData.shown(route.altitudeName)) (m)", x: SVGPicture.margin, y: top - 3)
    frame.axes(&marks, title: "distance (\(isFar ? "km" : "m"))")
    frame.lines(route.profile, &marks, color: Self.color, name: "profile")
    return frame.bottom + 8.5
  }
}
