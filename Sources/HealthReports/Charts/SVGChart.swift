/// Charts as one SVG file: nothing but shapes and texts, no script, no font and no link, the same bytes for the same
/// content.
///
/// Texts and lines have a gray that stands out on light and on dark pages; the ground is the page's.
public enum SVGChart {
  /// The width of the picture.
  public static let width = 960
  /// The height of each chart; several stand one below the other.
  public static let height = 360

  private static let ink = "#767676"
  /// The most shapes beside each other.
  private static let columns = 800

  /// Draws charts.
  ///
  /// - Parameter charts: what they show, from the top to the bottom.
  /// - Returns: the file's text.
  public static func document(_ charts: [ChartData]) -> String {
    let total = height * max(1, charts.count)
    let title = charts.map { joined($0).data.heading }.joined(separator: "; ")
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(total)" viewBox="0 0 \(width) \(total)" \
      role="img" font-family="system-ui, sans-serif" font-size="12" fill="\(ink)">
      <title>\(MarkupText.escaped(title))</title>

      """
    for (number, chart) in charts.enumerated() {
      text += number == 0 ? "<g>\n" : "<g transform=\"translate(0 \(number * height))\">\n"
      text += drawing(chart)
      text += "</g>\n"
    }
    return text + "</svg>\n"
  }

  /// The chart with no more intervals than the picture has room for.
  private static func joined(_ chart: ChartData) -> (data: ChartData, factor: Int) {
    let beside = chart.form == .bars ? max(1, chart.series.count) : 1
    return chart.joined(atMost: max(50, columns / beside))
  }

  private static func drawing(_ chart: ChartData) -> String {
    let (data, factor) = joined(chart)
    let scale = data.scale(steps: 5)
    let labels = scale.ticks.map { scale.label($0) }
    let left = Double(max(56, 24 + 7 * (labels.map(\.count).max() ?? 0)))
    let right = Double(width) - 16
    let top: Double = data.series.count > 1 ? 92 : 72
    let bottom = Double(height) - 36
    let plot = SVGPlot(data, scale: scale, left: left, right: right, top: top, bottom: bottom)
    var period = chart.period
    if factor > 1 { period += ", \(factor) intervals each" }
    var text = """
      <text x="16" y="28" font-size="16" font-weight="600">\(MarkupText.escaped(data.heading))</text>
      <text x="\(SVGPlot.px(right))" y="28" text-anchor="end">\(MarkupText.escaped(period))</text>
      <text x="16" y="\(SVGPlot.px(top - 16))">\(MarkupText.escaped(ChartData.shown(chart.unit)))</text>

      """
    if data.series.count > 1 { text += legend(data.series.map(\.name), right: right) }
    for (tick, label) in zip(scale.ticks, labels) {
      let y = plot.y(tick)
      text += """
        <path stroke="\(ink)" stroke-opacity="\(tick == 0 ? "0.9" : "0.3")" \
        d="M\(SVGPlot.px(left)) \(SVGPlot.px(y))H\(SVGPlot.px(right))"/>
        <text x="\(SVGPlot.px(left - 8))" y="\(SVGPlot.px(y + 4))" text-anchor="end">\(label)</text>

        """
    }
    text += timeAxis(data, plot, left: left, right: right, bottom: bottom)
    guard data.isEmpty else { return text + plot.shapes() }
    let middle = "x=\"\(SVGPlot.px((left + right) / 2))\" y=\"\(SVGPlot.px((top + bottom) / 2))\""
    return text + "<text \(middle) text-anchor=\"middle\">no data</text>\n"
  }

  private static func timeAxis(
    _ data: ChartData, _ plot: SVGPlot, left: Double, right: Double, bottom: Double
  ) -> String {
    guard let first = data.edges.first, let last = data.edges.last else { return "" }
    let ticks = TimeTicks(from: first, to: last, clock: data.clock, limit: 12).ticks
    return ticks.map { tick in
      let x = plot.x(tick.instant)
      // The first and the last label stay within the picture.
      let anchor = x < left + 20 ? "start" : x > right - 20 ? "end" : "middle"
      return """
        <path stroke="\(ink)" d="M\(SVGPlot.px(x)) \(SVGPlot.px(bottom))v5"/>
        <text x="\(SVGPlot.px(x))" y="\(SVGPlot.px(bottom + 20))" text-anchor="\(anchor)">\(tick.label)</text>

        """
    }.joined()
  }

  /// The names of the series with their colors, as many as fit on a line.
  private static func legend(_ names: [String], right: Double) -> String {
    var text = ""
    var x = 16.0
    for (number, name) in names.enumerated() {
      let shown = ChartData.shown(name)
      // A letter is about 7 wide; the rest of the names is counted at the end.
      let room = 30 + 7 * Double(shown.count)
      guard x + room < right - 60 else {
        text += "<text x=\"\(SVGPlot.px(x))\" y=\"52\">and \(names.count - number) more</text>\n"
        break
      }
      text += """
        <rect x="\(SVGPlot.px(x))" y="43" width="10" height="10" fill="\(SVGPlot.color(number))"/>
        <text x="\(SVGPlot.px(x + 15))" y="52">\(MarkupText.escaped(shown))</text>

        """
      x += room
    }
    return text
  }
}
