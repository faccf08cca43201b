import HealthModel

/// How the page begins: its title, what the run came to, and its numbers.
struct HTMLHeader {
  /// The page's title.
  var title: String
  /// The run's numbers.
  var summary: Summary
  var errors: Int
  var outcome = RunOutcome()

  func html() -> String {
    """
    <header>
    <p class="eyebrow">Health samples\(outcome.dayText.map { ", <time>\($0)</time>" } ?? "")</p>
    <h1>\(HTMLText.escaped(title))</h1>
    \(verdict)
    <p class="lede">\(lede)</p>
    <dl class="tiles">
    \(tiles.map { "<div><dt>\($0.name)</dt><dd>\(HTMLText.number($0.number))</dd></div>" }.joined(separator: "\n"))
    </dl>
    </header>

    """
  }

  private var verdict: String {
    var words: [String] = []
    if let isPassed = outcome.isPassed { words.append(isPassed ? "passed" : "failed") }
    if summary.isIncomplete { words.append("incomplete") }
    if errors > 0 { words.append(HTMLText.count(errors, "error")) }
    // Samples were refused, but all errors are suppressed or in the baseline.
    if errors == 0, !summary.isIncomplete, summary.refused > 0 { words.append("no new errors") }
    let text = words.isEmpty ? "no errors" : words.joined(separator: ", ")
    let isSound = outcome.isPassed ?? (errors == 0 && !summary.isIncomplete)
    let shape = isSound ? HTMLShapes.tick : HTMLShapes.shape(summary.isIncomplete ? .warning : .error)
    let shown = text.prefix(1).uppercased() + text.dropFirst()
    return "<p class=\"verdict \(isSound ? "sound" : "error")\">\(shape)<span>\(shown)</span></p>"
  }

  private var lede: String {
    let files = summary.files.isEmpty ? "" : " from \(HTMLText.count(summary.files.count, "file"))"
    var text = "\(HTMLText.count(summary.read, "sample")) read\(files), "
    text += summary.refused == 0 ? "none refused." : "\(HTMLText.number(summary.refused)) refused\(rate)."
    if summary.isIncomplete {
      let words = IncompleteReason.words(summary.incompleteReasons, "an input")
      text += " \(words.prefix(1).uppercased())\(words.dropFirst()): there may be more in it."
    }
    return text
  }

  private var rate: String { summary.refusedShare.map { " (\($0) %)" } ?? "" }

  private var tiles: [(name: String, number: Int)] {
    var tiles = [
      (name: "Samples read", number: summary.read), (name: "Accepted", number: summary.accepted),
      (name: "Refused", number: summary.refused), (name: "Warnings", number: summary.warnings),
    ]
    if summary.notes > 0 { tiles.append((name: "Notes", number: summary.notes)) }
    if let duplicates = summary.duplicates { tiles.append((name: "Duplicates", number: duplicates)) }
    if let conflicts = summary.conflicts { tiles.append((name: "Conflicts", number: conflicts)) }
    if let suppressed = summary.suppressed { tiles.append((name: "Suppressed", number: suppressed)) }
    if let known = summary.known { tiles.append((name: "In the baseline", number: known)) }
    tiles.append((name: "Files", number: summary.files.count))
    return tiles
  }
}
