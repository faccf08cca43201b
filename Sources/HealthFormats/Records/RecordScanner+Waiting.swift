import HealthModel

/// Records whose parents' values come after them, and those that wait for one too long.
///
/// Whether a record waits too long depends on the document alone, not on where it is cut into chunks: the value, or the
/// end of the object that could have it, is more than the window after the record.
extension RecordScanner {
  /// How far after a record's end a value of its parents may begin, in a document that is cut into chunks.
  static let window: Int64 = 4 << 20

  /// Whether a value that a record needs may still come.
  func waits(_ record: RecordPlace) -> Bool {
    found.open[Int(record.row)] & plan.profiles[Int(record.profile)].scope != 0
  }

  /// Marks the records that waited too long for values of which a place decides; called before they get them.
  mutating func expire(_ scope: UInt64, at place: Int, since row: Int) {
    guard scope != 0, isOverdue(scope, at: place) else { return }
    // Rows never decrease from record to record.
    for index in found.places.indices.reversed() {
      let record = found.places[index]
      guard found.dropped.rows + Int(record.row) >= row else { return }
      let missing = found.open[Int(record.row)] & plan.profiles[Int(record.profile)].scope & scope
      if missing != 0, Int64(place) - Int64(record.end) > window { found.places[index].isLate = true }
    }
  }

  private func isOverdue(_ scope: UInt64, at place: Int) -> Bool {
    var bits = scope
    while bits != 0 {
      let first = waiting[bits.trailingZeroBitCount]
      if first >= 0, base + Int64(place) - first > window { return true }
      bits &= bits - 1
    }
    return false
  }

  /// Marks the records that are handed out while they wait: their window is over, or the document ends in a fault.
  mutating func giveUp(from first: Int = 0, before cut: Int) {
    for index in first..<found.places.count {
      guard Int(found.places[index].start) < cut else { return }
      if waits(found.places[index]) { found.places[index].isLate = true }
    }
  }
}
