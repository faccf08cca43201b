import HealthModel

/// The page's tables: thresholds, findings counted, and files.
enum HTMLTables {
  /// The most files that are listed.
  static let fileLimit = 200

  /// The thresholds of the configuration, and whether they were exceeded.
  static func thresholds(_ thresholds: [ThresholdResult]) -> String {
    guard !thresholds.isEmpty else { return "" }
    let lines = thresholds.map { item in
      let result = item.isExceeded ? HTMLShapes.badge(.error, saying: "exceeded") : "within"
      return """
        <tr><th scope="row" class="name"><code>\(HTMLText.foreign(item.text))</code></th>\
        <td>\(result)</td><td class="number">\(item.countText)</td><td class="number">\(item.limitText)</td></tr>

        """
    }.joined()
    return section(
      "thresholds", "Thresholds", caption: "The run fails when a threshold is exceeded",
      columns: ["Fails if", "Result", "Found", "Limit"], lines, isNarrow: true)
  }

  /// Findings by code, severity and type.
  static func counts(_ ending: ReportEnding) -> String {
    var lines = ""
    for row in ending.rows {
      let type = row.type.map { "<code>\(HTMLText.foreign($0))</code>" } ?? "–"
      lines += """
        <tr><th scope="row" class="word"><code>\(HTMLText.escaped(row.name))</code></th>\
        <td>\(HTMLShapes.badge(row.severity))</td><td class="name">\(type)</td>\
        <td class="number">\(HTMLText.number(row.count))</td>\
        <td class="number">\(ending.rate(of: row).map { "\($0) %" } ?? "–")</td>\
        <td class="long">\(row.first.map(HTMLText.place) ?? "–")</td></tr>

        """
    }
    return section(
      "counts", "All findings, counted", caption: "Findings by code, severity and type; errors first",
      columns: ["Code", "Severity", "Type", "Count", "Rate", "First place"], lines,
      aside: "The rate is findings for each 100 samples read, of the type if there is one.")
  }

  /// The inputs: those with most refused samples first, then those that are incomplete, then as they were named.
  static func files(_ files: [Summary.File]) -> String {
    guard !files.isEmpty else { return "" }
    let sorted = files.enumerated().sorted { left, right in
      if left.element.refused != right.element.refused { return left.element.refused > right.element.refused }
      if left.element.isIncomplete != right.element.isIncomplete { return left.element.isIncomplete }
      return left.offset < right.offset
    }
    var lines = ""
    for (_, file) in sorted.prefix(fileLimit) { lines += line(file) }
    let rest = sorted.dropFirst(fileLimit)
    let refused = rest.reduce(0) { $0 + $1.element.refused }
    let words = "\(HTMLText.count(rest.count, "more file")) with \(HTMLText.count(refused, "refused sample"))"
    return section(
      "files", "Files", caption: "Inputs and their samples; most refused first",
      columns: ["Path", "Format", "Read", "Accepted", "Refused", "State"], lines,
      aside: rest.isEmpty ? nil : "Not listed: \(words).")
  }

  private static let numbers: Set = ["Count", "Rate", "Found", "Limit", "Read", "Accepted", "Refused"]

  private static func section(
    _ id: String, _ heading: String, caption: String, columns: [String], _ lines: String, aside: String? = nil,
    isNarrow: Bool = false
  ) -> String {
    let cells = columns.map { "<th scope=\"col\"\(numbers.contains($0) ? " class=\"number\"" : "")>\($0)</th>" }
    return """
      <section aria-labelledby="\(id)-heading">
      <h2 id="\(id)-heading">\(heading)</h2>
      <div class="scroll\(isNarrow ? " narrow" : "")" role="region" aria-labelledby="\(id)-caption" tabindex="0">
      <table>
      <caption id="\(id)-caption">\(caption)</caption>
      <thead><tr>\(cells.joined())</tr></thead>
      <tbody>
      \(lines)</tbody>
      </table>
      </div>
      \(aside.map { "<p class=\"aside\">\($0)</p>\n" } ?? "")</section>

      """
  }

  private static func line(_ file: Summary.File) -> String {
    """
    <tr><th scope="row" class="long"><code>\(HTMLText.foreign(file.path))</code></th>\
    <td class="word">\(HTMLText.foreign(file.format))</td>\
    <td class="number">\(HTMLText.number(file.read))</td>\
    <td class="number">\(HTMLText.number(file.accepted))</td>\
    <td class="number">\(HTMLText.number(file.refused))\(ShareText.suffix(file.refused, of: file.read))</td>\
    <td>\(file.isIncomplete ? HTMLShapes.badge(.error, saying: file.stateText) : file.stateText)</td></tr>

    """
  }
}
