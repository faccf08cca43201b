import HealthModel

/// The values of a column one after the other: of a JSON array, of lines of a file, or of an export's elements.
struct ColumnReader {
  enum Source {
    /// Numbers with commas, blanks or line ends between, in brackets or not.
    case text(Range<Int>)
    /// A column of `StructureScratch.cells`.
    case cells(column: Int)
  }

  private(set) var count = 0
  /// Whether the last value has references of XML, such as `&#52;`.
  private(set) var isEscaped = false
  private var position: Int
  private let end: Int
  private let isText: Bool

  init(_ source: Source, isArray: Bool, _ plan: PointsPlan, _ points: PointSource) {
    switch source {
    case .text(let range):
      isText = true
      // The brackets of an array; lines of a file have none.
      (position, end) = isArray ? (range.lowerBound + 1, range.upperBound - 1) : (range.lowerBound, range.upperBound)
    case .cells(let column):
      isText = false
      let rows = min(points.rows, plan.definition.maximum)
      (position, end) = (column * rows, (column + 1) * rows)
    }
  }

  /// The next value's place, empty for one that a point lacks; `nil` after the last.
  @inline(__always) mutating func next(_ fields: [RawField], _ bytes: RawSpan) -> Range<Int>? {
    guard isText else {
      guard position < end else { return nil }
      defer { position &+= 1 }
      count &+= 1
      isEscaped = fields[position].isEscaped
      return fields[position].range
    }
    while position < end, Self.separates(bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)) { position &+= 1 }
    guard position < end else { return nil }
    let start = position
    while position < end, !Self.separates(bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)) { position &+= 1 }
    count &+= 1
    return start..<position
  }

  /// Moves to the end: how many values there are is part of a message.
  mutating func countRest(_ bytes: RawSpan) { while isText, next([], bytes) != nil {} }

  /// Whether a byte is not part of a value: a blank, a line end, a comma.
  @inline(__always) private static func separates(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == UInt8(ascii: ",") }
}
