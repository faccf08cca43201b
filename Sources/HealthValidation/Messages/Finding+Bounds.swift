import HealthModel

extension Finding {
  /// The finding with every range cut to a text of so many bytes.
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
  fileprivate func bounded(by count: Int) -> ByteRange {
    let lower = min(max(0, Int(start)), count)
    return ByteRange(lower..<min(max(lower, Int(end)), count))
  }
}
