/// A pattern on a walk down through folders: what of it is still to match after the names that were passed.
///
/// A walk that keeps to trails enters no folder in which nothing can match. Other than for a text, a name that begins
/// with a dot is matched only where the pattern names the dot, as in shells.
package struct GlobPath: Sendable {
  private let segments: [GlobSegment]
  /// The segments that may be next; the number of all segments when the pattern may end here.
  private var next: [Int]
  /// Whether all names so far are named by the pattern, without wildcards.
  package private(set) var isPlain = true

  package static func trails(of pattern: GlobPattern) -> [GlobPath] {
    pattern.alternatives.map(GlobPath.init(segments:))
  }

  private init(segments: [GlobSegment]) {
    self.segments = segments
    next = []
    next = reached([0])
  }

  package var isAbsolute: Bool { segments.count > 1 && segments.first == .literal([]) }

  package var isMatch: Bool { next.contains(segments.count) }

  package var isNamed: Bool { isPlain && next == [segments.count] }

  package var goesOn: Bool { next.contains { $0 < segments.count } }

  /// Whether names that the pattern does not spell out can be next.
  package var takesForms: Bool { next.contains { $0 < segments.count && !segments[$0].isLiteral } }

  package var literalNames: [String] {
    next.compactMap { place in
      guard place < segments.count, case .literal(let name) = segments[place] else { return nil }
      return String(decoding: name, as: UTF8.self)
    }
  }

  package func behind(_ name: String) -> GlobPath? {
    let bytes = Array(name.utf8)[...]
    let isHidden = bytes.first == UInt8(ascii: ".")
    var places: [Int] = []
    for place in next where place < segments.count && (!isHidden || segments[place].namesDot) {
      switch segments[place] {
      case .anyDepth: places.append(place)
      case let segment where segment.matches(bytes): places.append(place + 1)
      default: break
      }
    }
    if places.isEmpty { return nil }
    var trail = self
    trail.isPlain = isPlain && next.allSatisfy { $0 < segments.count && segments[$0].isLiteral }
    trail.next = reached(places)
    return trail
  }

  /// The places including those after `**`, which may match no name.
  private func reached(_ places: [Int]) -> [Int] {
    var all: [Int] = []
    for first in places {
      var place = first
      while !all.contains(place) {
        all.append(place)
        guard place < segments.count, case .anyDepth = segments[place] else { break }
        place += 1
      }
    }
    return all
  }
}
