/// The values of one column, as the Arrow format has them in memory.
///
/// While all values are absent nothing is kept but their number, and while none is, no record of which are.
struct ArrowColumn: Sendable {
  let layout: ArrowLayout
  /// How many values there are, absent ones included.
  private(set) var count = 0
  private(set) var absent = 0
  /// For each value 1 or 0, if there are values of both sorts; a byte each, which are packed at the end.
  private(set) var presence: [UInt8] = []
  /// Where each text ends in `bytes`, or the elements of each list in their column.
  private(set) var ends: [Int32] = []
  /// The texts one after the other, or the numbers.
  private(set) var bytes: [UInt8] = []
  /// The column of the elements of all lists, or a column for each name of a structure, each as long as this one.
  private(set) var children: [ArrowColumn]

  init(_ type: ArrowType) {
    layout = type.layout
    children = type.children.map { ArrowColumn($0.type) }
  }

  /// Whether there is a value and each is absent: then nothing of them is kept.
  var isAllAbsent: Bool { absent == count && count > 0 }

  @inline(__always) mutating func appendNone() {
    if layout == .structure { appendNoneToChildren() }
    count &+= 1
    absent &+= 1
    if absent == count { return }
    if absent == 1 { presence = Array(repeating: 1, count: count &- 1) }
    presence.append(0)
    fill(1)
  }

  mutating func appendNone(_ number: Int) {
    if absent == count, layout != .structure {
      count += number
      absent += number
    } else {
      for _ in 0..<number { appendNone() }
    }
  }

  @inline(__always) mutating func append(_ number: some FixedWidthInteger) {
    beginValue()
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

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

  mutating func appendList(_ elements: (inout ArrowColumn) -> Void) {
    beginValue()
    elements(&children[0])
    ends.append(Int32(truncatingIfNeeded: children[0].count))
  }

  mutating func appendStructure(_ values: (inout [ArrowColumn]) -> Void) {
    beginValue()
    values(&children)
  }

  mutating func append(_ rows: Range<Int>, of other: ArrowColumn) {
    guard !rows.isEmpty else { return }
    if layout == .structure {
      for index in children.indices { children[index].append(rows, of: other.children[index]) }
    }
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
    switch layout {
    case .structure: break
    case .fixed(let width): bytes.append(contentsOf: other.bytes[rows.lowerBound * width..<rows.upperBound * width])
    case .text:
      let start = other.textStart(rows.lowerBound)
      let shift = Int32(truncatingIfNeeded: bytes.count) &- start
      bytes.append(contentsOf: other.bytes[Int(start)..<Int(other.ends[rows.upperBound - 1])])
      ends.append(contentsOf: other.ends[rows].lazy.map { $0 &+ shift })
    case .list:
      let start = other.textStart(rows.lowerBound)
      let shift = Int32(truncatingIfNeeded: children[0].count) &- start
      children[0].append(Int(start)..<Int(other.ends[rows.upperBound - 1]), of: other.children[0])
      ends.append(contentsOf: other.ends[rows].lazy.map { $0 &+ shift })
    }
  }

  /// How many bytes of text, and of values within lists, the first rows have.
  func textLength(upTo row: Int) -> Int { if case .fixed = layout { 0 } else { length(upTo: row) } }

  /// How many bytes the first values have; the columns of structures and lists grow with their content alone.
  private func length(upTo row: Int) -> Int {
    if isAllAbsent { return 0 }
    return switch layout {
    case .fixed(let width): width * row
    case .text: Int(textStart(row))
    case .list: children[0].length(upTo: Int(textStart(row)))
    case .structure: children.reduce(0) { $0 + $1.length(upTo: row) }
    }
  }

  /// Forgets all values and keeps the room.
  mutating func removeAll() {
    count = 0
    absent = 0
    presence.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    for index in children.indices { children[index].removeAll() }
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
    switch layout {
    case .fixed(let width): bytes.append(contentsOf: repeatElement(0, count: width * number))
    case .text: ends.append(contentsOf: repeatElement(Int32(truncatingIfNeeded: bytes.count), count: number))
    case .list: ends.append(contentsOf: repeatElement(Int32(truncatingIfNeeded: children[0].count), count: number))
    case .structure: break
    }
  }

  /// Keeps the columns of a structure as long as it: an absent one has absent values.
  private mutating func appendNoneToChildren() { for index in children.indices { children[index].appendNone() } }
}
