/// The drawing of one chart at a place of a picture: the positions of times and values, and the shapes of the values.
struct SVGPlot {
  /// Colors that people with any color vision can distinguish (Okabe and Ito), those with the most contrast on black
  /// and on white first; then again from the first.
  static let colors = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#767676"]
  /// How the lines of series differ without their colors.
  private static let dashes = ["", "6 3", "2 3", "8 3 2 3"]

  private let data: ChartData
  private let scale: NiceScale
  private let left: Double
  private let right: Double
  private let top: Double
  private let bottom: Double
  /// Whether each value says in words what it is; many of them would make the picture large.
  private let hasTitles: Bool
  private let hasDots: Bool

  init(_ data: ChartData, scale: NiceScale, left: Double, right: Double, top: Double, bottom: Double) {
    self.data = data
    self.scale = scale
    self.left = left
    self.right = right
    self.top = top
    self.bottom = bottom
    let values = data.count * max(1, data.series.count)
    hasTitles = values <= 400
    hasDots = values <= 100
  }

  /// Where a moment is.
  func x(_ instant: Int64) -> Double {
    guard let first = data.edges.first, let last = data.edges.last, first < last else { return left }
    return left + (right - left) * Double(instant - first) / Double(last - first)
  }

  func y(_ value: Double) -> Double { bottom - (bottom - top) * scale.place(of: value) }

  func shapes() -> String {
    data.series.indices.map { number in
      let color = Self.color(number)
      return data.form == .bars ? bars(number, color) : line(number, color)
    }.joined()
  }

  static func color(_ number: Int) -> String { colors[number % colors.count] }

  /// A length or a place with at most one decimal.
  static func px(_ value: Double) -> String { FixedDecimals.trimmed(value, 1) }

  // MARK: Bars

  /// Bars that share their interval with those of the other series, with a gap to the next interval.
  private func bars(_ number: Int, _ color: String) -> String {
    let series = data.series[number]
    var text = "<g fill=\"\(color)\">\n"
    for index in 0..<data.count {
      guard let item = data.value(index, of: series) else { continue }
      let start = x(data.edges[index])
      let width = x(data.edges[index + 1]) - start
      let gap = min(2, width * 0.1)
      let share = (width - 2 * gap) / Double(data.series.count)
      let (high, low) = (min(y(item.value), y(0)), max(y(item.value), y(0)))
      text += """
        <rect x="\(Self.px(start + gap + share * Double(number)))" y="\(Self.px(high))" \
        width="\(Self.px(max(0.5, share)))" height="\(Self.px(low - high))"\(end("rect", index, item, series))

        """
    }
    return text + "</g>\n"
  }

  // MARK: Lines

  /// A line with its band, broken where an interval has no data.
  private func line(_ number: Int, _ color: String) -> String {
    let series = data.series[number]
    var band = ""
    var path = ""
    var dots = ""
    for run in runs(of: series) {
      path += self.path(run.map { (center($0.index), $0.item.value) })
      band += self.band(run)
      for (index, item) in run where hasDots || run.count == 1 {
        dots += """
          <circle cx="\(Self.px(center(index)))" cy="\(Self.px(y(item.value)))" r="2.5"\
          \(end("circle", index, item, series))

          """
      }
    }
    let dash = Self.dashes[number / Self.colors.count % Self.dashes.count]
    let dashes = dash.isEmpty ? "" : " stroke-dasharray=\"\(dash)\""
    var text = ""
    if !band.isEmpty { text += "<path fill=\"\(color)\" fill-opacity=\"0.2\" d=\"\(band)\"/>\n" }
    if !path.isEmpty {
      text += """
        <path fill="none" stroke="\(color)" stroke-width="1.5" stroke-linejoin="round"\(dashes) d="\(path)"/>

        """
    }
    return dots.isEmpty ? text : text + "<g fill=\"\(color)\">\n\(dots)</g>\n"
  }

  /// Values of intervals that follow each other.
  private func runs(of series: ChartData.Series) -> [[(index: Int, item: ChartData.Value)]] {
    var runs: [[(index: Int, item: ChartData.Value)]] = []
    var run: [(index: Int, item: ChartData.Value)] = []
    for index in 0..<data.count {
      if let item = data.value(index, of: series) {
        run.append((index, item))
      } else if !run.isEmpty {
        runs.append(run)
        run = []
      }
    }
    return run.isEmpty ? runs : runs + [run]
  }

  private func center(_ index: Int) -> Double { (x(data.edges[index]) + x(data.edges[index + 1])) / 2 }

  /// A line through points; nothing for one point, which has a dot.
  private func path(_ points: [(x: Double, value: Double)]) -> String {
    guard points.count > 1 else { return "" }
    return points.enumerated().map { number, point in
      "\(number == 0 ? "M" : "L")\(Self.px(point.x)) \(Self.px(y(point.value)))"
    }.joined()
  }

  /// From the least to the greatest value; the band of a single interval is a narrow bar.
  private func band(_ run: [(index: Int, item: ChartData.Value)]) -> String {
    guard run.contains(where: { $0.item.low != nil || $0.item.high != nil }) else { return "" }
    var upper = run.map { (x: center($0.index), y: y($0.item.high ?? $0.item.value)) }
    var lower = run.map { (x: center($0.index), y: y($0.item.low ?? $0.item.value)) }
    if let high = upper.first, let low = lower.first, run.count == 1 {
      upper = [(high.x - 2, high.y), (high.x + 2, high.y)]
      lower = [(low.x - 2, low.y), (low.x + 2, low.y)]
    }
    return (upper + lower.reversed()).enumerated().map { number, point in
      "\(number == 0 ? "M" : "L")\(Self.px(point.x)) \(Self.px(point.y))"
    }.joined() + "Z"
  }

  // MARK: Words

  /// The end of a shape's tag, with its description if it fits.
  private func end(
    _ name: String, _ index: Int, _ item: ChartData.Value, _ series: ChartData.Series
  ) -> String {
    guard hasTitles else { return "/>" }
    var words = "\(data.label(ofInterval: index)): \(scale.words(item.value))"
    if let low = item.low, let high = item.high {
      words += " (\(scale.words(low)) to \(scale.words(high)))"
    }
    words += " " + ChartData.shown(data.unit)
    if data.series.count > 1 { words += ", " + ChartData.shown(series.name) }
    return "><title>\(MarkupText.escaped(words))</title></\(name)>"
  }
}
