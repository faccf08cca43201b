import HealthModel

/// A bar of a chart: a label, and how many findings of each severity it stands for.
struct HTMLBar {
  /// Errors first.
  static let severities: [Severity] = [.error, .warning, .note]

  /// The properties that the findings share.
  var label: String
  var counts: [Severity: Int]

  subscript(severity: Severity) -> Int { counts[severity, default: 0] }

  var total: Int { Self.severities.reduce(0) { $0 + self[$1] } }

  var parts: [Severity] { Self.severities.filter { self[$0] > 0 } }

  /// The findings in words: `12 errors, 3 warnings`.
  var words: String { parts.map { GroupedDigits.counted(self[$0], $0.name) }.joined(separator: ", ") }

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

  init(id: String, title: String, noun: String, rows: [FindingCounter.Row], label: (FindingCounter.Row) -> String) {
    self.id = id
    self.title = title
    var counts: [String: [Severity: Int]] = [:]
    for row in rows { counts[label(row), default: [:]][row.severity, default: 0] += row.count }
    let sorted = counts.map { HTMLBar(label: $0.key, counts: $0.value) }.sorted(by: HTMLBar.isWorse)
    bars = Array(sorted.prefix(Self.limit))
    let rest = sorted.dropFirst(Self.limit)
    if !rest.isEmpty {
      var other = HTMLBar(label: "other (\(GroupedDigits.counted(rest.count, noun)))", counts: [:])
      for bar in rest { other.counts.merge(bar.counts, uniquingKeysWith: +) }
      bars.append(other)
    }
  }

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
      <title id="\(id)-title">\(MarkupText.escaped(title))</title>
      <desc id="\(id)-desc">Bars, worst first. \(described).</desc>
      \(drawing)</svg>
      </figure>

      """
  }

  /// A label, the bar under it, its count after it, and the parts of a bar that has several.
  private func row(_ bar: HTMLBar, at y: Int, top: Int) -> String {
    var text = "<text x=\"0\" y=\"\(y + 13)\">\(MarkupText.escaped(Self.short(bar.label)))</text>\n"
    var x = 0
    for (severity, width) in widths(bar, top: top) {
      let height = HTMLShapes.thickness(severity)
      text += """
        <rect class="fill-\(severity.name)" x="\(HTMLText.percent(hundredths: x))" y="\(y + 30 - height)" \
        width="\(HTMLText.percent(hundredths: width))" height="\(height)"/>

        """
      x += width
    }
    let count = bar.parts.count > 1 ? GroupedDigits.counted(bar.total, "finding") : bar.words
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

/// Shapes and badges: a severity is shown by its outline and its word, and only then by its color.
enum HTMLShapes {
  /// An octagon, a triangle or a circle.
  static func shape(_ severity: Severity) -> String {
    switch severity {
    case .error: drawing("M5 1h6l4 4v6l-4 4H5l-4-4V5z", sign: "M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8")
    case .warning: drawing("M8 1L15.6 15H.4z", sign: "M8 6.2v4M8 12.6v.1")
    case .note: drawing("M8 1a7 7 0 1 0 0 14a7 7 0 1 0 0-14z", sign: "M8 7.6v3.8M8 4.6v.1")
    }
  }

  /// A circle with a tick: nothing is wrong.
  static let tick = drawing("M8 1a7 7 0 1 0 0 14a7 7 0 1 0 0-14z", sign: "M4.8 8.3l2.2 2.2l4.2-4.6")

  /// A severity's shape and word.
  static func badge(_ severity: Severity) -> String { badge(severity, saying: severity.name) }

  /// A severity's shape with another word.
  static func badge(_ severity: Severity, saying word: String) -> String {
    "<span class=\"badge \(severity.name)\">\(shape(severity))\(MarkupText.escaped(word))</span>"
  }

  /// How thick the bar of a severity is, so that bars differ without colors.
  static func thickness(_ severity: Severity) -> Int {
    switch severity {
    case .error: 10
    case .warning: 7
    case .note: 4
    }
  }

  /// The meaning of a chart's bars.
  static func legend(_ severities: [Severity]) -> String {
    severities.map { severity in
      let height = thickness(severity)
      return """
        <span class="key"><svg viewBox="0 0 24 10" aria-hidden="true">\
        <rect class="fill-\(severity.name)" y="\(10 - height)" width="24" height="\(height)"/></svg>\
        \(severity.name)s</span>
        """
    }.joined(separator: "\n")
  }

  private static func drawing(_ body: String, sign: String) -> String {
    """
    <svg class="shape" viewBox="0 0 16 16" aria-hidden="true">\
    <path class="body" d="\(body)"/><path class="sign" d="\(sign)"/></svg>
    """
  }
}

/// Text and numbers for the page: the only way that what is not the page's own gets onto it.
enum HTMLText {
  /// A message that is safe to show: what it has between backticks is code.
  static func sentence(_ message: String) -> String {
    MessageParts.parts(of: message).map { part in
      let text = MarkupText.escaped(part.text)
      return part.isCode ? "<code>\(text)</code>" : text
    }.joined()
  }

  /// Foreign text that no one has made safe to show: paths, ids, names from a catalog.
  static func foreign(_ text: String) -> String { MarkupText.escaped(TextEscaping.escaped(text, limit: 1000)) }

  /// A place as `path:line:column`, or only the path when it is a whole file.
  static func place(_ location: SourceLocation) -> String {
    "<code>\(foreign(location.path))\(foreign(location.inFile))</code>"
  }

  /// A share given in hundredths of a percent, as `12.50%`.
  static func percent(hundredths: Int) -> String {
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)%"
  }
}
