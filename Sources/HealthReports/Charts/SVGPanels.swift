/// A chart with a plot for each series, side by side: more series than there are colors cannot be distinguished in one
/// plot.
///
/// All plots have the same axes, so that they can be compared.
enum SVGPanels {
  private static let columns = 3
  private static let gap = 16.0
  private static let top = 80.0
  private static let height = 148.0

  /// Draws as many series as `SVGChart.seriesLimit` lets.
  static func drawing(_ chart: ChartData) -> SVGChart.Drawing {
    var shown = chart
    shown.series = Array(chart.series.prefix(SVGChart.seriesLimit))
    let width = (Double(SVGChart.width) - 32 - gap * Double(columns - 1)) / Double(columns)
    let (data, factor) = shown.joined(atMost: Int(width / 2))
    let scale = data.scale(steps: 3)
    let margin = Double(16 + 7 * (scale.ticks.map { scale.label($0).count }.max() ?? 0))
    let count = chart.series.count
    let note = count > shown.series.count ? ", \(shown.series.count) of \(count) series" : ""
    var text = SVGChart.head(data, of: chart, factor: factor, note: note)
    text += "<text x=\"16\" y=\"56\">\(MarkupText.escaped(ChartData.shown(chart.unit)))</text>\n"
    for (number, series) in data.series.enumerated() {
      let left = 16 + Double(number % columns) * (width + gap)
      let start = top + Double(number / columns) * height
      var panel = data
      panel.series = [series]
      let (inner, right, bottom) = (left + margin, left + width, start + height - 44)
      let plot = SVGPlot(panel, scale: scale, left: inner, right: right, top: start + 14, bottom: bottom)
      text += """
        <g>
        <text x="\(SVGPlot.px(inner))" y="\(SVGPlot.px(start))" font-weight="600">\
        \(MarkupText.escaped(name(series.name, within: width - margin)))</text>

        """
      text += SVGChart.axes(panel, plot, scale: scale, left: inner, right: right, bottom: bottom, timeLabels: 3)
      text += panel.isEmpty ? SVGChart.emptiness(x: (inner + right) / 2, y: start + 56) : plot.shapes()
      text += "</g>\n"
    }
    let rows = (data.series.count + columns - 1) / columns
    return SVGChart.Drawing(heading: data.heading, text: text, height: Int(top + Double(rows) * height))
  }

  /// A series' name, cut where the next plot begins; a letter is about 7 wide.
  private static func name(_ name: String, within width: Double) -> String {
    let shown = ChartData.shown(name)
    let room = max(8, Int(width / 7))
    return shown.count > room ? shown.prefix(room - 1) + "…" : shown
  }
}
