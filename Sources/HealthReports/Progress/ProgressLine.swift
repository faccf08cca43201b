import HealthModel

/// One line about a run that is under way, no wider than the terminal: a wider one would fill the screen with what is
/// left of its earlier states.
package struct ProgressLine: Sendable {
  /// The input's name; escaped when it is shown, and cut first, from its beginning.
  package var label: String
  /// How much of it was read, from 0 to 1, if that is known.
  package var share: Double?
  /// The numbers.
  package var facts: String

  private static let barWidth = 24
  private static let leastLabel = 12

  package init(label: String, share: Double?, facts: String) {
    self.label = label
    self.share = share
    self.facts = facts
  }

  /// The line for a terminal of a given width; the last column stays free, since a character in it may wrap.
  package func text(columns: Int) -> String {
    let room = max(0, columns - 1)
    let name = TextEscaping.escaped(label, limit: 1000)
    var end = ": " + facts
    if let share {
      let filled = Int(min(1, max(0, share)) * Double(Self.barWidth))
      let blank = Self.barWidth - filled
      let bar = ": [" + String(repeating: "=", count: filled) + String(repeating: " ", count: blank) + "] "
      let least = min(Self.leastLabel, TerminalWidth.columns(of: name))
      if TerminalWidth.columns(of: bar + facts) + least <= room { end = bar + facts }
    }
    let left = room - TerminalWidth.columns(of: end)
    if left > 1 { return TerminalWidth.end(of: name, columns: left) + end }
    return String(facts.prefix(room))
  }
}
