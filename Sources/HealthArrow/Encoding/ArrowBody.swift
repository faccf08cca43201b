/// The buffers behind a record batch: for each column which values are there, where texts begin, and the values.
///
/// Each begins at a multiple of eight bytes. The first is empty where no value is absent.
struct ArrowBody {
  /// Where each buffer begins, and its bytes without what fills up the last eight.
  private(set) var buffers: [(Int64, Int64)] = []
  /// How many values each column has, and how many of them are absent; a column comes before those it is made of.
  private(set) var nodes: [(Int64, Int64)] = []
  /// The bytes of all buffers.
  private(set) var length: Int64 = 0

  /// Adds the buffers of a column to the plan, in the order in which they are appended.
  mutating func plan(_ column: ArrowColumn) {
    nodes.append((Int64(column.count), Int64(column.absent)))
    add(column.absent == 0 ? 0 : (column.count + 7) / 8)
    switch column.layout {
    case .fixed(let width): add(width * column.count)
    case .text:
      add(4 * (column.count + 1))
      add(column.bytes.count)
    case .list: add(4 * (column.count + 1))
    case .structure: break
    }
    for child in column.children { plan(child) }
  }

  private mutating func add(_ size: Int) {
    buffers.append((length, Int64(size)))
    length += Int64(size + Self.padding(size))
  }

  /// Appends the buffers of a column.
  static func append(_ column: ArrowColumn, to output: inout [UInt8]) {
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

  private static func padding(_ size: Int) -> Int { -size & 7 }
}
