import HealthModel

/// The page's two tables: findings counted, and files.
enum HTMLTables {
  /// The most files that are listed.
  static let fileLimit = 200

  /// The thresholds of the configuration, and whether they were exceeded.
  static func thresholds(_ thresholds: [RunOutcome.ThresholdResult]) -> String {
    guard !thresholds.isEmpty else { return "" }
    let lines = thresholds.map { item in
      let result = item.isExceeded ? HTMLShapes.badge(.error, saying: "exceeded") : "within"
      return """
        <tr><th scope="row" class="name"><code>\(HTMLText.foreign(item.text))</code></th>\
        <td>\(HTMLText.foreign(item.found))</td><td>\(result)</td></tr>

        """
    }.joined()
    return """
      <section aria-labelledby="thresholds-heading">
      <h2 id="thresholds-heading">Thresholds</h2>
      <div class="scroll" role="region" aria-labelledby="thresholds-caption" tabindex="0">
      <table>
      <caption id="thresholds-caption">The run fails when a threshold is exceeded</caption>
      <thead><tr><th scope="col">Fails if</th><th scope="col">Found</th><th scope="col">Result</th></tr></thead>
      <tbody>
      \(lines)</tbody>
      </table>
      </div>
      </section>

      """
  }

  /// Findings by code, severity and type.
  static func counts(_ rows: [FindingsLedger.Row]) -> String {
    var lines = ""
    for row in rows {
      let type = row.type.map { "<code>\(HTMLText.foreign($0))</code>" } ?? "–"
      lines += """
        <tr><th scope="row" class="word"><code>\(HTMLText.escaped(row.code.name))</code></th>\
        <td>\(HTMLShapes.badge(row.severity))</td><td class="name">\(type)</td>\
        <td class="number">\(HTMLText.number(row.count))</td>\
        <td class="long">\(row.first.map(HTMLText.place) ?? "–")</td></tr>

        """
    }
    return """
      <section aria-labelledby="counts-heading">
      <h2 id="counts-heading">All findings, counted</h2>
      <div class="scroll" role="region" aria-labelledby="counts-caption" tabindex="0">
      <table>
      <caption id="counts-caption">Findings by code, severity and type; errors first</caption>
      <thead><tr><th scope="col">Code</th><th scope="col">Severity</th><th scope="col">Type</th>\
      <th scope="col" class="number">Count</th><th scope="col">First place</th></tr></thead>
      <tbody>
      \(lines)</tbody>
      </table>
      </div>
      </section>

      """
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
    return """
      <section aria-labelledby="files-heading">
      <h2 id="files-heading">Files</h2>
      <div class="scroll" role="region" aria-labelledby="files-caption" tabindex="0">
      <table>
      <caption id="files-caption">Inputs and their samples; most refused first</caption>
      <thead><tr><th scope="col">Path</th><th scope="col">Format</th><th scope="col" class="number">Read</th>\
      <th scope="col" class="number">Accepted</th><th scope="col" class="number">Refused</th>\
      <th scope="col">Incomplete</th></tr></thead>
      <tbody>
      \(lines)</tbody>
      </table>
      </div>
      \(rest.isEmpty ? "" : "<p class=\"aside\">Not listed: \(words).</p>\n")</section>

      """
  }

  private static func line(_ file: Summary.File) -> String {
    """
    <tr><th scope="row" class="long"><code>\(HTMLText.foreign(file.path))</code></th>\
    <td class="word">\(HTMLText.foreign(file.format))</td>\
    <td class="number">\(HTMLText.number(file.read))</td>\
    <td class="number">\(HTMLText.number(file.accepted))</td>\
    <td class="number">\(HTMLText.number(file.refused))</td>\
    <td>\(file.isIncomplete ? HTMLShapes.badge(.error, saying: "incomplete") : "no")</td></tr>

    """
  }
}
