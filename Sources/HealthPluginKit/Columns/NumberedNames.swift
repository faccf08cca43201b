/// Numbers from 0, in the order in which they come, for indexes of a table: a batch names only what its samples use.
struct NumberedNames {
  /// The number of each index, where most of the table may be used.
  private var numbers: [Int32] = []
  /// The same where the table is much larger than the batch.
  private var sparse: [Int32: Int32] = [:]
  /// The indexes that came.
  private(set) var used: [Int32] = []

  /// Numbers for a batch.
  ///
  /// - Parameters:
  ///   - tableSize: how many indexes there are.
  ///   - count: how many samples the batch has.
  init(tableSize: Int, count: Int) {
    if tableSize <= max(256, 4 * count) { numbers = Array(repeating: -1, count: tableSize) }
  }

  /// The number of an index; -1 stays -1.
  @inline(__always)
  mutating func number(of index: Int32) -> Int32 {
    guard index >= 0 else { return -1 }
    let known = numbers.isEmpty ? sparse[index, default: -1] : numbers[Int(index)]
    guard known < 0 else { return known }
    let number = Int32(truncatingIfNeeded: used.count)
    if numbers.isEmpty { sparse[index] = number } else { numbers[Int(index)] = number }
    used.append(index)
    return number
  }
}
