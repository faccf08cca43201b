import HealthModel

extension SampleBatch {
  /// Whether a member of a correlation has another time than the correlation.
  func hasMemberTime(_ group: Range<Int>) -> Bool {
    let row = group.lowerBound
    return group.dropFirst().contains { start[$0] != start[row] || end[$0] != end[row] }
  }
}
