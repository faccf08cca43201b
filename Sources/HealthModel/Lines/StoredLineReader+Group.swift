extension StoredLineReader {
  /// Reads a sample and its members, each on its own line, into one record.
  ///
  /// - Returns: from where to where the lines reach; `nil` when there are fewer.
  package mutating func next(group count: Int, in bytes: RawSpan, into record: inout RawSampleBuffer) -> Range<Int>? {
    record.removeAll()
    var span = 0..<0
    for number in 0..<count {
      guard let line = next(in: bytes, into: &record) else { return nil }
      span = (number == 0 ? line.lowerBound : span.lowerBound)..<line.upperBound
    }
    return span
  }
}
