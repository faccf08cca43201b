import HealthModel

/// Findings as one page of HTML for people: numbers, pictures, tables and the first findings.
///
/// The page is self-contained: it runs no script, loads nothing and has no link. The day it names is that of the run's
/// clock, so that the same run makes the same bytes.
struct HTMLReportWriter: ReportWriter {
  private let title: String
  private var findings = KeptFindings()

  init(title: String) { self.title = title }

  func wants(_ code: DiagnosticCode, _ severity: Severity) -> Bool { findings.hasRoom(for: code, severity) }

  mutating func add(_ diagnostic: Diagnostic, to output: ByteOutput) throws(OutputError) { findings.keep(diagnostic) }

  mutating func end(_ ending: ReportEnding, to output: ByteOutput) throws(OutputError) {
    let title = title + (ending.outcome.project.map { ": " + TextEscaping.escaped($0, limit: 200) } ?? "")
    let header = HTMLHeader(
      title: title, summary: ending.summary, errors: ending.count(.error), outcome: ending.outcome)
    let days = ending.outcome.dayText.map { ", \($0)" } ?? ""
    try output.append(HTMLDocument.opening(title: title + days))
    try output.append(header.html())
    try output.append("<main>\n")
    try output.append(HTMLTables.thresholds(ending.outcome.thresholds))
    if !ending.rows.isEmpty { try output.append(Self.charts(ending.rows)) }
    try output.append(HTMLCalendar.section(ending.calendar, names: ending.typeNames))
    if !ending.rows.isEmpty { try output.append(HTMLTables.counts(ending)) }
    try output.append(HTMLFindings.opening(shown: findings.count, total: ending.total))
    for group in FindingGroup.groups(findings.ordered) { try output.append(HTMLFindings.article(group)) }
    try output.append(HTMLFindings.closing)
    try output.append(HTMLTables.files(ending.summary.files))
    try output.append(HTMLDocument.closing(version: ending.version))
  }

  /// Findings by code and by type, side by side if there is space.
  private static func charts(_ rows: [FindingCounter.Row]) -> String {
    let byCode = HTMLBarChart(id: "codes", title: "Findings by code", noun: "code", rows: rows) { $0.name }
    let byType = HTMLBarChart(id: "types", title: "Findings by type", noun: "type", rows: rows) {
      $0.type ?? "(no type)"
    }
    return """
      <div class="charts">
      <section aria-labelledby="codes-heading">
      <h2 id="codes-heading">Findings by code</h2>
      \(byCode.html())</section>
      <section aria-labelledby="types-heading">
      <h2 id="types-heading">Findings by type</h2>
      \(byType.html())</section>
      </div>

      """
  }
}

/// A calendar of samples made ready to draw: the types with most samples, each cut into the same few stretches of time.
struct CalendarStrips {
  struct Strip {
    /// The type's title.
    var name: String
    var total: Int
    /// Its samples in each stretch.
    var bins: [Int]
  }

  /// The most types that are drawn.
  static let limit = 12
  /// The most stretches that the time is cut into.
  static let binLimit = 120

  /// The types, most samples first.
  private(set) var strips: [Strip] = []
  let otherTypes: Int
  let otherSamples: Int
  /// The first and the last day, month, year, decade or century.
  let firstLabel: String
  let lastLabel: String
  /// How long one stretch is, in words.
  let stretch: String

  /// Cuts the calendar; `nil` when it has no samples.
  init?(_ calendar: SampleCalendar, names: [String]) {
    var totals: [Int32: Int] = [:]
    for (key, number) in calendar.counts { totals[key.type, default: 0] += number }
    let ranked = totals.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
    let shown = Set(ranked.prefix(Self.limit).map(\.key))
    let units = calendar.counts.keys.filter { shown.contains($0.type) }.map { Self.unit($0.day, calendar.step) }
    guard let first = units.min(), let last = units.max() else { return nil }
    let unitsPerBin = (last - first + Self.binLimit) / Self.binLimit
    let binCount = (last - first) / unitsPerBin + 1
    var bins: [Int32: [Int]] = [:]
    for (key, number) in calendar.counts where shown.contains(key.type) {
      let bin = (Self.unit(key.day, calendar.step) - first) / unitsPerBin
      bins[key.type, default: [Int](repeating: 0, count: binCount)][bin] += number
    }
    for (type, total) in ranked.prefix(Self.limit) {
      let name = names.indices.contains(Int(type)) ? names[Int(type)] : "unknown type"
      strips.append(Strip(name: name, total: total, bins: bins[type] ?? []))
    }
    otherTypes = ranked.count - strips.count + calendar.others.count
    let unranked = calendar.others.values.reduce(0, +)
    otherSamples = ranked.dropFirst(Self.limit).reduce(unranked) { $0 + $1.value }
    firstLabel = Self.label(first, calendar.step)
    lastLabel = Self.label(last, calendar.step)
    stretch = Self.words(for: unitsPerBin, calendar.step)
  }

  private static func words(for count: Int, _ step: SampleCalendar.Step) -> String {
    if count > 1, let years = step.years { return GroupedDigits.counted(count * years, "year") }
    let word =
      switch step {
      case .day: "day"
      case .month: "month"
      case .year: "year"
      case .decade: "decade"
      case .century: "century"
      }
    return count == 1 ? "one \(word)" : GroupedDigits.counted(count, word)
  }

  /// A step as a number that grows by one from each to the next, so that months are as long as each other.
  private static func unit(_ day: Int32, _ step: SampleCalendar.Step) -> Int {
    guard step != .day else { return Int(day) }
    let date = CivilDate(daysSince1970: Int(day))
    guard let years = step.years else { return date.year * 12 + date.month - 1 }
    // The step's first year, so nothing is rounded.
    return date.year / years
  }

  /// The day, month, year, decade or century of a step's number.
  private static func label(_ unit: Int, _ step: SampleCalendar.Step) -> String {
    switch step {
    case .day:
      let date = CivilDate(daysSince1970: unit)
      return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    case .month:
      let month = (unit % 12 + 12) % 12
      return "\(padded((unit - month) / 12, 4))-\(padded(month + 1, 2))"
    case .year: return padded(unit, 4)
    case .decade: return "\(padded(unit * 10, 4))s"
    case .century: return "\(padded(unit * 100, 4))–\(padded(unit * 100 + 99, 4))"
    }
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// When there are samples: a strip of bars for each type, over the same time.
enum HTMLCalendar {
  /// How wide a strip is in its own units; it is stretched to the width of the page.
  private static let width = 2400
  /// The widest bar, so that one day alone does not become a wall.
  private static let widestBar = 80

  /// The section, or nothing when no samples were counted.
  static func section(_ calendar: SampleCalendar?, names: [String]) -> String {
    guard let calendar, let picture = CalendarStrips(calendar, names: names) else { return "" }
    var rows = ""
    for (index, strip) in picture.strips.enumerated() { rows += row(strip, index: index, in: picture) }
    let isSingle = picture.firstLabel == picture.lastLabel
    let labels = isSingle ? [picture.firstLabel] : [picture.firstLabel, picture.lastLabel]
    let ends = labels.map { "<span>\($0)</span>" }.joined()
    return """
      <section aria-labelledby="calendar-heading">
      <h2 id="calendar-heading">Samples over time</h2>
      <p class="aside">A bar stands for \(picture.stretch), in UTC. Each strip has a scale of its own.</p>
      <ul class="strips">
      \(rows)</ul>
      <p class="axis\(isSingle ? " single" : "")"><span>\(ends)</span></p>
      \(rest(picture))</section>

      """
  }

  private static func row(_ strip: CalendarStrips.Strip, index: Int, in picture: CalendarStrips) -> String {
    let id = "calendar-\(index + 1)"
    let name = HTMLText.foreign(strip.name)
    let peak = strip.bins.max() ?? 0
    let total = GroupedDigits.counted(strip.total, "sample")
    return """
      <li>
      <div class="what"><h3>\(name)</h3><span>\(total)</span></div>
      <svg role="img" aria-labelledby="\(id)-title \(id)-desc" viewBox="0 0 \(width) 100" preserveAspectRatio="none">
      <title id="\(id)-title">\(name): samples over time</title>
      <desc id="\(id)-desc">\(total) from \(picture.firstLabel) to \(picture.lastLabel), \
      at most \(GroupedDigits.string(peak)) in \(picture.stretch).</desc>
      <path d="\(path(strip.bins, peak: peak))"/>
      </svg>
      <p class="peak">at most \(GroupedDigits.string(peak))</p>
      </li>

      """
  }

  /// The bars as one line, in whole units.
  private static func path(_ bins: [Int], peak: Int) -> String {
    var text = ""
    for (index, number) in bins.enumerated() where number > 0 {
      let left = index * width / bins.count
      let slot = (index + 1) * width / bins.count - left
      let bar = min(widestBar, max(1, slot * 4 / 5))
      let height = max(3, 100 * number / max(1, peak))
      text += "M\(left + (slot - bar) / 2) 100v-\(height)h\(bar)v\(height)z"
    }
    return text
  }

  private static func rest(_ picture: CalendarStrips) -> String {
    guard picture.otherTypes > 0 else { return "" }
    let types = GroupedDigits.counted(picture.otherTypes, "more type")
    let verb = picture.otherTypes == 1 ? "is" : "are"
    let samples = GroupedDigits.counted(picture.otherSamples, "sample")
    return """
      <p class="aside strips-rest">\(types) with \(samples) \(verb) not drawn.</p>

      """
  }
}

/// What is around the content of a page: its head, which allows no script and loads nothing, and its end.
enum HTMLDocument {
  /// Everything before the content; the title is safe to show but not yet escaped.
  static func opening(title: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" \
    content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(MarkupText.escaped(title))</title>
    <style>
    \(HTMLStyle.css)</style>
    </head>
    <body>

    """
  }

  /// The end of `main`, and the footer.
  static func closing(version: String) -> String {
    """
    </main>
    <footer>
    <p>Made by assay \(MarkupText.escaped(version)). This page is self-contained: it runs no script and loads nothing.</p>
    </footer>
    </body>
    </html>

    """
  }
}

/// Findings one by one: what is wrong, where, the text around the place, and what to do.
enum HTMLFindings {
  /// How the list begins: its heading, and how many findings it leaves out.
  static func opening(shown: Int, total: Int) -> String {
    let rest = max(0, total - shown)
    let words =
      if shown == 0, rest == 0 {
        "There are none."
      } else if rest == 0 {
        "All \(GroupedDigits.counted(shown, "finding")), errors first."
      } else {
        """
        \(GroupedDigits.counted(shown, "finding")), errors first, at most \(KeptFindings.limitByCode) of a code; \
        \(GroupedDigits.string(rest)) more \(rest == 1 ? "is" : "are") not listed.
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
      <code class="\(diagnostic.severity.name)">\(MarkupText.escaped(diagnostic.ruleName))</code></p>
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
      <summary>The same at \(GroupedDigits.counted(group.others.count, "more place"))</summary>
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
    let marked = start == end ? " " : MarkupText.escaped(scalars[start..<end])
    let line = diagnostic.location.line
    let gutter = line > 0 ? "<span class=\"gutter\" aria-hidden=\"true\">\(line)</span>" : ""
    return """
      <pre class="frame" role="group" aria-label="Excerpt" tabindex="0">\(gutter)<code>\
      \(MarkupText.escaped(scalars[..<start]))<mark>\(marked)</mark>\(MarkupText.escaped(scalars[end...]))</code></pre>

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

/// How the page begins: its title, what the run came to, and its numbers.
struct HTMLHeader {
  var title: String
  var summary: Summary
  var errors: Int
  var outcome = RunOutcome()

  func html() -> String {
    """
    <header>
    <p class="eyebrow">Health samples\(outcome.dayText.map { ", <time>\($0)</time>" } ?? "")</p>
    <h1>\(MarkupText.escaped(title))</h1>
    \(verdict)
    <p class="lede">\(lede)</p>
    <dl class="tiles">
    \(tiles.map { "<div><dt>\($0.name)</dt><dd>\(GroupedDigits.string($0.number))</dd></div>" }.joined(separator: "\n"))
    </dl>
    </header>

    """
  }

  private var verdict: String {
    var words: [String] = []
    if let isPassed = outcome.isPassed { words.append(isPassed ? "passed" : "failed") }
    if summary.isIncomplete { words.append("incomplete") }
    if errors > 0 { words.append(GroupedDigits.counted(errors, "error")) }
    // Samples were refused, but all errors are suppressed or in the baseline.
    if errors == 0, !summary.isIncomplete, summary.refused > 0 { words.append("no new errors") }
    let text = words.isEmpty ? "no errors" : words.joined(separator: ", ")
    let isSound = outcome.isPassed ?? (errors == 0 && !summary.isIncomplete)
    let shape = isSound ? HTMLShapes.tick : HTMLShapes.shape(summary.isIncomplete ? .warning : .error)
    let shown = text.prefix(1).uppercased() + text.dropFirst()
    return "<p class=\"verdict \(isSound ? "sound" : "error")\">\(shape)<span>\(shown)</span></p>"
  }

  private var lede: String {
    let files = summary.files.isEmpty ? "" : " from \(GroupedDigits.counted(summary.files.count, "file"))"
    var text = "\(GroupedDigits.counted(summary.read, "sample")) read\(files), "
    text += summary.refused == 0 ? "none refused." : "\(GroupedDigits.string(summary.refused)) refused\(rate)."
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

/// The page's tables: thresholds, findings counted, and files.
enum HTMLTables {
  /// The most files that are listed.
  static let fileLimit = 200

  /// The thresholds of the configuration, and whether they were exceeded.
  static func thresholds(_ thresholds: [ThresholdResult]) -> String {
    guard !thresholds.isEmpty else { return "" }
    let rows = thresholds.map { item in
      [
        "<code>\(HTMLText.foreign(item.text))</code>",
        item.isExceeded ? HTMLShapes.badge(.error, saying: "exceeded") : "within", item.countText, item.limitText,
      ]
    }
    return section(
      "thresholds", "Thresholds", caption: "The run fails when a threshold is exceeded",
      columns: [("Fails if", "name"), ("Result", ""), ("Found", "number"), ("Limit", "number")], rows, isNarrow: true)
  }

  /// Findings by code, severity and type.
  static func counts(_ ending: ReportEnding) -> String {
    let rows = ending.rows.map { row in
      [
        "<code>\(MarkupText.escaped(row.name))</code>", HTMLShapes.badge(row.severity),
        row.type.map { "<code>\(HTMLText.foreign($0))</code>" } ?? "–", GroupedDigits.string(row.count),
        ending.rate(of: row).map { "\($0) %" } ?? "–", row.first.map(HTMLText.place) ?? "–",
      ]
    }
    return section(
      "counts", "All findings, counted", caption: "Findings by code, severity and type; errors first",
      columns: [
        ("Code", "word"), ("Severity", ""), ("Type", "name"), ("Count", "number"), ("Rate", "number"),
        ("First place", "long"),
      ], rows, aside: "The rate is findings for each 100 samples read, of the type if there is one.")
  }

  /// The inputs: those with most refused samples first, then those that are incomplete, then as they were named.
  static func files(_ files: [Summary.File]) -> String {
    guard !files.isEmpty else { return "" }
    let sorted = files.enumerated().sorted { left, right in
      if left.element.refused != right.element.refused { return left.element.refused > right.element.refused }
      if left.element.isIncomplete != right.element.isIncomplete { return left.element.isIncomplete }
      return left.offset < right.offset
    }.map(\.element)
    let rows = sorted.prefix(fileLimit).map { file in
      [
        "<code>\(HTMLText.foreign(file.path))</code>", HTMLText.foreign(file.format), GroupedDigits.string(file.read),
        GroupedDigits.string(file.accepted),
        GroupedDigits.string(file.refused) + ShareText.suffix(file.refused, of: file.read),
        file.isIncomplete ? HTMLShapes.badge(.error, saying: file.stateText) : file.stateText,
      ]
    }
    let rest = sorted.dropFirst(fileLimit)
    let refused = rest.reduce(0) { $0 + $1.refused }
    let words =
      "\(GroupedDigits.counted(rest.count, "more file")) with \(GroupedDigits.counted(refused, "refused sample"))"
    return section(
      "files", "Files", caption: "Inputs and their samples; most refused first",
      columns: [
        ("Path", "long"), ("Format", "word"), ("Read", "number"), ("Accepted", "number"), ("Refused", "number"),
        ("State", ""),
      ], rows, aside: rest.isEmpty ? nil : "Not listed: \(words).")
  }

  /// A section of one table; columns have a class, and cells are HTML already.
  private static func section(
    _ id: String, _ heading: String, caption: String, columns: [(title: String, kind: String)], _ rows: [[String]],
    aside: String? = nil, isNarrow: Bool = false
  ) -> String {
    let names = columns.map { "<th scope=\"col\"\($0.kind == "number" ? " class=\"number\"" : "")>\($0.title)</th>" }
    let lines = rows.map { row in
      let cells = zip(columns, row).dropFirst().map { column, cell in
        "<td\(column.kind.isEmpty ? "" : " class=\"\(column.kind)\"")>\(cell)</td>"
      }
      return "<tr><th scope=\"row\" class=\"\(columns[0].kind)\">\(row[0])</th>\(cells.joined())</tr>\n"
    }
    return """
      <section aria-labelledby="\(id)-heading">
      <h2 id="\(id)-heading">\(heading)</h2>
      <div class="scroll\(isNarrow ? " narrow" : "")" role="region" aria-labelledby="\(id)-caption" tabindex="0">
      <table>
      <caption id="\(id)-caption">\(caption)</caption>
      <thead><tr>\(names.joined())</tr></thead>
      <tbody>
      \(lines.joined())</tbody>
      </table>
      </div>
      \(aside.map { "<p class=\"aside\">\($0)</p>\n" } ?? "")</section>

      """
  }
}

/// The findings that a page shows: a few of each code, and the graver ones when there are too many.
struct KeptFindings {
  static let limit = 200
  static let limitByCode = 20

  private var kept = MostSevereFirst<Diagnostic>(limit: KeptFindings.limit)
  private var countByCode: [DiagnosticCode: Int] = [:]

  var count: Int { kept.count }
  /// The findings, errors first, else in the order they came.
  var ordered: [Diagnostic] { kept.elements }

  /// Whether a finding would be kept, if need be in place of a less severe one.
  func hasRoom(for code: DiagnosticCode, _ severity: Severity) -> Bool {
    countByCode[code, default: 0] < Self.limitByCode && kept.wants(severity)
  }

  mutating func keep(_ diagnostic: Diagnostic) {
    guard hasRoom(for: diagnostic.code, diagnostic.severity) else { return }
    if let replaced = kept.add(diagnostic, diagnostic.severity) { countByCode[replaced.code, default: 0] -= 1 }
    countByCode[diagnostic.code, default: 0] += 1
  }
}

/// Findings that say the same of several places, as one: twenty equal cards are read as one card and its places.
struct FindingGroup {
  var first: Diagnostic
  var others: [SourceLocation] = []

  /// Groups findings, in the order of the first of each.
  static func groups(_ findings: [Diagnostic]) -> [FindingGroup] {
    var groups: [FindingGroup] = []
    var places: [[String?]: Int] = [:]
    for finding in findings {
      let saying =
        [
          finding.ruleName, finding.severity.name, finding.message, finding.hint, finding.type, finding.pointer,
          finding.ruleLocation?.description,
        ] + finding.related.map { "\($0.location) \($0.message)" }
      if let place = places[saying] {
        groups[place].others.append(finding.location)
      } else {
        places[saying] = groups.count
        groups.append(FindingGroup(first: finding))
      }
    }
    return groups
  }
}
