import HealthModel

/// Two texts that should have the same lines.
enum LineDifference {
  /// Says which line is the first that differs; `nil` if none does.
  static func words(_ lines: [UInt8], _ expected: [UInt8], in name: String) -> String? {
    guard lines != expected else { return nil }
    let feed = UInt8(ascii: "\n")
    let (own, other) = (lines.split(separator: feed), expected.split(separator: feed))
    let place = zip(own, other).enumerated().first { $1.0 != $1.1 }?.offset ?? min(own.count, other.count)
    func text(_ lines: [ArraySlice<UInt8>]) -> String {
      place < lines.count ? TextEscaping.escaped(utf8: lines[place], limit: 400) : "nothing"
    }
    return "line \(place + 1) of \(name) differs: got \(text(own)), expected \(text(other))"
  }
}
