/// What a picture of a sample shows, read back from its shapes: places in millimeters.
struct DrawnPicture {
  /// A place.
  struct Place: Hashable {
    var x: Double
    var y: Double
  }

  /// A text.
  struct Words {
    var place: Place
    var anchor: String
    var text: String
  }

  private let lines: [Substring]

  init(_ text: String) { lines = text.split(separator: "\n") }

  /// The parts of all lines of a class, each without gaps.
  func ways(_ name: String) -> [[Place]] {
    elements("path", name).flatMap { line in
      (Self.attribute("d", of: line) ?? "").split(separator: "M").map { part in
        let numbers = part.split { "L ".contains($0) }.compactMap { Double(String($0)) }
        return stride(from: 0, to: numbers.count - 1, by: 2).map { Place(x: numbers[$0], y: numbers[$0 + 1]) }
      }
    }
  }

  /// The vertical and the horizontal strokes of each path of a class.
  func strokes(_ name: String) -> [(
    verticals: [(x: Double, from: Double, to: Double)], horizontals: [(y: Double, from: Double, to: Double)]
  )] {
    elements("path", name).map { line in
      var verticals: [(x: Double, from: Double, to: Double)] = []
      var horizontals: [(y: Double, from: Double, to: Double)] = []
      for part in (Self.attribute("d", of: line) ?? "").split(separator: "M") {
        let numbers = part.split { "VH ".contains($0) }.compactMap { Double(String($0)) }
        guard numbers.count == 3 else { continue }
        if part.contains("V") {
          verticals.append((x: numbers[0], from: numbers[1], to: numbers[2]))
        } else {
          horizontals.append((y: numbers[1], from: numbers[0], to: numbers[2]))
        }
      }
      return (verticals, horizontals)
    }
  }

  /// The centers of the circles of a class.
  func circles(_ name: String) -> [Place] {
    elements("circle", name).map { Place(x: Self.number("cx", of: $0), y: Self.number("cy", of: $0)) }
  }

  /// The places where the paths of a class begin.
  func signs(_ name: String) -> [Place] {
    elements("path", name).map { line in
      let numbers = (Self.attribute("d", of: line) ?? "").dropFirst().prefix { $0 != "m" }.split(separator: " ")
      return Place(x: Double(numbers.first ?? "") ?? .nan, y: Double(numbers.last ?? "") ?? .nan)
    }
  }

  /// The boxes of a class: upper left corners and sizes.
  func boxes(_ name: String) -> [(place: Place, width: Double, height: Double)] {
    elements("rect", name).map {
      (
        Place(x: Self.number("x", of: $0), y: Self.number("y", of: $0)), Self.number("width", of: $0),
        Self.number("height", of: $0)
      )
    }
  }

  /// The scale bar.
  var bar: (left: Double, right: Double, y: Double)? {
    guard let way = elements("path", "scale").first.flatMap({ Self.attribute("d", of: $0) }) else { return nil }
    // `M12 98.5V100H62V98.5`
    let numbers = way.split { "MVH ".contains($0) }.compactMap { Double(String($0)) }
    return numbers.count == 5 ? (numbers[0], numbers[3], numbers[2]) : nil
  }

  /// All texts.
  var words: [Words] {
    lines.filter { $0.hasPrefix("<text") }.map { line in
      let text = line.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
      return Words(
        place: Place(x: Self.number("x", of: line), y: Self.number("y", of: line)),
        anchor: Self.attribute("text-anchor", of: line) ?? "start", text: String(text))
    }
  }

  /// The labels at the left of a frame with the heights of their lines, from the bottom.
  func heights(leftOf x: Double, from top: Double = 0, to bottom: Double = .infinity) -> [(value: Double, y: Double)] {
    words.filter { $0.anchor == "end" && abs($0.place.x - (x - 1.5)) < 0.01 && (top...bottom).contains($0.place.y) }
      .compactMap { words in
        Double(words.text.replacing(",", with: "")).map { (value: $0, y: words.place.y - 1.1) }
      }
  }

  private func elements(_ element: String, _ name: String) -> [Substring] {
    lines.filter { $0.hasPrefix("<\(element) class=\"\(name)\"") }
  }

  private static func number(_ name: String, of line: Substring) -> Double {
    attribute(name, of: line).flatMap { Double($0) } ?? .nan
  }

  private static func attribute(_ name: String, of line: Substring) -> String? {
    guard let start = line.firstRange(of: " \(name)=\"")?.upperBound else { return nil }
    return String(line[start...].prefix { $0 != "\"" })
  }
}
