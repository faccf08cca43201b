import HealthModel
import HealthStorage

/// Tells by the bytes of a line whether its sample can belong to another one, before the line is read as a sample: most
/// routes of a store are of other workouts, and a route is long.
struct ParentMatch {
  private let lookup: ParentLookup
  /// The parent's id in lower case.
  private let id: [UInt8]
  private static let mark = Array(#""parent":""#.utf8)

  /// Prepares what a query says of a parent; `nil` when samples of any can match.
  init?(_ query: SampleQuery) {
    guard let lookup = query.parentLookup else { return nil }
    self.lookup = lookup
    id = lookup.parent.description.lowercased().utf8.map { $0 }
  }

  /// Whether a sample can match.
  ///
  /// What is in metadata or a text under the same key is looked at in vain, never left out.
  func canMatch(_ sample: StoredSample, _ line: Range<Int>, in bytes: [UInt8]) -> Bool {
    if let starts = lookup.orphanStarts, starts.contains(sample.start) { return true }
    let text = bytes.span
    var place = line.lowerBound
    let last = line.upperBound - Self.mark.count - id.count
    while place <= last {
      if text[place] == Self.mark[0], Self.holds(Self.mark, at: place, text), isID(at: place + Self.mark.count, text) {
        return true
      }
      place += 1
    }
    return false
  }

  private static func holds(_ mark: [UInt8], at place: Int, _ text: Span<UInt8>) -> Bool {
    for index in mark.indices where text[place + index] != mark[index] { return false }
    return true
  }

  /// Whether the id is there, in either case.
  private func isID(at place: Int, _ text: Span<UInt8>) -> Bool {
    for index in id.indices where text[place + index] | 0x20 != id[index] | 0x20 { return false }
    return true
  }
}
