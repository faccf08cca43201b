/// The values of one column, as the Arrow format has them in memory.
///
/// While all values are absent nothing is kept but their number, and while none is, no record of which are.
package struct ArrowColumn: Sendable {
  /// The type of the values.
  let type: ArrowType
  /// How many values there are, absent ones included.
  private(set) var count = 0
  /// How many are absent.
  private(set) var absent = 0
  /// For each value 1 or 0, if there are values of both sorts; a byte each, which are packed at the end.
  private(set) var presence: [UInt8] = []
  /// Where each text ends in `bytes`.
  private(set) var ends: [Int32] = []
  /// The texts one after the other, or the numbers.
  private(set) var bytes: [UInt8] = []

  init(_ type: ArrowType) { self.type = type }

  /// Whether there is a value and each is absent: then nothing of them is kept.
  var isAllAbsent: Bool { absent == count && count > 0 }

  /// Appends an absent value.
  @inline(__always) mutating func appendNone() {
    count &+= 1
    absent &+= 1
    if absent == count { return }
    if absent == 1 { presence = Array(repeating: 1, count: count &- 1) }
    presence.append(0)
    fill(1)
  }

  /// Appends a number.
  @inline(__always) mutating func append(_ number: some FixedWidthInteger) {
    beginValue()
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a text.
  @inline(__always) mutating func append(_ text: some Collection<UInt8>) {
    beginValue()
    bytes.append(contentsOf: text)
    ends.append(Int32(truncatingIfNeeded: bytes.count))
  }

  /// Appends a text that is written to the end of the bytes.
  @inline(__always) mutating func append(writing body: (inout [UInt8]) -> Void) {
    beginValue()
    body(&bytes)
    ends.append(Int32(truncatingIfNeeded: bytes.count))
  }

  /// Appends values of another column of the type.
  mutating func append(_ rows: Range<Int>, of other: ArrowColumn) {
    guard !rows.isEmpty else { return }
    let taken = other.absent == 0 ? 0 : other.isAllAbsent ? rows.count : other.presence[rows].count { $0 == 0 }
    let (had, hadAbsent) = (count, absent)
    count += rows.count
    absent += taken
    if absent == count { return }
    if hadAbsent == had, had > 0 { fill(had) }
    if absent > 0 {
      if presence.isEmpty, had > 0 { presence = Array(repeating: hadAbsent == 0 ? 1 : 0, count: had) }
      if taken == 0 || taken == rows.count {
        presence.append(contentsOf: repeatElement(taken == 0 ? 1 : 0, count: rows.count))
      } else {
        presence.append(contentsOf: other.presence[rows])
      }
    }
    if other.isAllAbsent { return fill(rows.count) }
    if let width = type.width {
      bytes.append(contentsOf: other.bytes[rows.lowerBound * width..<rows.upperBound * width])
    } else {
      let start = other.textStart(rows.lowerBound)
      let shift = Int32(truncatingIfNeeded: bytes.count) &- start
      bytes.append(contentsOf: other.bytes[Int(start)..<Int(other.ends[rows.upperBound - 1])])
      ends.append(contentsOf: other.ends[rows].lazy.map { $0 &+ shift })
    }
  }

  /// How many bytes of text the first rows have.
  func textLength(upTo row: Int) -> Int { type.width == nil && !isAllAbsent ? Int(textStart(row)) : 0 }

  /// Forgets all values and keeps the room.
  mutating func removeAll() {
    count = 0
    absent = 0
    presence.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  private func textStart(_ row: Int) -> Int32 { row == 0 ? 0 : ends[row - 1] }

  @inline(__always) private mutating func beginValue() {
    if absent == count, count > 0 {
      presence = Array(repeating: 0, count: count)
      fill(count)
    }
    count &+= 1
    if absent > 0 { presence.append(1) }
  }

  /// Adds what stands in the place of absent values.
  @inline(__always) private mutating func fill(_ number: Int) {
    if let width = type.width {
      bytes.append(contentsOf: repeatElement(0, count: width * number))
    } else {
      ends.append(contentsOf: repeatElement(Int32(truncatingIfNeeded: bytes.count), count: number))
    }
  }
}
