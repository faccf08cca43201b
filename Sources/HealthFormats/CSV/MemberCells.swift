import HealthModel

/// The members of the correlation in a row, gathered while its cells come by in any order.
///
/// A member is there when one of its cells has a text.
struct MemberCells {
  private var samples: [RawSample]
  private var isPresent: [Bool]
  /// Where the first cell of a member begins and the last one ends; empty when the row has no member.
  private(set) var place = 0..<0

  init(count: Int) {
    samples = Array(repeating: RawSample(), count: count)
    isPresent = Array(repeating: false, count: count)
  }

  mutating func set(
    _ field: SampleField, of member: Int, to value: RawField, type: RawField, at cell: Range<Int>
  ) {
    guard member < samples.count else { return }
    if !isPresent[member] {
      isPresent[member] = true
      samples[member] = RawSample()
      samples[member][.type] = type
      samples[member].span = Int32(truncatingIfNeeded: cell.lowerBound)..<Int32(truncatingIfNeeded: cell.upperBound)
    }
    samples[member][field] = value
    samples[member].span = samples[member].span.lowerBound..<Int32(truncatingIfNeeded: cell.upperBound)
    place = (place.isEmpty ? cell.lowerBound : place.lowerBound)..<cell.upperBound
  }

  /// Gives a member that is there a field that the table does not have.
  mutating func setConstant(_ field: SampleField, of member: Int, to value: RawField) {
    if member < samples.count, isPresent[member] { samples[member][field] = value }
  }

  /// Appends the members of the row after their correlation.
  func append(to list: inout [RawSample]) {
    for index in samples.indices where isPresent[index] { list.append(samples[index]) }
  }

  /// Forgets the row.
  mutating func removeAll() {
    guard !place.isEmpty else { return }
    for index in isPresent.indices { isPresent[index] = false }
    place = 0..<0
  }
}
