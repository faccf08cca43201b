/// Shapes and texts of a picture in millimeters, written one after the other.
struct SVGMarks {
  private(set) var text = ""

  /// Dark enough to read on white paper, in print and on screens.
  static let ink = "#222222"
  /// Lines that lead the eye and carry no value.
  static let faint = "#BDBDBD"

  /// A length or a place with at most two decimals: a hundredth of a millimeter.
  static func mm(_ value: Double) -> String { FixedDecimals.trimmed(value, 2) }

  /// The way along points, from the first to the last.
  static func way(_ points: [LinePoint]) -> String {
    points.enumerated().map { "\($0 == 0 ? "M" : "L")\(mm($1.x)) \(mm($1.y))" }.joined()
  }

  /// A line of several parts; nothing if no part has two points.
  mutating func line(_ runs: [[LinePoint]], color: String, width: Double, dashes: String = "", name: String) {
    let ways = runs.filter { $0.count > 1 }.map { Self.way($0) }.joined()
    path(ways, color: color, width: width, dashes: dashes, name: name)
  }

  /// A path without filling; nothing if it is empty.
  mutating func path(_ ways: String, color: String, width: Double, dashes: String = "", name: String) {
    guard !ways.isEmpty else { return }
    let dash = dashes.isEmpty ? "" : " stroke-dasharray=\"\(dashes)\""
    text += """
      <path class="\(name)" fill="none" stroke="\(color)" stroke-width="\(Self.mm(width))" stroke-linejoin="round"\
      \(dash) d="\(ways)"/>

      """
  }

  /// A circle; filled with its color or with white.
  mutating func circle(_ center: LinePoint, radius: Double, color: String, isFilled: Bool, name: String) {
    text += """
      <circle class="\(name)" cx="\(Self.mm(center.x))" cy="\(Self.mm(center.y))" r="\(Self.mm(radius))" \
      fill="\(isFilled ? color : "#FFFFFF")" stroke="\(color)" stroke-width="0.4"/>

      """
  }

  /// A rectangle with a filling, a frame, or both.
  mutating func box(
    x: Double, y: Double, width: Double, height: Double, fill: String, stroke: String = "none", name: String
  ) {
    text += """
      <rect class="\(name)" x="\(Self.mm(x))" y="\(Self.mm(y))" width="\(Self.mm(width))" height="\(Self.mm(height))" \
      fill="\(fill)" stroke="\(stroke)" stroke-width="0.2"/>

      """
  }

  /// Words, at the left of a place, around it (`middle`) or at its right (`end`).
  mutating func words(
    _ words: String, x: Double, y: Double, anchor: String = "start", size: Double? = nil, isBold: Bool = false
  ) {
    let anchor = anchor == "start" ? "" : " text-anchor=\"\(anchor)\""
    let size = size.map { " font-size=\"\(Self.mm($0))\"" } ?? ""
    text += """
      <text x="\(Self.mm(x))" y="\(Self.mm(y))"\(anchor)\(size)\(isBold ? " font-weight=\"600\"" : "")>\
      \(MarkupText.escaped(words))</text>

      """
  }
}
