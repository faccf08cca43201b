import HealthModel

extension Finding {
  /// Whether every range is inside a text of a number of bytes.
  func isInside(_ count: Int) -> Bool {
    let count = Int32(clamping: count)
    for index in 0..<place.count {
      if case .key(let range) = place[index], !range.isInside(count) { return false }
    }
    return span.isInside(count) && record.isInside(count) && unit.isInside(count) && source.name.isInside(count)
      && source.bundle.isInside(count)
  }

  /// The finding with every range cut to a text of a number of bytes.
  ///
  /// Loads of a message are not checked against the text's end, and slices of it trap. A reader that reports a place
  /// past its chunk must cost no more than a message without an excerpt.
  func bounded(by count: Int) -> Finding {
    var finding = self
    finding.span = span.bounded(by: count)
    finding.record = record.bounded(by: count)
    finding.place = place.mapKeys { $0.bounded(by: count) }
    finding.unit = unit.bounded(by: count)
    finding.source = (source.name.bounded(by: count), source.bundle.bounded(by: count))
    return finding
  }
}

extension ByteRange {
  fileprivate func isInside(_ count: Int32) -> Bool { start >= 0 && start <= end && end <= count }

  fileprivate func bounded(by count: Int) -> ByteRange {
    let lower = min(max(0, Int(start)), count)
    return ByteRange(lower..<min(max(lower, Int(end)), count))
  }
}
