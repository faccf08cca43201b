import HealthModel

/// One line about a run that is under way, no wider than the terminal: a wider one would fill the screen with what is
/// left of its earlier states.
package struct ProgressLine: Sendable {
  /// The input's name; escaped when it is shown, and cut first, from its beginning.
  package var label: String
  /// How much of it was read, from 0 to 1, if that is known.
  package var share: Double?
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

/// How many columns of a terminal text takes.
enum TerminalWidth {
  /// Scalars that take two columns: East Asian wide and fullwidth ones, and emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x2614...0x2615, 0x2648...0x2653,
    0x26A1...0x26A1, 0x2705...0x2705, 0x2728...0x2728, 0x274C...0x274C, 0x2753...0x2757, 0x2795...0x2797,
    0x2B1B...0x2B1C, 0x2B50...0x2B55, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18AFF,
    0x1B000...0x1B2FF, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F19A, 0x1F1E6...0x1F320, 0x1F32D...0x1F64F,
    0x1F680...0x1F6FF, 0x1F7E0...0x1F7F0, 0x1F90C...0x1FAFF, 0x20000...0x3FFFD,
  ]

  /// The columns of a text without control characters.
  static func columns(of text: some StringProtocol) -> Int { text.unicodeScalars.reduce(0) { $0 + columns(of: $1) } }

  /// The end of a text that fits, with `…` in place of what was cut.
  static func end(of text: String, columns: Int) -> String {
    if Self.columns(of: text) <= columns { return text }
    var kept: [Unicode.Scalar] = []
    var left = columns - 1
    for scalar in text.unicodeScalars.reversed() {
      left -= self.columns(of: scalar)
      if left < 0 { break }
      kept.append(scalar)
    }
    // A mark without its letter would go to the ellipsis.
    while let last = kept.last, self.columns(of: last) == 0 { kept.removeLast() }
    guard columns > 0 else { return "" }
    var result = "…"
    result.unicodeScalars.append(contentsOf: kept.reversed())
    return result
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return scalar.value == 0xAD ? 0 : 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }
  }
}
