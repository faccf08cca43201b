/// Charts as one SVG file: nothing but shapes and texts, no script, no font and no link, the same bytes for the same
/// content.
///
/// Texts and lines have a gray with enough contrast on light and on dark pages; the background is the page's.
package enum SVGChart {
  package static let width = 960
  /// The height of a chart whose series share one plot and have their names in one line.
  package static let height = 360
  /// The most series of a chart that are drawn.
  package static let seriesLimit = 60

  static let ink = "#767676"
  /// The most shapes beside each other.
  private static let columns = 800
  /// The most series in one plot: the number of colors.
  static let sharedLimit = SVGPlot.colors.count

  /// One chart of the picture, with the height that it takes.
  struct Drawing {
    var heading: String
    var text: String
    var height: Int
  }

  /// Draws charts.
  ///
  /// Up to seven series of a chart share a plot; more have a plot each, all with the same axes.
  package static func document(_ charts: [ChartData]) -> String {
    let drawings = charts.map { $0.series.count > sharedLimit ? SVGPanels.drawing($0) : drawing($0) }
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

  private static func drawing(_ chart: ChartData) -> Drawing {
    let beside = chart.form == .bars ? max(1, chart.series.count) : 1
    let (data, factor) = chart.joined(atMost: max(50, columns / beside))
    let scale = data.scale(steps: 5)
    let labels = scale.ticks.map { scale.label($0) }
    let left = Double(max(56, 24 + 7 * (labels.map(\.count).max() ?? 0)))
    let right = Double(width) - 16
    let legend = data.series.count > 1 ? legend(data.series.map(\.name), right: right) : (text: "", lines: 0)
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

  /// The lines and labels of values, and the labels of times.
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
      // The first and the last label stay within the picture.
      let anchor = x < left + 20 ? "start" : x > right - 20 ? "end" : "middle"
      text += """
        <path stroke="\(ink)" d="M\(SVGPlot.px(x)) \(SVGPlot.px(bottom))v5"/>
        <text x="\(SVGPlot.px(x))" y="\(SVGPlot.px(bottom + 20))" text-anchor="\(anchor)">\(tick.label)</text>

        """
    }
    return text
  }

  private static let lineHeight = 18.0

  /// The names of the series with their colors, in as many lines as they need.
  private static func legend(_ names: [String], right: Double) -> (text: String, lines: Int) {
    var text = ""
    var lines = 1
    var x = 16.0
    for (number, name) in names.enumerated() {
      let shown = ChartData.shown(name)
      // A letter is about 7 wide.
      let room = 30 + 7 * Double(shown.count)
      if x > 16, x + room >= right {
        lines += 1
        x = 16
      }
      let y = 43 + Double(lines - 1) * lineHeight
      text += """
        <rect x="\(SVGPlot.px(x))" y="\(SVGPlot.px(y))" width="10" height="10" fill="\(SVGPlot.color(number))"/>
        <text x="\(SVGPlot.px(x + 15))" y="\(SVGPlot.px(y + 9))">\(MarkupText.escaped(shown))</text>

        """
      x += room
    }
    return (text, lines)
  }
}
