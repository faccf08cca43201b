/// Charts as one SVG file: nothing but shapes and texts, no script, no font and no link, the same bytes for the same
/// content.
///
/// Texts and lines have a gray with enough contrast on light and on dark pages; the background is the page's.
package enum SVGChart {
  package static let width = 960
  /// The height of a chart whose series share one plot and have their names in one line.
  package static let height = 360
  /// The most series, or stacks, that are drawn in plots of their own.
  package static let seriesLimit = 60

  static let ink = "#767676"
  /// The most shapes beside each other.
  private static let columns = 800
  /// The most series in one plot: the number of colors.
  package static let sharedLimit = SVGPlot.colors.count

  /// One chart of the picture, with the height that it takes.
  struct Drawing {
    var heading: String
    var text: String
    var height: Int
  }

  /// Draws charts.
  ///
  /// Up to seven series of a chart share a plot; more have a plot each, all with the same axes, and so have stacks.
  package static func document(_ charts: [ChartData]) -> String {
    let drawings = charts.map { plotCount($0) > 1 ? SVGPanels.drawing($0) : drawing($0) }
    let total = max(height, drawings.reduce(0) { $0 + $1.height })
    let title = drawings.map(\.heading).joined(separator: "; ")
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(total)" viewBox="0 0 \(width) \(total)" \
      role="img" font-family="system-ui, sans-serif" font-size="12" fill="\(ink)">
      <title>\(MarkupText.escaped(title))</title>

      """
    var place = 0
    for drawing in drawings {
      text += place == 0 ? "<g>\n" : "<g transform=\"translate(0 \(place))\">\n"
      text += drawing.text
      text += "</g>\n"
      place += drawing.height
    }
    return text + "</svg>\n"
  }

  /// How many plots a chart has; `seriesLimit` of them are drawn.
  package static func plotCount(_ chart: ChartData) -> Int { chart.plots(atMost: sharedLimit).count }

  private static func drawing(_ chart: ChartData) -> Drawing {
    let beside = chart.form == .bars ? max(1, chart.series.count) : 1
    let (data, factor) = chart.joined(atMost: max(50, columns / beside))
    let scale = data.scale(steps: 5)
    let labels = scale.ticks.map { scale.label($0) }
    let left = Double(max(56, 24 + 7 * (labels.map(\.count).max() ?? 0)))
    let right = Double(width) - 16
    let legend = legend(data.series, right: right)
    let further = Double(max(0, legend.lines - 1)) * lineHeight
    let top: Double = (data.series.count > 1 ? 92 : 72) + further
    let bottom = Double(height) - 36 + further
    let plot = SVGPlot(data, scale: scale, left: left, right: right, top: top, bottom: bottom)
    var text = head(data, of: chart, factor: factor)
    text += "<text x=\"16\" y=\"\(SVGPlot.px(top - 16))\">\(MarkupText.escaped(ChartData.shown(chart.unit)))</text>\n"
    text += legend.text
    text += axes(data, plot, scale: scale, left: left, right: right, bottom: bottom, timeLabels: 12)
    text += data.isEmpty ? emptiness(x: (left + right) / 2, y: (top + bottom) / 2) : plot.shapes()
    return Drawing(heading: data.heading, text: text, height: height + Int(further))
  }

  /// The text of a plot without values.
  static func emptiness(x: Double, y: Double) -> String {
    "<text x=\"\(SVGPlot.px(x))\" y=\"\(SVGPlot.px(y))\" text-anchor=\"middle\">no data</text>\n"
  }

  /// The subject of the chart, and the time that it covers.
  static func head(_ data: ChartData, of chart: ChartData, factor: Int, note: String = "") -> String {
    var period = chart.period
    if factor > 1 { period += ", \(factor) intervals each" }
    return """
      <text x="16" y="28" font-size="16" font-weight="600">\(MarkupText.escaped(data.heading))</text>
      <text x="\(width - 16)" y="28" text-anchor="end">\(MarkupText.escaped(period + note))</text>

      """
  }

  static func axes(
    _ data: ChartData, _ plot: SVGPlot, scale: NiceScale, left: Double, right: Double, bottom: Double, timeLabels: Int
  ) -> String {
    var text = ""
    for tick in scale.ticks {
      let y = plot.y(tick)
      text += """
        <path stroke="\(ink)" stroke-opacity="\(tick == 0 ? "0.9" : "0.3")" \
        d="M\(SVGPlot.px(left)) \(SVGPlot.px(y))H\(SVGPlot.px(right))"/>
        <text x="\(SVGPlot.px(left - 8))" y="\(SVGPlot.px(y + 4))" text-anchor="end">\(scale.label(tick))</text>

        """
    }
    guard let first = data.edges.first, let last = data.edges.last else { return text }
    for tick in TimeTicks(from: first, to: last, clock: data.clock, limit: timeLabels).ticks {
      let x = plot.x(tick.instant)
      // A letter is about 7 wide: the last label stays within the picture, as the axis of values lets the first one.
      let anchor = x + 3.5 * Double(tick.label.count) > Double(width) ? "end" : "middle"
      text += """
        <path stroke="\(ink)" d="M\(SVGPlot.px(x)) \(SVGPlot.px(bottom))v5"/>
        <text x="\(SVGPlot.px(x))" y="\(SVGPlot.px(bottom + 20))" text-anchor="\(anchor)">\(tick.label)</text>

        """
    }
    return text
  }

  static let lineHeight = 18.0

  /// The names of several series with their colors, in as many lines as they need.
  static func legend(_ series: [ChartData.Series], right: Double) -> (text: String, lines: Int) {
    guard series.count > 1 else { return ("", 0) }
    var text = ""
    var lines = 1
    var x = 16.0
    for number in series.indices {
      let shown = ChartData.shown(series[number].name)
      // A letter is about 7 wide.
      let room = 30 + 7 * Double(shown.count)
      if x > 16, x + room >= right {
        lines += 1
        x = 16
      }
      let y = 43 + Double(lines - 1) * lineHeight
      text += """
        <rect x="\(SVGPlot.px(x))" y="\(SVGPlot.px(y))" width="10" height="10"\(SVGPlot.fill(number, of: series))/>
        <text x="\(SVGPlot.px(x + 15))" y="\(SVGPlot.px(y + 9))">\(MarkupText.escaped(shown))</text>

        """
      x += room
    }
    return (text, lines)
  }
}

/// A chart with a plot for each series, side by side: more series than there are colors cannot be distinguished in one
/// plot.
///
/// All plots have the same axes, so that they can be compared.
enum SVGPanels {
  private static let columns = 3
  private static let gap = 16.0
  private static let top = 80.0
  private static let height = 148.0

  static func drawing(_ chart: ChartData) -> SVGChart.Drawing {
    let all = chart.plots(atMost: SVGChart.sharedLimit)
    let plots = all.prefix(SVGChart.seriesLimit)
    var shown = chart
    shown.series = plots.flatMap(\.series)
    let width = (Double(SVGChart.width) - 32 - gap * Double(columns - 1)) / Double(columns)
    let (data, factor) = shown.joined(atMost: Int(width / 2))
    let scale = data.scale(steps: 3)
    let margin = Double(16 + 7 * (scale.ticks.map { scale.label($0).count }.max() ?? 0))
    let noun = chart.form == .stack ? "stacks" : "series"
    let note = all.count > plots.count ? ", \(plots.count) of \(all.count) \(noun)" : ""
    var text = SVGChart.head(data, of: chart, factor: factor, note: note)
    let legend = SVGChart.legend(plots.first?.series ?? [], right: Double(SVGChart.width) - 16)
    let top = Self.top + Double(legend.lines) * SVGChart.lineHeight
    text += "<text x=\"16\" y=\"\(SVGPlot.px(top - 24))\">\(MarkupText.escaped(ChartData.shown(chart.unit)))</text>\n"
    text += legend.text
    var drawn = 0
    for (number, (name, series)) in plots.enumerated() {
      let left = 16 + Double(number % columns) * (width + gap)
      let start = top + Double(number / columns) * height
      var panel = data
      panel.series = Array(data.series[drawn..<drawn + series.count])
      drawn += series.count
      let (inner, right, bottom) = (left + margin, left + width, start + height - 44)
      let plot = SVGPlot(panel, scale: scale, left: inner, right: right, top: start + 14, bottom: bottom)
      text += """
        <g>
        <text x="\(SVGPlot.px(inner))" y="\(SVGPlot.px(start))" font-weight="600">\
        \(MarkupText.escaped(self.name(name, within: width - margin)))</text>

        """
      text += SVGChart.axes(panel, plot, scale: scale, left: inner, right: right, bottom: bottom, timeLabels: 3)
      text += panel.isEmpty ? SVGChart.emptiness(x: (inner + right) / 2, y: start + 56) : plot.shapes()
      text += "</g>\n"
    }
    let rows = (plots.count + columns - 1) / columns
    return SVGChart.Drawing(heading: data.heading, text: text, height: Int(top + Double(rows) * height))
  }

  /// A series' name, cut where the next plot begins; a letter is about 7 wide.
  private static func name(_ name: String, within width: Double) -> String {
    let shown = ChartData.shown(name)
    let room = max(8, Int(width / 7))
    return shown.count > room ? shown.prefix(room - 1) + "…" : shown
  }
}

/// The drawing of one chart at a place of a picture: the positions of times and values, and the shapes of the values.
struct SVGPlot {
  /// Colors that people with any color vision can distinguish (Okabe and Ito), those with the most contrast on black
  /// and on white first.
  static let colors = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#767676"]

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

  func x(_ instant: Int64) -> Double {
    guard let first = data.edges.first, let last = data.edges.last, first < last else { return left }
    return left + (right - left) * Double(instant - first) / Double(last - first)
  }

  func y(_ value: Double) -> Double { bottom - (bottom - top) * scale.place(of: value) }

  func shapes() -> String {
    data.series.indices.map { number in
      data.form == .line ? line(number, Self.color(number)) : bars(number)
    }.joined()
  }

  static func color(_ number: Int) -> String { colors[number % colors.count] }

  /// The filling of a series' bars: one that frames a stack is pale.
  static func fill(_ number: Int, of series: [ChartData.Series]) -> String {
    if series[number].isFrame { return " fill=\"\(SVGChart.ink)\" fill-opacity=\"0.35\"" }
    return " fill=\"\(color(series[..<number].count { !$0.isFrame }))\""
  }

  /// A length or a place with at most one decimal.
  static func px(_ value: Double) -> String { FixedDecimals.trimmed(value, 1) }

  /// Bars that share their interval with those of the other series, or are on top of them, with a gap to the next
  /// interval; in a frame they are narrower than it.
  private func bars(_ number: Int) -> String {
    let series = data.series[number]
    let isStack = data.form == .stack
    let hasFrame = isStack && !series.isFrame && data.series.contains(where: \.isFrame)
    var text = "<g\(Self.fill(number, of: data.series))>\n"
    for index in 0..<data.count {
      guard let item = data.value(index, of: series) else { continue }
      let start = x(data.edges[index])
      let width = x(data.edges[index + 1]) - start
      let gap = min(2, width * 0.1) + (hasFrame ? width * 0.15 : 0)
      let share = (width - 2 * gap) / Double(isStack ? 1 : data.series.count)
      let base = data.base(index, of: number)
      let (high, low) = (min(y(base + item.value), y(base)), max(y(base + item.value), y(base)))
      text += """
        <rect x="\(Self.px(start + gap + (isStack ? 0 : share * Double(number))))" y="\(Self.px(high))" \
        width="\(Self.px(max(0.5, share)))" height="\(Self.px(low - high))"\(end("rect", index, item, series))

        """
    }
    return text + "</g>\n"
  }

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
    var text = ""
    if !band.isEmpty { text += "<path fill=\"\(color)\" fill-opacity=\"0.2\" d=\"\(band)\"/>\n" }
    if !path.isEmpty {
      text += """
        <path fill="none" stroke="\(color)" stroke-width="1.5" stroke-linejoin="round" d="\(path)"/>

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

  /// The end of a shape's tag, with its description if it fits.
  private func end(_ name: String, _ index: Int, _ item: ChartData.Value, _ series: ChartData.Series) -> String {
    guard hasTitles else { return "/>" }
    var words = "\(data.label(ofInterval: index)): \(scale.words(item.value))"
    if let low = item.low, let high = item.high { words += " (\(scale.words(low)) to \(scale.words(high)))" }
    words += " " + ChartData.shown(data.unit)
    if data.series.count > 1 { words += ", " + ChartData.shown(series.name) }
    return "><title>\(MarkupText.escaped(words))</title></\(name)>"
  }
}
