import HealthModel

/// Voltages at a fixed rate, as electrocardiographs write them: 25 mm of paper a second, 10 mm a millivolt.
struct StripPlot: Sendable {
  /// One column of voltages.
  struct Lead: Sendable {
    var name: String
    /// The voltages; NaN for a missing one.
    var millivolts: [Double]
  }

  /// The columns that are drawn, those with voltages.
  let leads: [Lead]
  /// Points a second.
  let rate: Double

  /// How long a row of paper is.
  static let rowSeconds = 10.0
  /// The fewest points a second that make a curve.
  private static let leastRate = 10.0
  /// The longest strip, in seconds: 60 rows.
  private static let longest = 600.0
  private static let leadLimit = 12

  /// The most points a second: more than any recorder has.
  private static let mostRate = 1_000_000.0

  /// Creates a picture; `nil` when no lead has a voltage, the points are too far apart for a curve, or there are more
  /// than ten minutes of them.
  init?(leads: [Lead], rate: Double) {
    let drawn = leads.filter { $0.millivolts.contains { NiceScale.canHold($0) } }.prefix(Self.leadLimit)
    let count = drawn.map(\.millivolts.count).max() ?? 0
    guard count > 0, rate >= Self.leastRate, rate <= Self.mostRate, Double(count) / rate <= Self.longest else {
      return nil
    }
    self.leads = Array(drawn)
    self.rate = rate
  }

  var rows: Int {
    let last = Double((leads.map(\.millivolts.count).max() ?? 1) - 1) / rate
    return max(1, Int((last / Self.rowSeconds - 1e-9).rounded(.up)))
  }

  /// The points of a row, in seconds after its start and millivolts; the one at its end begins the next row, too.
  func points(_ lead: Lead, row: Int) -> [LinePoint] {
    let start = Double(row) * Self.rowSeconds
    let first = Int((start * rate - 1e-6).rounded(.up))
    let last = Int(((start + Self.rowSeconds) * rate + 1e-6).rounded(.down))
    return (max(0, first)..<max(first, min(last + 1, lead.millivolts.count))).map { index in
      LinePoint(x: min(max(Double(index) / rate - start, 0), Self.rowSeconds), y: lead.millivolts[index])
    }
  }

  var summary: String {
    let count = leads.map(\.millivolts.count).max() ?? 0
    let seconds = FixedDecimals.trimmed(Double(count) / rate, 1)
    let rows = rows == 1 ? "one row" : "\(rows) rows"
    let names = leads.map { ChartData.shown($0.name) }.joined(separator: ", ")
    return
      "\(names) over \(seconds) s: \(GroupedDigits.string(count)) points at \(FixedDecimals.trimmed(rate, 3)) Hz, in "
      + rows + " of 10 s on millimeter paper"
  }
}

/// The paper below a lead: how many millimeters a millivolt is, and how high a row.
struct StripPaper: Hashable {
  /// Millimeters a millivolt: 10, as is usual, or less where the voltages would not fit.
  let gain: Double
  /// The lower edge of a row, in millimeters above 0 mV; a multiple of 5.
  let low: Double
  let high: Double

  /// The highest row, in millimeters.
  private static let highest = 150.0
  private static let lowest = 20.0
  /// The farthest from 0 mV that a row is; beyond it the millimeters would be rounded.
  private static let farthest = 100_000.0

  init(_ millivolts: [Double]) {
    var (least, most) = (Double.infinity, -Double.infinity)
    for value in millivolts where NiceScale.canHold(value) {
      least = min(least, value)
      most = max(most, value)
    }
    if least > most { (least, most) = (0, 0) }
    let size = max(least.magnitude, most.magnitude)
    var gain = 10.0
    // 10, 5, 2.5 and 1, then the same a tenth as high.
    var factor = 0
    while (most - least) * gain > Self.highest || size * gain > Self.farthest {
      gain *= [0.5, 0.5, 0.4][factor % 3]
      factor += 1
    }
    var low = (least * gain / 5 + 1e-9).rounded(.down) * 5
    var high = (most * gain / 5 - 1e-9).rounded(.up) * 5
    while high - low < Self.lowest {
      high += 5
      if high - low < Self.lowest { low -= 5 }
    }
    self.gain = gain
    self.low = low
    self.high = high
  }

  var height: Double { high - low }

  var words: String { (gain < 0.001 ? DecimalWriter.string(gain) : FixedDecimals.trimmed(gain, 6)) + " mm/mV" }
}

// On millimeter paper: rows of ten seconds, 25 mm a second.
extension StripPlot {
  /// Millimeters of paper a second.
  static let speed = 25.0
  /// The fine and the bold lines of the paper, and the curve: distinct in gray, too.
  private static let fine = "#F2C4BC"
  private static let bold = "#D98880"
  private static let curve = "#111111"

  func draw(top: Double, _ marks: inout SVGMarks) -> Double {
    var y = top
    for lead in leads {
      let paper = StripPaper(lead.millivolts)
      for row in 0..<rows {
        var words = "\(row * Int(Self.rowSeconds)) s"
        if row == 0 { words = "\(ChartData.shown(lead.name)), 25 mm/s, \(paper.words)" }
        y += 4
        marks.words(words, x: SVGSamplePlot.margin, y: y)
        y += 2
        draw(points(lead, row: row), on: paper, top: y, &marks)
        y += paper.height
      }
      y += 2
    }
    return y
  }

  private func draw(_ points: [LinePoint], on paper: StripPaper, top: Double, _ marks: inout SVGMarks) {
    let left = SVGSamplePlot.margin
    let width = Self.rowSeconds * Self.speed
    let bottom = top + paper.height
    for (name, color, stroke) in [("fine", Self.fine, 0.1), ("bold", Self.bold, 0.2)] {
      var ways = ""
      for line in 0...Int(width) where line.isMultiple(of: 5) == (name == "bold") {
        ways += "M\(SVGMarks.mm(left + Double(line))) \(SVGMarks.mm(top))V\(SVGMarks.mm(bottom))"
      }
      for line in 0...Int(paper.height) where line.isMultiple(of: 5) == (name == "bold") {
        ways += "M\(SVGMarks.mm(left)) \(SVGMarks.mm(top + Double(line)))H\(SVGMarks.mm(left + width))"
      }
      marks.path(ways, color: color, width: stroke, name: name)
    }
    let zero = bottom + paper.low
    let runs = points.runs.map { run in
      run.map { LinePoint(x: left + $0.x * Self.speed, y: zero - $0.y * paper.gain) }
    }
    // At 512 Hz neighbors are 0.05 mm apart; only denser curves lose points, never an extreme.
    marks.line(runs.map { $0.thinned(columns: 0.02) }, color: Self.curve, width: 0.25, name: "curve")
    for run in runs where run.count == 1 {
      marks.circle(run[0], radius: 0.3, color: Self.curve, isFilled: true, name: "curve")
    }
  }
}
