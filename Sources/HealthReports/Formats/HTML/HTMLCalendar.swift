import HealthModel

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
    let total = HTMLText.count(strip.total, "sample")
    return """
      <li>
      <div class="what"><h3>\(name)</h3><span>\(total)</span></div>
      <svg role="img" aria-labelledby="\(id)-title \(id)-desc" viewBox="0 0 \(width) 100" preserveAspectRatio="none">
      <title id="\(id)-title">\(name): samples over time</title>
      <desc id="\(id)-desc">\(total) from \(picture.firstLabel) to \(picture.lastLabel), \
      at most \(HTMLText.number(peak)) in \(picture.stretch).</desc>
      <path d="\(path(strip.bins, peak: peak))"/>
      </svg>
      <p class="peak">at most \(HTMLText.number(peak))</p>
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
    let types = HTMLText.count(picture.otherTypes, "more type")
    let verb = picture.otherTypes == 1 ? "is" : "are"
    let samples = HTMLText.count(picture.otherSamples, "sample")
    return """
      <p class="aside strips-rest">\(types) with \(samples) \(verb) not drawn.</p>

      """
  }
}
