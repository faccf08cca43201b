/// Pictures of samples as one SVG file with real sizes in millimeters: shapes and texts, no script, no font and no
/// link, the same bytes for the same content.
package enum SVGSamplePlot {
  /// The width of the file, in millimeters: ten seconds of an electrocardiogram with margins.
  package static let width = 274.0
  /// The margin at both sides, in millimeters.
  static let margin = 12.0

  package static func document(_ pictures: [SamplePlot]) -> String {
    var marks = SVGMarks()
    var height = 0.0
    for picture in pictures { height = draw(picture, top: height, &marks) }
    let size = "\(SVGMarks.mm(width))"
    let rows = "\(SVGMarks.mm(max(height, 20)))"
    let title = pictures.map(\.heading).joined(separator: "; ")
    let summary = pictures.map(\.summary).joined(separator: ". ")
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size)mm" height="\(rows)mm" viewBox="0 0 \(size) \(rows)" \
      role="img" aria-labelledby="title summary" font-family="sans-serif" font-size="3.2" fill="\(SVGMarks.ink)">
      <title id="title">\(MarkupText.escaped(title))</title>
      <desc id="summary">\(MarkupText.escaped(summary))</desc>
      <rect width="100%" height="100%" fill="#FFFFFF"/>

      """ + marks.text + "</svg>\n"
  }

  private static func draw(_ picture: SamplePlot, top: Double, _ marks: inout SVGMarks) -> Double {
    var y = top + 11
    marks.words(ChartData.heading(picture.title, of: picture.subject), x: margin, y: y, size: 5, isBold: true)
    marks.words(ChartData.shown(picture.period), x: width - margin, y: y, anchor: "end")
    for line in captionLines(picture.captions) {
      y += 5
      marks.words(line, x: margin, y: y)
    }
    y += 4
    switch picture.form {
    case .strip(let strip): y = strip.draw(top: y, &marks)
    case .route(let route): y = route.draw(top: y, &marks)
    case .lines(let lines): y = lines.draw(top: y, &marks)
    case .audiogram(let audiogram): y = audiogram.draw(top: y, &marks)
    case .stages(let stages): y = stages.draw(top: y, &marks)
    }
    return y + 6
  }

  /// Captions in as few lines as they need; a letter is about 1.8 mm wide.
  private static func captionLines(_ captions: [String]) -> [String] {
    let room = Int((width - 2 * margin) / 1.8)
    var lines: [String] = []
    for caption in captions {
      if let last = lines.last, last.count + caption.count + 3 <= room {
        lines[lines.count - 1] = last + " · " + caption
      } else {
        lines.append(caption)
      }
    }
    return lines
  }
}

/// Shapes and texts of a picture in millimeters, written one after the other.
struct SVGMarks {
  private(set) var text = ""

  /// Dark enough to read on white paper, in print and on screens.
  static let ink = "#222222"
  /// Lines that lead the eye and carry no value.
  static let faint = "#BDBDBD"

  /// A length or a place with at most two decimals: a hundredth of a millimeter.
  static func mm(_ value: Double) -> String { FixedDecimals.trimmed(value, 2) }

  /// The way along points, from the first to the last.
  static func way(_ points: [LinePoint]) -> String {
    points.enumerated().map { "\($0 == 0 ? "M" : "L")\(mm($1.x)) \(mm($1.y))" }.joined()
  }

  /// A line of several parts; nothing if no part has two points.
  mutating func line(_ runs: [[LinePoint]], color: String, width: Double, dashes: String = "", name: String) {
    let ways = runs.filter { $0.count > 1 }.map { Self.way($0) }.joined()
    path(ways, color: color, width: width, dashes: dashes, name: name)
  }

  /// A path without filling; nothing if it is empty.
  mutating func path(_ ways: String, color: String, width: Double, dashes: String = "", name: String) {
    guard !ways.isEmpty else { return }
    let dash = dashes.isEmpty ? "" : " stroke-dasharray=\"\(dashes)\""
    text += """
      <path class="\(name)" fill="none" stroke="\(color)" stroke-width="\(Self.mm(width))" stroke-linejoin="round"\
      \(dash) d="\(ways)"/>

      """
  }

  /// A circle; filled with its color or with white.
  mutating func circle(_ center: LinePoint, radius: Double, color: String, isFilled: Bool, name: String) {
    text += """
      <circle class="\(name)" cx="\(Self.mm(center.x))" cy="\(Self.mm(center.y))" r="\(Self.mm(radius))" \
      fill="\(isFilled ? color : "#FFFFFF")" stroke="\(color)" stroke-width="0.4"/>

      """
  }

  /// A rectangle with a filling, a frame, or both.
  mutating func box(
    x: Double, y: Double, width: Double, height: Double, fill: String, stroke: String = "none", name: String
  ) {
    text += """
      <rect class="\(name)" x="\(Self.mm(x))" y="\(Self.mm(y))" width="\(Self.mm(width))" height="\(Self.mm(height))" \
      fill="\(fill)" stroke="\(stroke)" stroke-width="0.2"/>

      """
  }

  /// Words, at the left of a place, around it (`middle`) or at its right (`end`).
  mutating func words(
    _ words: String, x: Double, y: Double, anchor: String = "start", size: Double? = nil, isBold: Bool = false
  ) {
    let anchor = anchor == "start" ? "" : " text-anchor=\"\(anchor)\""
    let size = size.map { " font-size=\"\(Self.mm($0))\"" } ?? ""
    text += """
      <text x="\(Self.mm(x))" y="\(Self.mm(y))"\(anchor)\(size)\(isBold ? " font-weight=\"600\"" : "")>\
      \(MarkupText.escaped(words))</text>

      """
  }
}

/// One axis of a plot: what its two ends mean, and the ticks between them.
///
/// An axis whose first end is the greater one runs the other way, as hearing levels do.
struct PlotAxis: Hashable {
  struct Tick: Hashable {
    var value: Double
    var label: String
  }

  /// The value at the left, or at the bottom.
  var first: Double
  /// The value at the right, or at the top.
  var last: Double
  var ticks: [Tick]

  /// Where a value is between the ends: 0 at the first, 1 at the last.
  func place(of value: Double) -> Double { first == last ? 0.5 : min(max((value - first) / (last - first), 0), 1) }

  init(first: Double, last: Double, ticks: [Tick]) {
    self.first = first
    self.last = last
    self.ticks = ticks
  }

  /// The axis of values: it ends at ticks.
  init(_ scale: NiceScale) {
    self.init(
      first: scale.minimum, last: scale.maximum, ticks: scale.ticks.map { Tick(value: $0, label: scale.label($0)) })
  }

  /// The axis of values that encloses all of some; from 0 to 1 if there are none.
  init(enclosing values: some Sequence<Double>, steps: Int) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for value in values {
      low = min(low, value)
      high = max(high, value)
    }
    self.init(low <= high ? NiceScale(low, high, steps: steps) : NiceScale(0, 1, steps: steps))
  }

  /// An axis that ends where the values end, with round numbers of a unit as ticks.
  init(from low: Double, to high: Double, size: Double = 1, steps: Int) {
    let scale = NiceScale(low / size, high / size, steps: steps)
    let room = (high - low).magnitude * 1e-9
    let ticks = scale.ticks.filter { $0 * size >= low - room && $0 * size <= high + room }
    self.init(first: low, last: high, ticks: ticks.map { Tick(value: $0 * size, label: scale.label($0)) })
  }

  /// A unit of elapsed time whose numbers are short, for a length in seconds.
  static func elapsedUnit(_ seconds: Double) -> (name: String, seconds: Double) {
    switch seconds {
    case ..<181: ("s", 1)
    case ..<10_801: ("min", 60)
    case ..<259_201: ("h", 3600)
    default: ("d", 86_400)
    }
  }
}

/// A plot in a picture: where its axes are, in millimeters.
struct SVGFrame {
  let left: Double
  let right: Double
  let top: Double
  let bottom: Double
  let horizontal: PlotAxis
  let vertical: PlotAxis

  func place(_ point: LinePoint) -> LinePoint {
    LinePoint(
      x: left + (right - left) * horizontal.place(of: point.x),
      y: bottom - (bottom - top) * vertical.place(of: point.y))
  }

  /// The frame, with a line at each tick and its label.
  func axes(_ marks: inout SVGMarks, title: String = "") {
    var grid = ""
    for tick in vertical.ticks {
      let y = bottom - (bottom - top) * vertical.place(of: tick.value)
      grid += "M\(SVGMarks.mm(left)) \(SVGMarks.mm(y))H\(SVGMarks.mm(right))"
      marks.words(tick.label, x: left - 1.5, y: y + 1.1, anchor: "end")
    }
    var free = -Double.infinity
    for tick in horizontal.ticks {
      let x = left + (right - left) * horizontal.place(of: tick.value)
      grid += "M\(SVGMarks.mm(x)) \(SVGMarks.mm(top))V\(SVGMarks.mm(bottom))"
      // A letter is about 1.8 mm wide; a label that would be on the one before it is left out.
      let half = 0.9 * Double(tick.label.count)
      guard x - half >= free else { continue }
      marks.words(tick.label, x: x, y: bottom + 4.5, anchor: "middle")
      free = x + half + 1
    }
    if !grid.isEmpty { marks.path(grid, color: SVGMarks.faint, width: 0.15, name: "grid") }
    marks.box(
      x: left, y: top, width: right - left, height: bottom - top, fill: "none", stroke: SVGMarks.ink, name: "frame")
    if !title.isEmpty { marks.words(title, x: right, y: bottom + 8.5, anchor: "end") }
  }

  /// Lines through points, broken at gaps; a point between two gaps is a dot.
  func lines(_ points: [LinePoint], _ marks: inout SVGMarks, color: String, name: String) {
    let runs = points.runs.map { run in run.map { place($0) } }
    marks.line(runs.map { $0.thinned(columns: 0.1) }, color: color, width: 0.35, name: name)
    for run in runs where run.count == 1 { marks.circle(run[0], radius: 0.5, color: color, isFilled: true, name: name) }
  }
}
