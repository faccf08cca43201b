/// Pictures of samples made of characters.
package struct TerminalPicture: Sendable {
  /// The width of a line, in characters; 40 at least.
  package let width: Int
  /// Whether characters beyond ASCII may be used.
  package let usesUnicode: Bool

  /// Creates a way to draw.
  package init(width: Int = 80, usesUnicode: Bool = true) {
    self.width = max(40, width)
    self.usesUnicode = usesUnicode
  }

  /// Creates the way to draw that a chart has.
  package init(_ chart: TerminalChart) { self.init(width: chart.width, usesUnicode: chart.usesUnicode) }

  /// The most rows of a strip, or of stages.
  static let rowLimit = 31

  /// Draws a picture.
  ///
  /// - Parameter picture: what it shows.
  /// - Returns: lines, each ended by a line feed.
  package func text(_ picture: SamplePicture) -> String {
    var lines = [picture.heading]
    if !picture.captions.isEmpty { lines.append(picture.captions.joined(separator: "; ")) }
    switch picture.form {
    case .strip(let strip): lines += self.lines(strip)
    case .route(let route): lines += self.lines(route)
    case .lines(let columns): lines += self.lines(columns)
    case .audiogram(let audiogram): lines += self.lines(audiogram)
    case .stages(let stages): lines += self.lines(stages)
    }
    return lines.map { line in
      var text = line[...]
      while text.last == " " { text.removeLast() }
      return text + "\n"
    }.joined()
  }

  /// A canvas with its axes around it.
  ///
  /// - Parameters:
  ///   - canvas: what is drawn.
  ///   - vertical: the axis at the left.
  ///   - horizontal: the axis below.
  ///   - margin: the width of the labels at the left.
  /// - Returns: lines of at most the terminal's width.
  func framed(_ canvas: DotCanvas, vertical: PlotAxis, horizontal: PlotAxis, margin: Int) -> [String] {
    var names: [Int: String] = [:]
    for tick in vertical.ticks {
      let row = Int(((1 - vertical.place(of: tick.value)) * Double(canvas.height - 1)).rounded()) / 4
      names[row] = tick.label
    }
    var lines = canvas.lines(usesUnicode: usesUnicode).enumerated().map { row, text in
      let side = usesUnicode ? (names[row] == nil ? "│" : "┤") : (names[row] == nil ? "|" : "+")
      return padded(names[row] ?? "", margin) + " " + side + text
    }
    var base = Array(repeating: Character(usesUnicode ? "─" : "-"), count: canvas.columns)
    var labels = Array(repeating: Character(" "), count: canvas.columns)
    var free = 0
    for tick in horizontal.ticks {
      let cell = Int((horizontal.place(of: tick.value) * Double(canvas.width - 1)).rounded()) / 2
      // The last label ends with the canvas.
      let start = min(cell, canvas.columns - tick.label.count)
      guard start >= free, start >= 0, cell < canvas.columns else { continue }
      base[cell] = usesUnicode ? "┬" : "+"
      labels.replaceSubrange(start..<start + tick.label.count, with: Array(tick.label))
      free = start + tick.label.count + 1
    }
    lines.append(padded("", margin) + (usesUnicode ? " └" : " +") + String(base))
    lines.append(padded("", margin + 2) + String(labels))
    return lines
  }

  /// The width of the labels of an axis.
  func margin(_ axes: [PlotAxis]) -> Int { axes.flatMap(\.ticks).map(\.label.count).max() ?? 0 }

  /// How many cells are left of a line after labels.
  func room(_ margin: Int) -> Int { max(10, width - margin - 2) }

  /// Lines through points in a frame; a point between two gaps is a dot.
  func plot(_ points: [LinePoint], vertical: PlotAxis, horizontal: PlotAxis, margin: Int, rows: Int) -> [String] {
    var canvas = DotCanvas(columns: room(margin), rows: rows)
    for run in points.runs {
      canvas.line(
        run.map { LinePoint(x: horizontal.place(of: $0.x), y: vertical.place(of: $0.y)) })
    }
    return framed(canvas, vertical: vertical, horizontal: horizontal, margin: margin)
  }

  func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
