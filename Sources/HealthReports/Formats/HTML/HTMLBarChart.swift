import HealthModel

/// A bar of a chart: a label, and how many findings of each severity it stands for.
struct HTMLBar {
  /// Errors first.
  static let severities: [Severity] = [.error, .warning, .note]

  /// The properties that the findings share.
  var label: String
  var counts: [Severity: Int]

  subscript(severity: Severity) -> Int { counts[severity, default: 0] }

  /// How many findings there are.
  var total: Int { Self.severities.reduce(0) { $0 + self[$1] } }

  var parts: [Severity] { Self.severities.filter { self[$0] > 0 } }

  /// The findings in words: `12 errors, 3 warnings`.
  var words: String { parts.map { HTMLText.count(self[$0], $0.name) }.joined(separator: ", ") }

  /// The order of bars: more errors first, then more warnings, then more notes, then by name.
  static func isWorse(_ left: HTMLBar, _ right: HTMLBar) -> Bool {
    for severity in severities where left[severity] != right[severity] { return left[severity] > right[severity] }
    return left.label < right.label
  }
}

/// Findings as bars, worst first, as one picture that keeps its letters' size at every width.
struct HTMLBarChart {
  /// The most bars that stand for one thing each; the rest become one bar.
  static let limit = 15
  /// How long the longest bar is, in hundredths of a percent; its count is after it.
  private static let longest = 6200
  /// The shortest part of a bar that still can be seen.
  private static let shortest = 100

  private let id: String
  private let title: String
  private var bars: [HTMLBar]

  init(
    id: String, title: String, noun: String, rows: [FindingsLedger.Row], label: (FindingsLedger.Row) -> String
  ) {
    self.id = id
    self.title = title
    var counts: [String: [Severity: Int]] = [:]
    for row in rows { counts[label(row), default: [:]][row.severity, default: 0] += row.count }
    let sorted = counts.map { HTMLBar(label: $0.key, counts: $0.value) }.sorted(by: HTMLBar.isWorse)
    bars = Array(sorted.prefix(Self.limit))
    let rest = sorted.dropFirst(Self.limit)
    if !rest.isEmpty {
      var other = HTMLBar(label: "other (\(HTMLText.count(rest.count, noun)))", counts: [:])
      for bar in rest { other.counts.merge(bar.counts, uniquingKeysWith: +) }
      bars.append(other)
    }
  }

  /// The picture with its legend.
  func html() -> String {
    let top = bars.map(\.total).max() ?? 0
    var y = 0
    var drawing = ""
    for bar in bars {
      drawing += row(bar, at: y, top: top)
      y += bar.parts.count > 1 ? 60 : 44
    }
    let described = bars.map { "\(HTMLText.foreign($0.label)): \($0.words)" }.joined(separator: "; ")
    return """
      <figure>
      <figcaption>
      \(HTMLShapes.legend(HTMLBar.severities.filter { severity in bars.contains { $0[severity] > 0 } }))
      </figcaption>
      <svg class="bars" role="img" aria-labelledby="\(id)-title \(id)-desc" width="100%" height="\(y)">
      <title id="\(id)-title">\(HTMLText.escaped(title))</title>
      <desc id="\(id)-desc">Bars, worst first. \(described).</desc>
      \(drawing)</svg>
      </figure>

      """
  }

  /// A label, the bar under it, its count after it, and the parts of a bar that has several.
  private func row(_ bar: HTMLBar, at y: Int, top: Int) -> String {
    var text = "<text x=\"0\" y=\"\(y + 13)\">\(HTMLText.escaped(Self.short(bar.label)))</text>\n"
    var x = 0
    for (severity, width) in widths(bar, top: top) {
      let height = HTMLShapes.thickness(severity)
      text += """
        <rect class="fill-\(severity.name)" x="\(HTMLText.percent(hundredths: x))" y="\(y + 30 - height)" \
        width="\(HTMLText.percent(hundredths: width))" height="\(height)"/>

        """
      x += width
    }
    let count = bar.parts.count > 1 ? HTMLText.count(bar.total, "finding") : bar.words
    text += """
      <text class="count" x="\(HTMLText.percent(hundredths: x))" dx="8" y="\(y + 30)">\(count)</text>

      """
    if bar.parts.count > 1 { text += "<text class=\"parts\" x=\"0\" y=\"\(y + 46)\">\(bar.words)</text>\n" }
    return text
  }

  /// The parts of a bar in hundredths of a percent: in proportion, but none so short that it cannot be seen.
  private func widths(_ bar: HTMLBar, top: Int) -> [(severity: Severity, width: Int)] {
    let parts = bar.parts
    guard bar.total > 0, top > 0 else { return [] }
    let whole = max(Self.shortest * parts.count, Self.longest * bar.total / top)
    var widths = parts.map { max(Self.shortest, whole * bar[$0] / bar.total) }
    let excess = widths.reduce(0, +) - whole
    if let widest = widths.indices.max(by: { widths[$0] < widths[$1] }) { widths[widest] -= excess }
    return zip(parts, widths).map { (severity: $0, width: $1) }
  }

  /// A label that fits on a small screen; the table has it in full.
  private static func short(_ label: String) -> String {
    let shown = TextEscaping.escaped(label, limit: 1000)
    return shown.count > 40 ? String(shown.prefix(39)) + "…" : shown
  }
}
