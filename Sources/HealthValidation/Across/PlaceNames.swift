import HealthModel

/// The names of places in inputs that are not lines of text, so that a window holds a number for each sample.
///
/// A place is a label, of which a run has few, and a number. It is kept where a line and a column are: the line is
/// negative and has the label and the number's high bits.
package struct PlaceNames: Sendable {
  /// The most labels; samples whose labels come later are named by their label's kind only.
  private static let limit = 1000
  private static let other = "record"
  private static let lowBits: Int64 = 31
  private static let highBits: Int64 = 20

  private var names: [String] = [PlaceNames.other]
  private var indexes: [String: Int] = [:]

  package init() {}

  package mutating func code(_ label: String, _ number: Int64?) -> (line: Int32, column: Int32) {
    let name = index(of: label)
    guard let number, number >= 0 else { return (Int32(-1 - name), -1) }
    let high = min(number >> Self.lowBits, (1 << Self.highBits) - 1)
    let low = number & ((1 << Self.lowBits) - 1)
    return (Int32(-1 - name) - Int32(truncatingIfNeeded: high << 10), Int32(truncatingIfNeeded: low))
  }

  private mutating func index(of label: String) -> Int {
    if let known = indexes[label] { return known }
    guard names.count <= Self.limit else { return 0 }
    names.append(label)
    indexes[label] = names.count - 1
    return names.count - 1
  }

  /// The name of a place, escaped for display; `nil` for a line and column.
  func text(of place: SamplePlace) -> String? {
    guard place.line < 0 else { return nil }
    let code = Int64(-1 - place.line)
    let name = names[Int(code & 1023) < names.count ? Int(code & 1023) : 0]
    guard place.column >= 0 else { return TextEscaping.escaped(name, limit: 200) }
    let number = (code >> 10) << Self.lowBits | Int64(place.column)
    return TextEscaping.escaped("\(name) \(number)", limit: 200)
  }
}
