/// A drawing of dots in character cells: braille, two dots wide and four high a cell, or ASCII with two halves a cell.
struct DotCanvas {
  /// Cells in a line.
  let columns: Int
  /// Lines.
  let rows: Int
  private var dots: [UInt8]
  private var marks: [Int: Character] = [:]

  init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    dots = Array(repeating: 0, count: self.columns * self.rows)
  }

  /// Dots in a line.
  var width: Int { columns * 2 }
  /// Lines of dots.
  var height: Int { rows * 4 }

  /// The bits of Unicode's braille patterns, by line and column of a cell.
  private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

  /// Sets a dot, counted from the left and from the top; nothing if it is outside.
  mutating func dot(_ x: Int, _ y: Int) {
    guard x >= 0, x < width, y >= 0, y < height else { return }
    dots[y / 4 * columns + x / 2] |= Self.bits[y % 4][x % 2]
  }

  /// Sets the dots of a line through points, whose places are shares of the canvas: 0 at the left and at the bottom.
  mutating func line(_ points: [LinePoint]) {
    var last: (x: Int, y: Int)?
    for point in points {
      let next = dotPlace(point)
      let from = last ?? next
      let steps = max((next.x - from.x).magnitude, (next.y - from.y).magnitude)
      for step in 0...steps {
        let share = steps == 0 ? 0 : Double(step) / Double(steps)
        dot(
          from.x + Int((Double(next.x - from.x) * share).rounded()),
          from.y + Int((Double(next.y - from.y) * share).rounded()))
      }
      last = next
    }
  }

  /// Puts a character at a place.
  mutating func mark(_ character: Character, at point: LinePoint) {
    let place = dotPlace(point)
    marks[place.y / 4 * columns + place.x / 2] = character
  }

  /// The character at a place; `nil` if none was put there.
  func character(at point: LinePoint) -> Character? {
    let place = dotPlace(point)
    return marks[place.y / 4 * columns + place.x / 2]
  }

  private func dotPlace(_ point: LinePoint) -> (x: Int, y: Int) {
    let x = Int((min(max(point.x, 0), 1) * Double(width - 1)).rounded())
    let y = Int(((1 - min(max(point.y, 0), 1)) * Double(height - 1)).rounded())
    return (x, y)
  }

  /// The lines, from the top.
  func lines(usesUnicode: Bool) -> [String] {
    (0..<rows).map { row in
      String(
        (0..<columns).map { column -> Character in
          let cell = row * columns + column
          if let mark = marks[cell] { return mark }
          return usesUnicode ? Self.braille(dots[cell]) : Self.ascii(dots[cell])
        })
    }
  }

  private static func braille(_ dots: UInt8) -> Character {
    dots == 0 ? " " : Character(Unicode.Scalar(0x2800 + UInt32(dots)) ?? " ")
  }

  /// The upper half, the lower half or both.
  private static func ascii(_ dots: UInt8) -> Character {
    switch (dots & 0x1B != 0, dots & 0xE4 != 0) {
    case (false, false): " "
    case (true, false): "'"
    case (false, true): "."
    case (true, true): ":"
    }
  }
}
