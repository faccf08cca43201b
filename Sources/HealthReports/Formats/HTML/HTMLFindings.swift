import HealthModel

/// Findings one by one: what is wrong, where, the text around the place, and what to do.
enum HTMLFindings {
  /// How the list begins: its heading, and how many findings it leaves out.
  static func opening(shown: Int, total: Int) -> String {
    let rest = max(0, total - shown)
    let words =
      if shown == 0, rest == 0 {
        "There are none."
      } else if rest == 0 {
        "All \(HTMLText.count(shown, "finding")), errors first."
      } else {
        """
        \(HTMLText.count(shown, "finding")), errors first, at most \(KeptFindings.limitByCode) of a code; \
        \(HTMLText.number(rest)) more \(rest == 1 ? "is" : "are") not listed.
        """
      }
    return """
      <section aria-labelledby="findings-heading">
      <h2 id="findings-heading">Findings</h2>
      <p class="aside">\(words)</p>

      """
  }

  /// How the list ends.
  static let closing = "</section>\n"

  /// One finding, with the places of others that say the same.
  static func article(_ group: FindingGroup) -> String {
    let diagnostic = group.first
    return """
      <article class="finding">
      <p class="head">\(HTMLShapes.badge(diagnostic.severity))\
      <code class="\(diagnostic.severity.name)">\(HTMLText.escaped(diagnostic.ruleName))</code></p>
      <h3>\(HTMLText.sentence(diagnostic.message))</h3>
      <p class="place">\(HTMLText.place(diagnostic.location))</p>
      \(frame(diagnostic))\(hint(diagnostic))\(facts(diagnostic))\(others(group))</article>

      """
  }

  /// The places of the other findings, folded.
  private static func others(_ group: FindingGroup) -> String {
    guard !group.others.isEmpty else { return "" }
    let list = group.others.map { "<li>\(HTMLText.place($0))</li>" }.joined(separator: "\n")
    return """
      <details class="others">
      <summary>The same at \(HTMLText.count(group.others.count, "more place"))</summary>
      <ul>
      \(list)
      </ul>
      </details>

      """
  }

  /// The line at fault with the place in it marked, and its number.
  private static func frame(_ diagnostic: Diagnostic) -> String {
    guard let excerpt = diagnostic.excerpt else { return "" }
    let scalars = Array(excerpt.text.unicodeScalars)
    let start = min(max(0, excerpt.caret), scalars.count)
    let end = start + min(max(1, excerpt.length), scalars.count - start)
    // A place after the last character is shown as a marked space.
    let marked = start == end ? " " : HTMLText.escaped(scalars[start..<end])
    let line = diagnostic.location.line
    let gutter = line > 0 ? "<span class=\"gutter\" aria-hidden=\"true\">\(line)</span>" : ""
    return """
      <pre class="frame" role="group" aria-label="Excerpt" tabindex="0">\(gutter)<code>\
      \(HTMLText.escaped(scalars[..<start]))<mark>\(marked)</mark>\(HTMLText.escaped(scalars[end...]))</code></pre>

      """
  }

  private static func hint(_ diagnostic: Diagnostic) -> String {
    guard let hint = diagnostic.hint else { return "" }
    return "<p class=\"hint\"><b>Hint:</b> \(HTMLText.sentence(hint))</p>\n"
  }

  /// The type, the field, the rule's place, and other places.
  private static func facts(_ diagnostic: Diagnostic) -> String {
    var facts: [(name: String, html: String)] = []
    if let type = diagnostic.type { facts.append((name: "Type", html: "<code>\(HTMLText.foreign(type))</code>")) }
    if let pointer = diagnostic.pointer, !pointer.isEmpty {
      facts.append((name: "Field", html: "<code>\(HTMLText.foreign(pointer))</code>"))
    }
    if let rule = diagnostic.ruleLocation {
      facts.append((name: "Rule", html: "<code>\(HTMLText.foreign(rule.description))</code>"))
    }
    for related in diagnostic.related {
      let words = HTMLText.sentence(related.message)
      facts.append((name: "Also", html: "\(HTMLText.place(related.location)) \(words)"))
    }
    guard !facts.isEmpty else { return "" }
    let list = facts.map { "<dt>\($0.name)</dt><dd>\($0.html)</dd>" }.joined(separator: "\n")
    return "<dl class=\"facts\">\n\(list)\n</dl>\n"
  }
}
