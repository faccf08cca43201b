import HealthModel

/// The elements of a route's document that are open, and the parts that the current point has.
struct RouteElements {
  /// The parts of a point that are there once, by their bits.
  struct Parts: OptionSet {
    let rawValue: UInt8

    static let latitude = Parts(rawValue: 1)
    static let longitude = Parts(rawValue: 2)
    static let altitude = Parts(rawValue: 4)
    static let time = Parts(rawValue: 8)
    static let horizontalAccuracy = Parts(rawValue: 16)
    static let verticalAccuracy = Parts(rawValue: 32)
    static let speed = Parts(rawValue: 64)
    static let course = Parts(rawValue: 128)
  }

  /// The names of the elements that are open, the root first.
  private var names: [Range<Int>] = []
  /// What the current point has.
  private var parts: Parts = []

  var depth: Int { names.count }

  @inline(__always) mutating func open(_ name: Range<Int>) -> Bool {
    names.append(name)
    return names.count <= XMLCursor.maximumDepth
  }

  /// Closes the innermost element.
  @inline(__always) mutating func close(_ name: Range<Int>, _ bytes: RawSpan) -> Bool {
    guard let last = names.popLast(), last.count == name.count else { return false }
    var offset = 0
    while offset < name.count {
      if bytes.byte(at: last.lowerBound &+ offset) != bytes.byte(at: name.lowerBound &+ offset) { return false }
      offset &+= 1
    }
    return true
  }

  @inline(__always) mutating func beginPoint() { parts = [] }

  @inline(__always) mutating func take(_ part: Parts) -> Bool { parts.insert(part).inserted }
}
