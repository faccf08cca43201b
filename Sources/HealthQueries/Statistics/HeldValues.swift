/// The instants that start last, whose values hold until the next sample starts.
struct HeldValues: Sendable {
  struct Entry: Sendable {
    var value: Double
    /// The interval it is in, beyond which it does not hold.
    var place: IntervalPlace
  }

  private(set) var start: Int64 = 0
  private(set) var entries: [Entry] = []

  var count: Int { entries.count }

  /// Adds one; all have the same start.
  mutating func add(_ value: Double, at start: Int64, in place: IntervalPlace) {
    self.start = start
    entries.append(Entry(value: value, place: place))
  }

  /// Forgets them.
  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }
}
