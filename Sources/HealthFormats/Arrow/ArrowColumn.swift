import HealthModel

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

/// How the values of a column are laid out in memory.
enum ArrowLayout: Sendable, Hashable {
  /// Values of this many bytes each.
  case fixed(Int)
  /// Offsets, and the bytes of texts.
  case text
  /// Offsets, and a column of the elements of all values.
  case list
  case structure
}

extension ArrowType {
  fileprivate var layout: ArrowLayout {
    switch self {
    case .text: .text
    case .uint8: .fixed(1)
    case .int16: .fixed(2)
    case .int32, .entry: .fixed(4)
    case .int64, .uint64, .double, .instant: .fixed(8)
    case .bytes(let width): .fixed(width)
    case .list, .map: .list
    case .structure: .structure
    }
  }
}

extension ArrowMessage {
  /// Appends a record batch: the columns of the schema, all of the same length.
  static func append(_ columns: [ArrowColumn], count: Int, to output: inout [UInt8]) {
    var body = ArrowBody()
    for column in columns { body.plan(column) }
    append(body, count: count, to: &output)
    for column in columns { ArrowBody.append(column, to: &output) }
  }
}

extension ArrowBody {
  /// Adds the buffers of a column to the plan, in the order in which they are appended.
  fileprivate mutating func plan(_ column: ArrowColumn) {
    add(column: column.count, absent: column.absent)
    add(buffer: column.absent == 0 ? 0 : (column.count + 7) / 8)
    switch column.layout {
    case .fixed(let width): add(buffer: width * column.count)
    case .text:
      add(buffer: 4 * (column.count + 1))
      add(buffer: column.bytes.count)
    case .list: add(buffer: 4 * (column.count + 1))
    case .structure: break
    }
    for child in column.children { plan(child) }
  }

  fileprivate static func append(_ column: ArrowColumn, to output: inout [UInt8]) {
    if column.absent > 0 { appendPresence(column, to: &output) }
    switch column.layout {
    case .fixed(let width):
      appendAll(column.bytes, orZeros: column.isAllAbsent ? width * column.count : 0, to: &output)
    case .text:
      appendOffsets(column, to: &output)
      appendAll(column.bytes, orZeros: 0, to: &output)
    case .list: appendOffsets(column, to: &output)
    case .structure: break
    }
    for child in column.children { append(child, to: &output) }
  }

  private static func appendOffsets(_ column: ArrowColumn, to output: inout [UInt8]) {
    withUnsafeBytes(of: Int32(0)) { output.append(contentsOf: $0) }
    if column.isAllAbsent {
      output.append(contentsOf: repeatElement(0, count: 4 * column.count))
    } else if 1.littleEndian == 1 {
      column.ends.withUnsafeBytes { output.append(contentsOf: $0) }
    } else {
      for end in column.ends { withUnsafeBytes(of: end.littleEndian) { output.append(contentsOf: $0) } }
    }
    pad(4 * (column.count + 1), &output)
  }

  /// One bit for each value, the first in the lowest bit of the first byte.
  private static func appendPresence(_ column: ArrowColumn, to output: inout [UInt8]) {
    let size = (column.count + 7) / 8
    if column.isAllAbsent {
      output.append(contentsOf: repeatElement(0, count: size))
    } else {
      var place = 0
      while place < column.count {
        var byte: UInt8 = 0
        for (bit, value) in column.presence[place..<min(place + 8, column.count)].enumerated() {
          byte |= value << UInt8(bit)
        }
        output.append(byte)
        place += 8
      }
    }
    pad(size, &output)
  }

  private static func appendAll(_ bytes: [UInt8], orZeros zeros: Int, to output: inout [UInt8]) {
    output.append(contentsOf: bytes)
    output.append(contentsOf: repeatElement(0, count: zeros))
    pad(bytes.count + zeros, &output)
  }

  private static func pad(_ size: Int, _ output: inout [UInt8]) {
    output.append(contentsOf: repeatElement(0, count: padding(size)))
  }
}
