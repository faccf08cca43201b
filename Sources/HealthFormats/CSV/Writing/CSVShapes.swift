import HealthModel

/// Which columns records need, as a number each: records of one shape need the same ones, whatever their values are.
///
/// To learn the columns of a table, the writer reads one record of each shape; most stores have some dozens of shapes.
struct CSVShapes: Sendable {
  private var known: Set<Int> = []

  /// Whether a record of this shape was looked at before.
  func contains(_ shape: Int) -> Bool { known.contains(shape) }

  /// Remembers the shape of a record whose columns are known.
  mutating func insert(_ shape: Int) { known.insert(shape) }

  /// Says what the records of one batch need.
  struct Reading {
    private let sources: [Int]
    private let devices: [Int]

    init(_ batch: SampleBatch) {
      sources = batch.sources.ranges.map { Self.keys(of: $0, in: batch) }
      devices = batch.devices.ranges.map { Self.keys(of: $0, in: batch) }
    }

    private static func keys(of range: ByteRange, in batch: SampleBatch) -> Int {
      var hasher = Hasher()
      CSVShapes.combineKeys(of: range, isObject: true, in: batch, into: &hasher)
      return hasher.finalize()
    }

    func shape(of group: Range<Int>, in batch: SampleBatch) -> Int {
      var hasher = Hasher()
      for row in group {
        hasher.combine(batch.type[row])
        hasher.combine(batch.start[row] == SampleBatch.noTime)
        hasher.combine(batch.created[row] == SampleBatch.noTime)
        hasher.combine(batch.endOffset[row] == batch.startOffset[row])
        hasher.combine(batch.createdOffset[row] == batch.startOffset[row])
        if row > group.lowerBound { hasher.combine(Self.hasTimes(of: group.lowerBound, row, in: batch)) }
      }
      let head = group.lowerBound
      hasher.combine(batch.subject[head] < 0)
      hasher.combine(batch.origin[head] < 0)
      hasher.combine(batch.source[head] < 0 ? 0 : sources[Int(batch.source[head])])
      hasher.combine(batch.device[head] < 0 ? 0 : devices[Int(batch.device[head])])
      CSVShapes.combineKeys(of: batch.metadata[head], isObject: true, in: batch, into: &hasher)
      CSVShapes.combineKeys(of: batch.original[head], isObject: true, in: batch, into: &hasher)
      CSVShapes.combineKeys(of: batch.unknown[head], isObject: false, in: batch, into: &hasher)
      return hasher.finalize()
    }

    /// Whether a member has the times of its correlation; such members get no columns for times.
    private static func hasTimes(of head: Int, _ row: Int, in batch: SampleBatch) -> Bool {
      batch.start[row] == batch.start[head] && batch.end[row] == batch.end[head]
        && batch.startOffset[row] == batch.startOffset[head] && batch.endOffset[row] == batch.endOffset[head]
    }
  }

  /// Adds the keys of an object of the normal form, as they are written; nothing of the values.
  private static func combineKeys(
    of range: ByteRange, isObject: Bool, in batch: SampleBatch, into hasher: inout Hasher
  ) {
    var depth = isObject ? 0 : 1
    var isKeyNext = true
    var place = range.indices.lowerBound
    let end = range.indices.upperBound
    while place < end {
      switch batch.arena[place] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): isKeyNext = true
      case UInt8(ascii: ":"): isKeyNext = false
      case UInt8(ascii: "\""):
        let start = place + 1
        place = JSONText.closingQuote(from: start, to: end, in: batch.arena.span.bytes)
        if depth == 1, isKeyNext, place < end {
          batch.arena.withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[start..<place])) }
          hasher.combine(UInt8(ascii: ":"))
        }
      default: break
      }
      place += 1
    }
    hasher.combine(UInt8(0))
  }
}
