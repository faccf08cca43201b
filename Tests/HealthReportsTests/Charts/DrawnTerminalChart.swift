import HealthReports

/// What a chart in the terminal says, read back from its characters.
struct DrawnTerminalChart {
  /// What cannot be read.
  struct Fault: Error {
    var text: String
  }

  /// The least and the greatest tick, from their labels.
  let axis: ClosedRange<Double>
  /// How many intervals are in a column.
  let factor: Int
  /// For each series and column where the value is drawn, in lines from the bottom: the end of a bar that is not zero,
  /// or the middle of a mark; `nil` where nothing is drawn.
  let heights: [[Double?]]
  /// How many lines each series has.
  let lines: Int

  /// Reads a drawing of intervals.
  init(_ text: String, form: ChartData.Form, intervals: Int) throws {
    let all = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
    let heading = text.prefix { $0 != "\n" }
    factor = heading.split(separator: ";").last.flatMap { Int($0.split(separator: " ").first ?? "") } ?? 1
    let count = (intervals + factor - 1) / factor
    var grids: [[[Character]]] = [[]]
    var labels: [Double] = []
    for line in all.dropFirst() {
      if let side = line.firstIndex(where: { "│┤".contains($0) }) {
        grids[grids.count - 1].append(Array(line[(side + 1)...]))
        if let label = Self.number(line[..<side]) { labels.append(label) }
      } else if let corner = line.firstIndex(of: "└") {
        if let label = Self.number(line[..<corner]) { labels.append(label) }
        break
      } else if grids.last?.isEmpty == false {
        grids.append([])
      }
    }
    guard let low = labels.last, let high = labels.first, low < high, let lines = grids.first?.count else {
      throw Fault(text: text)
    }
    axis = low...high
    self.lines = lines
    let zero = ((0 - low) / (high - low) * Double(lines)).rounded()
    heights = try grids.map { grid in
      let columns = (all.last { $0.contains("└") }.map { $0.count - ($0.firstIndex(of: "└") ?? 0) - 1 } ?? 0) / count
      guard columns > 0 else { throw Fault(text: text) }
      return (0..<count).map { index in
        let cell = index * columns + (form == .bars ? 0 : columns / 2)
        let marks = grid.map { $0.indices.contains(cell) ? $0[cell] : " " }
        return form == .bars ? Self.end(ofBar: marks, zero: zero) : Self.middle(ofMark: marks)
      }
    }
  }

  private static func number(_ text: ArraySlice<Character>) -> Double? {
    Double(String(text.filter { !" ,\u{202F}".contains($0) }))
  }

  /// Where a bar ends that begins at zero.
  private static func end(ofBar marks: [Character], zero: Double) -> Double? {
    let eighths: [Character: Double] = [
      "▁": 1, "▂": 2, "▃": 3, "▄": 4, "▅": 5, "▆": 6, "▇": 7, "█": 8, "▀": 4,
    ]
    let filled = marks.map { eighths[$0] ?? 0 }
    let length = filled.reduce(0, +) / 8
    guard length > 0 else { return nil }
    // Lines are counted from the top; those below zero hang.
    let below = filled.suffix(Int(zero)).reduce(0, +) > 0
    return below ? zero - length : zero + length
  }

  private static func middle(ofMark marks: [Character]) -> Double? {
    marks.firstIndex(of: "●").map { Double(marks.count - $0) - 0.5 }
  }
}
