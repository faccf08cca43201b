/// A chart made of characters: bars of eighths of a line, or values with their band.
package struct TerminalChart: Sendable {
  /// The width of a line, in characters; 40 at least.
  package var width: Int
  /// Whether characters beyond ASCII may be used.
  package var usesUnicode: Bool

  package init(width: Int = 80, usesUnicode: Bool = true) {
    self.width = max(40, width)
    self.usesUnicode = usesUnicode
  }

  private static let seriesLimit = 8
  /// The fewest columns for values, however long the labels are.
  private static let leastRoom = 10

  /// Draws a chart; several series are one below the other, on one scale, also those of a stack.
  package func text(_ data: ChartData) -> String {
    var chart = data
    if chart.form == .stack {
      chart.form = .bars
      chart.series.removeAll { series in !series.values.contains { $0 != nil } }
    }
    var room = width - 8
    var (data, factor) = chart.joined(atMost: room)
    var scale = data.scale(steps: 4)
    var labels = scale.ticks.map { scale.label($0) }
    var margin = labels.map(\.count).max() ?? 0
    // The labels' width decides how many columns are left. Joining more intervals makes sums larger, which needs
    // another axis with longer labels, so that the width only shrinks and the loop ends.
    while room > Self.leastRoom, data.count > width - margin - 2 {
      room = max(Self.leastRoom, min(room - 1, width - margin - 2))
      (data, factor) = chart.joined(atMost: room)
      scale = data.scale(steps: 4)
      labels = scale.ticks.map { scale.label($0) }
      margin = labels.map(\.count).max() ?? 0
    }
    room = max(Self.leastRoom, width - margin - 2)
    let columns = max(1, min(8, room / max(1, data.count)))
    let unit = chart.unit.isEmpty ? "" : " (\(ChartData.shown(chart.unit)))"
    var heading = "\(data.heading)\(unit), \(chart.period)"
    if factor > 1 { heading += "; \(factor) intervals in a column" }
    guard !data.isEmpty else { return heading + "\nno data\n" }
    var lines = [heading]
    for series in data.series.prefix(Self.seriesLimit) {
      let name = [series.group, series.name].filter { !$0.isEmpty }.joined(separator: ", ")
      if data.series.count > 1 { lines.append("\(ChartData.shown(name)):") }
      lines += rows(series, of: data, scale: scale, labels: labels, margin: margin, columns: columns)
    }
    if data.series.count > Self.seriesLimit { lines.append("and \(data.series.count - Self.seriesLimit) more") }
    lines += axis(data, label: labels.first ?? "", margin: margin, columns: columns, room: room)
    return lines.map { $0.trimmedEnd + "\n" }.joined()
  }

  /// The lines of one series, from the top.
  private func rows(
    _ series: ChartData.Series, of data: ChartData, scale: NiceScale, labels: [String], margin: Int, columns: Int
  ) -> [String] {
    // Each tick is between two lines.
    let steps = max(1, scale.ticks.count - 1)
    let most = data.series.count == 1 ? 10 : data.form == .line ? 8 : 4
    let height = steps * max(1, most / steps)
    var grid = Array(repeating: Array(repeating: Character(" "), count: data.count * columns), count: height)
    for index in 0..<data.count {
      guard let item = data.value(index, of: series) else { continue }
      let cells = index * columns..<(index + 1) * columns
      if data.form != .line {
        // Where bars are wide, a blank is between them.
        let bar = columns > 2 ? cells.dropLast() : cells
        fill(&grid, bar, item.value, scale)
      } else {
        mark(&grid, cells.lowerBound + columns / 2, item, scale)
      }
    }
    var names: [Int: String] = [:]
    for (tick, label) in zip(scale.ticks, labels) {
      names[Int((scale.place(of: tick) * Double(height)).rounded()) - 1] = label
    }
    return grid.indices.map { line in
      let label = names[height - 1 - line]
      let side = usesUnicode ? (label == nil ? "│" : "┤") : (label == nil ? "|" : "+")
      return Self.padded(label ?? "", margin) + " " + side + String(grid[line])
    }
  }

  /// A bar from zero, upward or downward; every value but zero is visible.
  private func fill(_ grid: inout [[Character]], _ cells: Range<Int>, _ value: Double, _ scale: NiceScale) {
    let (zero, place) = (scale.place(of: 0), scale.place(of: value))
    // Zero is a tick, and ticks are between two lines.
    let base = Int((zero * Double(grid.count)).rounded())
    // A value that is nearly zero compared with the others may have an axis with space on the other side only.
    let rises = base == 0 || (base < grid.count && value >= 0)
    // Unicode's eighth blocks fill a cell from its bottom. From the top only the half block is common in fonts.
    let blocks = Array(rises ? (usesUnicode ? " ▁▂▃▄▅▆▇█" : " .:#") : (usesUnicode ? " ▀█" : " '#"))
    let steps = blocks.count - 1
    let length = ((place - zero).magnitude * Double(grid.count * steps)).rounded()
    let filled = max(value == 0 ? 0 : 1, Int(length))
    for row in 0..<(rises ? grid.count - base : base) {
      let part = min(max(filled - row * steps, 0), steps)
      guard part > 0 else { break }
      let line = rises ? grid.count - 1 - base - row : grid.count - base + row
      for cell in cells { grid[line][cell] = blocks[part] }
    }
  }

  private func mark(_ grid: inout [[Character]], _ cell: Int, _ item: ChartData.Value, _ scale: NiceScale) {
    let last = grid.count - 1
    func row(_ value: Double) -> Int { min(last, Int(scale.place(of: value) * Double(grid.count))) }
    let (low, high) = (row(item.low ?? item.value), row(item.high ?? item.value))
    for line in min(low, high)...max(low, high) { grid[last - line][cell] = usesUnicode ? "│" : "|" }
    grid[last - row(item.value)][cell] = usesUnicode ? "●" : "*"
  }

  /// The line below the values, and the times.
  private func axis(_ data: ChartData, label: String, margin: Int, columns: Int, room: Int) -> [String] {
    let count = data.count * columns
    var line = Array(repeating: Character(usesUnicode ? "─" : "-"), count: count)
    var names = Array(repeating: Character(" "), count: room)
    var free = 0
    if let first = data.edges.first, let last = data.edges.last {
      for tick in TimeTicks(from: first, to: last, clock: data.clock, limit: max(2, count / 12)).ticks {
        guard let index = data.index(of: tick.instant) else { continue }
        let cell = index * columns
        guard cell < count, cell >= free, cell + tick.label.count <= room else { continue }
        line[cell] = usesUnicode ? "┬" : "+"
        names.replaceSubrange(cell..<cell + tick.label.count, with: Array(tick.label))
        free = cell + tick.label.count + 1
      }
    }
    let corner = usesUnicode ? "└" : "+"
    let indent = String(repeating: " ", count: margin + 2)
    return [Self.padded(label, margin) + " " + corner + String(line), indent + String(names)]
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

extension String {
  /// Without blanks at the end.
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
